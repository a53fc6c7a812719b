/** The states of a ledger row and the moves between them (architecture "Sending: the ledger"). */

export const STATUSES = [
  'PENDING', 'SENDING', 'SENT', 'DELIVERED', 'RECEIVED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'UNKNOWN',
] as const;
export type Status = (typeof STATUSES)[number];

/** What a provider's notice may still do to a row that left (decisions "Provider notifications": Precedence). */
const AFTER: readonly Status[] = ['DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED'];

/** From → to. What is not listed never happens. */
export const MOVES: Readonly<Record<Status, readonly Status[]>> = {
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

export function canMove(from: Status, to: Status): boolean {
  return MOVES[from].includes(to);
}
