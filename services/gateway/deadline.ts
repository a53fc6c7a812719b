/** No request hangs: what is not answered in time is a 504, wherever the time went. */
import { fault } from '#kit/errors.ts';

/** The bus gives up first and can say why; this is for everything else. */
const GRACE_MS = 2_000;

/** @param patienceMs how long the bus waits for an answer. */
export function makeDeadline(patienceMs: number): <T>(work: Promise<T>) => Promise<T> {
  return (work) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(fault('SERVICE_TIMEOUT')), patienceMs + GRACE_MS);
      work.then(
        (value) => {
          clearTimeout(timer);
          resolve(value);
        },
        (error: unknown) => {
          clearTimeout(timer);
          reject(error as Error);
        },
      );
    });
}
