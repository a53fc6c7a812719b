/** A project with a long history, and many with a short one, put there in the form the services store it in. */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import mongoose from 'mongoose';

export interface History {
  projectId: string;
  events: number;
  mails: number;
  /** Whose mails they are. */
  campaignId: string;
  /** One of these is named by each event. */
  contacts: readonly string[];
  smallProjects: number;
  now: number;
}

const BATCH = 5_000;
/** Batches under way. */
const LANES = 3;
const PAGE = 500;
/** Of each page: mails that have a row, because they were opened. */
const OPENED = 50;
const DAY_MS = 86_400_000;
const SPAN_MS = 90 * DAY_MS;
const SMALL = 100;
const TRACKED = 20;
const NAMES = ['email.sent', 'email.delivery', 'email.open', 'email.click'] as const;

const nameOf = (n: number): string => (n % 3 ? NAMES[n % NAMES.length]! : `tracked.${n % TRACKED}`);

/** In the order of time, as they come. */
function eventOf(projectId: string, n: number, { of, now, contacts }: { of: number; now: number; contacts: readonly string[] }) {
  return {
    _id: randomUUID(),
    projectId,
    name: nameOf(n),
    data: { subject: 'News', campaignId: null, sourceType: 'TRANSACTIONAL', human: n % 2 === 0, isFirstHuman: n % 2 === 0 },
    contactId: contacts[n % contacts.length]!,
    emailId: n % 3 ? randomUUID() : null,
    createdAt: new Date(now - SPAN_MS + Math.floor((n / of) * (SPAN_MS - 600_000))),
  };
}

async function inLanes(batches: number, write: (batch: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let batch = next++; batch < batches; batch = next++) await write(batch);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** @param database of events. Answers the seconds it took. */
export async function putEvents(database: Connection, history: History): Promise<number> {
  const began = performance.now();
  const { projectId, events, smallProjects } = history;
  const collection = database.collection<{ _id: string }>('events');
  const put = (rows: object[]) => collection.insertMany(rows as never, { ordered: false, writeConcern: { w: 1 } });
  await inLanes(Math.ceil(events / BATCH), (batch) => {
    const size = Math.min(BATCH, events - batch * BATCH);
    return put(Array.from({ length: size }, (_, index) => eventOf(projectId, batch * BATCH + index, { ...history, of: events })));
  });
  await inLanes(smallProjects, () => {
    const small = randomUUID();
    return put(Array.from({ length: SMALL }, (_, index) => eventOf(small, index, { ...history, of: SMALL })));
  });
  return (performance.now() - began) / 1_000;
}

/** Pages of one campaign, accepted, and rows of those of its mails that were opened. @param database of delivery. */
export async function putMails(database: Connection, { projectId, campaignId, mails, now, contacts }: History): Promise<number> {
  const began = performance.now();
  const [pages, progress, emails] = ['pages', 'progress', 'emails'].map((name) => database.collection<{ _id: string }>(name));
  const all = Buffer.alloc(2 * PAGE);
  for (let slot = 0; slot < PAGE; slot += 1) all.writeUInt16LE(slot, 2 * slot);
  const bytes = contacts.map((id) => new mongoose.mongo.UUID(id));
  await inLanes(Math.ceil(mails / PAGE), async (n) => {
    const _id = `1/${n}`;
    const at = new Date(now - DAY_MS + Math.floor((n * PAGE * DAY_MS) / mails / 2));
    const address = (slot: number) => `c${n * PAGE + slot}@example${slot % 40}.com`;
    const slots = Array.from({ length: PAGE }, (_, slot) => ({ to: address(slot), values: ['Ada'] }));
    const page = { _id, projectId, campaignId, number: 1, n, size: PAGE, frozenAt: at, frozenBy: 'bench', class: 'MARKETING' };
    const content = { from: 'a@example.org', fromName: null, replyTo: null, templateId: null, subject: 'News', language: 'en' };
    const own = { skeletonHash: null, contacts: slots.map((_, slot) => bytes[slot % bytes.length]), mails: JSON.stringify(slots) };
    await pages!.insertOne({ ...page, ...content, ...own, cursor: '', whole: true } as never);
    const plain = new mongoose.mongo.Binary(all);
    const note = {
      id: _id,
      at,
      from: at,
      by: 'bench',
      delivered: true,
      plain,
      odd: new mongoose.mongo.Binary(Buffer.alloc(0)),
      replies: '250 ok',
    };
    const ended = { horizon: PAGE, doubtful: 0, ended: PAGE, sent: PAGE, delivered: PAGE, notes: [note], published: 1 };
    await progress!.insertOne({ _id, projectId, campaignId, n, size: PAGE, owner: null, ...ended } as never);
    const rows = Array.from({ length: OPENED }, (_, slot) => ({
      _id: randomUUID(),
      projectId,
      contactId: contacts[slot % contacts.length],
      to: address(slot),
      ...content,
      headers: [],
      attachments: [],
      sourceType: 'CAMPAIGN',
      class: 'MARKETING',
      campaignId,
      page: n,
      slot,
      noted: 'DELIVERED',
      status: slot % 5 ? 'OPENED' : 'CLICKED',
      attempt: 1,
      sentAt: at,
      deliveredAt: at,
      openedAt: new Date(at.getTime() + slot * 60_000),
      clickedAt: slot % 5 ? null : new Date(at.getTime() + slot * 70_000),
      opens: 1,
      clicks: slot % 5 ? 0 : 1,
      humanOpens: 1,
      ...(slot % 5 ? {} : { humanClicks: 1, links: [{ link: `https://example.com/${slot % 4}`, clicks: 1, humanClicks: 1 }] }),
      error: null,
      trace: [{ at, to: 'SENT', by: 'bench' }],
      createdAt: at,
      updatedAt: at,
    }));
    await emails!.insertMany(rows as never, { ordered: false, writeConcern: { w: 1 } });
  });
  return (performance.now() - began) / 1_000;
}
