/** What contacts keeps: one collection for all projects, every index led by `projectId`. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { tenantSchema } from '#kit/store/schema.ts';

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
  /** Absent when nothing is to be told. */
  outbox?: PendingFact[];
}

export type ContactModel = Model<ContactRow>;

const schema = tenantSchema(
  {
    email: { type: String, required: true },
    subscribed: { type: Boolean, required: true },
    data: { type: mongoose.Schema.Types.Mixed, default: () => ({}) },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  {
    outbox: true,
    indexes: [
      [{ projectId: 1, email: 1 }, { unique: true }],
      // Ties go by id descending in both directions, hence two; `subscribed` lets a filtered list skip rows without reading them.
      [{ projectId: 1, createdAt: 1, _id: 1, subscribed: 1 }],
      [{ projectId: 1, createdAt: 1, _id: -1, subscribed: 1 }],
    ],
  },
);

export function contactModel(mongo: Connection): ContactModel {
  return mongo.model<ContactRow>('Contact', schema, 'contacts');
}
