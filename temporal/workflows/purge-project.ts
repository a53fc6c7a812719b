/**
 * The end of a deleted project: every service that owns data of it removes it, then accounts removes the project itself. And its reset:
 * the same, of what was there until a moment.
 */
import { proxyActivities, sleep } from '@temporalio/workflow';

export interface PurgeProjectInput {
  projectId: string;
  /** Task queues of the services that own data. Part of the input, so that a running purge keeps its list when a release changes it. */
  services: string[];
}

export interface ResetProjectInput extends PurgeProjectInput {
  /** ISO 8601: what was made later stays. */
  until: string;
}

interface PurgeActivities {
  /** Removes what the service has of the project, or had until then; harmless when repeated. */
  purgeProject(input: { projectId: string; until?: string }): Promise<void>;
}

interface AccountsActivities {
  removeProject(input: { projectId: string }): Promise<void>;
  /** A service has removed its part. */
  noteReset(input: { projectId: string; until: string; service: string }): Promise<void>;
  endReset(input: { projectId: string; until: string }): Promise<void>;
}

/**
 * Retried without end: a service that is down today finishes its part tomorrow. An attempt that is cut off has removed what it had come
 * to, and the next one goes on from there; heartbeats tell that a process died.
 */
const RETRY = { retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' } } as const;
const OPTIONS = { ...RETRY, startToCloseTimeout: '30 minutes', heartbeatTimeout: '15 seconds' } as const;

/** Requests and mail that were in flight when the project was deleted may still write for a moment. */
const STRAGGLERS = '1 minute';

const accounts = () => proxyActivities<AccountsActivities>({ ...RETRY, startToCloseTimeout: '1 minute', taskQueue: 'accounts' });

async function purgeAll({ services, ...which }: PurgeProjectInput, then?: (service: string) => Promise<void>): Promise<void> {
  const purge = async (taskQueue: string): Promise<void> => {
    await proxyActivities<PurgeActivities>({ ...OPTIONS, taskQueue }).purgeProject(which);
    await then?.(taskQueue);
  };
  await Promise.all(services.map(purge));
}

export async function purgeProject(input: PurgeProjectInput): Promise<void> {
  await purgeAll(input);
  await sleep(STRAGGLERS);
  await purgeAll(input);
  await accounts().removeProject({ projectId: input.projectId });
}

export async function resetProject(input: ResetProjectInput): Promise<void> {
  const { projectId, until } = input;
  await purgeAll(input, (service) => accounts().noteReset({ projectId, until, service }));
  await sleep(STRAGGLERS);
  await purgeAll(input);
  await accounts().endReset({ projectId, until });
}
