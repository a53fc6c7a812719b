/** Import jobs as they are recorded, asked for and moved on. */
import { erasedRows } from '#kit/store/erasure.ts';
import type { Erasure } from '#kit/store/erasure.ts';
import type { ClientSession } from 'mongoose';
import { shortFault } from '#kit/errors.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { ImportJob } from '#proto/contacts/v1/contacts.ts';
import { MAX_IMPORT_ERRORS, progressOf } from '../domain/import-job.ts';
import type { ImportCounts, ImportState } from '../domain/import-job.ts';
import type { RowError } from '../domain/import-row.ts';
import type { ImportModel, ImportRow } from './import-model.ts';

/** A page's place in the file. */
export interface PagePlace {
  /** Where it begins: the job must stand there. */
  from: number;
  to: number;
  records: number;
  at: Date;
}

type Job = Pick<ImportRow, '_id' | 'projectId'>;

export type ArrivedFile = Required<Pick<ImportRow, 'filename' | 'size' | 'verify'>>;

/** What a page adds to its job. */
export interface PageResult extends ImportCounts {
  errors: RowError[];
}

export interface ImportsStore {
  model: ImportModel;
  add(job: ImportRow): Promise<void>;
  find(projectId: string, id: string): Promise<ImportRow | null>;
  /** Faults 404 in the short form; a job whose file is still coming in is not there yet. */
  view(projectId: string, id: string): Promise<ImportJob>;
  /** All of the file is there. */
  arrived(job: Job, file: ArrivedFile, now: Date): Promise<void>;
  /** A page: moves the job past it in the page's own transaction. Throws `Overtaken` when the job does not stand at its beginning. */
  advance(job: Job, page: PagePlace & PageResult, session: ClientSession): Promise<void>;
  /** Ends a job that stands at `offset`; one that has ended stays as it is. */
  complete(job: Job, offset: number, now: Date): Promise<void>;
  fail(job: Job, reason: string, now: Date): Promise<void>;
  /** Jobs that are to be started or looked after. */
  due(now: Date, limit: number): Promise<Pick<ImportRow, '_id' | 'projectId' | 'state' | 'size'>[]>;
  postpone(job: Job, until: Date): Promise<void>;
  /** Nothing is left to be done for it. */
  settle(job: Job): Promise<void>;
  remove(job: Job): Promise<void>;
  /** Answers the ids of the jobs, by which their files are named. */
  purge(erasure: Erasure): Promise<string[]>;
}

export const isOpen = ({ state }: Pick<ImportRow, 'state'>): boolean => state === 'waiting' || state === 'active';
const OPEN: { $in: ImportState[] } = { $in: ['waiting', 'active'] };

export function importView(job: ImportRow): ImportJob {
  const { _id: id, state, offset, size = 0, imported, updated, skipped, faults: errors, failedReason, filename } = job;
  return {
    id,
    state,
    progress: progressOf(state, offset, size),
    totalRows: imported + updated + skipped,
    imported,
    updated,
    skipped,
    errors,
    failedReason,
    filename,
    size,
  };
}

/** Another is at this job, or it has ended: this one's page must not count. */
export class Overtaken extends Error {}

export function createImportsStore(model: ImportModel): ImportsStore {
  async function add(job: ImportRow): Promise<void> {
    await model.insertMany([job]);
  }

  function find(projectId: string, id: string): Promise<ImportRow | null> {
    return model.findOne({ _id: id, projectId }).lean<ImportRow>();
  }

  async function view(projectId: string, id: string): Promise<ImportJob> {
    const job = await find(projectId, id);
    if (job?.size === undefined) throw shortFault('Import job not found', 404);
    return importView(job);
  }

  async function arrived({ _id, projectId }: Job, file: ArrivedFile, now: Date): Promise<void> {
    await model.updateOne({ _id, projectId }, { ...file, due: now });
  }

  async function advance({ projectId, _id }: Job, page: PagePlace & PageResult, session: ClientSession): Promise<void> {
    const { from, to, records, at, imported, updated, skipped, errors } = page;
    const { matchedCount } = await model.updateOne(
      { _id, projectId, state: OPEN, offset: from },
      {
        $set: { state: 'active', offset: to, records, pageAt: at },
        $inc: { imported, updated, skipped },
        $push: { faults: { $each: errors, $slice: MAX_IMPORT_ERRORS } },
      },
      { session },
    );
    if (matchedCount === 0) throw new Overtaken('another is at this import');
  }

  async function complete({ _id, projectId }: Job, offset: number, now: Date): Promise<void> {
    await model.updateOne({ _id, projectId, state: OPEN, offset }, { state: 'completed', endedAt: now });
  }

  async function fail({ _id, projectId }: Job, reason: string, now: Date): Promise<void> {
    await model.updateOne({ _id, projectId, state: OPEN }, { state: 'failed', failedReason: reason, endedAt: now });
  }

  function due(now: Date, limit: number): Promise<Pick<ImportRow, '_id' | 'projectId' | 'state' | 'size'>[]> {
    return acrossProjects(model.find({ due: { $lte: now } }, { projectId: 1, state: 1, size: 1 }))
      .sort({ due: 1 })
      .limit(limit)
      .lean<ImportRow[]>();
  }

  async function postpone({ _id, projectId }: Job, until: Date): Promise<void> {
    await model.updateOne({ _id, projectId, due: { $exists: true } }, { due: until });
  }

  async function settle({ _id, projectId }: Job): Promise<void> {
    await model.updateOne({ _id, projectId }, { $unset: { due: 1 } });
  }

  async function remove({ _id, projectId }: Job): Promise<void> {
    await model.deleteOne({ _id, projectId });
  }

  async function purge(erasure: Erasure): Promise<string[]> {
    const rows = erasedRows(erasure);
    const ids = (await model.find(rows, { _id: 1 }).lean<ImportRow[]>()).map(({ _id }) => _id);
    await model.deleteMany({ ...rows, _id: { $in: ids } });
    return ids;
  }

  return { model, add, find, view, arrived, advance, complete, fail, due, postpone, settle, remove, purge };
}
