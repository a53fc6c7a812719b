/** Deadlines of calls: set by the caller, passed on to every call made on its behalf, never extended. */
import { fault } from '../errors.ts';
import type { CallMeta } from './call.ts';

/** The longest that setTimeout takes: beyond it a timer fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Milliseconds that are left of a call, `timeoutMs` at most. Faults SERVICE_TIMEOUT when none are: nobody waits for the answer any more.
 */
export function timeLeft({ deadline = Infinity }: Pick<CallMeta, 'deadline'>, timeoutMs = LONGEST_MS): number {
  const left = Math.min(deadline - Date.now(), timeoutMs);
  if (left <= 0) throw fault('SERVICE_TIMEOUT');
  return left;
}

/** The deadline of a call that is made for several at once: that of whoever waits longest. */
export function latest(calls: readonly Pick<CallMeta, 'deadline'>[]): number | undefined {
  const most = Math.max(...calls.map(({ deadline = Infinity }) => deadline));
  return most === Infinity ? undefined : most;
}

/** The work's outcome, or `late()` when it takes longer than `ms`; the work itself goes on. */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
