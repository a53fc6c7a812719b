/** The timeline beside the ledger: each mail that left has one `email.sent`, and no other has any. */
import type { Connection } from 'mongoose';
import { until } from './until.ts';

export interface Sent {
  _id: string;
  sentAt: Date | string | null;
}

/**
 * Sentences about mails whose `email.sent` stands there not once; waits until there are none, for so long. `prefix` is of the databases.
 */
export async function wrongSentEvents(
  connection: Connection,
  prefix: string,
  filter: Readonly<Record<string, string>>,
  { within = 60_000, mails }: { within?: number; mails?: readonly Sent[] } = {},
): Promise<string[]> {
  const emails = connection.useDb(`${prefix}delivery`, { useCache: true }).collection<Sent>('emails');
  const events = connection.useDb(`${prefix}events`, { useCache: true }).collection('events');
  async function wrong(): Promise<string[]> {
    const rows = mails ?? (await emails.find(filter as never, { projection: { sentAt: 1 } }).toArray());
    const counted = await events
      .aggregate<{ _id: string; times: number }>([
        { $match: { projectId: filter['projectId'], name: 'email.sent' } },
        // A document stands for one mail or for many.
        { $project: { mail: { $ifNull: [{ $split: ['$joint.emailIds', ' '] }, '$emailId'] } } },
        { $unwind: '$mail' },
        { $group: { _id: '$mail', times: { $sum: 1 } } },
      ])
      .toArray();
    const times = new Map(counted.map((one) => [one._id, one.times]));
    return rows.flatMap(({ _id, sentAt }) => {
      const [found, expected] = [times.get(_id) ?? 0, sentAt ? 1 : 0];
      return found === expected ? [] : [`email.sent of ${_id} stands ${found} times on the timeline, not ${expected}`];
    });
  }
  await until(async () => (await wrong()).length === 0, { within, every: 500 }).catch(() => undefined);
  return await wrong();
}
