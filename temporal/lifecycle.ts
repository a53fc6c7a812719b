/** Ids of workflows, and starting them. Starting is idempotent by id: whoever is not sure starts again. */
import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { Client, ScheduleOptionsAction, WorkflowHandle } from '@temporalio/client';
import type { bulkContacts, BulkContactsInput } from './workflows/bulk-contacts.ts';
import type { domainsRound, DomainsRound } from './workflows/domains.ts';
import type { importContacts, ImportContactsInput } from './workflows/import-contacts.ts';
import type { runExecution, RunExecutionInput } from './workflows/execution.ts';
import type { segmentsRound } from './workflows/segments.ts';
import type { sendCampaign, SendCampaignInput } from './workflows/send-campaign.ts';
import type { purgeProject, PurgeProjectInput, resetProject, ResetProjectInput } from './workflows/purge-project.ts';

/** The task queue of every workflow; activities have their service's name. */
export const WORKFLOW_QUEUE = 'workflows';

/** The task queue of executions, their workflow and its activities alike: many of them keep no other workflow waiting. */
export const EXECUTION_QUEUE = 'executions';

/** The task queues of the services that remove their data when a project is deleted; where that lasts, a queue of its own. */
export const DATA_OWNERS = [
  'contacts',
  'segments',
  'events',
  'templating',
  'campaigns',
  EXECUTION_QUEUE,
  'delivery-bulk',
  'gateway',
] as const;

/** Starts a workflow, unless it is under way. One that ended before its work was done is started again. */
async function startOnce<W extends (input: any) => Promise<void>>(
  client: Client,
  type: string,
  { workflowId, input }: { workflowId: string; input: Parameters<W>[0] },
): Promise<void> {
  try {
    await client.workflow.start<(input: Parameters<W>[0]) => Promise<void>>(type, {
      taskQueue: WORKFLOW_QUEUE,
      workflowId,
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      args: [input],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

export function purgeId(projectId: string): string {
  return `purge-${projectId}`;
}

/** The purge of a deleted project. */
export function startPurge(client: Client, projectId: string): Promise<void> {
  const input: PurgeProjectInput = { projectId, services: [...DATA_OWNERS] };
  return startOnce<typeof purgeProject>(client, 'purgeProject', { workflowId: purgeId(projectId), input });
}

/** Of these, those that a reset concerns: images are linked from mail that was sent. */
export const RESET_OWNERS = DATA_OWNERS.filter((name) => name !== 'gateway');

export function resetId(projectId: string, until: Date): string {
  return `reset-${projectId}-${until.getTime()}`;
}

/** The reset of a project: what was there until then goes. */
export function startReset(client: Client, projectId: string, until: Date): Promise<void> {
  const input: ResetProjectInput = { projectId, until: until.toISOString(), services: [...RESET_OWNERS] };
  return startOnce<typeof resetProject>(client, 'resetProject', { workflowId: resetId(projectId, until), input });
}

export function bulkId(jobId: string): string {
  return `bulk-${jobId}`;
}

export function startBulk(client: Client, input: BulkContactsInput): Promise<void> {
  return startOnce<typeof bulkContacts>(client, 'bulkContacts', { workflowId: bulkId(input.jobId), input });
}

/** @param input its job's id, `import-<projectId>-…`, is the workflow's. */
export function startImport(client: Client, input: ImportContactsInput): Promise<void> {
  return startOnce<typeof importContacts>(client, 'importContacts', { workflowId: input.jobId, input });
}

/** The schedule of the segments' loop. */
export const SEGMENTS_LOOP = 'segments-loop';

/** Makes a five-minute schedule of one workflow unless it is there. */
async function ensureLoop(
  client: Client,
  scheduleId: string,
  { action, overlap }: { action: ScheduleOptionsAction; overlap: ScheduleOverlapPolicy },
): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId,
      spec: { intervals: [{ every: '5 minutes' }] },
      policies: { overlap, catchupWindow: '1 minute' },
      action,
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}

/** The loop of segments (contract 2.4 "Background loop"). A round that is late is not followed by two. */
export function ensureSegmentsLoop(client: Client): Promise<void> {
  const workflowType = 'segmentsRound' satisfies keyof { segmentsRound: typeof segmentsRound };
  const action = { workflowType, taskQueue: WORKFLOW_QUEUE, workflowId: 'segments-round', args: [{ after: '' }] };
  return ensureLoop(client, SEGMENTS_LOOP, { action: { type: 'startWorkflow', ...action }, overlap: ScheduleOverlapPolicy.SKIP });
}

/** The schedule of the sender domains' loop. */
export const DOMAINS_LOOP = 'domains-loop';

/** The loop of sender domains (contract 4.9 "Domains"). A round that is late is followed by one more. */
export function ensureDomainsLoop(client: Client): Promise<void> {
  const workflowType = 'domainsRound' satisfies keyof { domainsRound: typeof domainsRound };
  const first: DomainsRound = { part: 'fresh', after: '', pauseMs: 0 };
  const action = { workflowType, taskQueue: WORKFLOW_QUEUE, workflowId: 'domains-round', args: [first] };
  return ensureLoop(client, DOMAINS_LOOP, { action: { type: 'startWorkflow', ...action }, overlap: ScheduleOverlapPolicy.BUFFER_ONE });
}

/** By the run: a changed or withdrawn send is another workflow than the one that follows it. */
export function sendId(run: string): string {
  return `campaign-${run}`;
}

/**
 * A step costs Temporal more than 10 ms of CPU whatever it sends: ten pages are 5,000 mails. Delivery holds a page of each step at a
 * time. A run of this many pages makes some 1,000 events of history.
 */
const SEND_SHAPE = { pagesPerRun: 1_500, pagesPerStep: 10, window: 4 } as const;
/** When a step of a send that a killed worker had begun is another's; Temporal's own ten seconds are long where mail waits. */
const SEND_STEP_TIMEOUT = '4 seconds';

/**
 * Starts a campaign's send, unless it is under way or has ended. @param delayMs until it is due. @param resending its audience was mailed
 * already: it only ends
 */
export async function startSend(
  client: Client,
  send: Pick<SendCampaignInput, 'projectId' | 'campaignId' | 'run'>,
  { delayMs, resending }: { delayMs: number; resending: boolean },
): Promise<void> {
  try {
    await client.workflow.start<typeof sendCampaign>('sendCampaign', {
      taskQueue: WORKFLOW_QUEUE,
      workflowId: sendId(send.run),
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowTaskTimeout: SEND_STEP_TIMEOUT,
      startDelay: delayMs,
      args: [{ ...send, ...SEND_SHAPE, ...(resending && { reached: { pages: 0, next: 0 } }) }],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Does nothing when there is no such workflow, or it has ended. */
async function control(client: Client, run: string, act: (handle: WorkflowHandle<typeof sendCampaign>) => Promise<unknown>): Promise<void> {
  try {
    await act(client.workflow.getHandle<typeof sendCampaign>(sendId(run)));
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** Ends a send that is withdrawn, also one that waits for its time: as cancelled, which is nobody's alarm. */
export const withdrawSend = (client: Client, run: string): Promise<void> => control(client, run, (handle) => handle.cancel());
/** No further page is handed over until it is resumed. */
export const pauseSend = (client: Client, run: string): Promise<void> => control(client, run, (handle) => handle.signal('pause'));
export const resumeSend = (client: Client, run: string): Promise<void> => control(client, run, (handle) => handle.signal('resume'));

export function executionId(id: string): string {
  return `execution-${id}`;
}

const executionOptions = (input: RunExecutionInput) => ({
  taskQueue: EXECUTION_QUEUE,
  workflowId: executionId(input.executionId),
  workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
  args: [{ ...input, runsLocally: true }] as [RunExecutionInput],
});

/** Starts an execution, unless it is under way. */
export async function startExecution(client: Client, input: RunExecutionInput): Promise<void> {
  await client.workflow.start<typeof runExecution>('runExecution', {
    ...executionOptions(input),
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
}

/** Has an execution look at what happened to it; one that Temporal knows nothing of is started when it is `active`. */
export async function wakeExecution(client: Client, input: RunExecutionInput, active: boolean): Promise<void> {
  if (active) {
    await client.workflow.signalWithStart<typeof runExecution>('runExecution', {
      ...executionOptions(input),
      signal: 'wake',
      signalArgs: [],
    });
    return;
  }
  try {
    await client.workflow.getHandle<typeof runExecution>(executionId(input.executionId)).signal('wake');
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
