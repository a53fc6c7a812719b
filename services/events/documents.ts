/**
 * Events and the documents they are stored in: one each, or those of a joint fact in one for each name. An index leads to such a document
 * by four bytes of each contact's id, since whole ids of random contacts cost more to index than all else of a campaign's mail costs
 * MongoDB (record 45); who is meant is compared when it is read.
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

/** Of an id, a number of 32 bits: of a uuid, its beginning. Two contacts may have the same. */
export const contactKey = (contactId: string): number => Number.parseInt(contactId.slice(0, 8), 16) | 0;

/**
 * A joint fact's events, a document a name; the first one leads to all of them by contact, so that a mail has one key. The same however
 * often the fact comes.
 */
export function jointDocuments({ id, projectId, at, data, joint }: JointFact): JointDocument[] {
  const [contactIds, emailIds] = [joint.contactIds.join(' '), joint.emailIds.join(' ')];
  const contactKeys = joint.contactIds.filter((contactId) => contactId !== '').map(contactKey);
  const names = joint.names.map(({ name, data: own }) => ({ name, data: { ...data, ...own } }));
  return names.map(({ name, data: all }, index) => ({
    _id: derivedId(`${id}:${name}`),
    projectId,
    name,
    data: all,
    contactId: [],
    emailId: [],
    ...(index === 0 ? { contactKeys } : {}),
    createdAt: new Date(at ?? 0),
    joint: {
      id,
      contactIds,
      emailIds,
      each: joint.each ?? {},
      around: joint.around ?? {},
      ...(index === 0 ? { others: names.slice(1) } : {}),
    },
    events: joint.emailIds.length,
  }));
}

const isJoint = (document: EventDocument | JointDocument): document is JointDocument => 'joint' in document;

/** The events of a document, the last stored first; asked for a contact's, those of the fact's other documents, too. */
export function eventsOf(document: EventDocument | JointDocument, { contactId }: Wanted = {}): TimelineEvent[] {
  if (!isJoint(document)) {
    const { _id, projectId, name, data, emailId, createdAt } = document;
    return [{ id: _id, projectId, name, data: data && decodeKeys(data), contactId: document.contactId, emailId, createdAt }];
  }
  const { projectId, name, data, createdAt, joint } = document;
  const contactIds = joint.contactIds?.split(' ') ?? document.contactId.map((one) => one ?? '');
  const emailIds = joint.emailIds?.split(' ') ?? document.emailId;
  const { each, around } = joint;
  const isWanted = (index: number): boolean => contactId === undefined || contactIds[index] === contactId;
  const names = [{ name, data: data ?? {} }, ...(contactId === undefined ? [] : (joint.others ?? []))];
  return names.toReversed().flatMap((one) => {
    const fact = { id: joint.id, projectId, name: one.name, at: createdAt.toISOString(), data: {} };
    return singly({ ...fact, joint: { names: [one], contactIds, emailIds, each, around } }, isWanted)
      .map(eventOf)
      .toReversed();
  });
}
