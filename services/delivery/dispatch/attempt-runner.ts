/** Runs claimed rows through their send attempt on a bounded number of workers, and records each outcome until it is written. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#kit/telemetry/log.ts';
import { span } from '#kit/telemetry/trace.ts';
import type { SpanOptions } from '#kit/telemetry/trace.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Prefetch } from '../domain/prefetch.ts';
import type { OutcomeWriter } from '../ledger/ledger.ts';
import type { AttemptMetrics } from './attempt-metrics.ts';
import type { Claimed, InFlight } from './in-flight.ts';
import { retryUntilWritten } from './outcome-retry.ts';
import { released } from './send-attempt.ts';
import type { SendAttempt } from './send-attempt.ts';
import { attemptKey } from './spool-recovery.ts';
import type { Spool } from './spool.ts';
import type { WorkerSlots } from './worker-slots.ts';

export interface AttemptRunnerParts {
  inFlight: InFlight;
  outcomes: Pick<OutcomeWriter, 'record'>;
  attempt: SendAttempt;
  /** A row was tried, or is somebody else's. */
  tried: (id: string) => void;
  workers: WorkerSlots<Claimed>;
  prefetch: Prefetch;
  spool: Spool | null;
  /** Room for more claims has come about. */
  onRoom: () => void;
  /** A worker is free that no row waits for. */
  onFree: () => void;
  clock: () => Date;
  log: Log;
  metrics: AttemptMetrics;
}

export interface AttemptRunner {
  run(items: readonly Claimed[]): void;
  /** Rows that wait begin, as far as there are workers. */
  fill(): void;
  /** Writes an outcome down without an attempt. */
  record(item: Claimed, outcome: Outcome): Promise<void>;
  /** What waits is given back, and so is what comes. */
  releaseWaiting(): void;
  /** Resolves when nothing is in flight any more. */
  drained(): Promise<void>;
}

export function createAttemptRunner(parts: AttemptRunnerParts): AttemptRunner {
  const { inFlight, outcomes, attempt, tried, workers, prefetch, spool, onRoom, onFree, clock, log, metrics } = parts;
  let isReleasing = false;

  async function record({ row }: Claimed, outcome: Outcome): Promise<void> {
    const status = await retryUntilWritten(row._id, () => outcomes.record({ row, outcome }), log);
    if (status !== 'PENDING' && !row.campaignId)
      metrics.seconds(row.sourceType.toLowerCase(), (clock().getTime() - row.createdAt.getTime()) / 1_000);
    metrics.ended(outcome);
    spool?.leave(attemptKey(row));
    inFlight.release(row);
    tried(row._id);
    onRoom();
  }

  async function process(item: Claimed): Promise<void> {
    // Somebody else may hold the row soon: it is given back.
    const { composed } = item;
    // A message is kept no longer than its attempt.
    delete item.composed;
    const outcome = inFlight.isLeaseShort(item) ? released('the lease was running out') : await attempt.run(item.row, composed);
    prefetch.attempted();
    workers.done(item);
    fill();
    onFree();
    if (workers.waiting === Math.ceil(prefetch.size(workers.count) / 2)) onRoom();
    await record(item, outcome);
  }

  /** An attempt belongs to the trace of the call that wrote the row; a campaign's mails have traces of their own that point to its page. */
  function traced(item: Claimed): Promise<void> {
    const { attempt: made, campaignId, traceparent = '' } = item.row;
    const origin: Pick<SpanOptions, 'parent' | 'links'> = campaignId ? { parent: {}, links: [traceparent] } : { parent: { traceparent } };
    return span('delivery.attempt', () => process(item), { kind: 'CONSUMER', attributes: { 'posthorn.attempt': made }, ...origin });
  }

  function fill(): void {
    if (isReleasing) for (const item of workers.takeAll()) void record(item, released('the process stops'));
    for (let item = workers.next(); item; item = workers.next()) void traced(item);
  }

  return {
    run(items) {
      for (const item of items) workers.push(item);
      fill();
    },
    fill,
    record,
    releaseWaiting() {
      isReleasing = true;
      fill();
    },
    async drained() {
      while (inFlight.size > 0) await sleep(20);
    },
  };
}
