/** How long a send will still take. Pure. */
import type { Status } from './state.ts';

/** Whole seconds until everybody is at their end; null while nobody can tell. */
export function secondsLeft(status: Status, paused: boolean, open: number, ratePerSecond: number): number | null {
  if (status === 'SENT') return 0;
  return status !== 'SENDING' || paused || ratePerSecond <= 0 ? null : Math.ceil(open / ratePerSecond);
}
