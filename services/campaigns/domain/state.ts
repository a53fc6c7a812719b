/** The states of a campaign and its transitions (contract 3.1). Pure: what a transition needs to know comes as arguments. */
import { fault, invalid } from '#kit/errors.ts';

export const STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const;
export type Status = (typeof STATUSES)[number];

/** What to do about mails whose outcome nobody knows. */
export const DECISIONS = ['resend', 'drop'] as const;
export type Decision = (typeof DECISIONS)[number];

const refuse = (message: string) => fault('BAD_REQUEST', { message });

const UNSENT: readonly Status[] = ['DRAFT', 'SCHEDULED'];
/** Not over. */
export const LIVE: readonly Status[] = [...UNSENT, 'SENDING'];
const CANCELLABLE: readonly Status[] = ['SCHEDULED', 'SENDING'];

/** Throws unless a campaign in this state may be sent or scheduled. */
export function checkSendable(status: Status): void {
  if (!UNSENT.includes(status)) throw refuse('Campaign has already been sent or is currently sending');
}

export function checkEditable(status: Status): void {
  if (!UNSENT.includes(status)) throw refuse('Cannot update campaign that is sending or has been sent');
}

/** @param cleaning mails made before a cancel are still being removed */
export function checkDeletable(status: Status, cleaning: boolean): void {
  if (CANCELLABLE.includes(status) || cleaning) throw fault('CONFLICT', { message: 'Campaign is scheduled, sending or being cleaned up' });
}

/** CANCELLED campaigns may be cancelled again while mails are left: the clean-up runs once more. */
export function checkCancellable(status: Status, mailsLeft: boolean): void {
  if (!CANCELLABLE.includes(status) && !(status === 'CANCELLED' && mailsLeft))
    throw refuse('Can only cancel scheduled or sending campaigns');
}

/** A send is paused and resumed while it lasts. */
export function checkPausable(status: Status): void {
  if (status !== 'SENDING') throw refuse('Can only pause or resume a campaign that is sending');
}

const RATE_LEAST = 0.1;

/** @param perSecond 0: as fast as the provider takes them. Slower than one in ten seconds no send ends. */
export function checkRate(perSecond: number): void {
  if (perSecond !== 0 && !(perSecond >= RATE_LEAST))
    throw invalid([{ field: 'perSecond', message: `Must be at least ${RATE_LEAST}`, code: 'too_small' }]);
}

/** The rate may be set beforehand too. */
export function checkRatable(status: Status): void {
  if (status !== 'SENDING' && !UNSENT.includes(status))
    throw refuse('Can only set the rate of a campaign that is not sent yet or is sending');
}

/** Mails whose outcome nobody knows stay as they are once the campaign is cancelled. */
export function checkDecidable(status: Status): void {
  if (status !== 'SENDING' && status !== 'SENT') throw refuse('Can only decide about mails of a campaign that is sending or sent');
}

/** The mails of a campaign at the moment it is cancelled. */
export interface Made {
  /** Rows in the ledger. */
  rows: number;
  /** Accepted by a provider, or handed to a provider (SENDING, UNKNOWN). */
  left: number;
}

export type Cancelled =
  /** As if it had never been sent. */
  | 'DRAFT'
  /** CANCELLED now; DRAFT when its unsent mails are removed, unless one leaves meanwhile. */
  | 'CLEANING'
  /** CANCELLED for good. */
  | 'CANCELLED';

export function afterCancel({ rows, left }: Made): Cancelled {
  if (left > 0) return 'CANCELLED';
  return rows > 0 ? 'CLEANING' : 'DRAFT';
}

/**
 * When a campaign is to be sent (contract 3.1, 4.6). Null: now. Any text the platform's date parser takes, in the future; anything else is
 * a 400.
 */
export function readSchedule(scheduledFor: string | null | undefined, now: Date): Date | null {
  if (scheduledFor === null || scheduledFor === undefined) return null;
  const time = Date.parse(scheduledFor);
  if (Number.isNaN(time)) throw fault('BAD_REQUEST', { message: 'Invalid scheduledFor date format' });
  if (time <= now.getTime()) throw fault('BAD_REQUEST', { message: 'Scheduled time must be in the future' });
  return new Date(time);
}
