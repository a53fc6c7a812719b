/** The end of a deleted project: every service that owns data of it removes it, then accounts removes the project itself. */
import { proxyActivities, sleep } from '@temporalio/workflow';

export interface PurgeProjectInput {
  projectId: string;
  /** Task queues of the services that own data. Part of the input, so that a running purge keeps its list when a release changes it. */
  services: string[];
}

interface PurgeActivities {
  /** Removes everything the service has of the project; harmless when repeated. */
  purgeProject(input: { projectId: string }): Promise<void>;
}

interface AccountsActivities {
  removeProject(input: { projectId: string }): Promise<void>;
}

/**
 * Retried without end: a service that is down today finishes its part tomorrow. An attempt that is cut off has removed what it
 * had come to, and the next one goes on from there.
 */
const OPTIONS = {
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
} as const;

/** Requests and mail that were in hand when the project was deleted may still write for a moment. */
const STRAGGLERS = '1 minute';

async function purgeAll({ projectId, services }: PurgeProjectInput): Promise<void> {
  await Promise.all(services.map((taskQueue) => proxyActivities<PurgeActivities>({ ...OPTIONS, taskQueue }).purgeProject({ projectId })));
}

export async function purgeProject(input: PurgeProjectInput): Promise<void> {
  await purgeAll(input);
  await sleep(STRAGGLERS);
  await purgeAll(input);
  await proxyActivities<AccountsActivities>({ ...OPTIONS, taskQueue: 'accounts' }).removeProject({ projectId: input.projectId });
}
