/** Claims due rows in small batches, carries them with N workers, writes down what became of them. */
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { Alarm } from '#kit/facts/alarm.ts';
import { reached } from '#kit/killpoint.ts';
import { span } from '#kit/telemetry/trace.ts';
import type { Admission } from './admission.ts';
import type { Bucket } from './bucket.ts';
import type { Courier } from './courier.ts';
import type { Outcome } from './domain/outcome.ts';
import { Pace } from './domain/pace.ts';
import { Hand } from './hand.ts';
import type { Claimed } from './hand.ts';
import type { Ledger } from './ledger.ts';
import { Line } from './line.ts';
import type { Marks } from './marks.ts';
import { Queue } from './queue.ts';
import type { Due } from './queue.ts';

export interface DispatcherParts {
  ledger: Ledger;
  marks: Marks;
  courier: Courier;
  admit: Admission;
  /** A row was tried, or is somebody else's. */
  tried: (id: string) => void;
  bucket: Bucket;
  workers: number;
  /** A row whose lease ran out counts as lost with its process; leases are renewed at a third of it. */
  leaseMs: number;
  clock: () => Date;
  log: Log;
  metrics: Metrics;
}

export interface Dispatcher {
  /** Rows just written here: they leave at once, without waiting for the poll. */
  hint(rows: readonly Due[]): void;
  /** Rows that are held (domain/mailing.ts): only here they are known of, until they leave or are dropped. */
  hintHeld(rows: readonly Due[]): void;
  drop(rows: readonly Due[]): void;
  start(): void;
  /** Claims no more, ends what is in hand. */
  stop(): Promise<void>;
}

/** Rows that are carried or being marked, by worker. */
const IN_HAND = 8;
const IDLE_MS = 500;
const WAIT_FOR_RATE_MS = 50;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** `2xx`, `4xx`, `5xx`, or `none` for a provider that gave no answer; undefined when none was asked. */
function replyClass(outcome: Outcome): string | undefined {
  if (outcome.kind === 'accepted') return '2xx';
  if (outcome.kind === 'unknown') return 'none';
  if (outcome.kind !== 'refused') return undefined;
  const { code } = outcome.refusal;
  return code === undefined ? 'none' : `${Math.floor(code / 100)}xx`;
}

export function dispatcher(parts: DispatcherParts): Dispatcher {
  const { ledger, marks, courier, admit, tried, bucket, workers, leaseMs, clock, log, metrics } = parts;
  const queue = new Queue(ledger, clock, Math.random);
  /** Carried, being marked, or in the line. */
  const hand = new Hand({ ledger, leaseMs, clock, log });
  const line = new Line<Claimed>(workers);
  const pace = new Pace(() => performance.now());
  const alarm = new Alarm();
  const life = new AbortController();
  /** Tokens that were granted and not used. */
  let credit = 0;
  let loop: Promise<void> = Promise.resolve();

  const attempts = metrics.counter('posthorn_delivery_attempts_total', 'Attempts to hand a mail over, by what became of them', ['outcome']);
  // Counted from 0 on: the first of a kind is an increase as well.
  for (const outcome of ['accepted', 'refused', 'stopped', 'suppressed', 'released', 'held', 'unknown'] as const satisfies Outcome['kind'][]) attempts.inc({ outcome }, 0);
  const claims = metrics.counter('posthorn_delivery_claims_total', 'Rows this process went for: won, or lost to another', ['result']);
  const replies = metrics.counter('posthorn_delivery_replies_total', 'What providers answered, by class of reply', ['class']);
  const seconds = metrics.histogram('posthorn_delivery_accept_to_end_seconds', 'From acceptance of a mail to its first end state; campaigns apart, whose mails wait their turn', [], [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3600]);
  metrics.gauge('posthorn_delivery_in_hand', 'Mails claimed by this process and not marked yet', [], (gauge) => gauge.set(hand.size));

  async function carry(item: Claimed): Promise<Outcome> {
    // What was not handed over is given back.
    if (hand.isLeaseShort(item)) return { kind: 'released', reason: 'the lease was running out', delayMs: 0 };
    return await courier(item.row);
  }

  /** A handed-over mail must be written down: tried until it is, or until the process goes. */
  async function record({ row }: Claimed, outcome: Outcome): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const status = await marks.mark({ row, outcome });
        if (status !== 'PENDING' && !row.campaignId) seconds.observe((clock().getTime() - row.createdAt.getTime()) / 1_000);
        break;
      } catch (error) {
        log.warn({ emailId: row._id, error: (error as Error).message }, 'a mail could not be marked yet');
        await pause(Math.min(250 * 2 ** attempt, 2_000));
      }
    }
    attempts.inc({ outcome: outcome.kind });
    const reply = replyClass(outcome);
    if (reply) replies.inc({ class: reply });
    hand.release(row);
    tried(row._id);
    alarm.ring();
  }

  async function handle(item: Claimed): Promise<void> {
    const outcome = await carry(item);
    pace.carried();
    line.done(item);
    pump();
    if (line.size === Math.ceil(pace.ahead(workers) / 2)) alarm.ring();
    await record(item, outcome);
  }

  /** An attempt belongs to the trace of the call that wrote the row. */
  const attempt = (item: Claimed): Promise<void> =>
    span('delivery.attempt', 'CONSUMER', { 'posthorn.attempt': item.row.attempt }, () => handle(item), { parent: { traceparent: item.row.traceparent ?? '' } });

  function pump(): void {
    for (let item = line.next(); item; item = line.next()) void attempt(item);
  }

  /** Claimed rows that may leave; the others are written down as what they are. */
  async function admitted(items: readonly Claimed[]): Promise<Claimed[]> {
    const refused = await admit(items.map(({ row }) => row));
    return items.filter((item) => {
      const outcome = refused.get(item.row._id);
      if (outcome) void record(item, outcome);
      return !outcome;
    });
  }

  async function claim(chosen: readonly Due[]): Promise<number> {
    const now = clock();
    const leaseUntil = now.getTime() + leaseMs;
    const rows = await ledger.claim(chosen.map(({ _id }) => _id), now, new Date(leaseUntil));
    reached('delivery claimed');
    claims.inc({ result: 'won' }, rows.length);
    claims.inc({ result: 'lost' }, chosen.length - rows.length);
    const items = hand.take(rows, leaseUntil);
    if (rows.length < chosen.length) for (const { _id } of chosen) if (!hand.has(_id)) tried(_id);
    const leaving = await admitted(items);
    for (const item of leaving) line.push(item);
    pump();
    return leaving.length;
  }

  /** One round; answers how long to sleep before the next. */
  async function round(): Promise<number> {
    await queue.refresh();
    // Claims are made ahead and by the batch: one majority write serves half of what may wait. Urgent mail has room of its own.
    const ahead = pace.ahead(workers);
    const otherRoom = Math.max(0, Math.min(ahead - line.size, ahead + IN_HAND * workers - hand.size));
    const isWorthIt = otherRoom >= Math.floor(ahead / 2);
    const room = otherRoom + workers;
    const waiting = queue.waiting(room);
    const urgent = hand.urgent < workers || isWorthIt ? waiting.urgent : 0;
    const other = isWorthIt ? Math.min(waiting.other, otherRoom) : 0;
    const wanted = Math.min(urgent + other, room);
    if (wanted === 0) return queue.idle || waiting.urgent + waiting.other > 0 ? IDLE_MS : 0;
    if (credit < wanted) credit += await bucket.take(Math.max(0, urgent - credit), Math.max(0, wanted - Math.max(urgent, credit)));
    if (credit === 0) return WAIT_FOR_RATE_MS;
    const chosen = queue.take(Math.min(credit, wanted), other);
    try {
      credit -= await claim(chosen);
    } catch (error) {
      queue.restore(chosen);
      throw error;
    }
    return 0;
  }

  async function run(): Promise<void> {
    while (!life.signal.aborted) {
      try {
        const ms = await round();
        if (ms > 0 && !life.signal.aborted) await alarm.sleep(ms);
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'the dispatcher could not claim');
        await alarm.sleep(IDLE_MS);
      }
    }
  }

  return {
    hint(rows) {
      queue.hint(rows);
      alarm.ring();
    },
    hintHeld(rows) {
      queue.hint(rows, Infinity);
      alarm.ring();
    },
    drop: (rows) => queue.drop(rows),
    start() {
      hand.startRenewing();
      loop = run();
    },
    async stop() {
      life.abort();
      alarm.ring();
      await loop;
      while (hand.size > 0) await pause(20);
      hand.stopRenewing();
    },
  };
}
