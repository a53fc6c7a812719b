/**
 * How many rows of the ledger came to each state. What is open is looked at (backlog-metrics.ts); what has ended would be too
 * much to count, and so is counted as it happens.
 */
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { EmailRow } from '../domain/email.ts';
import type { Status } from '../domain/states.ts';

/**
 * Called when the transition is written. Several steps in one write count as the last of them; what is written from a dead process's
 * journal is not counted.
 */
export type CountTransition = (row: Pick<EmailRow, 'sourceType'>, to: Status, rows?: number) => void;

export function createTransitionCounter(metrics: Metrics): CountTransition {
  const transitions = metrics.counter(
    'posthorn_delivery_transitions_total',
    'Rows of the ledger that came to a state, by class and state',
    ['class', 'state'],
  );
  return ({ sourceType }, to, rows = 1) => transitions.inc({ class: sourceType.toLowerCase(), state: to.toLowerCase() }, rows);
}
