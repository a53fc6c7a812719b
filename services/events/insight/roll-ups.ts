/**
 * Counts a project's events by name over any stretch of time. What was counted of a day, hour or minute that is over is kept, so that a
 * count reads a few documents and the rows of the last minutes. A kept count is voided when an event of its time is stored late or
 * removed: it always equals a count of the rows, however often a process was killed. Counts are kept behind the questions; few rows are
 * counted when they are asked for.
 */
import { randomInt } from 'node:crypto';
import type { Model } from 'mongoose';
import { bulkWrite, filterOf, updateOf } from '#kit/store/bulk-write.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import { withoutDeadline } from '#kit/telemetry/scope.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { ANALYTICS_DAYS } from '#kit/time-window.ts';
import type { Bucket, Interval, Size } from '../domain/interval.ts';
import { createOpenCounts } from './open-counts.ts';
import { MS, bucketsAt, decompose, intervalOf, partsOf, runsOf } from '../domain/interval.ts';
import type { CountRows, NameCount, RollUpDocument } from './model.ts';

/** Days whose rows are gone: from the beginning of the first to the end of the last; empty when `since` is `until`. */
export interface Sealed {
  since: number;
  until: number;
  /** How often rows of other days were removed. */
  removals?: number | undefined;
}

export interface RollUps {
  /** Exact at the moment of the call; most frequent first. */
  count(projectId: string, interval: Interval): Promise<NameCount[]>;
  /** The same of several intervals, with one look at what is kept. */
  countEach(projectId: string, intervals: readonly Interval[]): Promise<NameCount[][]>;
  /** To be called after rows of these moments were stored; waits for nothing unless they were stored late. */
  stored(rows: readonly { projectId: string; at: Date }[]): Promise<void>;
  /** To be called after all rows of a name were removed. */
  removed(projectId: string, name: string): Promise<void>;
  /** Counts a day that is over for the last time: its rows may go. Harmless when repeated. */
  seal(projectId: string, day: number): Promise<void>;
  /** Removes all of a project. */
  purge(projectId: string): Promise<void>;
  /** Keeps what the usual questions read, now and in the coming hour. */
  prepare(projectId: string): Promise<void>;
  /** Prepares projects of which much is not kept, between `start` and `stop`. */
  sweeper: Sweeper;
}

export interface RollUpParts {
  model: Model<RollUpDocument>;
  rows: CountRows;
  sealedOf: (projectId: string) => Promise<Sealed>;
  /** Raises `removals` of what `sealedOf` answers. */
  noteRemoval: (projectId: string) => Promise<void>;
  clock: () => Date;
  log: Log;
  /** Fewer rows are counted at each question; 0: everything that is over is kept. */
  few?: number | undefined;
}

/** An event is stored this long after its time at the latest, or voids what was counted. Clocks of processes may differ by a part of it. */
const CLOSED_AFTER_MS = 120_000;
const SKEW_MS = 60_000;
/** As many rows are counted in one go; a larger bucket is counted by its parts. */
const AT_ONCE = 50_000;
/** A count with more names is not kept: its document would grow too large. */
const MOST_NAMES = 2_000;
/** Counted within some milliseconds. */
const FEW = 2_000;
/** Stretches of few rows that one question counts. */
const MOST_STRETCHES = 6;
const KEEP_EVERY_MS = 60_000;
/** Days before now at which the usual questions begin (contract 4.9 "Activity", "Analytics"). */
const USUAL_DAYS = [30, ANALYTICS_DAYS] as const;

/** Makes a kept count one that is to be counted again. */
export const VOID = { $inc: { version: 1 }, $unset: { counts: 1 } } as const;

/** Sealed days that an interval touches: what was counted of them is known by the whole day. */
function sealedDays({ start, end }: Interval, { since, until }: Sealed): Bucket[] {
  const from = Math.floor(Math.max(start, since) / MS.day) * MS.day;
  const length = Math.max(0, Math.ceil((Math.min(end, until) - from) / MS.day));
  return Array.from({ length }, (_, index) => ({ size: 'day', start: from + index * MS.day }));
}

const idOf = (projectId: string, { size, start }: Bucket): string => `${projectId}:${size}:${start}`;

/** The bucket of a document's id. */
export function bucketOf(id: string): Bucket {
  const [start, size] = id.split(':').toReversed();
  return { size: size as Size, start: Number(start) };
}

/** Adds counts up by name, most frequent first. */
export function sum(counts: readonly NameCount[]): NameCount[] {
  const totals = new Map<string, NameCount>();
  for (const { source, name, count, distinct, human = 0 } of counts) {
    const key = `${source} ${name}`;
    const total = totals.get(key) ?? { source, name, count: 0, distinct: 0, human: 0 };
    totals.set(key, { source, name, count: total.count + count, distinct: total.distinct + distinct, human: (total.human ?? 0) + human });
  }
  return [...totals.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** Where a version begins: a count that was begun before its document went is not taken for one of the next document. */
const newVersion = (): number => randomInt(2 ** 40);

export function createRollUps({ model, rows, sealedOf, noteRemoval, clock, log, few = FEW }: RollUpParts): RollUps {
  /** Rows of projects that were stored since their counts were kept, or were counted for a question. */
  const uncounted = new Map<string, number>();
  const turns = new Map<string, Promise<unknown>>();
  const openCounts = createOpenCounts({ rows, few, clock });

  function noteUncounted(projectId: string, size: number): void {
    uncounted.set(projectId, (uncounted.get(projectId) ?? 0) + size);
  }

  /** One at a time keeps counts of a project: what the one before has kept is not counted again. */
  function inTurn<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(projectId) ?? Promise.resolve()).then(work, work);
    turns.set(projectId, turn);
    const done = () => void (turns.get(projectId) === turn && turns.delete(projectId));
    turn.then(done, done);
    return turn;
  }

  const spanOf = (run: readonly Bucket[]): Interval => ({ start: run[0]!.start, end: intervalOf(run.at(-1)!).end });

  /** Versions and, where they are kept, counts. */
  async function read(projectId: string, buckets: readonly Bucket[]): Promise<Map<string, RollUpDocument>> {
    const ids = buckets.map((bucket) => idOf(projectId, bucket));
    const found = await model.find({ projectId, _id: { $in: ids } }).lean<RollUpDocument[]>();
    return new Map(found.map((document) => [document._id, document]));
  }

  /** Counts buckets of one size that follow each other, and keeps what is counted. */
  async function countRun(projectId: string, run: readonly Bucket[]): Promise<Map<number, NameCount[]>> {
    const there = run.map((bucket) => ({
      updateOne: { filter: { _id: idOf(projectId, bucket), projectId }, update: { $setOnInsert: { version: newVersion() } }, upsert: true },
    }));
    // There before rows are read: an event that is stored meanwhile finds a version to raise.
    await bulkWrite(model, there);
    const versions = await read(projectId, run);
    const [{ size }] = run as [Bucket];
    const span = spanOf(run);
    const atOnce = size === 'minute' || (await rows.size(projectId, span, AT_ONCE)) < AT_ONCE;
    const counted = atOnce ? await byBucket(projectId, span, size) : await byParts(projectId, run);
    const kept = run.flatMap((bucket) => {
      const _id = idOf(projectId, bucket);
      const counts = counted.get(bucket.start) ?? [];
      if (counts.length > MOST_NAMES) return [];
      return [{ updateOne: { filter: { _id, projectId, version: versions.get(_id)?.version }, update: { $set: { counts } } } }];
    });
    await bulkWrite(model, kept);
    return counted;
  }

  async function byBucket(projectId: string, span: Interval, size: Size): Promise<Map<number, NameCount[]>> {
    const found = Map.groupBy(await rows.byBucket(projectId, span, size), ({ start }) => start);
    return new Map([...found].map(([start, counts]) => [start, counts.map(({ start: _start, ...of }) => of)]));
  }

  async function byParts(projectId: string, run: readonly Bucket[]): Promise<Map<number, NameCount[]>> {
    const counted = new Map<number, NameCount[]>();
    for (const bucket of run) counted.set(bucket.start, sum([...(await countBuckets(projectId, partsOf(bucket))).values()].flat()));
    return counted;
  }

  interface Found {
    counts: Map<string, NameCount[]>;
    /** What is not kept. */
    runs: Bucket[][];
  }

  async function find(projectId: string, buckets: readonly Bucket[]): Promise<Found> {
    const counts = new Map<string, NameCount[]>();
    for (const [id, document] of await read(projectId, buckets)) if (document.counts) counts.set(id, document.counts);
    return { counts, runs: runsOf(buckets.filter((bucket) => !counts.has(idOf(projectId, bucket)))) };
  }

  /** By the buckets' ids; keeps those that were not. */
  async function countBuckets(projectId: string, buckets: readonly Bucket[]): Promise<Map<string, NameCount[]>> {
    const { counts, runs } = await find(projectId, buckets);
    for (const run of runs) {
      const counted = await countRun(projectId, run);
      for (const bucket of run) counts.set(idOf(projectId, bucket), counted.get(bucket.start) ?? []);
    }
    return counts;
  }

  const isFew = async (projectId: string, run: readonly Bucket[], runs: number): Promise<boolean> =>
    few > 0 && runs <= MOST_STRETCHES && (await rows.size(projectId, spanOf(run), few)) < few;

  /** The same for a question: few rows are counted as they are, a bucket that was just closed by its parts, and much is kept first. */
  async function answerBuckets(projectId: string, buckets: readonly Bucket[]): Promise<Map<string, NameCount[]>> {
    const { counts, runs } = await find(projectId, buckets);
    const answerRun = async (run: Bucket[]): Promise<void> => {
      const [bucket] = run as [Bucket];
      if (await isFew(projectId, run, runs.length)) {
        const counted = await byBucket(projectId, spanOf(run), bucket.size);
        for (const one of run) counts.set(idOf(projectId, one), counted.get(one.start) ?? []);
        return;
      }
      noteUncounted(projectId, few);
      const parts = few > 0 && run.length === 1 ? partsOf(bucket) : [];
      const known = parts.length === 0 ? undefined : await find(projectId, parts);
      if (known && known.counts.size > 0 && known.runs.length <= 1) {
        const counted = await answerBuckets(projectId, parts);
        counts.set(idOf(projectId, bucket), sum([...counted.values()].flat()));
      } else {
        // Should whoever asks not wait so long, it is gone on with.
        sweeper.hint();
        for (const [id, of] of await inTurn(projectId, () => countBuckets(projectId, run))) counts.set(id, of);
      }
    };
    await Promise.all(runs.map(answerRun));
    return counts;
  }

  interface Cut {
    buckets: Bucket[];
    rest: Interval[];
  }

  /** What of intervals is read from kept counts, and what from rows. */
  async function cutAll(projectId: string, intervals: readonly Interval[]): Promise<{ cuts: Cut[]; removals: number }> {
    const [first, sealed] = await Promise.all([rows.first(projectId), sealedOf(projectId)]);
    const closed = clock().getTime() - CLOSED_AFTER_MS;
    const cuts = intervals.map(({ start, end }) => {
      const from = Math.max(start, sealed.until, first?.getTime() ?? Infinity);
      const open = decompose({ start: Math.min(from, end), end }, closed);
      return { ...open, buckets: [...sealedDays({ start, end }, sealed), ...open.buckets] };
    });
    return { cuts, removals: sealed.removals ?? 0 };
  }

  async function countEach(projectId: string, intervals: readonly Interval[]): Promise<NameCount[][]> {
    const { cuts, removals } = await cutAll(projectId, intervals);
    const buckets = new Map(cuts.flatMap((cut) => cut.buckets.map((bucket) => [idOf(projectId, bucket), bucket])));
    const kept = await answerBuckets(projectId, [...buckets.values()]);
    return Promise.all(
      cuts.map(async (cut) => {
        const open = await Promise.all(cut.rest.map((part) => openCounts.count(projectId, part, removals)));
        return sum([...cut.buckets.flatMap((bucket) => kept.get(idOf(projectId, bucket))!), ...open.flat()]);
      }),
    );
  }

  async function prepare(projectId: string): Promise<void> {
    const now = clock().getTime();
    const starts = [now, now + MS.hour];
    const { cuts } = await cutAll(projectId, [
      { start: 0, end: now },
      ...starts.flatMap((at) => USUAL_DAYS.map((days) => ({ start: at - days * MS.day, end: now }))),
      // What the last 30 days are compared with.
      ...starts.map((at) => ({ start: at - 60 * MS.day, end: at - 30 * MS.day })),
    ]);
    const ids = new Set(cuts.flatMap(({ buckets }) => buckets.map((bucket) => idOf(projectId, bucket))));
    const there = await model.find({ projectId, _id: { $in: [...ids] }, counts: { $exists: true } }, { _id: 1 }).lean<{ _id: string }[]>();
    const seen = new Set(there.map(({ _id }) => _id));
    for (const { buckets } of cuts) {
      const runs = runsOf(buckets.filter((bucket) => !seen.has(idOf(projectId, bucket))));
      for (const run of runs) {
        if (!(await isFew(projectId, run, runs.length))) await inTurn(projectId, () => countBuckets(projectId, run));
        for (const bucket of run) seen.add(idOf(projectId, bucket));
      }
    }
  }

  async function keepUp(): Promise<void> {
    const projects = [...uncounted].flatMap(([projectId, size]) => (size >= few ? [projectId] : []));
    for (const projectId of projects) {
      uncounted.delete(projectId);
      await prepare(projectId).catch((error: Error) => {
        noteUncounted(projectId, few);
        log.warn({ projectId, error: error.message }, 'counts of what is over wait');
      });
    }
  }

  async function count(projectId: string, interval: Interval): Promise<NameCount[]> {
    return (await countEach(projectId, [interval]))[0]!;
  }

  async function stored(events: readonly { projectId: string; at: Date }[]): Promise<void> {
    for (const { projectId } of events) noteUncounted(projectId, 1);
    const closed = clock().getTime() - CLOSED_AFTER_MS + SKEW_MS;
    const late = events.filter(({ at }) => at.getTime() < closed);
    const voided = new Map<string, { projectId: string; bucket: Bucket }>();
    for (const { projectId, at } of late)
      for (const bucket of bucketsAt(at.getTime())) voided.set(idOf(projectId, bucket), { projectId, bucket });
    if (voided.size === 0) return;
    // The smallest first: a larger one that was just summed up of it is voided after it.
    // Sealed days stay as they are: what is stored that late goes with the others.
    const updates = [...voided]
      .toSorted(([, a], [, b]) => MS[a.bucket.size] - MS[b.bucket.size])
      .map(([_id, { projectId }]) => ({
        updateOne: { filter: { _id, projectId, sealed: { $exists: false } }, update: VOID },
      }));
    await bulkWrite(model, updates, { ordered: true });
  }

  async function removed(projectId: string, name: string): Promise<void> {
    await noteRemoval(projectId);
    await model.updateMany({ projectId, sealed: { $exists: false } }, VOID);
    const counted = { projectId, sealed: true as const, counts: { $elemMatch: { source: 'event', name } } };
    await model.updateMany(filterOf(counted), updateOf({ $inc: { version: 1 }, $pull: { counts: { source: 'event', name } } }));
  }

  async function seal(projectId: string, day: number): Promise<void> {
    const bucket: Bucket = { size: 'day', start: day };
    const _id = idOf(projectId, bucket);
    for (;;) {
      await model.updateOne({ _id, projectId }, { $setOnInsert: { version: newVersion() } }, { upsert: true });
      const document = (await read(projectId, [bucket])).get(_id)!;
      if (document.sealed) return;
      const counts = document.counts ?? (await countBuckets(projectId, partsOf(bucket)).then((parts) => sum([...parts.values()].flat())));
      const { matchedCount } = await model.updateOne(
        { _id, projectId, version: document.version },
        { $set: { counts, sealed: true }, $inc: { version: 1 } },
      );
      if (matchedCount === 1) break;
    }
    const parts = partsOf(bucket).flatMap((hour) => [hour, ...partsOf(hour)]);
    await model.deleteMany({ projectId, _id: { $in: parts.map((part) => idOf(projectId, part)) } });
  }

  async function purge(projectId: string): Promise<void> {
    openCounts.forget(projectId);
    await model.deleteMany({ projectId });
  }

  const sweeper = createSweeper(() => withoutDeadline(keepUp), 'counts', { log, everyMs: KEEP_EVERY_MS });

  return { count, countEach, stored, removed, seal, purge, prepare, sweeper };
}
