/** A bulk action over contacts. Its job's row holds all progress, so the workflow only asks for pages until there are none. */
import { CancellationScope, continueAsNew, isCancellation, proxyActivities } from '@temporalio/workflow';

export interface BulkContactsInput {
  projectId: string;
  jobId: string;
}

interface BulkActivities {
  /** Carries out pages for some seconds; answers whether there are more. Each page counts once, however often it is asked for. */
  runBulkPages(input: BulkContactsInput): Promise<{ more: boolean }>;
  /** Ends the job unless it has ended. */
  failBulk(input: BulkContactsInput & { reason: string }): Promise<void>;
}

const RETRY = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' } as const;

const { runBulkPages, failBulk } = proxyActivities<BulkActivities>({
  taskQueue: 'contacts',
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '30 seconds',
  retry: RETRY,
});

/** Some 1,800 events of history. */
const ROUNDS = 300;

export async function bulkContacts(input: BulkContactsInput): Promise<void> {
  try {
    for (let round = 0; round < ROUNDS; round += 1) if (!(await runBulkPages(input)).more) return;
  } catch (error) {
    const reason = isCancellation(error) ? 'Cancelled' : 'The bulk action could not be carried out';
    await CancellationScope.nonCancellable(() => failBulk({ ...input, reason }));
    throw error;
  }
  await continueAsNew<typeof bulkContacts>(input);
}
