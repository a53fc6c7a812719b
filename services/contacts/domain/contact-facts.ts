/**
 * Facts about a contact: it came to be, its address or fields changed, it was deleted (all internal: no events of the timeline), its
 * subscription flipped, it joined or left a segment (contract 6).
 */
import type { PendingCount } from './pending-count.ts';

export interface Changed {
  _id: string;
  projectId: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Whether a write created the contact, how many changes were made to it, and when it was deleted. */
export interface Change {
  isNew: boolean;
  changes: number;
  deletedAt?: Date;
}

/** A fact that has no id yet. */
export interface ChangeFact {
  projectId: string;
  name: 'contact.created' | 'contact.updated' | 'contact.deleted';
  at: string;
  contactId: string;
  data: Record<string, never>;
}

export const CREATED: Change = { isNew: true, changes: 0 };
export const UPDATED: Change = { isNew: false, changes: 1 };
export const deleted = (deletedAt: Date): Change => ({ isNew: false, changes: 0, deletedAt });

/** What a pending count delta says about it. */
export const pendingChange = (delta: PendingCount | undefined): Change => ({
  isNew: delta?.isNew ?? false,
  changes: delta?.changes ?? 0,
});

/** One fact for the creation, for each change and for the deletion; changes that were counted together have the time of the last. */
export function changeFacts({ _id, projectId, createdAt, updatedAt }: Changed, { isNew, changes, deletedAt }: Change): ChangeFact[] {
  const fact = (name: ChangeFact['name'], at: Date): ChangeFact => ({ projectId, name, at: at.toISOString(), contactId: _id, data: {} });
  return [
    ...(isNew ? [fact('contact.created', createdAt)] : []),
    ...Array.from({ length: changes }, () => fact('contact.updated', updatedAt)),
    ...(deletedAt ? [fact('contact.deleted', deletedAt)] : []),
  ];
}

export interface Flip {
  /** The fact's id. */
  id: string;
  projectId: string;
  subscribed: boolean;
  at: Date;
  contactId: string;
  /** The mail whose link caused it. */
  emailId?: string | undefined;
  /** Why Posthorn itself did it: bounce | complaint. */
  reason?: string | undefined;
}

/** Only automatic changes carry a reason. */
export function flipFact({ id, projectId, subscribed, at, contactId, emailId, reason }: Flip) {
  const name = subscribed ? 'contact.subscribed' : 'contact.unsubscribed';
  return { id, projectId, name, at: at.toISOString(), contactId, data: reason ? { reason } : {}, ...(emailId ? { emailId } : {}) };
}

/** Joining or leaving a segment. */
export type Direction = 'entry' | 'exit';

/** How a tracked segment is named in facts. */
export interface SegmentLabel {
  slug: string;
  name: string;
}

export interface MembershipChange {
  /** The fact's id. */
  id: string;
  projectId: string;
  segmentId: string;
  label: SegmentLabel;
  direction: Direction;
  contactId: string;
  at: Date;
}

export function membershipFact({ id, projectId, segmentId, label, direction, contactId, at }: MembershipChange) {
  return {
    id,
    projectId,
    name: `segment.${label.slug}.${direction}`,
    at: at.toISOString(),
    contactId,
    data: { segmentId, segmentName: label.name },
  };
}
