/** Segments of one project. */
import type { Model } from 'mongoose';
import { notFound } from '#kit/errors.ts';
import { erasePages, erasedRows } from '#kit/store/erasure.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { SegmentDoc } from './model.ts';

export interface ProjectSegments {
  insert(segment: SegmentDoc): Promise<SegmentDoc>;
  /** Faults RESOURCE_NOT_FOUND. */
  find(id: string): Promise<SegmentDoc>;
  findMany(ids: readonly string[]): Promise<SegmentDoc[]>;
  /** Newest first. */
  list(): Promise<SegmentDoc[]>;
  /** Faults RESOURCE_NOT_FOUND. */
  change(id: string, changes: Partial<SegmentDoc>): Promise<SegmentDoc>;
  /** A count that began at `countedAt`; an older one changes nothing. */
  counted(id: string, memberCount: number, countedAt: Date): Promise<void>;
  deleted(): Promise<SegmentDoc[]>;
  remove(id: string): Promise<void>;
  /** All that were made until then. */
  purge(until?: Date): Promise<void>;
}

export interface SegmentsStore {
  /** Projects that have segments, in order of their ids, behind `after`. */
  projects(after: string, limit: number): Promise<string[]>;
  of(projectId: string): ProjectSegments;
}

export function createSegmentsStore(model: Model<SegmentDoc>): SegmentsStore {
  async function projects(after: string, limit: number): Promise<string[]> {
    const pipeline = [
      { $match: { projectId: { $gt: after } } },
      { $group: { _id: '$projectId' } },
      { $sort: { _id: 1 as const } },
      { $limit: limit },
    ];
    return (await acrossProjects(model.aggregate<{ _id: string }>(pipeline))).map(({ _id }) => _id);
  }

  return { projects, of: (projectId) => createProjectSegments(model, projectId) };
}

function createProjectSegments(model: Model<SegmentDoc>, projectId: string): ProjectSegments {
  const there = { projectId, deletedAt: null };

  async function insert(segment: SegmentDoc): Promise<SegmentDoc> {
    await model.create([segment]);
    return segment;
  }

  async function find(id: string): Promise<SegmentDoc> {
    const found = await model.findOne({ ...there, _id: id }).lean<SegmentDoc>();
    if (!found) throw notFound('RESOURCE_NOT_FOUND', { resource: 'Segment', id }, 'Segment not found');
    return found;
  }

  function findMany(ids: readonly string[]): Promise<SegmentDoc[]> {
    return model
      .find({ ...there, _id: { $in: ids } })
      .lean<SegmentDoc[]>()
      .exec();
  }

  function list(): Promise<SegmentDoc[]> {
    return model.find(there).sort({ createdAt: -1, _id: -1 }).lean<SegmentDoc[]>().exec();
  }

  async function change(id: string, changes: Partial<SegmentDoc>): Promise<SegmentDoc> {
    const update = { $set: changes };
    const changed = await model.findOneAndUpdate({ ...there, _id: id }, update, { returnDocument: 'after' }).lean<SegmentDoc>();
    return changed ?? find(id);
  }

  async function counted(id: string, memberCount: number, countedAt: Date): Promise<void> {
    await model.updateOne({ ...there, _id: id, countedAt: { $lte: countedAt } }, { $set: { memberCount, countedAt } });
  }

  function deleted(): Promise<SegmentDoc[]> {
    return model
      .find({ projectId, deletedAt: { $ne: null } })
      .lean<SegmentDoc[]>()
      .exec();
  }

  async function remove(id: string): Promise<void> {
    await model.deleteOne({ projectId, _id: id });
  }

  const purge = (until?: Date): Promise<void> => erasePages(model, erasedRows({ projectId, until }));

  return { insert, find, findMany, list, change, counted, deleted, remove, purge };
}
