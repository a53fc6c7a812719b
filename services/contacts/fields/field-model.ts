/** The field catalogue's rows: one a custom field and one a project. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import { derivedId } from '#kit/derived-id.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import type { Tail } from './email-index.ts';
import type { FieldType } from '../domain/field.ts';
import type { ValueCount } from '../domain/values.ts';

/** The key of a project's own row, which counts its contacts. No stored key is empty. */
export const SELF = '';

/** A deletion that is under way (field-deletion.ts). */
export interface Deletion {
  /** Contacts made later keep what they have. */
  until: Date;
  /** Contacts that had it then and have it still, as far as is known. */
  left: number;
  /** The last contact that was looked at. */
  at?: { createdAt: Date; id: string };
  /** Somebody is to go on with it then. */
  due: Date;
}

export interface FieldRow {
  /** Follows from project and key, so that keys of any length need no index. */
  _id: string;
  projectId: string;
  /** Under its encoded name, or `SELF`. */
  key: string;
  /** Contacts that have it. */
  count: number;
  /** Of the first value ever seen, and when that was. */
  type?: FieldType;
  since?: Date;
  /** domain/values.ts. */
  values?: ValueCount[];
  complete?: boolean;
  /** The key is being deleted. */
  dying?: Deletion;
  /** Of a project's own row: contacts that are subscribed. */
  subscribed?: number;
  /** Of a project's own row: grows with each transaction about the project. */
  version?: number;
  /** Of a project's own row: where the email search index ends. */
  tail?: Tail;
  /** Of a project's own row: deleted events, by encoded name, and when; what happened until then is not recorded any more. */
  forgotten?: Record<string, Date>;
}

export type FieldModel = Model<FieldRow>;

const schema = tenantSchema(
  {
    // An empty text is a key here.
    key: { type: String },
    count: { type: Number, required: true },
    type: { type: String },
    since: { type: Date },
    values: { type: mongoose.Schema.Types.Mixed },
    complete: { type: Boolean },
    dying: { type: mongoose.Schema.Types.Mixed },
    subscribed: { type: Number },
    version: { type: Number },
    tail: { type: mongoose.Schema.Types.Mixed },
    forgotten: { type: mongoose.Schema.Types.Mixed },
  },
  { indexes: [[{ projectId: 1 }], [{ 'dying.due': 1 }, { partialFilterExpression: { dying: { $exists: true } } }]] },
);

export const fieldId = (projectId: string, key: string): string => derivedId(`field ${projectId} ${key}`);

/** Contacts that have the field, those left out that are about to lose it. */
export const remainingOf = ({ count, dying }: Pick<FieldRow, 'count' | 'dying'>): number => Math.max(0, count - (dying?.left ?? 0));

export function fieldModel(mongo: Connection): FieldModel {
  return mongo.model<FieldRow>('Field', schema, 'fields');
}
