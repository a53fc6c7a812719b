/** Ids of workflows, and starting them. Starting is idempotent by id: whoever is not sure starts again. */
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { Client, WorkflowHandle } from '@temporalio/client';
import type { bulkContacts, BulkContactsInput } from './workflows/bulk-contacts.ts';
import type { importContacts, ImportContactsInput } from './workflows/import-contacts.ts';
import type { segmentsRound } from './workflows/segments.ts';
import type { sendCampaign, SendCampaignInput } from './workflows/send-campaign.ts';
import type { purgeProject, PurgeProjectInput } from './workflows/purge-project.ts';

/** The task queue of every workflow; activities have their service's name. */
export const WORKFLOW_QUEUE = 'workflows';

/** The services that remove their data when a project is deleted. */
export const DATA_OWNERS = ['contacts', 'segments', 'events', 'templating', 'campaigns', 'delivery'] as const;

/** Starts a workflow, unless it is under way. One that ended before its work was done is started again. */
async function startOnce<W extends (input: any) => Promise<void>>(client: Client, type: string, workflowId: string, input: Parameters<W>[0]): Promise<void> {
  try {
    await client.workflow.start<(input: Parameters<W>[0]) => Promise<void>>(type, { taskQueue: WORKFLOW_QUEUE, workflowId, workflowIdConflictPolicy: 'USE_EXISTING', workflowIdReusePolicy: 'ALLOW_DUPLICATE', args: [input] });
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
  return startOnce<typeof purgeProject>(client, 'purgeProject', purgeId(projectId), input);
}

export function bulkId(jobId: string): string {
  return `bulk-${jobId}`;
}

export function startBulk(client: Client, input: BulkContactsInput): Promise<void> {
  return startOnce<typeof bulkContacts>(client, 'bulkContacts', bulkId(input.jobId), input);
}

/** @param input its job's id, `import-<projectId>-…`, is the workflow's. */
export function startImport(client: Client, input: ImportContactsInput): Promise<void> {
  return startOnce<typeof importContacts>(client, 'importContacts', input.jobId, input);
}

/** The schedule of the segments' loop. */
export const SEGMENTS_LOOP = 'segments-loop';

/** Makes the five-minute loop of segments unless it is there (decisions 2.4 "Background loop"). A round that is late is not followed by two. */
export async function ensureSegmentsLoop(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: SEGMENTS_LOOP,
      spec: { intervals: [{ every: '5 minutes' }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
      action: { type: 'startWorkflow', workflowType: 'segmentsRound' satisfies keyof { segmentsRound: typeof segmentsRound }, taskQueue: WORKFLOW_QUEUE, workflowId: 'segments-round', args: [{ after: '' }] },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}

/** By the run: a changed or withdrawn send is another workflow than the one that follows it. */
export function sendId(run: string): string {
  return `campaign-${run}`;
}

/** Mails in delivery's hands at once are pages times their size; a run of this many pages makes some 1,500 events of history. */
const SEND_SHAPE = { pagesPerRun: 150, window: 4 } as const;

/** Starts a campaign's send, unless it is under way or has ended. @param delayMs until it is due. @param settling its audience was mailed already: it only ends */
export async function startSend(client: Client, send: Pick<SendCampaignInput, 'projectId' | 'campaignId' | 'run'>, delayMs: number, settling: boolean): Promise<void> {
  try {
    await client.workflow.start<typeof sendCampaign>('sendCampaign', {
      taskQueue: WORKFLOW_QUEUE,
      workflowId: sendId(send.run),
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      startDelay: delayMs,
      args: [{ ...send, ...SEND_SHAPE, ...(settling && { reached: { pages: 0, next: 0 } }) }],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Does nothing when there is no such workflow, or it has ended. */
async function steer(client: Client, run: string, steering: (handle: WorkflowHandle<typeof sendCampaign>) => Promise<unknown>): Promise<void> {
  try {
    await steering(client.workflow.getHandle<typeof sendCampaign>(sendId(run)));
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** Ends a send that is withdrawn. A signal would wake one that waits for its time, so this one is not asked. */
export const withdrawSend = (client: Client, run: string): Promise<void> => steer(client, run, (handle) => handle.terminate('withdrawn'));
/** No further page is handed over until it is resumed. */
export const pauseSend = (client: Client, run: string): Promise<void> => steer(client, run, (handle) => handle.signal('pause'));
export const resumeSend = (client: Client, run: string): Promise<void> => steer(client, run, (handle) => handle.signal('resume'));
