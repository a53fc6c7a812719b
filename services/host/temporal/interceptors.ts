/** Tracing of Temporal: a span where a workflow is started, one for each attempt of an activity, and the context between them. */
import { defaultPayloadConverter } from '@temporalio/common';
import type { Headers } from '@temporalio/common';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { TRACE_HEADER } from '#temporal/workflows/trace-context.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { inScope } from '#kit/telemetry/scope.ts';
import { span, traceparent } from '#kit/telemetry/trace.ts';
import type { Carrier } from '#kit/telemetry/trace.ts';

function withTrace(headers: Headers): Headers {
  const active = traceparent();
  return active ? { ...headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload(active) } : headers;
}

const startOf = ({ workflowId }: { workflowId: string }) => ({
  kind: 'PRODUCER' as const,
  attributes: { 'temporal.workflow_id': workflowId },
});

/** The workflow's side (`trace-context.ts`) hands the header on. */
export const workflowStarts: WorkflowClientInterceptor = {
  startWithDetails: (input, next) =>
    span(`start ${input.workflowType}`, () => next({ ...input, headers: withTrace(input.headers) }), startOf(input.options)),
  signalWithStart: (input, next) =>
    span(`start ${input.workflowType}`, () => next({ ...input, headers: withTrace(input.headers) }), startOf(input.options)),
};

/** A few fit into the shortest time-out for silence. */
const BEAT_MS = 1_000;

/** Sends heartbeats while an attempt runs, where its activity has a heartbeat time-out: once that is over a killed process is followed. */
export const activityHeartbeats: ActivityInterceptorsFactory = (context) => ({
  inbound: {
    async execute(input, next) {
      const { heartbeatTimeoutMs, isLocal } = context.info;
      if (!heartbeatTimeoutMs || isLocal) return next(input);
      const beat = setInterval(() => context.heartbeat(), BEAT_MS);
      try {
        return await next(input);
      } finally {
        clearInterval(beat);
      }
    },
  },
});

/** Watches each attempt of an activity: its span, its time, and whose work the log's lines are about. */
export function activityAttempts(metrics: Metrics): ActivityInterceptorsFactory {
  const seconds = metrics.histogram('posthorn_activity_seconds', 'Time an attempt of an activity took', {
    labels: ['service', 'activity', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600],
  });
  return ({ info: { activityType, taskQueue, workflowExecution, attempt } }) => ({
    inbound: {
      async execute(input, next) {
        const began = performance.now();
        const header = input.headers[TRACE_HEADER];
        const parent: Carrier = header ? { traceparent: defaultPayloadConverter.fromPayload<string>(header) } : {};
        const { projectId } = (input.args[0] ?? {}) as { projectId?: string };
        const workflowId = workflowExecution?.workflowId;
        const attributes = {
          'temporal.activity_type': activityType,
          'temporal.task_queue': taskQueue,
          'temporal.attempt': attempt,
          ...(workflowId ? { 'temporal.workflow_id': workflowId } : {}),
        };
        let outcome = 'ok';
        try {
          return await inScope({ workflowId, projectId }, () =>
            span(`${taskQueue}.${activityType}`, () => next(input), { kind: 'CONSUMER', attributes, parent }),
          );
        } catch (error) {
          outcome = 'error';
          throw error;
        } finally {
          seconds.observe({ service: taskQueue, activity: activityType, outcome }, (performance.now() - began) / 1_000);
        }
      },
    },
  });
}
