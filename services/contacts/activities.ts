/** What Temporal may ask of contacts (task queue `contacts`). */
import { cancellationSignal, heartbeat } from '@temporalio/activity';
import type { Blobs } from '#kit/store/blobs.ts';
import type { RunImport } from './import-run.ts';
import type { ImportsStore } from './imports-store.ts';
import type { JobsStore } from './jobs-store.ts';
import type { ContactsStore } from './store.ts';

interface Parts {
  blobs: Blobs;
  contacts: ContactsStore;
  imports: ImportsStore;
  jobs: JobsStore;
  runImport: RunImport;
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
/** An import finds its place in the file anew each time. */
const IMPORT_SHIFT_MS = 20_000;
const BEAT_MS = 2_000;

export function contactsActivities({ blobs, contacts, imports, jobs, runImport, runPage, clock }: Parts) {
  return {
    /** Removes everything of a deleted project. Harmless when repeated. */
    async purgeProject({ projectId }: { projectId: string }): Promise<void> {
      await jobs.purge(projectId);
      for (const id of await imports.purge(projectId)) await blobs.remove(projectId, id);
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

    /** Goes on with an import; answers whether there is more. */
    async runImport({ projectId, jobId }: Job): Promise<{ more: boolean }> {
      const until = clock().getTime() + IMPORT_SHIFT_MS;
      const stopped = cancellationSignal();
      const beat = setInterval(heartbeat, BEAT_MS);
      try {
        return { more: await runImport(projectId, jobId, () => stopped.aborted || clock().getTime() >= until) };
      } finally {
        clearInterval(beat);
      }
    },

    /** Ends an import that cannot be carried out. */
    failImport: ({ projectId, jobId, reason }: Job & { reason: string }): Promise<void> => imports.fail(projectId, jobId, reason, clock()),
  };
}
