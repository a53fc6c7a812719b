/** What to do with a mail whose process died between dispatch and mark (architecture "Sending: the ledger"). */
import type { EmailRow } from './email.ts';
import { isBulk } from './email.ts';

/** ask: the provider can tell; wait: repeat once, later; leave: a person decides. */
export type UnknownPolicy = 'ask' | 'wait' | 'leave';

/** @param answers the provider can say whether it had accepted the mail */
export function policyOf(row: Pick<EmailRow, 'sourceType' | 'class' | 'repeated'>, answers: boolean): UnknownPolicy {
  if (answers) return 'ask';
  return row.sourceType === 'TRANSACTIONAL' && !isBulk(row) && !row.repeated ? 'wait' : 'leave';
}
