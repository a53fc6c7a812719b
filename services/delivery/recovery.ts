/** Finds rows whose process died and settles them (architecture "Sending: the ledger": UNKNOWN, never silently retried). */
import type { Log } from '#kit/telemetry/log.ts';
import type { EmailRow } from './domain/email.ts';
import type { RetryRules } from './domain/replies.ts';
import { policyOf, unknownUntil } from './domain/unknown.ts';
import type { Ledger } from './ledger.ts';
import type { Marks } from './marks.ts';
import type { Provider } from './provider.ts';

export interface RecoveryParts {
  ledger: Ledger;
  marks: Marks;
  provider: Provider;
  rules: RetryRules;
  clock: () => Date;
  log: Log;
}

export interface Recovery {
  start(): void;
  stop(): Promise<void>;
  /** One pass; answers how many rows it met. */
  sweep(): Promise<number>;
}

const EVERY_MS = 2_000;
const BATCH = 100;

export function recovery({ ledger, marks, provider, rules, clock, log }: RecoveryParts): Recovery {
  let timer: NodeJS.Timeout | undefined;
  let under: Promise<unknown> = Promise.resolve();
  let stopped = false;

  /** SENDING past its lease: nobody knows whether it left. */
  async function declareUnknown(row: EmailRow): Promise<void> {
    const now = clock();
    const policy = policyOf(row, Boolean(provider.outcomeOf));
    const dueAt = policy === 'ask' ? now : unknownUntil(row, now, rules);
    const detail = { ask: 'the process died after dispatch; the provider is asked', wait: 'the process died after dispatch; repeated once, later', leave: 'the process died after dispatch' }[policy];
    await ledger.move(row, { status: 'UNKNOWN', dueAt, detail, now });
  }

  async function settle(row: EmailRow): Promise<void> {
    const now = clock();
    if (!provider.outcomeOf) {
      await ledger.move(row, { status: 'PENDING', set: { repeated: true }, dueAt: now, detail: 'repeated after an unknown outcome', now });
      return;
    }
    const accepted = await provider.outcomeOf(row._id);
    if (!accepted) {
      await ledger.move(row, { status: 'PENDING', dueAt: now, detail: 'the provider never had it', now });
      return;
    }
    await marks.mark({ row, outcome: { kind: 'accepted', ...accepted } });
  }

  async function sweep(): Promise<number> {
    // What was found out and not written down wholly goes first: those rows are not unknown.
    const resumed = await marks.resume(BATCH);
    const rows = await ledger.stranded(clock(), BATCH);
    await Promise.all(rows.map((row) => (row.status === 'SENDING' ? declareUnknown(row) : settle(row))));
    if (rows.length > 0) log.info({ rows: rows.length }, 'stranded mails');
    return rows.length + resumed;
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
