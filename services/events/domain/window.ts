/** Days of a stretch of time, and the numbers that are made of counts (contract 4.9 "Activity", "Analytics"). */
import type { Interval } from './interval.ts';
import { MS } from './interval.ts';

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
