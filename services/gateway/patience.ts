/** A recipient does not wait for our book-keeping. */
import { setTimeout } from 'node:timers/promises';
import type { Log } from '#kit/telemetry/log.ts';

const PATIENCE_MS = 2_500;

/** Resolves when the work is done, has failed (which is logged), or takes too long; then it goes on by itself. */
export async function atLeisure(work: Promise<unknown>, log: Log, what: string): Promise<void> {
  const done = work.then(() => undefined, (error: Error) => log.warn({ error: error.message }, what));
  await Promise.race([done, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
}
