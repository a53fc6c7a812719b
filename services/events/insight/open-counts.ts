/**
 * Counts of the last minutes, which may change at any moment. What was counted of ten seconds is remembered, and good while as many rows
 * are there: rows are never changed, and whatever removes some raises the project's `removals`. Counting keys of an index costs a tenth of
 * counting rows by name.
 */
import { LRUCache } from 'lru-cache';
import type { Interval } from '../domain/interval.ts';
import type { CountRows, NameCount } from './model.ts';

export interface OpenCounts {
  /** Exact at the moment of the call; a name may come several times. @param removals how often rows of the project were removed so far */
  count(projectId: string, interval: Interval, removals: number): Promise<NameCount[]>;
  forget(projectId: string): void;
}

export interface OpenCountsParts {
  rows: Pick<CountRows, 'size' | 'byBucket'>;
  /** Fewer rows are counted as they are. */
  few: number;
  clock: () => Date;
}

interface Slice {
  /** Rows before they were counted: one that came meanwhile is found missing, never forgotten. */
  size: number;
  counts: NameCount[];
}

interface Remembered {
  removals: number;
  /** By when they begin, ms. */
  slices: Map<number, Slice>;
}

const SLICE_MS = 10_000;
const MOST_SLICES = 60;
const MOST_PROJECTS = 500;

export function createOpenCounts({ rows, few, clock }: OpenCountsParts): OpenCounts {
  const remembered = new LRUCache<string, Remembered>({ max: MOST_PROJECTS });

  const sizeOf = (projectId: string, interval: Interval): Promise<number> => rows.size(projectId, interval);
  const countRows = (projectId: string, interval: Interval): Promise<NameCount[]> => rows.byBucket(projectId, interval, 'minute');
  const sliceAt = (start: number): Interval => ({ start, end: start + SLICE_MS });

  async function countSlice(projectId: string, start: number): Promise<Slice> {
    const size = await sizeOf(projectId, sliceAt(start));
    return { size, counts: size === 0 ? [] : await countRows(projectId, sliceAt(start)) };
  }

  /** Of those that begin at these moments, without a gap, the ones that still hold. */
  async function stillGood(projectId: string, starts: readonly number[], slices: Remembered['slices']): Promise<number[]> {
    const known = starts.filter((start) => slices.has(start));
    if (known.length === 0) return [];
    const size = known.reduce((total, start) => total + slices.get(start)!.size, 0);
    const whole = { start: known[0]!, end: known.at(-1)! + SLICE_MS };
    const withoutGap = whole.end - whole.start === known.length * SLICE_MS;
    if (withoutGap && (await sizeOf(projectId, whole)) === size) return known;
    const sizes = await Promise.all(known.map((start) => sizeOf(projectId, sliceAt(start))));
    return known.filter((start, index) => slices.get(start)!.size === sizes[index]);
  }

  async function count(projectId: string, { start, end }: Interval, removals: number): Promise<NameCount[]> {
    const from = Math.ceil(start / SLICE_MS) * SLICE_MS;
    // A day that is not over ends in the future.
    const to = Math.floor(Math.min(end, clock().getTime()) / SLICE_MS) * SLICE_MS;
    const isFew = from >= to || to - from > MOST_SLICES * SLICE_MS || (few > 0 && (await rows.size(projectId, { start, end }, few)) < few);
    if (isFew) return countRows(projectId, { start, end });
    const last = remembered.get(projectId);
    const slices = new Map(last?.removals === removals ? last.slices : []);
    const starts = Array.from({ length: (to - from) / SLICE_MS }, (_, index) => from + index * SLICE_MS);
    const good = new Set(await stillGood(projectId, starts, slices));
    const [before, after, counted] = await Promise.all([
      countRows(projectId, { start, end: from }),
      countRows(projectId, { start: to, end }),
      Promise.all(starts.map(async (at) => (good.has(at) ? slices.get(at)! : await countSlice(projectId, at)))),
    ]);
    starts.forEach((at, index) => {
      slices.delete(at);
      slices.set(at, counted[index]!);
    });
    remembered.set(projectId, { removals, slices: new Map([...slices].slice(-MOST_SLICES)) });
    return [...before, ...after, ...counted.flatMap(({ counts }) => counts)];
  }

  return { count, forget: (projectId) => void remembered.delete(projectId) };
}
