/** Which mail goes to subscribed contacts only (contract 4.3, 4.8, 3.1 "Unsubscribed meanwhile"). */
import type { EmailRow } from './email.ts';
import type { Status } from './states.ts';

/**
 * Marketing mail of any origin, and headless mail of campaigns and workflows. Mail of transactional class goes out whatever the contact
 * chose, and so does what a request of its own asked for without calling it marketing.
 */
export function needsSubscription({ class: mailClass, sourceType }: Pick<EmailRow, 'class' | 'sourceType'>): boolean {
  if (mailClass === 'TRANSACTIONAL') return false;
  return mailClass === 'MARKETING' || sourceType === 'CAMPAIGN' || sourceType === 'WORKFLOW';
}

/** Why a mail that needs a subscription does not leave. */
export const UNSUBSCRIBED = 'Contact is unsubscribed';
export const DELETED = 'Contact was deleted';

/**
 * What a mail that must not leave becomes: SUPPRESSED (contract 3.1); a workflow's mail to an unsubscribed contact FAILED (4.8,
 * SEND_EMAIL).
 */
export function endOf({ sourceType }: Pick<EmailRow, 'sourceType'>, reason: string): Extract<Status, 'SUPPRESSED' | 'FAILED'> {
  return sourceType === 'WORKFLOW' && reason === UNSUBSCRIBED ? 'FAILED' : 'SUPPRESSED';
}
