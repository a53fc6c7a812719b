/** How long a send will still take. Pure. */
import type { Status } from './state.ts';

export interface Remaining {
  status: Status;
  paused: boolean;
  /** Rows that have not come to their end. */
  open: number;
  ratePerSecond: number;
}

/** Whole seconds until everybody is at their end; null while nobody can tell. */
export function secondsLeft({ status, paused, open, ratePerSecond }: Remaining): number | null {
  if (status === 'SENT') return 0;
  return status !== 'SENDING' || paused || ratePerSecond <= 0 ? null : Math.ceil(open / ratePerSecond);
}
