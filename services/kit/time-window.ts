/** Stretches of time that numbers are asked for (contract 4.9 "Activity", "Analytics"). Pure. */

export const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
/** As far back as analytics go. */
export const ANALYTICS_DAYS = 90;

/** From `start` on, until `end`; ms since 1970. */
export interface Window {
  start: number;
  end: number;
}

export interface Asked {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}

/** Until the end asked for, now at the latest; 30 days long unless a start is asked for. Empty when the two are in the wrong order. */
export function windowOf({ startDate, endDate }: Asked, now: number, mostDays = Infinity): Window {
  const end = Math.min(endDate ? Date.parse(endDate) : now, now);
  const start = Math.max(startDate ? Date.parse(startDate) : end - DEFAULT_DAYS * DAY_MS, now - mostDays * DAY_MS);
  return { start: Math.min(start, end), end };
}
