/** Import jobs as they are recorded, asked for and moved on. */
import type { ClientSession } from 'mongoose';
import { shortFault } from '#kit/errors.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { ImportJob } from '#proto/contacts/v1/contacts.ts';
import { MAX_IMPORT_ERRORS, progressOf } from './domain/import-job.ts';
import type { ImportCounts, ImportState } from './domain/import-job.ts';
import type { RowError } from './domain/import-row.ts';
import type { ImportModel, ImportRow } from './import-model.ts';

/** A page's place in the file. */
export interface PagePlace {
  /** Where it begins: the job must stand there. */
  from: number;
  to: number;
  records: number;
  at: Date;
}

export type ImportsStore = ReturnType<typeof importsStore>;

export const isOpen = ({ state }: Pick<ImportRow, 'state'>): boolean => state === 'waiting' || state === 'active';
const OPEN: { $in: ImportState[] } = { $in: ['waiting', 'active'] };

export function importView(job: ImportRow): ImportJob {
  const { _id: id, state, offset, size = 0, imported, updated, skipped, faults: errors, failedReason, filename } = job;
  return { id, state, progress: progressOf(state, offset, size), totalRows: imported + updated + skipped, imported, updated, skipped, errors, failedReason, filename, size };
}

/** Another is at this job, or it has ended: this one's page must not count. */
export class Overtaken extends Error {}

export function importsStore(model: ImportModel) {
  return {
    model,

    async add(job: ImportRow): Promise<void> {
      await model.insertMany([job]);
    },

    find: (projectId: string, id: string): Promise<ImportRow | null> => model.findOne({ _id: id, projectId }).lean<ImportRow>(),

    /** Faults 404 in the short form; a job whose file is still coming in is not there yet. */
    async view(projectId: string, id: string): Promise<ImportJob> {
      const job = await this.find(projectId, id);
      if (job?.size === undefined) throw shortFault('Import job not found', 404);
      return importView(job);
    },

    /** All of the file is there. */
    async arrived(projectId: string, id: string, file: { size: number; filename: string }, now: Date): Promise<void> {
      await model.updateOne({ _id: id, projectId }, { ...file, due: now });
    },

    /** Moves the job past a page in the page's own transaction. Throws `Overtaken` when the job does not stand at its beginning. */
    async advance({ projectId, _id }: Pick<ImportRow, '_id' | 'projectId'>, { from, to, records, at }: PagePlace, { imported, updated, skipped, errors }: ImportCounts & { errors: RowError[] }, session: ClientSession): Promise<void> {
      const { matchedCount } = await model.updateOne({ _id, projectId, state: OPEN, offset: from }, {
        $set: { state: 'active', offset: to, records, pageAt: at },
        $inc: { imported, updated, skipped },
        $push: { faults: { $each: errors, $slice: MAX_IMPORT_ERRORS } },
      }, { session });
      if (matchedCount === 0) throw new Overtaken('another is at this import');
    },

    /** Ends a job where it stands; one that has ended stays as it is. */
    async complete(projectId: string, id: string, offset: number, now: Date): Promise<void> {
      await model.updateOne({ _id: id, projectId, state: OPEN, offset }, { state: 'completed', endedAt: now });
    },

    async fail(projectId: string, id: string, reason: string, now: Date): Promise<void> {
      await model.updateOne({ _id: id, projectId, state: OPEN }, { state: 'failed', failedReason: reason, endedAt: now });
    },

    /** Jobs that are to be started or looked after. */
    due: (now: Date, limit: number): Promise<Pick<ImportRow, '_id' | 'projectId' | 'state' | 'size'>[]> =>
      acrossProjects(model.find({ due: { $lte: now } }, { projectId: 1, state: 1, size: 1 })).sort({ due: 1 }).limit(limit).lean<ImportRow[]>(),

    async postpone(projectId: string, id: string, until: Date): Promise<void> {
      await model.updateOne({ _id: id, projectId, due: { $exists: true } }, { due: until });
    },

    /** Nothing is left to be done for it. */
    async settle(projectId: string, id: string): Promise<void> {
      await model.updateOne({ _id: id, projectId }, { $unset: { due: 1 } });
    },

    async remove(projectId: string, id: string): Promise<void> {
      await model.deleteOne({ _id: id, projectId });
    },

    async purge(projectId: string): Promise<string[]> {
      const ids = (await model.find({ projectId }, { _id: 1 }).lean<ImportRow[]>()).map(({ _id }) => _id);
      await model.deleteMany({ projectId });
      return ids;
    },
  };
}
