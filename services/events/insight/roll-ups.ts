/**
 * Counts a project's events by name over any stretch of time. What was counted of a day, hour or minute that is over is kept, so that a
 * count reads a few documents and the rows of the last minutes. A kept count is voided when an event of its time is stored late or
 * removed: it always equals a count of the rows, however often a process was killed, and storing an event costs nothing more.
 */
import { randomInt } from 'node:crypto';
import type { Model } from 'mongoose';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import type { Bucket, Interval, Size } from '../domain/interval.ts';
import { MS, bucketsAt, decompose, intervalOf, partsOf, runsOf } from '../domain/interval.ts';
import type { RollUpDocument } from './model.ts';

/** Events of a name. */
export interface NameCount {
  /** `event`: an event of the timeline; `milestone`: a fact of a campaign or workflow. */
  source: 'event' | 'milestone';
  name: string;
  count: number;
  /** Without repeated opens and clicks and without bounces for the time being. */
  distinct: number;
  /** Mails opened or followed by a person for the first time. Absent in what was counted before people were told apart. */
  human?: number;
}

/** What happened in the bucket that begins at `start`. */
export type BucketCount = NameCount & { start: number };

/** Days whose rows are gone: from the beginning of the first to the end of the last; empty when `since` is `until`. */
export interface Sealed {
  since: number;
  until: number;
}

/** Counts rows of a time. */
export interface CountRows {
  /** At most `limit`: how large the work would be. */
  size(projectId: string, interval: Interval, limit: number): Promise<number>;
  byBucket(projectId: string, interval: Interval, size: Size): Promise<BucketCount[]>;
  /** When the first one happened; null when none did. */
  first(projectId: string): Promise<Date | null>;
}

export interface RollUps {
  /** Exact at the moment of the call; most frequent first. */
  count(projectId: string, interval: Interval): Promise<NameCount[]>;
  /** The same of several intervals, with one look at what is kept. */
  countEach(projectId: string, intervals: readonly Interval[]): Promise<NameCount[][]>;
  /** To be called after rows of these moments were stored. */
  stored(rows: readonly { projectId: string; at: Date }[]): Promise<void>;
  /** To be called after all rows of a name were removed. */
  removed(projectId: string, name: string): Promise<void>;
  /** Counts a day that is over for the last time: its rows may go. Harmless when repeated. */
  seal(projectId: string, day: number): Promise<void>;
  /** Removes all of a project. */
  purge(projectId: string): Promise<void>;
}

export interface RollUpParts {
  model: Model<RollUpDocument>;
  rows: CountRows;
  sealedOf: (projectId: string) => Promise<Sealed>;
  clock: () => Date;
}

/** An event is stored this long after its time at the latest, or voids what was counted. Clocks of processes may differ by a part of it. */
const CLOSED_AFTER_MS = 120_000;
const SKEW_MS = 60_000;
/** As many rows are counted in one go; a larger bucket is counted by its parts. */
const AT_ONCE = 50_000;
/** A count with more names is not kept: its document would grow too large. */
const MOST_NAMES = 2_000;

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

export function createRollUps({ model, rows, sealedOf, clock }: RollUpParts): RollUps {
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
    const span = { start: run[0]!.start, end: intervalOf(run.at(-1)!).end };
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

  /** By the buckets' ids; those without an event may be left out. */
  async function countBuckets(projectId: string, buckets: readonly Bucket[]): Promise<Map<string, NameCount[]>> {
    const counts = new Map<string, NameCount[]>();
    for (const [id, document] of await read(projectId, buckets)) if (document.counts) counts.set(id, document.counts);
    for (const run of runsOf(buckets.filter((bucket) => !counts.has(idOf(projectId, bucket))))) {
      const counted = await countRun(projectId, run);
      for (const bucket of run) counts.set(idOf(projectId, bucket), counted.get(bucket.start) ?? []);
    }
    return counts;
  }

  async function countEach(projectId: string, intervals: readonly Interval[]): Promise<NameCount[][]> {
    const [first, sealed] = await Promise.all([rows.first(projectId), sealedOf(projectId)]);
    const closed = clock().getTime() - CLOSED_AFTER_MS;
    const cuts = intervals.map(({ start, end }) => {
      const from = Math.max(start, sealed.until, first?.getTime() ?? Infinity);
      const open = decompose({ start: Math.min(from, end), end }, closed);
      return { ...open, buckets: [...sealedDays({ start, end }, sealed), ...open.buckets] };
    });
    const kept = await countBuckets(
      projectId,
      cuts.flatMap(({ buckets }) => buckets),
    );
    return Promise.all(
      cuts.map(async ({ buckets, rest }) => {
        const open = await Promise.all(rest.map((part) => rows.byBucket(projectId, part, 'minute')));
        return sum([...buckets.flatMap((bucket) => kept.get(idOf(projectId, bucket))!), ...open.flat()]);
      }),
    );
  }

  async function count(projectId: string, interval: Interval): Promise<NameCount[]> {
    return (await countEach(projectId, [interval]))[0]!;
  }

  async function stored(events: readonly { projectId: string; at: Date }[]): Promise<void> {
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
    await model.updateMany({ projectId, sealed: { $exists: false } }, VOID);
    const counted = { projectId, sealed: true as const, counts: { $elemMatch: { source: 'event', name } } };
    await model.updateMany(counted as never, { $inc: { version: 1 }, $pull: { counts: { source: 'event', name } } } as never);
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
    await model.deleteMany({ projectId });
  }

  return { count, countEach, stored, removed, seal, purge };
}
