/** Claims due rows and slots in small batches, passes them through the send gate, and gives the others back. */
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { createSleeper } from '#kit/sleeper.ts';
import { failpoint } from '#kit/failpoint.ts';
import type { Due, EmailRow } from '../domain/email.ts';
import type { Outcome } from '../domain/outcome.ts';
import { Prefetch } from '../domain/prefetch.ts';
import type { LedgerRows, OutcomeWriter } from '../ledger/ledger.ts';
import { createAttemptMetrics } from './attempt-metrics.ts';
import { createAttemptRunner } from './attempt-runner.ts';
import { DueQueue } from './due-queue.ts';
import { InFlight } from './in-flight.ts';
import type { Claimed } from './in-flight.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SendAttempt } from './send-attempt.ts';
import type { SendGate } from './send-gate.ts';
import { createSlotRunner } from './slot-runner.ts';
import type { SlotRunnerParts } from './slot-runner.ts';
import type { Spool } from './spool.ts';
import { WorkerSlots } from './worker-slots.ts';

export interface DispatcherParts {
  rows: LedgerRows;
  outcomes: Pick<OutcomeWriter, 'record'>;
  attempt: SendAttempt;
  /** How slots of pages are sent. */
  pages: Omit<
    SlotRunnerParts,
    'outcomes' | 'gate' | 'spool' | 'tried' | 'workers' | 'prefetch' | 'room' | 'busy' | 'onRoom' | 'metrics' | 'log'
  >;
  gate: SendGate;
  /** A row was tried, or is somebody else's. */
  tried: (id: string) => void;
  limiter: RateLimiter;
  workers: number;
  /** Null: none is kept. */
  spool: Spool | null;
  /** A row whose lease ran out counts as lost with its process; leases are renewed at a third of it. */
  leaseMs: number;
  clock: () => Date;
  log: Log;
  metrics: Metrics;
}

export interface Dispatcher {
  hint(rows: readonly Due[]): void;
  hintHeld(rows: readonly Due[]): void;
  drop(rows: readonly Due[]): void;
  /** How many of so many urgent rows that are about to be written may be written as claimed by this process; none while others wait. */
  grant(count: number): Promise<number>;
  /** Rows that are being written with their claim. Each of their items ends in `begin`, `release` or `giveBack`. */
  hold(rows: readonly EmailRow[], leaseUntil: number): Held;
  /** They are on disk: they leave. */
  begin(items: readonly Claimed[], refused: Held['refused']): void;
  /** They are not on disk. */
  release(items: readonly Claimed[]): void;
  /** They may be on disk, unsent. */
  giveBack(items: readonly Claimed[], reason: string): void;
  start(): void;
  stop(): Promise<void>;
  /** While it stops: gives back what has not begun. */
  releaseWaiting(): void;
}

/** Rows that are being written. Meanwhile the send gate is asked about them, and as many as workers are free are composed. */
export interface Held {
  items: readonly Claimed[];
  /** Mail id → why it does not leave; asked again where the write took long. */
  refused: () => Promise<ReadonlyMap<string, Outcome>>;
}

/** So long the send gate's answer holds for rows that are not on disk yet: a change is to hold within a second (contract 5 "How soon"). */
const ASKED_HOLDS_MS = 500;
/** Rows in flight (attempted, or their outcome being written) for each worker. */
const IN_FLIGHT = 8;
const IDLE_MS = 500;
const WAIT_FOR_RATE_MS = 50;

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { rows: ledger, gate, attempt, tried, limiter, workers, leaseMs, clock, log } = parts;
  const queue = new DueQueue(ledger, clock, Math.random);
  const sleeper = createSleeper();
  const inFlight = new InFlight({ ledger, leaseMs, clock, log });
  const workerSlots = new WorkerSlots<Claimed>(workers);
  const prefetch = new Prefetch(() => performance.now());
  const metrics = createAttemptMetrics(parts.metrics, () => inFlight.size + pages.inFlight);
  const onRoom = (): void => sleeper.wake();
  const runner = createAttemptRunner({
    ...parts,
    inFlight,
    workers: workerSlots,
    prefetch,
    onRoom,
    onFree: () => pages.look(),
    metrics,
  });
  const pages = createSlotRunner({
    ...parts.pages,
    ...parts,
    prefetch,
    onRoom,
    metrics,
    room: () => workerSlots.roomForPages,
    busy(connections) {
      workerSlots.ofPages = connections;
      runner.fill();
    },
  });
  const life = new AbortController();
  /** Tokens of the rate limiter that were granted and not used. */
  let credit = 0;
  let loop: Promise<void> = Promise.resolve();
  const claims = parts.metrics.counter(
    'posthorn_delivery_claims_total',
    'Rows this process tried to claim: won, lost to another process, or born claimed',
    ['result'],
  );

  /** Claimed rows that may leave; what becomes of the others is recorded. */
  async function admitted(items: readonly Claimed[], asked: Promise<ReadonlyMap<string, Outcome>>): Promise<Claimed[]> {
    const refused = await asked;
    return items.filter((item) => {
      const outcome = refused.get(item.row._id);
      if (outcome) void runner.record(item, outcome);
      return !outcome;
    });
  }

  /** Who leaves uses up credit; what could not be claimed waits again. */
  async function claim(chosen: readonly Due[], claimed: (those: readonly Due[]) => Promise<number>): Promise<void> {
    if (chosen.length === 0) return;
    try {
      credit -= await claimed(chosen);
    } catch (error) {
      queue.restore(chosen);
      throw error;
    }
  }

  async function claimSlots(chosen: readonly Due[]): Promise<number> {
    const { won, queued } = await pages.claim(chosen.map(({ _id }) => _id));
    claims.inc({ result: 'won' }, won);
    claims.inc({ result: 'lost' }, chosen.length - won);
    return queued;
  }

  async function claimRows(chosen: readonly Due[]): Promise<number> {
    const now = clock();
    const leaseUntil = now.getTime() + leaseMs;
    const ids = chosen.map(({ _id }) => _id);
    const rows = await ledger.claim(ids, now, new Date(leaseUntil));
    failpoint('delivery claimed');
    claims.inc({ result: 'won' }, rows.length);
    claims.inc({ result: 'lost' }, chosen.length - rows.length);
    const items = inFlight.take(rows, leaseUntil);
    if (rows.length < chosen.length) for (const id of ids) if (!inFlight.has(id)) tried(id);
    return await begin(items, gate.check(rows));
  }

  /** Answers how many of them leave. */
  async function begin(items: readonly Claimed[], asked: Promise<ReadonlyMap<string, Outcome>>): Promise<number> {
    const allowed = await admitted(items, asked);
    runner.run(allowed);
    return allowed.length;
  }

  /** Room for claims now. One majority write serves half of what may wait for a worker; urgent mail has room of its own. */
  function roomNow(): { otherRoom: number; room: number; isWorthIt: boolean; takesUrgent: boolean } {
    const ahead = prefetch.size(workers);
    const waiting = workerSlots.waiting + pages.waiting;
    const otherRoom = Math.max(0, Math.min(ahead - waiting, ahead + IN_FLIGHT * workers - inFlight.size - pages.unanswered));
    const isWorthIt = otherRoom >= Math.floor(ahead / 2);
    return { otherRoom, room: otherRoom + workers, isWorthIt, takesUrgent: inFlight.urgent < workers || isWorthIt };
  }

  /** How many rows to claim now. */
  function wanted(): { urgent: number; other: number; room: number } {
    const { otherRoom, room, isWorthIt, takesUrgent } = roomNow();
    const waiting = queue.waiting(room);
    return { urgent: takesUrgent ? waiting.urgent : 0, other: isWorthIt ? Math.min(waiting.other, otherRoom) : 0, room };
  }

  async function grant(count: number): Promise<number> {
    const { room, takesUrgent } = roomNow();
    if (life.signal.aborted || !takesUrgent || queue.waiting(1).urgent > 0) return 0;
    return await limiter.take(Math.min(count, room), 0);
  }

  /** One round; answers how long to sleep before the next. */
  async function round(): Promise<number> {
    await queue.refresh();
    const { urgent, other, room } = wanted();
    const most = Math.min(urgent + other, room);
    if (most === 0) return queue.idle || queue.waiting(1).urgent + queue.waiting(1).other > 0 ? IDLE_MS : 0;
    if (credit < most) credit += await limiter.take(Math.max(0, urgent - credit), Math.max(0, most - Math.max(urgent, credit)));
    if (credit === 0) return WAIT_FOR_RATE_MS;
    const chosen = queue.take(Math.min(credit, most), other);
    const slots = chosen.filter(({ _id }) => pages.has(_id));
    const rows = slots.length === 0 ? chosen : chosen.filter(({ _id }) => !pages.has(_id));
    await Promise.all([claim(slots, claimSlots), claim(rows, claimRows)]);
    return 0;
  }

  async function run(): Promise<void> {
    while (!life.signal.aborted) {
      try {
        const ms = await round();
        if (ms > 0 && !life.signal.aborted) await sleeper.sleep(ms);
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'the dispatcher could not claim');
        await sleeper.sleep(IDLE_MS);
      }
    }
  }

  function hint(rows: readonly Due[], most?: number): void {
    queue.hint(rows, most);
    sleeper.wake();
  }

  return {
    hint: (rows) => hint(rows),
    hintHeld: (rows) => hint(rows, Infinity),
    drop: (rows) => queue.drop(rows),
    grant,
    hold(rows, leaseUntil) {
      const items = inFlight.take(rows, leaseUntil);
      const [asked, at] = [gate.check(rows), performance.now()];
      for (const item of items.slice(0, workerSlots.free)) {
        item.composed = attempt.compose(item.row);
        // Its attempt says what becomes of a row that cannot be composed.
        item.composed.catch(() => undefined);
      }
      return { items, refused: () => (performance.now() - at < ASKED_HOLDS_MS ? asked : gate.check(rows)) };
    },
    begin(items, refused) {
      if (items.length === 0) return;
      failpoint('delivery claimed');
      claims.inc({ result: 'born' }, items.length);
      void begin(items, refused());
    },
    release(items) {
      for (const { row } of items) inFlight.release(row);
    },
    giveBack(items, reason) {
      for (const item of items) void runner.record(item, { kind: 'held', reason, delayMs: 0 });
    },
    start() {
      inFlight.startRenewing();
      loop = run();
    },
    async stop() {
      life.abort();
      sleeper.wake();
      await loop;
      await Promise.all([runner.drained(), pages.drained()]);
      inFlight.stopRenewing();
    },
    releaseWaiting() {
      runner.releaseWaiting();
      pages.releaseWaiting();
    },
  };
}
