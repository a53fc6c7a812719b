/** The room of CSV imports: takes files in, carries them out page by page, and says how far each is. */
import type { Erasure } from '#kit/store/erasure.ts';
import type { Client } from '@temporalio/client';
import type { Handlers } from '#kit/contract/definition.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Connection, Model } from 'mongoose';
import type { AdmitFields } from '../fields/fields.ts';
import type { ContactPages } from '../upsert/upsert.ts';
import { createDeliverable } from './deliverable.ts';
import type { Verification } from './deliverable.ts';
import { importModel } from './import-model.ts';
import { createImportRun } from './import-run.ts';
import type { RunImport } from './import-run.ts';
import { createImportsStore } from './imports-store.ts';
import { createUploads } from './uploads.ts';

export interface Imports {
  handlers: Pick<Handlers<typeof ContactsServiceDefinition>, 'importFile' | 'getImport'>;
  models: Model<any>[];
  run: RunImport;
  /** Ends an import that cannot be carried out. */
  fail(projectId: string, jobId: string, reason: string): Promise<void>;
  /** Removes the jobs of the project, and their files. */
  purge(erasure: Erasure): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface Parts {
  mongo: Connection;
  pages: ContactPages;
  admitFields: AdmitFields;
  blobs: Blobs;
  verification: Verification;
  temporal: () => Promise<Client>;
  clock: () => Date;
  newId: () => string;
  /** 16 random bits. */
  random: () => number;
  log: Log;
}

export function createImports(parts: Parts): Imports {
  const { mongo, blobs, verification, temporal, clock, random, log } = parts;
  const imports = createImportsStore(importModel(mongo));
  const uploads = createUploads({ imports, blobs, temporal, clock, random, log });

  async function purge(erasure: Erasure): Promise<void> {
    for (const id of await imports.purge(erasure)) await blobs.remove(erasure.projectId, id);
  }

  return {
    handlers: {
      importFile: (chunks, call) => uploads.begin(chunks, call),
      getImport: ({ id }, { projectId }) => imports.view(projectId, id),
    },
    models: [imports.model],
    run: createImportRun({ ...parts, imports, deliverable: createDeliverable(verification) }),
    fail: (projectId, jobId, reason) => imports.fail({ _id: jobId, projectId }, reason, clock()),
    purge,
    start: uploads.start,
    stop: uploads.stop,
  };
}
