/**
 * Temporal's workers of this process: one for the activities of each service, one for the workflows. They start in the
 * background and are started anew whenever they fail, so that nothing else waits for Temporal.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { WorkerOptions } from '@temporalio/worker';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { connectionOptions } from './client.ts';
import type { TemporalAddress } from './client.ts';
import { activityAttempts, activityHeartbeats } from './interceptors.ts';
import { workflowBundle } from './bundle.ts';
import { WORKFLOW_QUEUE } from '#temporal/lifecycle.ts';
import { installRuntime } from './runtime.ts';

export interface ServiceActivities {
  /** The task queue. */
  name: string;
  activities?: Record<string, (...args: any[]) => Promise<unknown>>;
  /** Workflows run there too. */
  withWorkflows?: boolean;
}

export interface WorkersOptions extends TemporalAddress {
  services: readonly ServiceActivities[];
  /** Whether this process runs the workflows themselves. */
  workflows: boolean;
  log: Log;
  metrics: Metrics;
  /** Workflows a worker keeps in memory; one beyond them is built again from its history when something happens to it. */
  cachedWorkflows: number;
  /** How long a stop may take: those tasks that are not done a second before are cancelled, and tried again elsewhere. */
  stopWithinMs: number;
  workflowQueue?: string;
  /** Folder in which the workflow bundle is kept; `.local/cache` by default. */
  bundleCache?: string;
}

export interface Workers {
  /** True while every worker polls. */
  running(): boolean;
  /** Takes no new tasks and finishes those under way, as long as it may. */
  stop(): Promise<void>;
}

/** However short a time-out, several beats fit into it. */
const BEAT = '1 second';
/** What those that were cancelled have to end. */
const CANCELLED_WITHIN_MS = 1_000;
/**
 * Where workflows and their activities share a queue: many activities that wait for strangers' servers, few workflow tasks, whose steps run
 * within them and would otherwise fill the process's event loop in a storm.
 */
const SHARED = {
  maxConcurrentActivityTaskExecutions: 400,
  maxConcurrentWorkflowTaskExecutions: 16,
  maxConcurrentLocalActivityExecutions: 16,
};
/** For so long a step waits for the worker that has its workflow in memory, be it alive or killed, before it is anybody's. */
const OWN_WORKER_WAIT = '2 seconds';
const BACKOFF_MS = { first: 250, most: 10_000 };

/** Starts the workers of `services` and answers at once. */
export function startWorkers(options: WorkersOptions): Workers {
  const { services, workflows, cachedWorkflows, stopWithinMs, workflowQueue = WORKFLOW_QUEUE, log, metrics, bundleCache } = options;
  installRuntime(log);
  const interceptors = { activity: [activityAttempts(metrics), activityHeartbeats] };
  const stopping = new AbortController();
  const bundled = (code: string) => ({ workflowBundle: { code }, maxCachedWorkflows: cachedWorkflows });
  const queues: { taskQueue: string; make: (code: () => Promise<string>) => Promise<Partial<WorkerOptions>> }[] = services
    .filter(({ activities }) => activities && Object.keys(activities).length > 0)
    .map(({ name, activities, withWorkflows }) => ({
      taskQueue: name,
      make: async (code) => ({
        activities: activities as object,
        interceptors,
        ...(withWorkflows ? { ...SHARED, ...bundled(await code()) } : {}),
      }),
    }));
  if (workflows) {
    queues.push({
      taskQueue: workflowQueue,
      make: async (code) => ({ ...bundled(await code()), stickyQueueScheduleToStartTimeout: OWN_WORKER_WAIT }),
    });
  }

  const polling = new Set<string>();
  const run = queues.length === 0 ? Promise.resolve() : keepRunning();

  // Workers that never ran keep their connection from closing, so those that were made are ended when another could not be.
  async function makeAll(connection: NativeConnection): Promise<Worker[]> {
    // One text for all of them.
    let reading: Promise<string> | undefined;
    const code = (): Promise<string> => (reading ??= workflowBundle(log, bundleCache));
    const made = await Promise.allSettled(
      queues.map(async ({ taskQueue, make }) =>
        Worker.create({
          connection,
          namespace: options.namespace,
          taskQueue,
          shutdownGraceTime: Math.max(0, stopWithinMs - CANCELLED_WITHIN_MS),
          maxHeartbeatThrottleInterval: BEAT,
          defaultHeartbeatThrottleInterval: BEAT,
          shutdownForceTime: stopWithinMs,
          ...(await make(code)),
        }),
      ),
    );
    const workers = made.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    const failed = made.find((one) => one.status === 'rejected');
    if (!failed) return workers;
    await Promise.allSettled(workers.map((worker) => worker.runUntil(Promise.resolve())));
    throw failed.reason;
  }

  async function runOnce(): Promise<void> {
    const connection = await NativeConnection.connect(connectionOptions(options));
    try {
      const workers = await makeAll(connection);
      const runs = workers.map((worker) => worker.run());
      const end = (): void => workers.forEach((worker) => worker.getState() === 'RUNNING' && worker.shutdown());
      stopping.signal.addEventListener('abort', end, { once: true });
      if (stopping.signal.aborted) end();
      workers.forEach((worker) => polling.add(worker.options.taskQueue));
      log.info({ taskQueues: [...polling] }, 'temporal workers run');
      // One that fails takes the others of this connection with it; all come back together.
      await Promise.race(runs).finally(async () => {
        end();
        await Promise.allSettled(runs);
        stopping.signal.removeEventListener('abort', end);
      });
    } finally {
      polling.clear();
      await connection.close();
    }
  }

  async function keepRunning(): Promise<void> {
    let wait = BACKOFF_MS.first;
    while (!stopping.signal.aborted) {
      const began = Date.now();
      await runOnce().catch((error: Error) => log.warn({ error: error.message }, 'temporal workers could not run'));
      wait = Date.now() - began > BACKOFF_MS.most ? BACKOFF_MS.first : Math.min(wait * 2, BACKOFF_MS.most);
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    running: () => polling.size === queues.length,
    async stop() {
      stopping.abort();
      await run;
    },
  };
}
