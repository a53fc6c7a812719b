/** Cuts stretches of time into whole UTC days, hours and minutes, so that what was counted of one can be kept. */

export const SIZES = ['day', 'hour', 'minute'] as const;
export type Size = (typeof SIZES)[number];

export const MS: Readonly<Record<Size, number>> = { day: 86_400_000, hour: 3_600_000, minute: 60_000 };

/** From `start` on, until before `end`; ms since 1970. */
export interface Interval {
  start: number;
  end: number;
}

export interface Bucket {
  size: Size;
  start: number;
}

export const intervalOf = ({ size, start }: Bucket): Interval => ({ start, end: start + MS[size] });

/** The buckets a bucket is made of; none of a minute. */
export function partsOf({ size, start }: Bucket): Bucket[] {
  const smaller = SIZES[SIZES.indexOf(size) + 1];
  if (!smaller) return [];
  return Array.from({ length: MS[size] / MS[smaller] }, (_, index) => ({ size: smaller, start: start + index * MS[smaller] }));
}

/** The buckets a moment lies in, the smallest first. */
export function bucketsAt(at: number): Bucket[] {
  return SIZES.toReversed().map((size) => ({ size, start: Math.floor(at / MS[size]) * MS[size] }));
}

/**
 * The largest buckets that fill an interval, and what is left over at its ends. Together they cover it without gap or overlap.
 * @param closed buckets end there at the latest
 */
export function decompose({ start, end }: Interval, closed: number): { buckets: Bucket[]; rest: Interval[] } {
  const buckets: Bucket[] = [];
  const rest: Interval[] = [];
  const last = Math.min(end, closed);
  let at = Math.ceil(start / MS.minute) * MS.minute;
  if (at >= last) return { buckets, rest: start < end ? [{ start, end }] : [] };
  if (start < at) rest.push({ start, end: at });
  for (let size = sizeAt(at, last); size; size = sizeAt(at, last)) {
    buckets.push({ size, start: at });
    at += MS[size];
  }
  if (at < end) rest.push({ start: at, end });
  return { buckets, rest };
}

const sizeAt = (at: number, last: number): Size | undefined => SIZES.find((size) => at % MS[size] === 0 && at + MS[size] <= last);

/** Buckets in the order of time → runs of one size that follow each other without a gap. */
export function runsOf(buckets: readonly Bucket[]): Bucket[][] {
  const runs: Bucket[][] = [];
  for (const bucket of buckets) {
    const last = runs.at(-1)?.at(-1);
    if (last && last.size === bucket.size && intervalOf(last).end === bucket.start) runs.at(-1)!.push(bucket);
    else runs.push([bucket]);
  }
  return runs;
}
