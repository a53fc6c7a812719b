/** Claimed rows that may leave, and what becomes of the others: asked for each batch, right before any of it is dispatched. */
import type { EmailRow } from './domain/email.ts';
import type { Outcome } from './domain/outcome.ts';
import type { Suppressions } from './suppression.ts';
import { askAll } from './suppression.ts';

/** Rows whose mailing does not let them go now: row id → what becomes of them. One query. */
export type Gate = (rows: readonly EmailRow[]) => Promise<ReadonlyMap<string, Outcome>>;

/** What is given back because nobody could say whether it may leave. */
const ASK_AGAIN_MS = 5_000;

/** Row id → why it does not leave; all others do. */
export type Admission = (rows: readonly EmailRow[]) => Promise<ReadonlyMap<string, Outcome>>;

export function admission(suppressed: Suppressions, gate: Gate): Admission {
  return async (rows) => {
    try {
      const reasons = await askAll(suppressed, rows);
      // Last of all: what was said to be paused after this is in hand.
      const held = await gate(rows);
      return new Map<string, Outcome>([...[...reasons].map(([id, reason]): [string, Outcome] => [id, { kind: 'suppressed', reason }]), ...held]);
    } catch (error) {
      const reason = `not asked yet whether it may leave: ${(error as Error).message}`;
      return new Map(rows.map(({ _id }) => [_id, { kind: 'released', reason, delayMs: ASK_AGAIN_MS }]));
    }
  };
}
