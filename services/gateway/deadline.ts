/** No request hangs: what is not answered in time is a 504, wherever the time went. */
import { within } from '#kit/contract/deadline.ts';
import { fault } from '#kit/errors.ts';

/** The bus gives up first and can say why; this is for everything else. */
const GRACE_MS = 2_000;

/** @param patienceMs how long the bus waits for an answer. */
export function makeDeadline(patienceMs: number): <T>(work: Promise<T>) => Promise<T> {
  return (work) => within(patienceMs + GRACE_MS, work, () => fault('SERVICE_TIMEOUT'));
}
