/** Temporal's own figures: tasks that wait on a queue for a worker, and how workflows ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Metrics } from '#kit/telemetry/metrics.ts';

/** `TaskQueueType` of Temporal's API. */
const TYPES = { workflow: 1, activity: 2 } as const;
export type QueueType = keyof typeof TYPES;

export interface Queue {
  name: string;
  type: QueueType;
}

/** A scrape must not hang while Temporal is away, nor ask it more often than this. */
const ANSWER_WITHIN_MS = 2_000;
const KEPT_MS = 5_000;

interface Length {
  tasks: number;
  ageSeconds: number;
}

async function lengthOf({ workflowService, options: { namespace } }: Client, { name, type }: Queue): Promise<Length> {
  const { stats } = await workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name },
    taskQueueType: TYPES[type],
    reportStats: true,
  });
  const { approximateBacklogCount, approximateBacklogAge } = stats ?? {};
  return { tasks: Number(approximateBacklogCount ?? 0), ageSeconds: Number(approximateBacklogAge?.seconds ?? 0) };
}

/** `ExecutionStatus` as it is searched for. */
const STATES = ['Running', 'Completed', 'Failed', 'Canceled', 'Terminated', 'ContinuedAsNew', 'TimedOut'];

/**
 * How many workflows there are in each state, as far back as Temporal keeps them. A state nobody is in counts 0: the first one is an
 * increase.
 */
async function endings(client: Client): Promise<Map<string, number>> {
  const { groups } = await client.workflow.count('GROUP BY ExecutionStatus');
  const counts = new Map(groups.map(({ count, groupValues }) => [String(groupValues[0]).toLowerCase(), count]));
  return new Map(STATES.map((state) => [state.toLowerCase(), counts.get(state.toLowerCase()) ?? 0]));
}

export interface Watched {
  queues: readonly Queue[];
  /** Whether workflows are counted too. */
  workflows: boolean;
}

/** Asks Temporal when metrics are read; without an answer the figures are absent, never stale. */
export function registerTemporalMetrics(metrics: Metrics, temporal: () => Promise<Client>, { queues, workflows }: Watched): void {
  let asked = 0;
  let answer: Promise<{ lengths: Length[]; states: Map<string, number> } | undefined> = Promise.resolve(undefined);

  async function ask(): Promise<{ lengths: Length[]; states: Map<string, number> }> {
    const client = await temporal();
    return await client.withDeadline(Date.now() + ANSWER_WITHIN_MS, async () => {
      const [lengths, states] = await Promise.all([
        Promise.all(queues.map((queue) => lengthOf(client, queue))),
        workflows ? endings(client) : new Map<string, number>(),
      ]);
      return { lengths, states };
    });
  }

  const current = (): typeof answer => {
    if (Date.now() - asked > KEPT_MS) {
      asked = Date.now();
      answer = Promise.race([ask(), sleep(ANSWER_WITHIN_MS, undefined, { ref: false })]).catch(() => undefined);
    }
    return answer;
  };

  metrics.gauge('posthorn_temporal_backlog_tasks', 'Tasks that wait for a worker, about', {
    labels: ['queue', 'type'],
    collect: async (gauge) => {
      gauge.reset();
      (await current())?.lengths.forEach(({ tasks }, index) => gauge.set({ queue: queues[index]!.name, type: queues[index]!.type }, tasks));
    },
  });
  metrics.gauge('posthorn_temporal_backlog_age_seconds', 'How long the oldest of them has waited, about', {
    labels: ['queue', 'type'],
    collect: async (gauge) => {
      gauge.reset();
      (await current())?.lengths.forEach(({ ageSeconds }, index) =>
        gauge.set({ queue: queues[index]!.name, type: queues[index]!.type }, ageSeconds),
      );
    },
  });
  if (!workflows) return;
  metrics.gauge('posthorn_temporal_workflows', 'Workflows by state, as far back as Temporal keeps them', {
    labels: ['status'],
    collect: async (gauge) => {
      gauge.reset();
      for (const [status, count] of (await current())?.states ?? []) gauge.set({ status }, count);
    },
  });
}
