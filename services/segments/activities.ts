/** What Temporal may ask of segments (task queue `segments`). */
import type { Erasure } from '#kit/store/erasure.ts';
import type { Computing } from './computing.ts';
import type { SegmentsStore } from './store.ts';

/** Time of one pass: a project that needs more comes again, behind others. */
const PASS_MS = 30_000;
const PROJECTS = 200;

export function segmentsActivities({ store, computing, clock }: { store: SegmentsStore; computing: Computing; clock: () => Date }) {
  return {
    /** Projects that have segments, in order, behind `after`; fewer than a page at the end. */
    projectsWithSegments: ({ after }: { after: string }): Promise<string[]> => store.projects(after, PROJECTS),

    /**
     * Computes or recounts a project's segments from behind `after` on. Answers where to go on, null at the end. Harmless when repeated.
     */
    computeProject: ({ projectId, after }: { projectId: string; after: string }): Promise<string | null> =>
      computing.project(projectId, { after, until: clock().getTime() + PASS_MS }),

    /** Removes the segments of a project; their members go with the contacts. Harmless when repeated. */
    purgeProject: ({ projectId, until }: Erasure): Promise<void> => store.of(projectId).purge(until),
  };
}
