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

export function contactsActivities({ contacts, bulk, imports, memberships, clock }: Parts) {
  return {
    /** Removes the contacts of a project and the jobs about them. Harmless when repeated. */
    async purgeProject(erasure: Erasure): Promise<void> {
      await bulk.purge(erasure);
      await imports.purge(erasure);
      // Those of contacts that are gone do nothing.
      if (!erasure.until) await memberships.purge(erasure.projectId);
      await contacts.of(erasure.projectId).purge(erasure.until);
    },

    async runBulkPages({ projectId, jobId }: Job): Promise<{ more: boolean }> {
      const began = clock().getTime();
      for (;;) {
        if (!(await bulk.runPage(projectId, jobId))) return { more: false };
        if (clock().getTime() - began >= SHIFT_MS) return { more: true };
      }
    },

    /** Ends a job that cannot be carried out. */
    failBulk: ({ projectId, jobId, reason }: Job & { reason: string }): Promise<void> => bulk.fail(projectId, jobId, reason),

    /** Goes on with an import; answers whether there is more. */
    async runImport({ projectId, jobId }: Job): Promise<{ more: boolean }> {
      const until = clock().getTime() + IMPORT_SHIFT_MS;
      const stopped = cancellationSignal();
      return { more: await imports.run(projectId, jobId, () => stopped.aborted || clock().getTime() >= until) };
    },

    /** Ends an import that cannot be carried out. */
    failImport: ({ projectId, jobId, reason }: Job & { reason: string }): Promise<void> => imports.fail(projectId, jobId, reason),
  };
}
