/**
 * Documents of the timeline, newest first, along one index for each filter: the query names it, so that no other project's or contact's
 * habits choose for it.
 */
import type { Model } from 'mongoose';
import { filterOf } from '#kit/store/bulk-write.ts';
import { contactKey, eventsOf } from './documents.ts';
import type { TimelineEvent } from './domain/event.ts';
import { newestFirst } from './domain/feed-cursor.ts';
import { TIMELINES } from './model.ts';
import type { EventDocument, JointDocument } from './model.ts';

export interface TimelineQuery {
  projectId: string;
  /** Inclusive, both. */
  from?: Date | undefined;
  to?: Date | undefined;
  contactId?: string | undefined;
  /** Absent: all. */
  names?: readonly string[] | undefined;
}

/** What one document holds of what was asked for, the last stored first; one event at least. */
export interface StoredEvents {
  at: Date;
  events: TimelineEvent[];
}

const READ_AT_ONCE = 200;
/** A document of hundreds of mails is read for one of them. */
const JOINT_READ_AT_ONCE = 20;

/** Those of one moment in the order of their storing, backwards; a contact's own documents before those it shares. */
export function scanTimeline(model: Model<EventDocument>, query: TimelineQuery): AsyncIterable<StoredEvents> {
  const { projectId, from, to, contactId, names } = query;
  const filter = {
    projectId,
    ...(from || to ? { createdAt: { ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) } } : {}),
  };
  const named = names ? { name: { $in: names } } : {};
  const alsoNamed = names ? { $or: [named, { 'joint.others.name': { $in: names } }] } : {};

  async function* scan(of: object, along: keyof typeof TIMELINES, batchSize = READ_AT_ONCE): AsyncGenerator<StoredEvents> {
    const rows = model
      .find(filterOf({ ...filter, ...of }))
      .sort({ createdAt: -1 })
      .hint(TIMELINES[along])
      .lean<EventDocument | JointDocument>()
      .cursor({ batchSize });
    for await (const row of rows) {
      const document = row as unknown as EventDocument | JointDocument;
      const events = eventsOf(document, { contactId }).filter(({ name }) => names?.includes(name) ?? true);
      if (events.length > 0) yield { at: document.createdAt, events };
    }
  }

  if (contactId === undefined) return scan(named, names ? 'name' : 'project');
  return newestFirst(
    scan({ ...named, contactId }, names ? 'nameOfContact' : 'contact'),
    scan({ contactKeys: contactKey(contactId), ...alsoNamed }, 'jointOfContact', JOINT_READ_AT_ONCE),
  );
}
