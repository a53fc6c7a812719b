/** The field catalogue's rows: one a custom field and one a project. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import { tenantSchema } from '#kit/store/schema.ts';
import type { Tail } from './address-book.ts';
import type { FieldType } from './domain/field.ts';
import type { ValueCount } from './domain/values.ts';

/** The key of a project's own row, which counts its contacts. No stored key is empty. */
export const SELF = '';

/** A deletion that is under way (field-end.ts). */
export interface Dying {
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
  dying?: Dying;
  /** Of a project's own row: contacts that are subscribed. */
  subscribed?: number;
  /** Of a project's own row: grows with each transaction about the project. */
  turn?: number;
  /** Of a project's own row: where the address book ends. */
  tail?: Tail;
  /** Of a project's own row: deleted events, by encoded name, and when; what happened until then is not noted any more. */
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
    turn: { type: Number },
    tail: { type: mongoose.Schema.Types.Mixed },
    forgotten: { type: mongoose.Schema.Types.Mixed },
  },
  { indexes: [[{ projectId: 1 }], [{ 'dying.due': 1 }, { partialFilterExpression: { dying: { $exists: true } } }]] },
);

export function fieldModel(mongo: Connection): FieldModel {
  return mongo.model<FieldRow>('Field', schema, 'fields');
}
