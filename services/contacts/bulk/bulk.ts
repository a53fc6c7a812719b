/** The room of bulk actions: records jobs, has them carried out page by page, and says how far each is. */
import type { Client } from '@temporalio/client';
import type { Connection, Model } from 'mongoose';
import type { Handlers } from '#kit/contract/definition.ts';
import type { Erasure } from '#kit/store/erasure.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { ContactLists } from '../audience/audience.ts';
import type { Catalogue } from '../fields/fields.ts';
import type { ContactModel } from '../model.ts';
import { createBulkJobs } from './bulk-jobs.ts';
import { createBulkPages } from './bulk-page.ts';
import type { RunBulkPage } from './bulk-page.ts';
import { jobModel } from './job-model.ts';
import { createJobsStore } from './jobs-store.ts';

export interface Bulk {
  handlers: Pick<Handlers<typeof ContactsServiceDefinition>, 'startBulk' | 'getBulk'>;
  models: Model<any>[];
  runPage: RunBulkPage;
  /** Ends a job that cannot be carried out. */
  fail(projectId: string, jobId: string, reason: string): Promise<void>;
  purge(erasure: Erasure): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface Parts {
  mongo: Connection;
  contacts: ContactModel;
  catalogue: Catalogue;
  lists: ContactLists;
  temporal: () => Promise<Client>;
  clock: () => Date;
  newId: () => string;
  log: Log;
}

export function createBulk({ mongo, contacts, catalogue, lists, temporal, clock, newId, log }: Parts): Bulk {
  const jobs = createJobsStore(jobModel(mongo));
  const bulkJobs = createBulkJobs({ jobs, lists, temporal, clock, newId, log });
  return {
    handlers: {
      startBulk: (request, call) => bulkJobs.begin(request, call),
      getBulk: ({ id }, { projectId }) => jobs.view(projectId, id),
    },
    models: [jobs.model],
    runPage: createBulkPages({ contacts, jobs: jobs.model, catalogue, clock }),
    fail: (projectId, jobId, reason) => jobs.fail({ _id: jobId, projectId }, reason, clock()),
    purge: jobs.purge,
    start: bulkJobs.start,
    stop: bulkJobs.stop,
  };
}
