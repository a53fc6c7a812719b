/**
 * Mail over two SMTP servers by weight, as rows and as slots of pages leave; one server goes down: nothing is lost, nothing twice. Then two
 * of Postfix, set up as docs/operations.md says.
 */
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '#kit/config/config.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { createCarriers, createProvider } from '#services/delivery/providers/provider.ts';
import type { Provider, TakenMail } from '#services/delivery/providers/provider.ts';
import { startPostfix } from '#test/postfix.ts';
import type { Postfix } from '#test/postfix.ts';
import { startSink } from '#test/smtp.ts';
import type { SmtpSink } from '#test/smtp.ts';
import { until } from '#test/until.ts';

const MAILS = 80;
const CAMPAIGN = 400;
const CONNECTIONS = 8;
const JITTER_MS = 800;

const [heavy, light] = [await startSink(), await startSink()];
/** @param urls SMTP_URL */
async function providerTo(urls: string): Promise<Provider> {
  const { provider: made } = await createProvider({
    sending: readConfig({ JWT_SECRET: 'x'.repeat(32), MAIL_PROVIDER: 'smtp', SMTP_URL: urls }).sending,
    // The inbox is another provider's.
    models: {} as never,
    blobs: {} as never,
    clock: () => new Date(),
    metrics: createMetrics(),
    log: createLog('silent'),
  });
  return made;
}
const provider = await providerTo(`${heavy.url}?weight=3&maxMessages=5,${light.url}?weight=1`);
const test = suite('several SMTP servers');

const takenMail = (
  to: string,
): Pick<TakenMail, 'emailId' | 'projectId' | 'attempt' | 'envelope' | 'from' | 'subject' | 'tracked' | 'raw'> => ({
  emailId: to,
  projectId: 'p',
  attempt: 1,
  envelope: { from: 'bounces@example.org', to },
  from: 'hello@example.org',
  subject: 's',
  tracked: false,
  raw: Buffer.from('Subject: s\r\n\r\nb\r\n'),
});
const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${name}-${n}@example.com`);
const sendAll = (to: readonly string[], by = provider) => Promise.all(to.map((one) => by.send(takenMail(one), () => undefined)));

/** As slots of a page leave: each connection that is free takes the next. Answers the errors there were. */
async function feed(to: readonly string[], ended: (count: number) => void): Promise<Error[]> {
  const [waiting, errors] = [[...to], [] as Error[]];
  let count = 0;
  const end = (): void => ended((count += 1));
  const next = (): TakenMail | undefined => {
    const one = waiting.shift();
    const failed = (error: Error): void => {
      errors.push(error);
      end();
    };
    return one === undefined ? undefined : { ...takenMail(one), handingOver: () => undefined, accepted: end, failed };
  };
  createCarriers(provider, { next, room: () => CONNECTIONS, busy: () => undefined })();
  await until(() => count === to.length, { within: 30_000, what: 'the end of all' });
  return errors;
}

/** How many of these each server has taken; each was taken once. */
function shares(to: readonly string[]): [number, number] {
  const wanted = new Set(to);
  const [most, least] = [heavy, light].map(({ taken }) => taken.map((mail) => mail.to).filter((one) => wanted.has(one)));
  assert.equal([...most!, ...least!].sort(), to.toSorted());
  return [most!.length, least!.length];
}

test('mail is shared three to one', async () => {
  const to = numbered('shared', MAILS);
  await sendAll(to);
  assert.equal(shares(to), [60, 20]);
});

test('a server is stopped: its mails go to the other, and it takes its share again when it is back', async () => {
  await heavy.stop();
  const to = numbered('alone', MAILS);
  await sendAll(to);
  assert.equal(shares(to), [0, MAILS]);
  await heavy.start();
  const again = async (): Promise<boolean> => {
    const one = `${crypto.randomUUID()}@example.com`;
    await sendAll([one]);
    return shares([one])[0] === 1;
  };
  await until(again, { within: 30_000, every: 200, what: 'a mail over the server that is back' });
  const after = numbered('after', MAILS);
  await sendAll(after);
  const [most, least] = shares(after);
  assert.ok(Math.abs(most - 3 * least) <= 8, `${most} and ${least}`);
});

test('slots of pages leave by both; when one goes down in the middle the rest goes to the other', async () => {
  assert.is(provider.feed, undefined, 'one server would take them all');
  const to = numbered('news', CAMPAIGN);
  const errors = await feed(to, (count) => {
    if (count === CAMPAIGN / 4) heavy.manner = { greeting: '421 4.3.2 going down' };
  });
  assert.equal(errors, []);
  const [most, least] = shares(to);
  assert.ok(most > 0 && most < least, `${most} and ${least}`);
});

/** A Postfix as the page of operations has it, which hands all mail to the sink. */
async function documentedPostfix(sink: SmtpSink): Promise<Postfix> {
  const hop = `[127.0.0.1]:${new URL(sink.url).port}`;
  const page = readFileSync('docs/operations.md', 'utf8');
  const [, main = '', master = '', transport = ''] =
    /```\n# main\.cf\n([^`]*)# master\.cf\n([^`]*)# transport\n([^`]*)```/.exec(page) ?? [];
  const settings = main
    .trim()
    .split('\n')
    .map((line) => line.split(' = ') as [string, string]);
  return await startPostfix({
    settings: { ...Object.fromEntries(settings), relayhost: hop },
    services: master.trim().split('\n'),
    // A domain that has no MX here.
    files: { transport: transport.replaceAll(/careful:$/gm, `careful:${hop}`) },
  });
}

// It starts as root alone.
(process.getuid?.() === 0 ? test : test.skip)('two of Postfix in front: mail by weight, a domain as slowly as each is told', async () => {
  const sinks = [await startSink(), await startSink()] as const;
  const [most, least] = await Promise.all(sinks.map(documentedPostfix));
  const both = await providerTo(`smtp://127.0.0.1:${most!.port}?weight=3,smtp://127.0.0.1:${least!.port}?weight=1`);
  try {
    const [slow, others] = [Array.from({ length: 12 }, (_, n) => `r${n}@slow.example`), numbered('fast', 40)];
    await sendAll([...slow, ...others], both);
    await until(() => sinks[0].taken.length + sinks[1].taken.length === slow.length + others.length, { within: 30_000, what: 'all mails' });
    const taken = sinks.map((sink) => sink.taken);
    assert.equal(
      taken
        .flat()
        .map(({ to }) => to)
        .sort(),
      [...slow, ...others].sort(),
    );
    assert.equal(
      taken.map(({ length }) => length),
      [39, 13],
    );
    const slowly = taken.map((own) => own.filter(({ to }) => to.endsWith('@slow.example')).map(({ at }) => at - own[0]!.at));
    // Its first mail waits until Postfix has a client running for the domain, so time counts from the second one on.
    const tookMs = slowly.map((at) => at.at(-1)! - at[1]!);
    const gaps = slow.length - 2 * slowly.length;
    // One or another is late on a busy machine; all of them together are as slow as they should be.
    assert.ok(tookMs[0]! + tookMs[1]! >= gaps * 1_000 - JITTER_MS, `${slowly.map(String).join(' and ')} ms`);
    const last = Math.max(
      ...taken
        .flat()
        .filter(({ to }) => to.startsWith('fast'))
        .map(({ at }) => at),
    );
    assert.ok(sinks[0].taken.at(-1)!.at - last >= 1_000, 'nobody else waits for the slow domain');
  } finally {
    await both.close();
    await Promise.all([most!.stop(), least!.stop(), ...sinks.map((sink) => sink.stop())]);
  }
});

test.after(async () => {
  await provider.close();
  await Promise.all([heavy.stop(), light.stop()]);
});
test.run();
