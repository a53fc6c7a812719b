/** Holds mails that were taken against what the sink got, by its own record, and against the ledger. */
import mongoose from 'mongoose';
import type { Sent } from './keyed.ts';
import type { SmtpSink } from './smtp.ts';
import { until } from './until.ts';

export interface Tally {
  mails: number;
  /** Answered with 5xx; they may have left, once. */
  refused: number;
  lost: number;
  repeated: number;
  unknown: number;
  /** Each a promise that was broken. */
  broken: string[];
}

interface Row {
  _id: string;
  to: string;
  status: string;
  dueAt?: Date;
  trace: { to: string }[];
}

export interface ArrivalsParts {
  mongoUri: string;
  prefix: string;
  projectId: string;
  sink: SmtpSink;
}

/** Waits for the end of every row, then counts for any group of mails. */
export async function startArrivals({ mongoUri, prefix, projectId, sink }: ArrivalsParts) {
  const connection = await mongoose.createConnection(mongoUri).asPromise();
  const emails = connection.useDb(`${prefix}delivery`).collection<Row>('emails');
  const events = connection.useDb(`${prefix}events`).collection('events');
  const untold = async (): Promise<string[]> => {
    const sent = await emails.find({ projectId, sentAt: { $ne: null } }, { projection: { _id: 1 } }).toArray();
    const told = await events.aggregate<{ _id: string; count: number }>([{ $match: { name: 'email.sent' } }, { $group: { _id: '$emailId', count: { $sum: 1 } } }]).toArray();
    const counts = new Map(told.map(({ _id, count }) => [_id, count]));
    return sent.flatMap(({ _id }) => (counts.get(_id) === 1 ? [] : [`email.sent of ${_id} stands ${counts.get(_id) ?? 0} times on the timeline`]));
  };
  return {
    /** Every row is at its end: nothing is left to do. Ends as well when time runs out; what is missing shows in the tally. */
    settled: (within: number) => until(async () => (await emails.countDocuments({ projectId, dueAt: { $exists: true } })) === 0, { within, every: 300 }).catch(() => undefined),

    /** Every fact was told once. */
    async told(within: number): Promise<string[]> {
      await until(async () => (await untold()).length === 0, { within, every: 500 }).catch(() => undefined);
      return untold();
    },

    async tally(mails: readonly Sent[]): Promise<Tally> {
      const rows = Map.groupBy(await emails.find({ projectId, to: { $in: mails.map(({ to }) => to) } }, { projection: { to: 1, status: 1, trace: 1 } }).toArray(), ({ to }) => to);
      const got = new Map<string, number>();
      for (const { to } of sink.taken) got.set(to, (got.get(to) ?? 0) + 1);
      const tally: Tally = { mails: mails.length, refused: 0, lost: 0, repeated: 0, unknown: 0, broken: [] };
      for (const { to, marketing, answered } of mails) {
        const [own = [], times] = [rows.get(to), got.get(to) ?? 0];
        const wasUnknown = own.some(({ trace }) => trace.some((step) => step.to === 'UNKNOWN'));
        if (wasUnknown) tally.unknown += 1;
        if (answered !== 'taken') tally.refused += 1;
        if (own.length > 1 || (own.length === 0 && answered === 'taken')) tally.broken.push(`${to} has ${own.length} rows`);
        if (times === 0 && own[0]?.status !== 'UNKNOWN' && (answered === 'taken' || own.length > 0)) {
          tally.lost += 1;
          tally.broken.push(`${to} is lost: ${own[0]?.status}`);
        }
        if (times <= 1) continue;
        tally.repeated += 1;
        if (marketing || !wasUnknown || times > 2) tally.broken.push(`${to} (${marketing ? 'marketing' : 'transactional'}) came ${times} times`);
      }
      return tally;
    },

    close: () => connection.close(),
  };
}
