/** No request hangs: what is not answered in time is a 504, wherever the time went. */
import { fault } from '#kit/errors.ts';

/** The bus gives up first and can say why; this is for everything else. */
const GRACE_MS = 2_000;

/** The work's outcome, or `late()` when it takes longer than `ms`; the work itself goes on. */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param patienceMs how long the bus waits for an answer. */
export function makeDeadline(patienceMs: number): <T>(work: Promise<T>) => Promise<T> {
  return (work) => within(patienceMs + GRACE_MS, work, () => fault('SERVICE_TIMEOUT'));
}
