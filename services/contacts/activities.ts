/** What Temporal may ask of contacts (task queue `contacts`). */
import { heartbeat } from '@temporalio/activity';
import type { JobsStore } from './jobs-store.ts';
import type { ContactsStore } from './store.ts';

interface Parts {
  contacts: ContactsStore;
  jobs: JobsStore;
  /** Carries out the next page of a bulk job; answers whether there is another. */
  runPage: (projectId: string, jobId: string) => Promise<boolean>;
  clock: () => Date;
}

interface Job {
  projectId: string;
  jobId: string;
}

/** How long one activity takes pages: long enough to cost Temporal little, short enough to move elsewhere soon. */
const SHIFT_MS = 5_000;

export function contactsActivities({ contacts, jobs, runPage, clock }: Parts) {
  return {
    /** Removes everything of a deleted project. Harmless when repeated. */
    async purgeProject({ projectId }: { projectId: string }): Promise<void> {
      await jobs.purge(projectId);
      await contacts.of(projectId).purge();
    },

    async runBulkPages({ projectId, jobId }: Job): Promise<{ more: boolean }> {
      const began = clock().getTime();
      for (;;) {
        if (!(await runPage(projectId, jobId))) return { more: false };
        if (clock().getTime() - began >= SHIFT_MS) return { more: true };
        heartbeat();
      }
    },

    /** Ends a job that cannot be carried out. */
    failBulk: ({ projectId, jobId, reason }: Job & { reason: string }): Promise<void> => jobs.fail(projectId, jobId, reason, clock()),
  };
}
