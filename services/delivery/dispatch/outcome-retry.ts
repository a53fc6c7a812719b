/** Writes an outcome again and again until it is on disk, or the process ends: a mail that was handed over must have one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#kit/telemetry/log.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 2_000;

/** Answers what `write` answers once it succeeds; it is harmless when repeated. */
export async function retryUntilWritten<T>(emailId: string, write: () => Promise<T>, log: Log): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      log.warn({ emailId, error: (error as Error).message }, 'an outcome could not be written yet');
      await sleep(Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS));
    }
  }
}
