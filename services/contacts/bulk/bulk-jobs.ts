/**
 * Starts bulk jobs and sees to it that each is carried out. The job's row says when its workflow is due, so neither a crash nor a
 * Temporal that is away loses one; starting is idempotent by workflow id.
 */
import type { Client } from '@temporalio/client';
import type { Call } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import { literalPattern } from '#kit/literal-pattern.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { BulkJob, StartBulkRequest } from '#proto/contacts/v1/contacts.ts';
import { startBulk } from '#temporal/lifecycle.ts';
import { readIds, readOperation } from '../domain/bulk.ts';
import { searchFragment } from '../domain/listing.ts';
import { jobView } from './jobs-store.ts';
import type { JobsStore } from './jobs-store.ts';
import type { JobRow } from './job-model.ts';
import type { ContactLists } from '../audience/audience.ts';

interface Parts {
  jobs: JobsStore;
  lists: ContactLists;
  temporal: () => Promise<Client>;
  clock: () => Date;
  newId: () => string;
  log: Log;
}

export interface BulkJobs {
  /** Records the job; its workflow is started in a moment, or when Temporal is back. */
  begin(request: StartBulkRequest, call: Call): Promise<BulkJob>;
  start(): void;
  stop(): Promise<void>;
}

type Target = Pick<JobRow, 'mode' | 'contactIds' | 'excludeIds' | 'expected'> & Partial<JobRow>;

const BATCH = 50;
/** A job that was started is looked at again after that long, should its workflow have been lost or ended by hand. */
const AGAIN_MS = 3_600_000;
/** Found in no address. */
const NOTHING = '(?!)';

export function createBulkJobs({ jobs, lists, temporal, clock, newId, log }: Parts): BulkJobs {
  async function sweep(): Promise<void> {
    const due = await jobs.due(clock(), BATCH);
    if (due.length === 0) return;
    const client = await temporal();
    for (const job of due) {
      await startBulk(client, { projectId: job.projectId, jobId: job._id });
      await jobs.postpone(job, new Date(clock().getTime() + AGAIN_MS));
    }
  }

  const sweeper = createSweeper(sweep, 'bulk jobs', { log });

  async function targetOf({ ids, query }: StartBulkRequest, call: Call): Promise<Target> {
    if (ids) {
      const contactIds = readIds(ids.contactIds);
      return { mode: 'ids', contactIds, excludeIds: [], expected: contactIds.length };
    }
    if (!query) throw fault('BAD_REQUEST', { message: 'A bulk action names contacts by id or by query' });
    const search = query.search ?? undefined;
    const subscribed = query.subscribed ?? undefined;
    const fragment = searchFragment(search);
    const pattern = fragment === undefined ? NOTHING : literalPattern(fragment);
    const expected = fragment === undefined ? 0 : await lists.count(call, { subscribed, fragment });
    const asked = { ...(search === undefined ? {} : { search }), ...(subscribed === undefined ? {} : { subscribed }) };
    return { mode: 'query', contactIds: [], excludeIds: [...new Set(query.excludeIds)], expected, pattern, ...asked };
  }

  async function begin(request: StartBulkRequest, call: Call): Promise<BulkJob> {
    const { projectId, now } = call;
    const operation = readOperation(request.operation);
    const target = await targetOf(request, call);
    const counts = { position: 0, successCount: 0, unchangedCount: 0, failureCount: 0, faults: [] };
    const job: JobRow = { _id: newId(), projectId, operation, ...target, ...counts, state: 'waiting', createdAt: now, startDue: now };
    await jobs.add(job);
    sweeper.hint();
    return jobView(job);
  }

  return { begin, start: sweeper.start, stop: sweeper.stop };
}
