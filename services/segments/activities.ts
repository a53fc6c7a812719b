/** What Temporal may ask of segments (task queue `segments`). */
import type { Erasure } from '#kit/store/erasure.ts';
import type { Computing } from './computing.ts';
import type { SegmentsStore } from './store.ts';

/** Time of one pass: a project that needs more comes again, behind others. */
const PASS_MS = 30_000;
const PROJECTS = 200;

export interface SegmentsActivitiesParts {
  store: SegmentsStore;
  computing: Computing;
  clock: () => Date;
}

export interface SegmentsActivities {
  /** Projects that have segments, in order, behind `after`; fewer than a page at the end. */
  projectsWithSegments(page: { after: string }): Promise<string[]>;
  /** Computes or recounts a project's segments from behind `after` on. Answers where to go on, null at the end. Harmless when repeated. */
  computeProject(input: { projectId: string; after: string }): Promise<string | null>;
  /** Removes the segments of a project; their members go with the contacts. Harmless when repeated. */
  purgeProject(erasure: Erasure): Promise<void>;
}

export function createSegmentsActivities({ store, computing, clock }: SegmentsActivitiesParts): SegmentsActivities {
  return {
    projectsWithSegments: ({ after }) => store.projects(after, PROJECTS),
    computeProject: ({ projectId, after }) => computing.project(projectId, { after, until: clock().getTime() + PASS_MS }),
    purgeProject: ({ projectId, until }) => store.of(projectId).purge(until),
  };
}
