/** Stretches of time that insight is asked about (contract 4.9 "Activity", "Analytics"), and the numbers that are made of counts. */
import type { Interval } from './interval.ts';
import { MS } from './interval.ts';

const DEFAULT_DAYS = 30;

export interface Asked {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}

/** Until the end asked for, now at the latest; 30 days long unless a start is asked for. Empty when the two are in the wrong order. */
export function windowOf({ startDate, endDate }: Asked, now: number, mostDays = Infinity): Interval {
  const end = Math.min(endDate ? Date.parse(endDate) : now, now);
  const start = Math.max(startDate ? Date.parse(startDate) : end - DEFAULT_DAYS * MS.day, now - mostDays * MS.day);
  return { start: Math.min(start, end), end };
}

/** Whole UTC days that a window touches. */
export function daysOf({ start, end }: Interval): number[] {
  const first = Math.floor(start / MS.day) * MS.day;
  return Array.from({ length: Math.floor((end - first) / MS.day) + 1 }, (_, index) => first + index * MS.day);
}

/** Percent of `of`, two decimals; 0 of nothing. */
export function percent(count: number, of: number): number {
  return of === 0 ? 0 : Math.round((count / of) * 10_000) / 100;
}

/** Growth against before, in whole percent; 100 for what is new, 0 for what never was. */
export function trend(count: number, before: number): number {
  if (before === 0) return count === 0 ? 0 : 100;
  return Math.round(((count - before) / before) * 100);
}
