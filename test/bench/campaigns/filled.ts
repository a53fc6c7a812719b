/** A campaign of any size that was sent: its first page by the services, the others copies of it, written straight into the ledger. */
import { randomBytes, randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { createEmailIds } from '#services/delivery/campaign-sends/email-ids.ts';
import { pageIdOf } from '#services/delivery/campaign-sends/page-mails.ts';
import type { KeyRow, PageRow, ProgressRow, StoredNote } from '#services/delivery/campaign-sends/page-model.ts';
import { contactBytes, contactOf, packSlots, slotRow, slotRows } from '#services/delivery/campaign-sends/slots.ts';
import type { EmailRow } from '#services/delivery/domain/email.ts';
import type { Api } from '#test/client.ts';
import { until } from '#test/until.ts';
import type { BenchStack } from '../sending/bench-stack.ts';
import { startRecordingSink } from '../sending/recording-sink.ts';
import { projectWithAudience } from './audience.ts';
import { ledgerSize } from './ledger-size.ts';

export interface FilledCampaign {
  campaignId: string;
  /** A client of its project. */
  api: Api;
  /** Contacts that are there, each in the first page and in one other. */
  known: readonly { id: string; email: string }[];
  /** Of mails without rows, from all over the campaign. */
  emailIds: readonly string[];
  /** How many mails are of unknown outcome. */
  unknown: number;
  /** What the copies take on disk, and how many recipients they have. */
  bytes: number;
  copied: number;
}

/** Recipients of a page: as many as freezing takes. */
const SIZE = 500;
/** Slots of a note. */
const NOTED = 50;
const OPENED = [50, 150, 350, 450];
const UNKNOWN = 250;
/** Pages written at once. */
const AT_ONCE = 20;
/** Between one page's freezing and the next. */
const APART_MS = 20;
const WITHIN_MS = 120_000;

const queued = (): string => `250 2.0.0 Ok: queued as ${randomBytes(6).toString('hex').toUpperCase()}`;

/** All but one of the slots accepted, that one with a row of its own. */
function notesOf({ by, delivered }: StoredNote, at: Date): StoredNote[] {
  return Array.from({ length: SIZE / NOTED }, (_, nth): StoredNote => {
    const slots = Array.from({ length: NOTED }, (_slot, index) => nth * NOTED + index);
    const plain = slots.filter((slot) => slot !== UNKNOWN);
    const when = new Date(at.getTime() + nth * NOTED);
    const odd = packSlots(slots.filter((slot) => slot === UNKNOWN));
    return { id: randomUUID(), at: when, from: at, by, delivered, plain: packSlots(plain), odd, replies: plain.map(queued).join('\n') };
  });
}

export async function fillCampaign({ mongo, prefix, services, port }: BenchStack, recipients: number): Promise<FilledCampaign> {
  const sink = await startRecordingSink(port);
  const audience = await projectWithAudience(services.url, SIZE);
  const campaignId = await audience.campaign();
  await audience.api.post(`/campaigns/${campaignId}/send`);
  await until(async () => (await audience.api.get(`/campaigns/${campaignId}`)).body.status === 'SENT', { within: WITHIN_MS, every: 200 });
  await sink.stop();

  const delivery = mongo.useDb(`${prefix}delivery`, { useCache: true });
  const [pages, progress, emails] = [
    delivery.collection<PageRow>('pages'),
    delivery.collection<ProgressRow>('progress'),
    delivery.collection<EmailRow>('emails'),
  ];
  const page = (await pages.findOne({ campaignId }))!;
  const state = (await progress.findOne({ _id: page._id }))!;
  const { key } = (await delivery.collection<KeyRow>('email_id_keys').findOne({}))!;
  const ids = createEmailIds(Buffer.from(key.buffer));
  const mails = (JSON.parse(page.mails) as { to: string }[]).map((mail) => JSON.stringify(mail));
  const known = page.contacts.map((bytes, slot) => ({
    id: contactOf(bytes as mongoose.mongo.Binary),
    email: (JSON.parse(mails[slot]!) as { to: string }).to,
  }));
  const names = known.map(({ email }) => email.slice(1, email.indexOf('@')));

  /** A page with recipients of its own, the first of them one that is there. */
  function copied(n: number): PageRow {
    const own = mails.map((text, slot) => {
      const name = String(n * SIZE + slot);
      return slot === 0
        ? mails[n % SIZE]!
        : text.replaceAll(`Reader ${names[slot]}`, `Reader ${name}`).replaceAll(`r${names[slot]}@`, `r${name}@`);
    });
    return {
      ...page,
      _id: pageIdOf(page.number, n),
      n,
      cursor: randomUUID(),
      frozenAt: new Date(page.frozenAt.getTime() + n * APART_MS),
      contacts: own.map((_, slot) => contactBytes(slot === 0 ? known[n % SIZE]!.id : randomUUID())),
      mails: `[${own.join(',')}]`,
    };
  }

  function stateOf({ _id, n, frozenAt }: PageRow): ProgressRow {
    const { delivered } = state.notes[0]!;
    const sent = SIZE - 1;
    const notes = notesOf(state.notes[0]!, frozenAt);
    return {
      ...state,
      _id,
      n,
      horizon: SIZE,
      doubtful: 0,
      ended: SIZE,
      sent,
      delivered: delivered ? sent : 0,
      notes,
      published: notes.length,
    };
  }

  /** Those that were opened, and the one of unknown outcome. */
  function rowsOf(one: PageRow, how: ProgressRow, emailIds: readonly string[]): EmailRow[] {
    const opened = { page: one, ids: emailIds, mails: JSON.parse(one.mails) };
    const unknown = slotRow(opened, UNKNOWN);
    const at = one.frozenAt;
    const noted = how.notes[0]!.delivered ? 'DELIVERED' : 'SENT';
    return [
      ...slotRows(opened, how, OPENED).map((row): EmailRow => ({ ...row, status: 'OPENED', openedAt: at, opens: 1, noted })),
      { ...unknown, status: 'UNKNOWN', attempt: 1, claim: randomUUID(), trace: [...unknown.trace, { at, to: 'SENDING', by: 'a bench' }] },
    ];
  }

  const before = await ledgerSize(mongo, `${prefix}delivery`);
  const emailIds: string[] = [];
  const last = Math.ceil(recipients / SIZE) - 1;
  for (let from = 1; from <= last; from += AT_ONCE) {
    const own = Array.from({ length: Math.min(AT_ONCE, last + 1 - from) }, (_, index) => copied(from + index));
    const states = own.map(stateOf);
    const rows = own.flatMap((one, index) => {
      const all = ids.ofPage(one.number, one.n, one.size);
      emailIds.push(all[(one.n * 7) % NOTED]!);
      return rowsOf(one, states[index]!, all);
    });
    await Promise.all([pages.insertMany(own), progress.insertMany(states), emails.insertMany(rows)]);
  }
  await delivery
    .collection('campaign_sends')
    .updateOne({ _id: campaignId as never }, { $set: { pages: last + 1, recipients: (last + 1) * SIZE, count: null } });
  const after = await ledgerSize(mongo, `${prefix}delivery`);
  return { campaignId, api: audience.api, known, emailIds, unknown: last, bytes: after.disk - before.disk, copied: last * SIZE };
}
