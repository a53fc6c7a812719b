/** Taking rights away: the answer waits until no process can act on what it remembers of the old ones. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Callers remember an answer of ResolveKey, ResolveSession and ResolveMembership for 500 ms from when they asked. So whatever was asked
 * before the write that this follows is forgotten by then, in processes that could not be reached as well.
 */
export const FORGOTTEN_AFTER_MS = 550;

/** Does the write, then waits until every process has forgotten what was true before it. */
export async function revoking<T>(write: Promise<T>): Promise<T> {
  const result = await write;
  await sleep(FORGOTTEN_AFTER_MS);
  return result;
}
