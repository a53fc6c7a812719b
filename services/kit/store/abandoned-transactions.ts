/**
 * Transactions whose process died. MongoDB keeps them, and what they wrote from everybody else, for `transactionLifetimeLimitSeconds`
 * (60 by default). Whoever is kept waiting ends them: those of Posthorn in which nothing has happened between two looks. One that was
 * only slow is made again by its process, as after any conflict.
 */
import type { Connection, mongo } from 'mongoose';

/** How its connections name themselves. */
export const APP_NAME = 'posthorn';

/** No process is busy for that long between two commands of a transaction. */
const SILENT_MS = 3_000;

interface Idle {
  lsid: { id: mongo.Binary };
  transaction: { parameters: { txnNumber: unknown }; timeActiveMicros: unknown };
}

/** The transaction, and what it has done so far. */
const nameOf = ({ lsid, transaction: { parameters, timeActiveMicros } }: Idle): string =>
  `${lsid.id.toString('hex')} ${parameters.txnNumber} ${timeActiveMicros}`;

/**
 * @param clock milliseconds since some moment. Answers what is to be called again and again while waiting; it says how many it has ended.
 */
export function abandonedTransactions(connection: Connection, clock: () => number = () => performance.now()): () => Promise<number> {
  let seen = new Set<string>();
  let lookedAt = -Infinity;
  return async () => {
    if (clock() - lookedAt < SILENT_MS) return 0;
    lookedAt = clock();
    const admin = connection.getClient().db('admin');
    const idle = await admin
      .aggregate<Idle>([
        { $currentOp: { idleSessions: true } },
        { $match: { type: 'idleSession', appName: APP_NAME, 'transaction.parameters.autocommit': false } },
      ])
      .toArray();
    const silent = idle.filter((one) => seen.has(nameOf(one)));
    seen = new Set(idle.map(nameOf));
    if (silent.length > 0) await admin.command({ killSessions: silent.map(({ lsid: { id } }) => ({ id })) });
    return silent.length;
  };
}
