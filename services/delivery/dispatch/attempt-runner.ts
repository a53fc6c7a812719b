/** Runs claimed rows through their send attempt on a bounded number of workers, and records each outcome until it is written. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { span } from '#kit/telemetry/trace.ts';
import type { SpanOptions } from '#kit/telemetry/trace.ts';
import type { EmailRow } from '../domain/email.ts';
import type { Outcome } from '../domain/outcome.ts';
import { Prefetch } from '../domain/prefetch.ts';
import type { OutcomeWriter } from '../ledger/ledger.ts';
import { InFlight } from './in-flight.ts';
import type { Claimed, InFlightParts } from './in-flight.ts';
import type { SendAttempt } from './send-attempt.ts';
import { attemptKey } from './spool-recovery.ts';
import type { Spool } from './spool.ts';
import { WorkerSlots } from './worker-slots.ts';

export interface AttemptRunnerParts extends Omit<InFlightParts, 'ledger'> {
  rows: InFlightParts['ledger'];
  outcomes: Pick<OutcomeWriter, 'record'>;
  attempt: SendAttempt;
  /** Whether an outcome that was recorded is on disk for certain. */
  isRecorded: (row: EmailRow) => boolean;
  /** A row was tried, or is somebody else's. */
  tried: (id: string) => void;
  workers: number;
  spool: Spool | null;
  /** Room for more claims has come about. */
  onRoom: () => void;
  log: Log;
  metrics: Metrics;
}

export interface AttemptRunner {
  inFlight: InFlight;
  /** Rows that wait for a worker. */
  readonly waiting: number;
  /** How many rows are worth having claimed ahead of the workers. */
  prefetch(): number;
  run(items: readonly Claimed[]): void;
  /** Writes an outcome down without an attempt. */
  record(item: Claimed, outcome: Outcome): Promise<void>;
  /** Resolves when nothing is in flight any more. */
  drained(): Promise<void>;
}

const KINDS = ['accepted', 'refused', 'stopped', 'suppressed', 'released', 'held', 'unknown'] as const satisfies Outcome['kind'][];
const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3600];

/** `2xx`, `4xx`, `5xx`, or `none` for a provider that gave no answer; undefined when none was asked. */
function replyClass(outcome: Outcome): string | undefined {
  if (outcome.kind === 'accepted') return '2xx';
  if (outcome.kind === 'unknown') return 'none';
  if (outcome.kind !== 'refused') return undefined;
  const { code } = outcome.refusal;
  return code === undefined ? 'none' : `${Math.floor(code / 100)}xx`;
}

function attemptMetrics(metrics: Metrics, inFlight: InFlight) {
  const attempts = metrics.counter('posthorn_delivery_attempts_total', 'Attempts to send a mail, by outcome', ['outcome']);
  // Counted from 0 on: the first of a kind is an increase as well.
  for (const outcome of KINDS) attempts.inc({ outcome }, 0);
  metrics.gauge('posthorn_delivery_in_flight', 'Mails claimed by this process whose outcome is not written yet', {
    collect: (gauge) => gauge.set(inFlight.size),
  });
  return {
    attempts,
    replies: metrics.counter('posthorn_delivery_replies_total', 'Replies of providers, by class', ['class']),
    seconds: metrics.histogram(
      'posthorn_delivery_accept_to_end_seconds',
      'From acceptance of a mail to its first end state, by class, without campaigns',
      { labels: ['class'], buckets: SECONDS },
    ),
  };
}

export function createAttemptRunner(parts: AttemptRunnerParts): AttemptRunner {
  const { rows, outcomes, attempt, isRecorded, tried, workers, spool, leaseMs, onRoom, clock, log, metrics } = parts;
  const inFlight = new InFlight({ ledger: rows, leaseMs, clock, log });
  const slots = new WorkerSlots<Claimed>(workers);
  const prefetch = new Prefetch(() => performance.now());
  const { attempts, replies, seconds } = attemptMetrics(metrics, inFlight);

  /** What was handed over must be written down: tried until it is, or until the process goes. */
  async function write({ row }: Claimed, outcome: Outcome): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        const status = await outcomes.record({ row, outcome });
        if (status !== 'PENDING' && !row.campaignId)
          seconds.observe({ class: row.sourceType.toLowerCase() }, (clock().getTime() - row.createdAt.getTime()) / 1_000);
        return;
      } catch (error) {
        log.warn({ emailId: row._id, error: (error as Error).message }, 'an outcome could not be written yet');
        await sleep(Math.min(250 * 2 ** tries, 2_000));
      }
    }
  }

  async function record(item: Claimed, outcome: Outcome): Promise<void> {
    await write(item, outcome);
    attempts.inc({ outcome: outcome.kind });
    const reply = replyClass(outcome);
    if (reply) replies.inc({ class: reply });
    // Whoever comes after this process goes by the spool where nothing else says that the mail was handed over.
    if (isRecorded(item.row)) spool?.leave(attemptKey(item.row));
    inFlight.release(item.row);
    tried(item.row._id);
    onRoom();
  }

  async function process(item: Claimed): Promise<void> {
    // Somebody else may hold the row soon: it is given back.
    const outcome: Outcome = inFlight.isLeaseShort(item)
      ? { kind: 'released', reason: 'the lease was running out', delayMs: 0 }
      : await attempt(item.row);
    prefetch.attempted();
    slots.done(item);
    fillSlots();
    if (slots.size === Math.ceil(prefetch.size(workers) / 2)) onRoom();
    await record(item, outcome);
  }

  /** An attempt belongs to the trace of the call that wrote the row; a campaign's mails have traces of their own that point to its page. */
  function traced(item: Claimed): Promise<void> {
    const { attempt: made, campaignId, traceparent = '' } = item.row;
    const origin: Pick<SpanOptions, 'parent' | 'links'> = campaignId ? { parent: {}, links: [traceparent] } : { parent: { traceparent } };
    return span('delivery.attempt', () => process(item), { kind: 'CONSUMER', attributes: { 'posthorn.attempt': made }, ...origin });
  }

  function fillSlots(): void {
    for (let item = slots.next(); item; item = slots.next()) void traced(item);
  }

  return {
    inFlight,
    get waiting() {
      return slots.size;
    },
    prefetch: () => prefetch.size(workers),
    run(items) {
      for (const item of items) slots.push(item);
      fillSlots();
    },
    record,
    async drained() {
      while (inFlight.size > 0) await sleep(20);
    },
  };
}
