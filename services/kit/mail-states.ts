/** States of a mail, as the ledger keeps them and answers show them (contract 2.8). */
export const STATUSES = [
  'PENDING',
  'SENDING',
  'SENT',
  'DELIVERED',
  'RECEIVED',
  'OPENED',
  'CLICKED',
  'BOUNCED',
  'COMPLAINED',
  'FAILED',
  'SUPPRESSED',
  'UNKNOWN',
] as const;
