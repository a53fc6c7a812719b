/** Bulk jobs as they are recorded, asked for and looked after. */
import { erasedRows } from '#kit/store/erasure.ts';
import type { Erasure } from '#kit/store/erasure.ts';
import { shortFault } from '#kit/errors.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { BulkJob } from '#proto/contacts/v1/contacts.ts';
import { progressOf } from '../domain/bulk.ts';
import type { JobModel, JobRow } from './job-model.ts';

type Job = Pick<JobRow, '_id' | 'projectId'>;

export interface JobsStore {
  model: JobModel;
  add(job: JobRow): Promise<void>;
  /** Faults 404 in the short form. */
  view(projectId: string, id: string): Promise<BulkJob>;
  /** Jobs whose workflow is to be started or looked after. */
  due(now: Date, limit: number): Promise<Job[]>;
  postpone(job: Job, until: Date): Promise<void>;
  /** Ends a job that cannot be carried out; one that has ended stays as it is. */
  fail(job: Job, reason: string, now: Date): Promise<void>;
  purge(erasure: Erasure): Promise<void>;
}

/** What is shown of a job: the ids that were sent are not repeated. */
const VIEWED = { contactIds: 0, excludeIds: 0, pattern: 0, after: 0 } as const;

export function jobView(job: Omit<JobRow, 'contactIds' | 'excludeIds'>): BulkJob {
  const {
    _id: id,
    operation,
    mode,
    search,
    subscribed,
    state,
    expected,
    successCount,
    unchangedCount,
    failureCount,
    faults,
    failedReason,
  } = job;
  const done = successCount + unchangedCount + failureCount;
  const ended = state === 'completed' || state === 'failed';
  const filter = { ...(search === undefined ? {} : { search }), ...(subscribed === undefined ? {} : { subscribed }) };
  return {
    id,
    state,
    progress: state === 'completed' ? 100 : progressOf(done, expected),
    result: ended
      ? { operation, totalRequested: mode === 'ids' ? expected : done, successCount, unchangedCount, failureCount, errors: faults }
      : undefined,
    data: { operation, mode, ...(mode === 'query' ? { filter } : {}) },
    failedReason,
  };
}

export function createJobsStore(model: JobModel): JobsStore {
  async function add(job: JobRow): Promise<void> {
    await model.insertMany([job]);
  }

  async function view(projectId: string, id: string): Promise<BulkJob> {
    const job = await model.findOne({ _id: id, projectId }, VIEWED).lean<JobRow>();
    if (!job) throw shortFault('Bulk action job not found', 404);
    return jobView(job);
  }

  function due(now: Date, limit: number): Promise<Job[]> {
    return acrossProjects(model.find({ startDue: { $lte: now } }, { projectId: 1 }))
      .sort({ startDue: 1 })
      .limit(limit)
      .lean<JobRow[]>();
  }

  async function postpone({ _id, projectId }: Job, until: Date): Promise<void> {
    await model.updateOne({ _id, projectId, startDue: { $exists: true } }, { startDue: until });
  }

  async function fail({ _id, projectId }: Job, reason: string, now: Date): Promise<void> {
    await model.updateOne(
      { _id, projectId, state: { $in: ['waiting', 'active'] } },
      { $set: { state: 'failed', failedReason: reason, endedAt: now }, $unset: { startDue: 1 } },
    );
  }

  async function purge(erasure: Erasure): Promise<void> {
    await model.deleteMany(erasedRows(erasure));
  }

  return { model, add, view, due, postpone, fail, purge };
}
