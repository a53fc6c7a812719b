/** What Temporal may ask of contacts (task queue `contacts`). */
import { cancellationSignal } from '@temporalio/activity';
import type { Erasure } from '#kit/store/erasure.ts';
import type { Bulk } from './bulk/bulk.ts';
import type { Imports } from './import/import.ts';
import type { Memberships } from './memberships/memberships.ts';
import type { ContactStore } from './upsert/upsert.ts';

interface Parts {
  contacts: ContactStore;
  bulk: Pick<Bulk, 'runPage' | 'fail' | 'purge'>;
  imports: Pick<Imports, 'run' | 'fail' | 'purge'>;
  memberships: Pick<Memberships, 'purge'>;
  clock: () => Date;
}

interface Job {
  projectId: string;
  jobId: string;
}

/** How long one activity takes pages: long enough to cost Temporal little, short enough to move elsewhere soon. */
const SHIFT_MS = 5_000;
/** An import finds its place in the file anew each time. */
const IMPORT_SHIFT_MS = 20_000;

export interface ContactsActivities {
  /** Removes the contacts of a project and the jobs about them. Harmless when repeated. */
  purgeProject(erasure: Erasure): Promise<void>;
  runBulkPages(job: Job): Promise<{ more: boolean }>;
  /** Ends a job that cannot be carried out. */
  failBulk(job: Job & { reason: string }): Promise<void>;
  /** Goes on with an import; answers whether there is more. */
  runImport(job: Job): Promise<{ more: boolean }>;
  /** Ends an import that cannot be carried out. */
  failImport(job: Job & { reason: string }): Promise<void>;
}

export function createContactsActivities({ contacts, bulk, imports, memberships, clock }: Parts): ContactsActivities {
  return {
    async purgeProject(erasure) {
      await bulk.purge(erasure);
      await imports.purge(erasure);
      // Those of contacts that are gone do nothing.
      if (!erasure.until) await memberships.purge(erasure.projectId);
      await contacts.of(erasure.projectId).purge(erasure.until);
    },

    async runBulkPages({ projectId, jobId }) {
      const began = clock().getTime();
      for (;;) {
        if (!(await bulk.runPage(projectId, jobId))) return { more: false };
        if (clock().getTime() - began >= SHIFT_MS) return { more: true };
      }
    },

    failBulk: ({ projectId, jobId, reason }) => bulk.fail(projectId, jobId, reason),

    async runImport({ projectId, jobId }) {
      const until = clock().getTime() + IMPORT_SHIFT_MS;
      const stopped = cancellationSignal();
      return { more: await imports.run(projectId, jobId, () => stopped.aborted || clock().getTime() >= until) };
    },

    failImport: ({ projectId, jobId, reason }) => imports.fail(projectId, jobId, reason),
  };
}
