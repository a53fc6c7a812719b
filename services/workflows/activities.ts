/** What Temporal may ask of workflows (task queue `executions`). */
import type { Erasure } from '#kit/store/erasure.ts';
import type { Reconciler } from './reconciler.ts';
import type { Runner, Rest, RunRequest } from './runner.ts';

export interface WorkflowsActivities {
  /** Runs an execution from where it stands to its next wait or its end; harmless when repeated. */
  runSteps(request: RunRequest): Promise<Rest>;
  /** Removes the workflows of a project; their executions find nothing when they wake. Harmless when repeated. */
  purgeProject(erasure: Erasure): Promise<void>;
}

export function createWorkflowsActivities(run: Runner, reconciler: Reconciler): WorkflowsActivities {
  return {
    runSteps: (request) => run(request),
    purgeProject: (erasure) => reconciler.purge(erasure),
  };
}
