/**
 * Events and the documents they are stored in: one each, or those of a joint fact in one for each name. Such a document has lists for
 * contacts and mails, so the same indexes lead to it by project, by name and by each of its contacts.
 */
import { derivedId } from '#kit/derived-id.ts';
import { singly } from '#kit/facts/joint-fact.ts';
import type { JointFact } from '#kit/facts/joint-fact.ts';
import { decodeKeys, encodeKeys } from '#kit/store/keys.ts';
import { eventOf } from './domain/event.ts';
import type { TimelineEvent } from './domain/event.ts';
import type { EventDocument, JointDocument } from './model.ts';

/** What of a document is asked for; absent: all. */
export interface Wanted {
  contactId?: string | undefined;
}

export function toDocument({ id, data, ...event }: TimelineEvent): EventDocument {
  return { _id: id, ...event, data: data && encodeKeys(data) };
}

/** A joint fact's events, a document a name. The same however often the fact comes. */
export function jointDocuments({ id, projectId, at, data, joint }: JointFact): JointDocument[] {
  return joint.names.map(({ name, data: own }) => ({
    _id: derivedId(`${id}:${name}`),
    projectId,
    name,
    data: { ...data, ...own },
    contactId: joint.contactIds.map((contactId) => contactId || null),
    emailId: joint.emailIds,
    createdAt: new Date(at ?? 0),
    joint: { id, each: joint.each ?? {}, around: joint.around ?? {} },
    events: joint.emailIds.length,
  }));
}

const isJoint = (document: EventDocument | JointDocument): document is JointDocument => 'joint' in document;

/** The events of a document, the last stored first. */
export function eventsOf(document: EventDocument | JointDocument, { contactId }: Wanted = {}): TimelineEvent[] {
  if (!isJoint(document)) {
    const { _id, projectId, name, data, emailId, createdAt } = document;
    return [{ id: _id, projectId, name, data: data && decodeKeys(data), contactId: document.contactId, emailId, createdAt }];
  }
  const { projectId, name, data, createdAt, joint } = document;
  const fact = {
    id: joint.id,
    projectId,
    name,
    at: createdAt.toISOString(),
    data,
    joint: {
      names: [{ name, data: {} }],
      contactIds: document.contactId.map((one) => one ?? ''),
      emailIds: document.emailId,
      each: joint.each,
      around: joint.around,
    },
  };
  const isWanted = (index: number): boolean => contactId === undefined || document.contactId[index] === contactId;
  return singly(fact, isWanted).map(eventOf).toReversed();
}
