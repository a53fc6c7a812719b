/** A project with a long history, and many with a short one, put there in the form the services store it in. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import mongoose from 'mongoose';
import { contactKey } from '#services/events/documents.ts';

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

export const DAY_MS = 86_400_000;
const BATCH = 2_000;
/** Batches under way. */
const LANES = 4;
const PAGE = 500;
/** Of each page: mails that have a row, because they were opened. */
const OPENED = 50;
const SPAN_MS = 90 * DAY_MS;
/** Behind it, events come while they are asked for. */
const LAST_MS = 600_000;
const SMALL = 100;
const TRACKED = 20;
/** One event in ten is of a mail that left: those are stored by the joint fact. */
const JOINT = 100;
const JOINT_SHARE = 0.1;
const NAMES = ['email.open', 'email.click'] as const;

/** Names are made of random bytes fetched at once. */
function uuids(): () => string {
  let [bytes, at] = ['', 0];
  return () => {
    if (at >= bytes.length) [bytes, at] = [randomBytes(16 * BATCH).toString('hex'), 0];
    const hex = bytes.slice(at, (at += 32));
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
}
const uuid = uuids();

type Contacts = readonly string[];
const of = <T>(values: readonly T[], n: number): T => values[n % values.length]!;

/** Two of three are opens and clicks, the others are clients' own. */
export function eventOf(projectId: string, n: number, { at, contacts }: { at: number; contacts: Contacts }): object {
  const isMail = n % 3 > 0;
  const human = n % 2 === 0;
  return {
    _id: uuid(),
    projectId,
    name: isMail ? of(NAMES, n) : `tracked.${n % TRACKED}`,
    data: isMail ? { subject: 'News', sourceType: 'CAMPAIGN', human, isFirstHuman: human, isFirstOpen: human } : { total: n % 100 },
    contactId: of(contacts, n),
    emailId: isMail ? uuid() : null,
    createdAt: new Date(at),
  };
}

/** What a joint fact leaves. */
function jointOf(projectId: string, n: number, { at, contacts }: { at: number; contacts: Contacts }): object {
  const emailIds = Array.from({ length: JOINT }, uuid);
  const contactIds = emailIds.map((_, index) => of(contacts, n + index));
  return {
    _id: uuid(),
    projectId,
    name: n % 2 ? 'email.sent' : 'email.delivery',
    data: { subject: 'News', sourceType: 'CAMPAIGN' },
    contactId: [],
    emailId: [],
    contactKeys: contactIds.map(contactKey),
    createdAt: new Date(at),
    joint: { id: uuid(), contactIds: contactIds.join(' '), emailIds: emailIds.join(' '), each: {}, around: {} },
    events: JOINT,
  };
}

async function inLanes(batches: number, write: (batch: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let batch = next++; batch < batches; batch = next++) await write(batch);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

const QUICKLY = { ordered: false, writeConcern: { w: 1 }, forceServerObjectId: true } as const;

/** In the order of time, as they come. @param database of events. Answers the seconds it took. */
export async function putEvents(database: Connection, { projectId, events, smallProjects, now, contacts }: History): Promise<number> {
  const began = performance.now();
  const collection = database.collection('events');
  const put = (rows: object[]) => collection.insertMany(rows, QUICKLY);
  const joint = Math.floor((events * JOINT_SHARE) / JOINT);
  const rows = events - joint * JOINT;
  const momentOf = (n: number, all: number) => now - SPAN_MS + Math.floor((n / all) * (SPAN_MS - LAST_MS));
  const batches = Math.ceil(rows / BATCH);
  await inLanes(batches, (batch) => {
    const range = (all: number) => [Math.floor((batch * all) / batches), Math.floor(((batch + 1) * all) / batches)] as const;
    const some = (all: number, make: typeof eventOf) => {
      const [from, to] = range(all);
      return Array.from({ length: to - from }, (_, index) => make(projectId, from + index, { at: momentOf(from + index, all), contacts }));
    };
    return put([...some(rows, eventOf), ...some(joint, jointOf)]);
  });
  await inLanes(Math.ceil(smallProjects / 10), (batch) =>
    put(
      Array.from({ length: Math.min(10, smallProjects - batch * 10) }, randomUUID).flatMap((small) =>
        Array.from({ length: SMALL }, (_, n) => eventOf(small, n, { at: momentOf(n, SMALL), contacts })),
      ),
    ),
  );
  return (performance.now() - began) / 1_000;
}

/** Events that come at a steady rate until it is stopped; those of the last minutes are there when it answers. */
export async function putOnward(database: Connection, { projectId, contacts }: History, perSecond: number): Promise<() => Promise<void>> {
  const collection = database.collection('events');
  const put = (from: number, to: number) => {
    const count = Math.floor(((to - from) * perSecond) / 1_000);
    if (count === 0) return Promise.resolve();
    return collection.insertMany(
      Array.from({ length: count }, (_, n) => eventOf(projectId, n, { at: from + (n * 1_000) / perSecond, contacts })),
      QUICKLY,
    );
  };
  const since = Date.now();
  for (let at = since - LAST_MS; at < since; at += 10_000) await put(at, at + 10_000);
  let [running, at] = [true, since];
  const writing = (async () => {
    while (running) {
      const to = Date.now();
      if (to - at < 250) {
        await sleep(250 - (to - at));
        continue;
      }
      await put(at, to);
      at = to;
    }
  })();
  return async () => {
    running = false;
    await writing;
  };
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
    const plain = new mongoose.mongo.Binary(all);
    const odd = new mongoose.mongo.Binary(Buffer.alloc(0));
    const note = { id: _id, at, from: at, by: 'bench', delivered: true, plain, odd, replies: '250 ok' };
    const ended = { horizon: PAGE, doubtful: 0, ended: PAGE, sent: PAGE, delivered: PAGE, notes: [note], published: 1 };
    const rows = Array.from({ length: OPENED }, (_, slot) => ({
      _id: uuid(),
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
    await Promise.all([
      pages!.insertOne({ ...page, ...content, ...own, cursor: '', whole: true } as never, { writeConcern: { w: 1 } }),
      progress!.insertOne({ _id, projectId, campaignId, n, size: PAGE, owner: null, ...ended } as never, { writeConcern: { w: 1 } }),
      emails!.insertMany(rows as never, { ordered: false, writeConcern: { w: 1 } }),
    ]);
  });
  return (performance.now() - began) / 1_000;
}
