/** A CSV import. Its job's row holds all progress, so the workflow only asks for more until there is nothing left. */
import { CancellationScope, continueAsNew, isCancellation, proxyActivities } from '@temporalio/workflow';

export interface ImportContactsInput {
  projectId: string;
  jobId: string;
}

interface ImportActivities {
  /** Goes on with the file for some seconds; answers whether there is more. Each row counts once, however often it is asked for. */
  runImport(input: ImportContactsInput): Promise<{ more: boolean }>;
  /** Ends the job unless it has ended. */
  failImport(input: ImportContactsInput & { reason: string }): Promise<void>;
}

const { runImport, failImport } = proxyActivities<ImportActivities>({
  taskQueue: 'contacts',
  startToCloseTimeout: '5 minutes',
  // Of whoever was killed, another knows after that long.
  heartbeatTimeout: '6 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/** Some 1,800 events of history. */
const ROUNDS = 300;

export async function importContacts(input: ImportContactsInput): Promise<void> {
  try {
    for (let round = 0; round < ROUNDS; round += 1) if (!(await runImport(input)).more) return;
  } catch (error) {
    const reason = isCancellation(error) ? 'Cancelled' : 'The import could not be carried out';
    await CancellationScope.nonCancellable(() => failImport({ ...input, reason }));
    throw error;
  }
  await continueAsNew<typeof importContacts>(input);
}
