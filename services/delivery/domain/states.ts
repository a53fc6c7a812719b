/** The states of a ledger row and the transitions between them (architecture "The life of one mail"). */
import { STATUSES } from '#kit/mail-states.ts';

export type Status = (typeof STATUSES)[number];

/** Claimed, and not answered for: a late answer settles its own UNKNOWN. */
export const BEING_SENT: readonly Status[] = ['SENDING', 'UNKNOWN'];

/** What a provider's notice may still do to a row that left (contract "Provider notifications: Precedence"). */
const AFTER: readonly Status[] = ['DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED'];

/** From → to. What is not listed never happens. */
export const TRANSITIONS: Readonly<Record<Status, readonly Status[]>> = {
  PENDING: ['SENDING', 'SUPPRESSED', 'FAILED', 'DELIVERED', 'BOUNCED', 'COMPLAINED'],
  SENDING: ['PENDING', 'SENT', 'SUPPRESSED', 'BOUNCED', 'FAILED', 'UNKNOWN', 'DELIVERED', 'COMPLAINED'],
  UNKNOWN: ['PENDING', 'SENT', 'FAILED', ...AFTER],
  SENT: AFTER,
  DELIVERED: ['OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED'],
  OPENED: ['CLICKED', 'BOUNCED', 'COMPLAINED'],
  CLICKED: ['BOUNCED', 'COMPLAINED'],
  BOUNCED: ['COMPLAINED'],
  FAILED: ['COMPLAINED'],
  COMPLAINED: [],
  SUPPRESSED: [],
  RECEIVED: [],
};

export function canTransition(from: Status, to: Status): boolean {
  return TRANSITIONS[from].includes(to);
}
