/** Recovers, at once and by their spools, rows that dead processes of this host had claimed; without a spool the lease has to run out. */
import type { Log } from '#kit/telemetry/log.ts';
import type { Counter } from 'prom-client';
import type { EmailRow } from '../domain/email.ts';
import type { LedgerRows, OutcomeWriter } from '../ledger/ledger.ts';
import type { LeftSpool, Spool, SpoolState } from './spool.ts';

export interface SpoolRecoveryParts {
  spool: Spool;
  ledger: Pick<LedgerRows, 'claimedBy' | 'transition'>;
  outcomes: Pick<OutcomeWriter, 'record'>;
  /** SENDING, and nobody knows whether it left. */
  declareUnknown: (row: EmailRow) => Promise<void>;
  /** Whether slots of a page may still have been handed over by that process: who takes it over needs the spool. */
  holdsPages: (process: string) => Promise<boolean>;
  leaseMs: number;
  clock: () => Date;
  /** Rows that a spool settled, by how far it says they were. */
  settled: Counter<'state'>;
  log: Log;
}

/** One pass; answers how many rows it met. */
export type SpoolRecovery = () => Promise<number>;

const BATCH = 1_000;

/** Names a row's attempt: a claim makes one at most. */
export const attemptKey = ({ _id, claim }: Pick<EmailRow, '_id' | 'claim'>): string => `${_id} ${claim}`;

export function createSpoolRecovery(parts: SpoolRecoveryParts): SpoolRecovery {
  const { spool, ledger, outcomes, declareUnknown, holdsPages, leaseMs, settled, clock, log } = parts;
  /** Owner → since when nothing goes by its spool, in ms. */
  const met = new Map<string, number>();

  async function settle(row: EmailRow, state: SpoolState): Promise<void> {
    settled.inc({ state: state.replaceAll(' ', '-') });
    const now = clock();
    if (state === 'handed over') await declareUnknown(row);
    else if (state === 'kept')
      await ledger.transition(row, { status: 'PENDING', dueAt: now, detail: 'the process died before dispatch', now });
    else {
      const reply = 'accepted; the words were lost with the process';
      await outcomes.record({ row, outcome: { kind: 'accepted', reply, delivered: state === 'delivered' } });
    }
  }

  async function settleAll({ owner, stateOf, remove }: LeftSpool): Promise<number> {
    const rows = await ledger.claimedBy(owner, BATCH);
    await Promise.all(rows.map((row) => settle(row, stateOf(attemptKey(row)))));
    if (rows.length > 0) log.info({ owner, rows: rows.length }, 'mails of a process that ended, settled by its spool');
    const now = clock().getTime();
    const isNeeded = rows.length > 0 || (await holdsPages(owner));
    const since = isNeeded ? now : (met.get(owner) ?? now);
    met.set(owner, since);
    // An insert or a claim of its last moment may still become visible, and who just took its page may be reading; no lease outlasts this.
    if (now - since > leaseMs) {
      await remove();
      met.delete(owner);
    }
    return rows.length;
  }

  return async () => {
    const counts = await Promise.all((await spool.left()).map(settleAll));
    return counts.reduce((sum, count) => sum + count, 0);
  };
}
