/** Finds rows whose process died and settles them (architecture "The life of one mail": UNKNOWN, never silently retried). */
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { EmailRow } from '../domain/email.ts';
import type { RetryRules } from '../domain/replies.ts';
import { policyOf, unknownUntil } from '../domain/unknown.ts';
import type { LedgerRows } from '../ledger/ledger.ts';
import type { OutcomeWriter } from '../ledger/ledger.ts';
import type { Provider } from '../providers/provider.ts';
import { createSpoolRecovery } from './spool-recovery.ts';
import type { Spool } from './spool.ts';

export interface RecoveryParts {
  ledger: LedgerRows;
  outcomes: Pick<OutcomeWriter, 'record' | 'resume'>;
  provider: Provider;
  rules: RetryRules;
  clock: () => Date;
  log: Log;
  /** Null: no spool is kept. */
  spool: Spool | null;
  /** Whether slots of a page may still have been handed over by that process. */
  holdsPages: (process: string) => Promise<boolean>;
  leaseMs: number;
  metrics: Metrics;
}

export interface Recovery {
  start(): void;
  stop(): Promise<void>;
  /** One pass; answers how many rows it met. */
  sweep(): Promise<number>;
}

const EVERY_MS = 2_000;
const BATCH = 100;
/** In place of the provider's words. */
const READ = 'read by its recipient; the words were lost with the process';

export function createRecovery(parts: RecoveryParts): Recovery {
  const { ledger, outcomes, provider, rules, clock, log, spool, metrics } = parts;
  const settled = metrics.counter(
    'posthorn_delivery_spool_settled_total',
    'Rows of processes that ended on this host, by how far their spool says they were',
    ['state'],
  );
  let timer: NodeJS.Timeout | undefined;
  let under: Promise<unknown> = Promise.resolve();
  let stopped = false;

  /** SENDING past its lease: nobody knows whether it left, unless its recipient has read it. */
  async function declareUnknown(row: EmailRow): Promise<void> {
    if (row.openedAt || row.clickedAt) {
      await outcomes.record({ row, outcome: { kind: 'accepted', reply: READ, delivered: false } });
      return;
    }
    const now = clock();
    const policy = policyOf(row, Boolean(provider.outcomeOf));
    const dueAt = policy === 'ask' ? now : unknownUntil(row, now, rules);
    const detail = {
      ask: 'the process died after dispatch; the provider is asked',
      wait: 'the process died after dispatch; repeated once, later',
      leave: 'the process died after dispatch',
    }[policy];
    await ledger.transition(row, { status: 'UNKNOWN', dueAt, detail, now });
  }

  async function settle(row: EmailRow): Promise<void> {
    const now = clock();
    if (!provider.outcomeOf) {
      await ledger.transition(row, {
        status: 'PENDING',
        set: { repeated: true },
        dueAt: now,
        detail: 'repeated after an unknown outcome',
        now,
      });
      return;
    }
    const accepted = await provider.outcomeOf(row._id);
    if (!accepted) {
      await ledger.transition(row, { status: 'PENDING', dueAt: now, detail: 'the provider never had it', now });
      return;
    }
    await outcomes.record({ row, outcome: { kind: 'accepted', ...accepted } });
  }

  const settleSpools = spool ? createSpoolRecovery({ ...parts, spool, settled, declareUnknown }) : async () => 0;

  async function sweep(): Promise<number> {
    // What was found out and not written down wholly goes first: those rows are not unknown.
    const resumed = await outcomes.resume(BATCH);
    const spooled = await settleSpools();
    const rows = await ledger.stranded(clock(), BATCH);
    await Promise.all(rows.map((row) => (row.status === 'SENDING' ? declareUnknown(row) : settle(row))));
    if (rows.length > 0) log.info({ rows: rows.length }, 'stranded mails');
    return rows.length + spooled + resumed;
  }

  function again(ms: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      under = sweep()
        .then((met) => again(met > 0 ? 0 : EVERY_MS))
        .catch((error: Error) => {
          log.warn({ error: error.message }, 'stranded mails could not be looked for');
          again(EVERY_MS);
        });
    }, ms);
  }

  return {
    sweep,
    start: () => again(0),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await under;
    },
  };
}
