/** Segments of one project. */
import type { Model } from 'mongoose';
import { notFound } from '#kit/errors.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { SegmentDoc } from './model.ts';

export type SegmentsStore = ReturnType<typeof segmentsStore>;

export function segmentsStore(model: Model<SegmentDoc>) {
  return {
    /** Projects that have segments, in order of their ids, behind `after`. */
    async projects(after: string, limit: number): Promise<string[]> {
      const pipeline = [{ $match: { projectId: { $gt: after } } }, { $group: { _id: '$projectId' } }, { $sort: { _id: 1 as const } }, { $limit: limit }];
      return (await acrossProjects(model.aggregate<{ _id: string }>(pipeline))).map(({ _id }) => _id);
    },

    of(projectId: string) {
      const there = { projectId, deletedAt: null };

      return {
        insert: async (segment: SegmentDoc): Promise<SegmentDoc> => (await model.create([segment]), segment),

        /** Faults RESOURCE_NOT_FOUND. */
        async find(id: string): Promise<SegmentDoc> {
          const found = await model.findOne({ ...there, _id: id }).lean<SegmentDoc>();
          if (!found) throw notFound('RESOURCE_NOT_FOUND', 'Segment', id, 'Segment not found');
          return found;
        },

        findMany: (ids: readonly string[]): Promise<SegmentDoc[]> => model.find({ ...there, _id: { $in: ids } }).lean<SegmentDoc[]>().exec(),

        /** Newest first. */
        list: (): Promise<SegmentDoc[]> => model.find(there).sort({ createdAt: -1, _id: -1 }).lean<SegmentDoc[]>().exec(),

        /** Faults RESOURCE_NOT_FOUND. */
        async change(id: string, changes: Partial<SegmentDoc>): Promise<SegmentDoc> {
          const changed = await model.findOneAndUpdate({ ...there, _id: id }, { $set: changes }, { returnDocument: 'after' }).lean<SegmentDoc>();
          return changed ?? this.find(id);
        },

        /** A count that began at `countedAt`; an older one changes nothing. */
        async counted(id: string, memberCount: number, countedAt: Date): Promise<void> {
          await model.updateOne({ ...there, _id: id, countedAt: { $lte: countedAt } }, { $set: { memberCount, countedAt } });
        },

        deleted: (): Promise<SegmentDoc[]> => model.find({ projectId, deletedAt: { $ne: null } }).lean<SegmentDoc[]>().exec(),

        remove: async (id: string): Promise<void> => void (await model.deleteOne({ projectId, _id: id })),

        purge: async (): Promise<void> => void (await model.deleteMany({ projectId })),
      };
    },
  };
}
