/** What to do with a mail that was handed over and whose outcome is unknown (architecture "The life of one mail"). */
import type { EmailRow } from './email.ts';
import { isBulk } from './email.ts';
import type { RetryRules } from './replies.ts';

/** ask: the provider can tell; wait: repeat once, later; leave: a person decides. */
export type UnknownPolicy = 'ask' | 'wait' | 'leave';

/** @param answers the provider can say whether it had accepted the mail */
export function policyOf(row: Pick<EmailRow, 'sourceType' | 'class' | 'repeated'>, answers: boolean): UnknownPolicy {
  if (answers) return 'ask';
  return row.sourceType === 'TRANSACTIONAL' && !isBulk(row) && !row.repeated ? 'wait' : 'leave';
}

/** When a mail of unknown outcome is settled, by a provider that cannot tell: never, unless it may be repeated. */
export function unknownUntil(
  row: Pick<EmailRow, 'sourceType' | 'class' | 'repeated'>,
  now: Date,
  { unknownRetryAfter }: Pick<RetryRules, 'unknownRetryAfter'>,
): Date | undefined {
  return policyOf(row, false) === 'wait' ? new Date(now.getTime() + unknownRetryAfter) : undefined;
}
