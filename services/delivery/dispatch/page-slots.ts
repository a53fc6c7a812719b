/**
 * Lets the dispatcher treat slots of frozen pages as rows of the ledger: one queue, one fair order and one set of workers for both, while a
 * slot is claimed and recorded by its page.
 */
import type { EmailRow } from '../domain/email.ts';
import type { Status } from '../domain/states.ts';
import type { LedgerRows, OutcomeWriter, RecordedOutcome } from '../ledger/ledger.ts';
import type { SendAttempt } from './send-attempt.ts';

/** Slots of pages that this process holds. */
export interface PageSlots {
  /** Whether it is one that nobody tried yet. */
  has(emailId: string): boolean;
  /** Those that may be handed over now. */
  claim(emailIds: readonly string[]): Promise<EmailRow[]>;
  /** They were claimed and will not be handed over. */
  giveBack(rows: readonly EmailRow[]): void;
  /** Whether the row was claimed as a slot here. */
  claimed(row: EmailRow): boolean;
  mayHandOver(row: EmailRow): boolean;
  record(recorded: RecordedOutcome, rows: Pick<OutcomeWriter, 'record'>): Promise<Status>;
  /** False once an outcome was recorded while its page was somebody else's: it may stand nowhere. */
  isRecorded(row: EmailRow): boolean;
}

export interface Sending {
  rows: LedgerRows;
  outcomes: Pick<OutcomeWriter, 'record'>;
  attempt: SendAttempt;
}

export interface SendingWithPages extends Sending, Pick<PageSlots, 'isRecorded'> {}

export function withPageSlots(slots: PageSlots, { rows: ledger, outcomes, attempt }: Sending): SendingWithPages {
  return {
    rows: {
      ...ledger,
      async claim(ids, now, leaseUntil) {
        const [own, others] = [ids.filter((id) => slots.has(id)), ids.filter((id) => !slots.has(id))];
        const claimed = own.length > 0 ? await slots.claim(own) : [];
        if (others.length === 0) return claimed;
        try {
          return [...claimed, ...(await ledger.claim(others, now, leaseUntil))];
        } catch (error) {
          slots.giveBack(claimed);
          throw error;
        }
      },
      // A page's lease is its own.
      renew: (rows, leaseUntil) =>
        ledger.renew(
          rows.filter((row) => !slots.claimed(row)),
          leaseUntil,
        ),
    },
    outcomes: {
      record: (recorded) => (slots.claimed(recorded.row) ? slots.record(recorded, outcomes) : outcomes.record(recorded)),
    },
    isRecorded: slots.isRecorded,
    async attempt(row) {
      if (slots.claimed(row) && !slots.mayHandOver(row)) return { kind: 'released', reason: 'the page is not held any more', delayMs: 0 };
      return await attempt(row);
    },
  };
}
