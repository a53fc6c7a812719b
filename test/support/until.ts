/** Waits for what happens a moment later: facts, retries, recoveries. */
import { setTimeout as sleep } from 'node:timers/promises';
import { stretched } from '#local/time-scale.ts';

export interface WaitOptions {
  /** In ms on a quiet machine; stretched by the speed of this one. */
  within?: number;
  /** In ms. */
  every?: number;
  /** Named in the error. */
  what?: string;
}

/** Asks until the answer is truthy and resolves with it; an error counts as "not yet" and is the cause when time runs out. */
export async function until<T>(
  probe: () => T | Promise<T>,
  { within = 10_000, every = 25, what = 'the condition' }: WaitOptions = {},
): Promise<NonNullable<T>> {
  const limit = stretched(within);
  const deadline = Date.now() + limit;
  let cause: unknown;
  for (;;) {
    try {
      const value = await probe();
      cause = undefined;
      if (value) return value;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${limit} ms`, { cause });
    await sleep(every);
  }
}
