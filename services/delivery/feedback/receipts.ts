/** A reported notice acts once: its replay key and what it did are one transaction, and requests that wait together share it. */
import type { ClientSession, Model } from 'mongoose';
import { fault } from '#kit/errors.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import type { NoticeRow } from '../model.ts';

/** One request's share: all of it happens or nothing. */
export interface Share {
  keys: readonly string[];
  act(session: ClientSession): Promise<void>;
}

const TAKEN = new Set([112, 11_000]);
/** A row that another transaction holds, most often of a process that was killed, comes free after a minute; the sender asks again. */
const WAIT_MS = 5_000;
const TOGETHER = 16;

const held = () => fault('SERVICE_UNAVAILABLE', { message: 'Another copy of this notice is being recorded' });

export interface Receipts {
  /** Those of the keys that were not acted on. */
  unseen(keys: readonly string[]): Promise<Set<string>>;
  /** Prepares and commits a share unless another request is writing one of its keys: faults SERVICE_UNAVAILABLE then. */
  once(keys: readonly string[], prepare: () => Promise<Share['act']>): Promise<void>;
}

/** @param keptMs how long a notice is known again */
export function createReceipts(model: Model<NoticeRow>, keptMs: number, clock: () => Date): Receipts {
  /** Keys of this process's requests that are not settled yet. */
  const inHand = new Set<string>();

  async function commit(shares: readonly Share[]): Promise<void> {
    const began = performance.now();
    const session = await model.db.startSession();
    try {
      await session.withTransaction(
        async () => {
          if (performance.now() - began > WAIT_MS) throw held();
          const until = new Date(clock().getTime() + keptMs);
          try {
            await model.insertMany(
              shares.flatMap(({ keys }) => keys.map((_id) => ({ _id, until }))),
              { session, lean: true },
            );
          } catch (error) {
            // Another process has a copy, or has just been done with it.
            if (TAKEN.has(Number((error as { code?: unknown }).code))) throw held();
            throw error;
          }
          for (const share of shares) await share.act(session);
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
      );
    } finally {
      await session.endSession();
    }
  }

  const alone = (share: Share): Promise<Error | undefined> =>
    commit([share]).then(
      () => undefined,
      (error: Error) => error,
    );

  const join = createBatcher<Share, undefined>({
    max: TOGETHER,
    // Two transactions of one process would mostly wait for each other's rows.
    lanes: 1,
    write: async (shares) => {
      if (shares.length === 1) return [await alone(shares[0]!)];
      try {
        await commit(shares);
        return shares.map(() => undefined);
      } catch {
        // One of them is to blame: each by itself.
        const outcomes: (Error | undefined)[] = [];
        for (const share of shares) outcomes.push(await alone(share));
        return outcomes;
      }
    },
  });

  async function unseen(keys: readonly string[]): Promise<Set<string>> {
    const seen = await model.find({ _id: { $in: keys } }, { _id: 1 }).lean<{ _id: string }[]>();
    const known = new Set(seen.map(({ _id }) => _id));
    return new Set(keys.filter((key) => !known.has(key)));
  }

  async function once(keys: readonly string[], prepare: () => Promise<Share['act']>): Promise<void> {
    if (keys.some((key) => inHand.has(key))) throw held();
    for (const key of keys) inHand.add(key);
    try {
      await join({ keys, act: await prepare() });
    } finally {
      for (const key of keys) inHand.delete(key);
    }
  }

  return { unseen, once };
}
