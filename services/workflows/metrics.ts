/** Figures of workflows. */
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { STEP_TYPES } from './domain/graph.ts';
import type { KeptCounts } from './kept-counts.ts';

export interface WorkflowsMetrics {
  begun(count: number): void;
  stepped(type: string, status: string): void;
  lagged(seconds: number): void;
}

/** Every replica says the same. */
const KEPT_MS = 10_000;

export function createWorkflowsMetrics(metrics: Metrics, mongo: Connection, kept: Pick<KeptCounts, 'totals'>): WorkflowsMetrics {
  const started = metrics.counter('posthorn_executions_started_total', 'Executions of workflows that began');
  const steps = metrics.counter('posthorn_execution_steps_total', 'Steps that came to a status, by type', ['type', 'status']);
  const lag = metrics.histogram(
    'posthorn_execution_wake_seconds',
    'Time from an event, or the end of a delay, to the execution having gone on',
  );
  // Counted from 0 on: the first one that fails is an increase as well.
  for (const type of STEP_TYPES) steps.inc({ type, status: 'FAILED' }, 0);
  let askedAt = -Infinity;

  metrics.gauge('posthorn_executions', 'Executions that wait to be started, and that are active', {
    labels: ['state'],
    collect: async (gauge) => {
      if (performance.now() - askedAt < KEPT_MS || mongo.readyState !== mongoose.ConnectionStates.connected) return;
      askedAt = performance.now();
      const { starting, active } = await kept.totals();
      gauge.set({ state: 'starting' }, starting);
      gauge.set({ state: 'active' }, active);
    },
  });
  return {
    begun: (count) => started.inc(count),
    stepped: (type, status) => steps.inc({ type, status }),
    lagged: (seconds) => lag.observe(seconds),
  };
}
