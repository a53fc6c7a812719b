/** An event of the timeline, and the fact that is published for it. */
import type { Data } from './data.ts';

export interface TimelineEvent {
  id: string;
  projectId: string;
  name: string;
  data: Data | null;
  contactId: string | null;
  emailId: string | null;
  createdAt: Date;
}

/** A fact as other services publish it: what the timeline needs of it. */
export interface PublishedFact {
  id: string;
  projectId: string;
  name: string;
  at: string | null;
  contactId?: string | null | undefined;
  emailId?: string | null | undefined;
  data: Data | null;
}

/** The fact of an event. It has the event's id. */
export function factOf({ createdAt, ...event }: TimelineEvent): PublishedFact & { at: string } {
  return { ...event, at: createdAt.toISOString() };
}

/** The event that a system fact is. */
export function eventOf({ id, projectId, name, at, contactId, emailId, data }: PublishedFact): TimelineEvent {
  return { id, projectId, name, data, contactId: contactId ?? null, emailId: emailId ?? null, createdAt: new Date(at ?? 0) };
}
