/** What developers do with a project by its key: send, import, watch, look into the inbox, follow events, check a domain. */
import { openAsBlob, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, UsageError } from '../command.ts';
import type { Command, Given, Option } from '../command.ts';
import { table } from '../table.ts';
import { clientOf, CONNECTION } from './credentials.ts';

const WATCH: Option = { type: 'boolean', summary: 'shows how far it has come until it ends' };
const BAR = 30;
const TAIL_MS = 1_000;
/** Events a look asks for, and where all of those are new. */
const TAILED = 100;
const TAILED_IN_A_RUSH = 1_000;

/** The path of a file that can be read. Throws UsageError. */
function fileOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`${path} is not there`);
  if (found.isDirectory()) throw new UsageError(`${path} is a folder`);
  return path;
}

const textOf = ({ options }: Given, name: string): string | undefined => options[name] as string | undefined;

/** `[#####     ] 50 %  1,000 of 2,000`, drawn over itself on a terminal, else a line each. */
function draw(percent: number, words: string): void {
  const full = Math.round((Math.min(100, percent) * BAR) / 100);
  const line = `[${'#'.repeat(full).padEnd(BAR)}] ${String(Math.floor(percent)).padStart(3)} %  ${words}`;
  process.stderr.write(process.stderr.isTTY ? `\r${line}\u001b[K${percent >= 100 ? '\n' : ''}` : `${line}\n`);
}

function dataOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`--data: ${(error as Error).message}`);
  }
}

const SEND: Command = {
  name: 'send',
  operands: ['<address>'],
  summary: 'sends one mail now',
  options: {
    ...CONNECTION,
    from: { type: 'string', value: 'ADDRESS', summary: 'the sender, at a verified domain' },
    subject: { type: 'string', value: 'TEXT', summary: 'its subject' },
    body: { type: 'string', value: 'HTML', summary: 'its body' },
    'body-file': { type: 'string', value: 'FILE', summary: 'a file of its body' },
    template: { type: 'string', value: 'ID', summary: 'in place of subject and body' },
    data: { type: 'string', value: 'JSON', summary: 'what its placeholders stand for' },
  },
  async run(given) {
    const file = textOf(given, 'body-file');
    const { emails } = await clientOf(given).emails.send({
      to: given.operands[0]!,
      from: textOf(given, 'from'),
      subject: textOf(given, 'subject'),
      body: file ? readFileSync(fileOf(file), 'utf8') : textOf(given, 'body'),
      template: textOf(given, 'template'),
      data: dataOf(textOf(given, 'data')),
    } as Parameters<ReturnType<typeof clientOf>['emails']['send']>[0]);
    given.print(
      emails,
      emails.map(({ contact, email }) => `${contact.email}: accepted as ${email}`),
    );
  },
};

const IMPORT: Command = {
  name: 'contacts import',
  operands: ['<file>'],
  summary: 'imports contacts from a CSV file',
  options: { ...CONNECTION, watch: WATCH, verify: { type: 'boolean', summary: 'leaves out addresses that cannot take mail' } },
  async run(given) {
    const { imports } = clientOf(given).contacts;
    const path = fileOf(given.operands[0]!);
    const csv = new File([await openAsBlob(path)], basename(path), { type: 'text/csv' });
    const verify = given.options['verify'] === true;
    if (given.options['watch'] !== true) {
      const { jobId } = await imports.start(csv, { verify });
      given.print({ jobId }, [`On its way as ${jobId}`]);
      return;
    }
    const job = await imports.run(csv, { verify, onProgress: ({ progress, status }) => draw(progress, status) });
    given.print(job, [
      `${job.imported} imported, ${job.updated} updated, ${job.skipped} skipped of ${job.totalRows}`,
      ...table(
        ['row', 'address', 'why it was skipped'],
        job.errors.map(({ row, email, reason }) => [row, email, reason]),
      ).slice(job.errors.length > 0 ? 0 : 1),
    ]);
  },
};

const CAMPAIGN: Command = {
  name: 'campaigns send',
  operands: ['<campaign>'],
  summary: 'sends a campaign now, or at a time',
  options: { ...CONNECTION, watch: WATCH, at: { type: 'string', value: 'TIME', summary: 'ISO 8601; default: now' } },
  async run(given) {
    const { campaigns } = clientOf(given);
    const id = given.operands[0]!;
    const at = textOf(given, 'at');
    const {
      data: { status },
    } = await campaigns.send(id, at === undefined ? {} : { scheduledFor: at });
    if (given.options['watch'] !== true || at !== undefined) {
      given.print({ id, status }, [`${id}: ${status}`]);
      return;
    }
    let last: Awaited<ReturnType<typeof campaigns.progress>> | undefined;
    for await (const progress of campaigns.watch(id)) {
      last = progress;
      const { frozen, pending, sending, rateNow } = progress;
      const open = pending + sending;
      const ended = progress.status === 'SENT' ? 100 : frozen > 0 ? Math.min(99, ((frozen - open) * 100) / frozen) : 0;
      draw(ended, `${frozen - open} of ${frozen}, ${rateNow.toFixed(1)} a second`);
    }
    given.print(last, [`${id}: ${last!.status}, ${last!.sent} sent, ${last!.failed} failed, ${last!.suppressed} held back`]);
    return last!.status === 'SENT' ? EXIT.done : EXIT.failed;
  },
};

const INBOX: Command = {
  name: 'inbox',
  operands: ['[mail]'],
  summary: 'mails that were captured in place of sending them (development); or one of them',
  options: { ...CONNECTION, to: { type: 'string', value: 'ADDRESS', summary: 'those to this address alone' } },
  async run(given) {
    const { inbox } = clientOf(given);
    const [id] = given.operands;
    if (id !== undefined) {
      const mail = await inbox.get(id);
      given.print(mail, [`From: ${mail.from}`, `To: ${mail.to}`, `Subject: ${mail.subject ?? ''}`, '', mail.text ?? '']);
      return;
    }
    const to = textOf(given, 'to');
    const { data } = await inbox.list(to === undefined ? {} : { to });
    const rows = data.map((mail) => [mail.id, mail.to, mail.subject, mail.receivedAt]);
    given.print(data, rows.length > 0 ? table(['mail', 'to', 'subject', 'at'], rows) : ['No mail was captured']);
  },
};

const TAIL: Command = {
  name: 'events tail',
  operands: [],
  summary: 'events as they come, until it is stopped; with --json a line each',
  options: {
    ...CONNECTION,
    name: { type: 'string', value: 'EVENT', summary: 'of this name alone' },
    limit: { type: 'string', value: 'NUMBER', summary: 'ends after so many' },
  },
  async run(given) {
    const { events } = clientOf(given);
    const [eventName, limit] = [textOf(given, 'name'), Number(textOf(given, 'limit') ?? Infinity)];
    if (!(limit >= 1)) throw new UsageError('--limit: a number from 1 on');
    const look = async (most: number) => (await events.list({ limit: most, ...(eventName ? { eventName } : {}) })).events;
    // What was there before it began is not shown.
    const seen = new Set((await look(TAILED)).map(({ id }) => id));
    process.stderr.write('Waiting for events; Ctrl-C ends\n');
    for (let shown = 0; ; await sleep(TAIL_MS)) {
      let newest = await look(TAILED);
      if (newest.length === TAILED && !seen.has(newest.at(-1)!.id)) newest = await look(TAILED_IN_A_RUSH);
      for (const event of newest.toReversed()) {
        if (seen.has(event.id)) continue;
        seen.add(event.id);
        const words = `${event.createdAt}  ${event.name}  ${event.contactId ?? '–'}  ${JSON.stringify(event.data ?? {})}`;
        process.stdout.write(`${given.options['json'] === true ? JSON.stringify(event) : words}\n`);
        shown += 1;
        if (shown >= limit) return;
      }
    }
  },
};

const DOMAIN: Command = {
  name: 'domains verify',
  operands: ['<domain>'],
  summary: 'looks the DNS records of a sender domain up now',
  options: CONNECTION,
  async run(given) {
    const { domains } = clientOf(given);
    const wanted = given.operands[0]!.trim().toLowerCase();
    const all = await domains.list();
    const known = all.find(({ domain }) => domain === wanted);
    if (!known) {
      const names = all.map(({ domain }) => domain).join(', ');
      throw new Error(`The project has no domain ${wanted}${names ? `, but ${names}` : '; POST /domains adds one'}`);
    }
    await domains.verify(known.id);
    const found = (await domains.list()).find(({ id }) => id === known.id)!;
    given.print(found, [
      `${wanted}: ${found.verified ? 'verified' : 'not verified'}`,
      ...table(
        // The value last: that of a DKIM key is longer than a line.
        ['there', 'type', 'name', 'value'],
        found.records.map(({ type, name, value, priority, verified, problem }) => [
          verified ? 'yes' : (problem ?? 'no'),
          type,
          name,
          priority === undefined ? value : `${priority} ${value}`,
        ]),
      ),
    ]);
    return found.verified ? EXIT.done : EXIT.failed;
  },
};

export const DEVELOPER_COMMANDS: readonly Command[] = [SEND, IMPORT, CAMPAIGN, INBOX, TAIL, DOMAIN];
