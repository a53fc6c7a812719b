/**
 * One execution of a workflow of ours, for one contact. Its row in MongoDB says where it stands and on which graph it runs; here is only
 * what lasts: the waits between two goes. So this code hardly ever changes, and an execution that waits a year goes on with what there is.
 */
import {
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';

export interface RunExecutionInput {
  projectId: string;
  executionId: string;
  /** Quick steps run within the workflow task. Absent in what began before there was such a thing: a history goes on as it began. */
  runsLocally?: true;
}

type Rest = { kind: 'again' } | { kind: 'slow' } | { kind: 'wait'; waitMs: number | null } | { kind: 'end' };

interface WorkflowsActivities {
  /**
   * Runs the execution to its next wait (for ever when `waitMs` is null) or its end; `isQuick`: at most to a step that asks strangers
   * (`slow`). `at`: what time it is, in ms since the epoch.
   */
  runSteps(request: Pick<RunExecutionInput, 'projectId' | 'executionId'> & { at: number; isQuick?: true }): Promise<Rest>;
}

/** Something happened to the execution: an event that it waits for, or its cancelling. */
export const wakeSignal = defineSignal('wake');

const { runSteps } = proxyActivities<WorkflowsActivities>({
  taskQueue: 'executions',
  startToCloseTimeout: '5 minutes',
  // A killed process's go is another one's soon.
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Costs Temporal nothing beyond the workflow task; tried once, for a task must not last. */
const { runSteps: runQuickSteps } = proxyLocalActivities<WorkflowsActivities>({
  startToCloseTimeout: '8 seconds',
  retry: { maximumAttempts: 1 },
});

/** Goes before a new history: a go and its wait are some 14 events. */
const GOES = 100;

async function runToRest({ projectId, executionId, runsLocally }: RunExecutionInput): Promise<Rest> {
  const execution = { projectId, executionId };
  if (runsLocally) {
    try {
      const rest = await runQuickSteps({ ...execution, at: Date.now(), isQuick: true });
      if (rest.kind !== 'slow') return rest;
    } catch (error) {
      // Something that the steps need is away, or slow: from here on Temporal asks again and again. (Here the activity's own error comes.)
      if (isCancellation(error)) throw error;
    }
  }
  return await runSteps({ ...execution, at: Date.now() });
}

export async function runExecution(input: RunExecutionInput): Promise<void> {
  let wakes = 0;
  setHandler(wakeSignal, () => void (wakes += 1));
  for (let go = 0; go < GOES; go += 1) {
    const seen = wakes;
    const rest = await runToRest(input);
    if (rest.kind === 'end') return;
    if (rest.kind !== 'wait') continue;
    const woken = (): boolean => wakes > seen;
    if (rest.waitMs === null) await condition(woken);
    else await condition(woken, rest.waitMs);
  }
  await continueAsNew<typeof runExecution>(input);
}
