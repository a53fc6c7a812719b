/** What an event says about a contact's mail (contract 2.4, 6). */
import type { Data } from './data.ts';

const ACTIVITIES: ReadonlyMap<string, string> = new Map([
  ['email.sent', 'sent'],
  ['email.delivery', 'delivered'],
  ['email.open', 'opened'],
  ['email.click', 'clicked'],
  ['email.bounce', 'bounced'],
  ['email.complaint', 'complained'],
]);

export interface MailActivity {
  activity?: string;
  templateId?: string;
  /** Of opens and clicks: by a person. */
  human?: boolean;
}

/** A bounce for the time being is an event and nothing more: the mail has not bounced. */
export function mailActivity(name: string, data: Data | null): MailActivity {
  const activity = ACTIVITIES.get(name);
  if (!activity || data?.['transientBounce'] === true) return {};
  const templateId = data?.['templateId'];
  return { activity, ...(typeof templateId === 'string' ? { templateId } : {}), ...(data?.['human'] === true ? { human: true } : {}) };
}
