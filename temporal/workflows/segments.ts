/** Every five minutes: segments of all projects, each project in a workflow of its own, so that a large one keeps nobody waiting. */
import { ParentClosePolicy, continueAsNew, proxyActivities, startChild } from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';

interface SegmentsActivities {
  /** Projects that have segments, in order, behind `after`; none at the end. */
  projectsWithSegments(input: { after: string }): Promise<string[]>;
  /** Answers behind which segment to go on, null at the end; harmless when repeated. */
  computeProject(input: { projectId: string; after: string }): Promise<string | null>;
}

const activities = proxyActivities<SegmentsActivities>({
  taskQueue: 'segments',
  startToCloseTimeout: '10 minutes',
  // A killed process's pass goes to another one.
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

const TURNS_A_RUN = 200;

/** The id is the lock: one at a time a project. The same text is written in lifecycle.ts. */
const idOf = (projectId: string): string => `segments-${projectId}`;

/** Starts the computing of a page of projects, then goes on as new. A project that is still being computed is left alone. */
export async function segmentsRound({ after }: { after: string } = { after: '' }): Promise<void> {
  const projects = await activities.projectsWithSegments({ after });
  if (projects.length === 0) return;
  await Promise.all(
    projects.map(async (projectId) => {
      try {
        await startChild(computeSegments, {
          workflowId: idOf(projectId),
          args: [{ projectId, after: '' }],
          parentClosePolicy: ParentClosePolicy.ABANDON,
        });
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    }),
  );
  await continueAsNew<typeof segmentsRound>({ after: projects.at(-1)! });
}

/** All segments of one project, turn by turn. */
export async function computeSegments(input: { projectId: string; after: string }): Promise<void> {
  let after: string | null = input.after;
  for (let turn = 0; turn < TURNS_A_RUN && after !== null; turn += 1)
    after = await activities.computeProject({ projectId: input.projectId, after });
  if (after !== null) await continueAsNew<typeof computeSegments>({ ...input, after });
}
