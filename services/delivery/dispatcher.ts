/** Claims due rows in small batches, carries them with N workers, writes down what became of them. */
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { span } from '#kit/telemetry/trace.ts';
import type { Bucket } from './bucket.ts';
import type { Courier } from './courier.ts';
import type { EmailRow } from './domain/email.ts';
import type { Outcome } from './domain/outcome.ts';
import { markOf } from './domain/outcome.ts';
import type { RetryRules } from './domain/replies.ts';
import type { Ledger } from './ledger.ts';

export interface DispatcherParts {
  ledger: Ledger;
  courier: Courier;
  bucket: Bucket;
  rules: RetryRules;
  workers: number;
  processId: string;
  clock: () => Date;
  log: Log;
  metrics: Metrics;
}

export interface Dispatcher {
  /** Rows just written here: they leave at once, without waiting for the poll. */
  hint(ids: readonly string[]): void;
  start(): void;
  /** Claims no more, ends what is in hand. */
  stop(): Promise<void>;
}

/** A row whose lease ran out counts as lost with its process; leases are renewed at a third of it. */
export const LEASE_MS = 30_000;
/** A row is handed over only with this much of its lease left. */
const MARGIN_MS = 10_000;
const POLL_MS = 500;
const WAIT_FOR_RATE_MS = 50;
const HINTS_MAX = 20_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Claimed {
  row: EmailRow;
  leaseUntil: number;
}

export function dispatcher(parts: DispatcherParts): Dispatcher {
  const { ledger, courier, bucket, rules, workers, processId, clock, log, metrics } = parts;
  const hints = new Set<string>();
  /** Claimed and not marked yet: carried, being marked, or next in line. */
  const inHand = new Map<string, Claimed>();
  const line: Claimed[] = [];
  let carrying = 0;
  const life = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  let renewal: NodeJS.Timeout | undefined;
  let lastPoll = 0;
  let nudged = false;
  let end: () => void = () => undefined;

  const attempts = metrics.counter('posthorn_delivery_attempts_total', 'Attempts to hand a mail over, by what became of them', ['outcome']);
  const seconds = metrics.histogram('posthorn_delivery_accept_to_end_seconds', 'From acceptance of a mail to its first end state', [], [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3600]);
  metrics.gauge('posthorn_delivery_in_hand', 'Mails claimed by this process and not marked yet', [], (gauge) => gauge.set(inHand.size));

  function wake(): void {
    nudged = true;
    end();
  }

  /** Ends early when woken, at once when that was before. */
  async function sleep(ms: number): Promise<void> {
    if (!nudged) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    nudged = false;
  }

  async function carry(item: Claimed): Promise<Outcome> {
    // Somebody else may hold the row by now: what was not handed over is given back.
    if (item.leaseUntil - clock().getTime() < MARGIN_MS) return { kind: 'released', reason: 'the lease was running out', delayMs: 0 };
    return await courier(item.row);
  }

  /** A handed-over mail must be written down: tried until it is, or until the process goes. */
  async function record(row: EmailRow, outcome: Outcome): Promise<void> {
    const at = clock();
    const mark = markOf(row, outcome, { ...rules, now: at, by: processId, random: Math.random() });
    for (let attempt = 0; ; attempt += 1) {
      try {
        await ledger.mark({ row, mark, at });
        break;
      } catch (error) {
        log.warn({ emailId: row._id, error: (error as Error).message }, 'a mail could not be marked yet');
        await pause(Math.min(250 * 2 ** attempt, 2_000));
      }
    }
    attempts.inc({ outcome: outcome.kind });
    if (mark.status !== 'PENDING') seconds.observe((at.getTime() - row.createdAt.getTime()) / 1_000);
  }

  async function handle(item: Claimed): Promise<void> {
    const outcome = await carry(item);
    carrying -= 1;
    pump();
    await record(item.row, outcome);
    inHand.delete(item.row._id);
    wake();
  }

  /** An attempt belongs to the trace of the call that wrote the row. */
  const attempt = (item: Claimed): Promise<void> =>
    span('delivery.attempt', 'CONSUMER', { 'posthorn.attempt': item.row.attempt }, () => handle(item), { parent: { traceparent: item.row.traceparent ?? '' } });

  function pump(): void {
    while (carrying < workers && line.length > 0) {
      carrying += 1;
      void attempt(line.shift()!);
    }
  }

  /** Ids to claim next: hints first, then what the poll finds. */
  async function candidates(room: number): Promise<string[]> {
    const now = clock();
    if (hints.size === 0 || now.getTime() - lastPoll >= POLL_MS) {
      const due = await ledger.due(now, room);
      lastPoll = now.getTime();
      // Due rows and hints are claimed alike; a campaign's backlog does not go before what was just accepted.
      if (hints.size === 0) return due.filter((id) => !inHand.has(id));
      for (const id of due) if (!inHand.has(id)) hints.add(id);
    }
    return [...hints].slice(0, room);
  }

  /** One round; answers how long to sleep before the next. */
  async function round(): Promise<number> {
    // Claims are made ahead and by the batch: one majority write serves as many rows as there are workers.
    const room = 2 * workers - inHand.size;
    if (room < workers) return POLL_MS;
    const ids = await candidates(room);
    if (ids.length === 0) return POLL_MS;
    const granted = await bucket.take(ids.length);
    if (granted === 0) return WAIT_FOR_RATE_MS;
    const chosen = ids.slice(0, granted);
    const now = clock();
    const leaseUntil = now.getTime() + LEASE_MS;
    const rows = await ledger.claim(chosen, now, new Date(leaseUntil));
    for (const id of chosen) hints.delete(id);
    for (const row of rows) {
      const item = { row, leaseUntil };
      inHand.set(row._id, item);
      line.push(item);
    }
    pump();
    return 0;
  }

  async function run(): Promise<void> {
    while (!life.signal.aborted) {
      try {
        const ms = await round();
        if (ms > 0 && !life.signal.aborted) await sleep(ms);
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'the dispatcher could not claim');
        await sleep(POLL_MS);
      }
    }
  }

  async function renew(): Promise<void> {
    const items = [...inHand.values()];
    if (items.length === 0) return;
    const leaseUntil = clock().getTime() + LEASE_MS;
    try {
      await ledger.renew(items.map(({ row }) => row), new Date(leaseUntil));
      for (const item of items) item.leaseUntil = leaseUntil;
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'leases could not be renewed');
    }
  }

  return {
    hint(ids) {
      for (const id of ids) if (hints.size < HINTS_MAX) hints.add(id);
      wake();
    },
    start() {
      renewal = setInterval(() => void renew(), LEASE_MS / 3);
      loop = run();
    },
    async stop() {
      life.abort();
      wake();
      await loop;
      while (inHand.size > 0) await pause(20);
      clearInterval(renewal);
    },
  };
}
