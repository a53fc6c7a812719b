/** Ids of workflows, and starting them. Starting is idempotent by id: whoever is not sure starts again. */
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { bulkContacts, BulkContactsInput } from './workflows/bulk-contacts.ts';
import type { importContacts, ImportContactsInput } from './workflows/import-contacts.ts';
import type { segmentsRound } from './workflows/segments.ts';
import type { purgeProject, PurgeProjectInput } from './workflows/purge-project.ts';

/** The task queue of every workflow; activities have their service's name. */
export const WORKFLOW_QUEUE = 'workflows';

/** The services that remove their data when a project is deleted. */
export const DATA_OWNERS = ['contacts', 'segments', 'events', 'templating', 'delivery'] as const;

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
