/**
 * What services tell each other of contacts, beside the contract's own facts: that there is a new one, and each change of its address or its
 * fields. A flip of the subscription has a fact of its own (`subscription.ts`) and is no such change.
 */
import type { Pending } from './tally.ts';

export interface Changed {
  _id: string;
  projectId: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Whether a write created the contact, and how many changes were made to it. */
export interface Change {
  isNew: boolean;
  changes: number;
}

/** A fact that has no id yet. */
export interface Untold {
  projectId: string;
  name: 'contact.created' | 'contact.updated';
  at: string;
  contactId: string;
  data: Record<string, never>;
}

export const CREATED: Change = { isNew: true, changes: 0 };
export const UPDATED: Change = { isNew: false, changes: 1 };

/** What a note says about it. */
export const notedChange = (note: Pending | undefined): Change => ({ isNew: note?.isNew ?? false, changes: note?.changes ?? 0 });

/** One fact for the creation and one for each change; changes that were noted together have the time of the last. */
export function changeFacts({ _id, projectId, createdAt, updatedAt }: Changed, { isNew, changes }: Change): Untold[] {
  const fact = (name: Untold['name'], at: Date): Untold => ({ projectId, name, at: at.toISOString(), contactId: _id, data: {} });
  return [...(isNew ? [fact('contact.created', createdAt)] : []), ...Array.from({ length: changes }, () => fact('contact.updated', updatedAt))];
}
