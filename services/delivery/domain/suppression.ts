/** Which mail goes to subscribed contacts only (decisions 3.1, 4.3, 4.8, 10 "Unsubscribed meanwhile"). */
import type { EmailRow } from './email.ts';

/**
 * Marketing mail of any origin, and headless mail of campaigns and workflows. Mail of transactional class goes out whatever the contact
 * chose, and so does what a request of its own asked for without calling it marketing.
 */
export function needsSubscription({ class: mailClass, sourceType }: Pick<EmailRow, 'class' | 'sourceType'>): boolean {
  if (mailClass === 'TRANSACTIONAL') return false;
  return mailClass === 'MARKETING' || sourceType === 'CAMPAIGN' || sourceType === 'WORKFLOW';
}
