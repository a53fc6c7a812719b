/** Compares what was promised with what is in the databases: a drill trusts no service it has just killed. */
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';
import type { Promised } from './load.ts';
import { until } from './until.ts';

const END_STATES = new Set(['SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED']);
/** A lease runs out after 30 s; then the outcome is looked up. */
const SETTLE_WITHIN_MS = 120_000;
const PAGE = 1_000;

export interface Verdict {
  emails: number;
  events: number;
  /** Promises that were broken. */
  lost: string[];
  repeated: string[];
  /** In words: what was lost, repeated, or answered outside the envelope. */
  broken: string[];
}

/** What the drill's own consumer counted: fact id → times it acted. */
export type Acted = (ids: string[]) => Promise<Map<string, number>>;

/** How often each of these mails left, by the provider's own word. */
export type Left = (emails: ReadonlyMap<string, { to?: string }>) => Map<string, number>;

interface Row {
  _id: unknown;
  status?: string;
  to?: string;
  attempts?: number[];
}

async function byId(
  connection: Connection,
  database: string,
  collection: string,
  ids: string[],
  projection: Record<string, number>,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  for (let from = 0; from < ids.length; from += PAGE) {
    const rows = connection
      .useDb(database)
      .collection(collection)
      .find({ _id: { $in: ids.slice(from, from + PAGE) as never[] } }, { projection });
    for await (const row of rows) found.set(String(row._id), row as Row);
  }
  return found;
}

/** Fact → how many event rows tell of it, by mail: `email.sent` stands once on the timeline for each mail. */
async function sentEvents(connection: Connection, database: string, emailIds: string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const wanted = new Set(emailIds);
  const rows = connection
    .useDb(database)
    .collection('events')
    .find({ name: 'email.sent' }, { projection: { emailId: 1, joint: 1 } });
  // A document stands for one mail or for many.
  for await (const row of rows)
    for (const emailId of row['joint']?.emailIds.split(' ') ?? [String(row['emailId'])])
      if (wanted.has(emailId)) counts.set(emailId, (counts.get(emailId) ?? 0) + 1);
  return counts;
}

/** Those of which there is not exactly one, in words. */
function notOnce(counts: Map<string, number>, ids: string[], what: string): { lost: string[]; repeated: string[] } {
  return {
    lost: ids.flatMap((id) => (counts.get(id) ? [] : [`${what} ${id}: never`])),
    repeated: ids.flatMap((id) => ((counts.get(id) ?? 0) > 1 ? [`${what} ${id}: ${counts.get(id)} times`] : [])),
  };
}

/**
 * Waits until everything promised has come to its end, then says what was lost or repeated. @param left absent: the development inbox is
 * asked, which keeps the last 1,000 mails of a project, and all of the last five minutes
 */
export async function check(
  mongoUri: string,
  prefix: string,
  { emails, events, strange }: Promised,
  acted: Acted,
  left?: Left,
): Promise<Verdict> {
  const connection = await mongoose.createConnection(mongoUri).asPromise();
  try {
    let rows = new Map<string, Row>();
    await until(
      async () => {
        rows = await byId(connection, `${prefix}delivery`, 'emails', emails, { status: 1, to: 1 });
        return emails.every((id) => END_STATES.has(rows.get(id)?.status ?? ''));
      },
      { within: SETTLE_WITHIN_MS, every: 500 },
    ).catch(() => undefined);
    const delivered = emails.filter((id) => ['SENT', 'DELIVERED'].includes(rows.get(id)?.status ?? ''));
    const facts = async () => [
      notOnce(await sentEvents(connection, `${prefix}events`, delivered), delivered, 'email.sent of mail'),
      notOnce(await acted(events), events, 'fact of event'),
    ];
    const isSettled = async () => (await facts()).every(({ lost, repeated }) => lost.length + repeated.length === 0);
    await until(isSettled, { within: 60_000, every: 500 }).catch(() => undefined);

    const inbox = left ? new Map<string, Row>() : await byId(connection, `${prefix}delivery`, 'inbox', emails, { attempts: 1 });
    const captured = left ? left(rows) : new Map(emails.map((id) => [id, inbox.get(id)?.attempts?.length ?? 0]));
    const stored = await byId(connection, `${prefix}events`, 'events', events, { _id: 1 });
    const counted = [notOnce(captured, emails, 'mail that left'), ...(await facts())];
    const isOpen = (id: string): boolean => !END_STATES.has(rows.get(id)?.status ?? '');
    const lost = [
      ...emails.filter(isOpen).map((id) => `mail ${id} is ${rows.get(id)?.status ?? 'gone'}`),
      ...events.filter((id) => !stored.has(id)).map((id) => `event ${id} is gone`),
      ...counted.flatMap((one) => one.lost),
    ];
    const repeated = counted.flatMap((one) => one.repeated);
    const outside = strange.map((answer) => `answer outside the envelope: ${answer}`);
    return { emails: emails.length, events: events.length, lost, repeated, broken: [...outside, ...lost, ...repeated] };
  } finally {
    await connection.close();
  }
}
