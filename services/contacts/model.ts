/** What contacts keeps: one collection for all projects, every index led by `projectId`. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import type { PendingCount } from './domain/pending-count.ts';

export interface ContactRow {
  _id: string;
  projectId: string;
  /** In normal form. */
  email: string;
  subscribed: boolean;
  /** Custom fields under encoded names; empty stands for null, so that one field can be set without knowing the others. */
  data: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
  /** Event, under its encoded name → when it last happened. Not read unless asked for, like the three below. */
  seen?: Record<string, Date>;
  /** `any` or a template's encoded id → activity, `openedByHuman` and `clickedByHuman` among them → the last time. */
  mail?: Record<string, Record<string, Date>>;
  /** Ids of the segments it is a member of. */
  segments?: string[];
  /** Segment → when it came and, unless it is a member, when it left. */
  memberships?: Record<string, { enteredAt: Date; exitedAt: Date | null }>;
  /** Absent when no fact is pending. */
  outbox?: PendingFact[];
  /** Pending count delta: what the field catalogue has yet to learn. Named as in the first release. */
  tally?: PendingCount;
  /** Where the email search index has the address; absent until the contact is counted. */
  block?: number;
}

export type ContactModel = Model<ContactRow>;

export const ADDRESS_INDEX = 'projectId_1_email_1';

/** Only contacts that are not counted are in this index, so it stays as small as the backlog. */
export const PENDING_INDEX = [
  { 'tally.at': 1, projectId: 1 },
  { name: 'tally', partialFilterExpression: { tally: { $exists: true } } },
] as const;
/** What clients see of a contact. */
export const SHOWN = { projectId: 1, email: 1, subscribed: 1, data: 1, createdAt: 1, updatedAt: 1 } as const;

const UNREAD = { type: mongoose.Schema.Types.Mixed, select: false } as const;

const schema = tenantSchema(
  {
    email: { type: String, required: true },
    subscribed: { type: Boolean, required: true },
    data: { type: mongoose.Schema.Types.Mixed, default: () => ({}) },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    tally: { type: mongoose.Schema.Types.Mixed, select: false },
    seen: UNREAD,
    mail: UNREAD,
    segments: { type: [String], default: undefined, select: false },
    memberships: UNREAD,
    block: { type: Number, select: false },
  },
  {
    outbox: true,
    // An address may change, and is not known to who knows the id: the project alone says where a contact is.
    shardKey: { projectId: 1 },
    indexes: [
      [
        { projectId: 1, email: 1 },
        { unique: true, name: ADDRESS_INDEX },
      ],
      // Ties go by id descending in both directions, hence two; `subscribed` lets a filtered list skip rows without reading them.
      [{ projectId: 1, createdAt: 1, _id: 1, subscribed: 1 }],
      [{ projectId: 1, createdAt: 1, _id: -1, subscribed: 1 }],
      PENDING_INDEX,
      // A segment's members, newest contact first; contacts that are members of none take no room.
      [{ projectId: 1, segments: 1, createdAt: -1, _id: -1 }, { partialFilterExpression: { segments: { $exists: true } } }],
    ],
  },
);

export function contactModel(mongo: Connection): ContactModel {
  return mongo.model<ContactRow>('Contact', schema, 'contacts');
}
