/** How many mails each kill left of unknown outcome: those whose claim names a process that was killed, and were declared after it was. */
import type { Connection } from 'mongoose';

/** A kill of processes that send. */
export interface SenderKill {
  name: string;
  pids: readonly number[];
  at: Date;
}

interface UnknownRow {
  claim?: string;
  trace: { at: Date; to: string; by: string }[];
}

/** @param delivery its database. Answers the number of each kill's each process, in order; `others`: of processes that lived then. */
export async function unknownByKill(
  delivery: Connection,
  campaignId: string,
  kills: readonly SenderKill[],
): Promise<{ byKill: number[]; others: number }> {
  const rows = await delivery
    .collection<UnknownRow>('emails')
    .find({ campaignId, 'trace.to': 'UNKNOWN' } as never, { projection: { claim: 1, trace: 1 } })
    .toArray();
  const left = rows.map(({ claim, trace }) => {
    const at = trace.findIndex(({ to }) => to === 'UNKNOWN');
    // A slot is claimed by its page, whose claim names the process; a row says it in its trace.
    const by = claim?.includes('/') ? claim : (trace.slice(0, at).findLast(({ to }) => to === 'SENDING')?.by ?? '');
    return { at: trace[at]!.at, by };
  });
  const byKill = kills.flatMap(({ pids, at }) =>
    pids.map((pid) => left.filter((one) => one.by.includes(`-${pid}-`) && one.at >= at).length),
  );
  return { byKill, others: left.length - byKill.reduce((sum, count) => sum + count, 0) };
}
