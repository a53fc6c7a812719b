/** What the activity feed shows of an event of the timeline and of what campaigns and workflows published (contract 4.9 "Activity"). */
import type { ActivityType } from '#kit/activity-types.ts';
import type { TimelineEvent } from './event.ts';
import { isReserved } from './name.ts';

const TYPE_OF: ReadonlyMap<string, ActivityType> = new Map([
  ['email.sent', 'email.sent'],
  ['email.delivery', 'email.delivered'],
  ['email.received', 'email.received'],
  ['email.open', 'email.opened'],
  ['email.click', 'email.clicked'],
  ['email.bounce', 'email.bounced'],
  ['email.complaint', 'email.complaint'],
  ['contact.subscribed', 'contact.subscribed'],
  ['contact.unsubscribed', 'contact.unsubscribed'],
]);
const TRACKED = 'event.triggered' satisfies ActivityType;

export interface ActivityItem {
  id: string;
  type: string;
  at: Date;
  contactId: string | null;
  metadata: Record<string, unknown>;
}

/** A fact of a campaign or a workflow as the feed keeps it. */
export interface Milestone {
  id: string;
  projectId: string;
  type: string;
  at: Date;
  contactId: string | null;
  metadata: Record<string, unknown>;
}

/** undefined for events that are no activity: entries to and exits from segments. */
export function typeOf(name: string): string | undefined {
  return TYPE_OF.get(name) ?? (isReserved(name) ? undefined : TRACKED);
}

/** System events whose type was asked for, and whether tracked ones were too. */
export function namesOf(types: readonly string[]): { system: string[]; tracked: boolean } {
  const system = [...TYPE_OF].filter(([, type]) => types.includes(type)).map(([name]) => name);
  return { system, tracked: types.includes(TRACKED) };
}

/** `email.opened` → `opened`: what an item's id ends in. */
const suffixOf = (type: string): string => type.slice(type.indexOf('.') + 1);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A mail is opened and followed more than once: the first time has the mail's id alone. */
function mailItemId({ emailId, id, data }: TimelineEvent, type: string): string {
  const repeated = data?.['isFirstOpen'] === false || data?.['isFirstClick'] === false || data?.['transientBounce'] === true;
  return `${emailId ?? id}_${suffixOf(type)}${repeated && emailId ? `_${id}` : ''}`;
}

/** undefined for what is no activity. */
export function itemOf(event: TimelineEvent): ActivityItem | undefined {
  const { id, name, data, contactId, emailId, createdAt: at } = event;
  const type = typeOf(name);
  if (type === undefined) return undefined;
  if (type === TRACKED) return { id: `${id}_triggered`, type, at, contactId, metadata: { eventName: name, data } };
  if (!name.startsWith('email.')) return { id: `${id}_${suffixOf(type)}`, type, at, contactId, metadata: { ...data } };
  const link = text(data?.['link']);
  const metadata = {
    emailId,
    subject: text(data?.['subject']),
    sourceType: text(data?.['sourceType']) ?? (type === 'email.received' ? 'INBOUND' : null),
    campaignId: text(data?.['campaignId']),
    templateId: text(data?.['templateId']),
    ...(link === null ? {} : { link }),
  };
  return { id: mailItemId(event, type), type, at, contactId, metadata };
}

/** `<campaignId>_campaign.sent`, `<executionId>_workflow.started`; a mail scheduled by a step has its own. */
export function milestoneItem({ type, at, contactId, metadata }: Milestone): ActivityItem {
  const { campaignId, executionId, workflowId, name, emailId } = metadata;
  const about = type.startsWith('campaign.') ? { campaignId, name } : { workflowId, executionId, name };
  const subject = text(campaignId) ?? text(executionId) ?? '';
  return { id: `${emailId ? `${text(emailId)}_` : ''}${subject}_${type}`, type, at, contactId, metadata: about };
}
