/**
 * Counts over many documents: made once for all who ask meanwhile, and good for a share of the time they took. A count that lasts longer
 * than a person waits is made behind the answers.
 */
import { LRUCache } from 'lru-cache';
import { withoutDeadline } from '../telemetry/scope.ts';

export interface LongCounts<T> {
  /** What was counted under the key, `STALE_MS` old at most. The count goes on when whoever asked has gone. Failures are not kept. */
  ask(key: string, count: () => Promise<T>): Promise<T>;
}

interface Kept<T> {
  answer: Promise<T>;
  /** When it was counted, and how long that took; absent while it is the first. */
  made?: { at: number; tookMs: number };
  renewing: boolean;
}

/** Counting costs this share of its time at most, so that watching a large campaign does not slow it down. */
const COUNTING_SHARE = 0.03;
/** Whoever watches waits no longer for news. */
const COUNT_LASTS_MS = 30_000;
/** A count that takes less is waited for. */
const SHORT_MS = 50;
/** What is older is no answer to whoever comes anew. */
export const STALE_MS = 60_000;
const MOST_KEPT = 200;

/** How old a count may be before it is worth another one, in ms. */
export function countLasts(tookMs: number): number {
  return Math.min(tookMs / COUNTING_SHARE, COUNT_LASTS_MS);
}

export function createLongCounts<T extends object>(clock: () => Date): LongCounts<T> {
  const counts = new LRUCache<string, Kept<T>>({ max: MOST_KEPT });

  async function made(kept: Kept<T>, count: () => Promise<T>): Promise<T> {
    const began = clock().getTime();
    const answer = await withoutDeadline(async () => await count());
    const at = clock().getTime();
    kept.made = { at, tookMs: at - began };
    return answer;
  }

  function begin(key: string, count: () => Promise<T>): Promise<T> {
    const kept = { renewing: false } as Kept<T>;
    kept.answer = made(kept, count);
    counts.set(key, kept);
    kept.answer.catch(() => {
      if (counts.peek(key) === kept) counts.delete(key);
    });
    return kept.answer;
  }

  /** The old answer stays while the new one is made, and when that fails. */
  function renew(kept: Kept<T>, count: () => Promise<T>): void {
    if (kept.renewing) return;
    kept.renewing = true;
    made(kept, count)
      .then(
        (answer) => void (kept.answer = Promise.resolve(answer)),
        () => undefined,
      )
      .finally(() => (kept.renewing = false));
  }

  async function ask(key: string, count: () => Promise<T>): Promise<T> {
    const kept = counts.get(key);
    if (!kept) return begin(key, count);
    const { made: last, answer } = kept;
    if (!last) return answer;
    const age = clock().getTime() - last.at;
    if (age <= countLasts(last.tookMs)) return answer;
    if (last.tookMs < SHORT_MS || age > STALE_MS) return begin(key, count);
    renew(kept, count);
    return answer;
  }

  return { ask };
}
