/** Ids of workflows, and starting them. Starting is idempotent by id: whoever is not sure starts again. */
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { bulkContacts, BulkContactsInput } from './workflows/bulk-contacts.ts';
import type { purgeProject, PurgeProjectInput } from './workflows/purge-project.ts';

/** The task queue of every workflow; activities have their service's name. */
export const WORKFLOW_QUEUE = 'workflows';

/** The services that remove their data when a project is deleted. */
export const DATA_OWNERS = ['contacts', 'events', 'templating', 'delivery'] as const;

export function purgeId(projectId: string): string {
  return `purge-${projectId}`;
}

/** Starts the purge of a deleted project, unless it is under way. One that ended before its work was done is started again. */
export async function startPurge(client: Client, projectId: string): Promise<void> {
  const input: PurgeProjectInput = { projectId, services: [...DATA_OWNERS] };
  try {
    await client.workflow.start<typeof purgeProject>('purgeProject', {
      taskQueue: WORKFLOW_QUEUE,
      workflowId: purgeId(projectId),
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      args: [input],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

export function bulkId(jobId: string): string {
  return `bulk-${jobId}`;
}

/** Starts a bulk job's workflow, unless it is under way. One that ended before its work was done is started again. */
export async function startBulk(client: Client, input: BulkContactsInput): Promise<void> {
  try {
    await client.workflow.start<typeof bulkContacts>('bulkContacts', {
      taskQueue: WORKFLOW_QUEUE,
      workflowId: bulkId(input.jobId),
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      args: [input],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
