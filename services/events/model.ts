/** Events as they are stored: appended, never changed but for their outbox. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { tenantSchema } from '#kit/store/schema.ts';

export interface EventDocument {
  _id: string;
  projectId: string;
  name: string;
  /** Names encoded (kit/store/keys.ts). */
  data: Record<string, unknown> | null;
  contactId: string | null;
  emailId: string | null;
  createdAt: Date;
  outbox?: PendingFact[];
}

/** Events of one name and moment that one joint fact reports: a contact and a mail each, in the same order. */
export interface JointDocument extends Omit<EventDocument, 'contactId' | 'emailId' | 'outbox'> {
  /** Filled by releases before record 45, which kept the ids here; empty since. */
  contactId: (string | null)[];
  emailId: string[];
  /** In the first document of a fact: what leads to it by each of its contacts (`contactKey`). */
  contactKeys?: number[];
  joint: {
    /** The fact's. */
    id: string;
    /** Ids with a blank between each two; of no contact, an empty one. */
    contactIds?: string;
    emailIds?: string;
    /** In the first document of a fact, the names of the others, and their data. */
    others?: { name: string; data: Record<string, unknown> }[];
    /** What of the events' data differs from mail to mail (kit/facts/joint-fact.ts). */
    each: Record<string, unknown>;
    around: Record<string, unknown>;
  };
  /** How many they are. */
  events: number;
}

/**
 * Indexes for a timeline of any length: the project's, a contact's, a name's, and a name's of a contact. They end in `createdAt` and are
 * read backwards; events of one millisecond come in the order of their storing.
 */
export const TIMELINES = {
  project: { projectId: 1, createdAt: 1 },
  contact: { projectId: 1, contactId: 1, createdAt: 1 },
  name: { projectId: 1, name: 1, createdAt: 1 },
  nameOfContact: { projectId: 1, contactId: 1, name: 1, createdAt: 1 },
  jointOfContact: { projectId: 1, contactKeys: 1, createdAt: 1 },
} as const;

const JOINT_ONLY = { partialFilterExpression: { contactKeys: { $exists: true } } };

export function eventModel(mongo: Connection): Model<EventDocument> {
  const schema = tenantSchema(
    {
      name: { type: String, required: true },
      data: { type: mongoose.Schema.Types.Mixed, default: null },
      contactId: { type: String, default: null },
      emailId: { type: String, default: null },
      createdAt: { type: Date, required: true },
      contactKeys: { type: [Number], default: undefined },
      joint: mongoose.Schema.Types.Mixed,
      events: Number,
    },
    {
      indexes: Object.values(TIMELINES).map((keys) => (keys === TIMELINES.jointOfContact ? [keys, JOINT_ONLY] : [keys])),
      outbox: true,
      // A project's events may be on many shards; one that is written again goes to the same.
      shardKey: { projectId: 1, _id: 1 },
    },
  );
  return mongo.model<EventDocument>('Event', schema, 'events');
}
