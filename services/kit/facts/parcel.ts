/**
 * A parcel: the facts of many documents in one. Where changes are written by the batch, their facts are too: the parcel is written before
 * the changes, held back (`heldAt`), and let go once they are there. The relay tells what is not held, few messages a
 * parcel, and removes it. Nothing is added to a parcel that is not held: each relay has to see the same facts in it.
 */
import type mongoose from 'mongoose';
import type { SchemaDefinition } from 'mongoose';
import { plainSchema } from '../store/schema.ts';
import { OUTBOX_FIELD, OUTBOX_INDEX } from './outbox.ts';
import type { PendingFact } from './outbox.ts';

export interface Parcel {
  _id: string;
  /** Tells the relay that the document is nothing but its facts. */
  parcel: true;
  /** Since when the facts wait for their changes; absent: they may be told. Whoever writes parcels looks after those held too long. */
  heldAt?: Date;
  outbox: PendingFact[];
}

/** @param fields what is needed to make the changes again, when their process died with the parcel held */
export function parcelSchema(fields: SchemaDefinition): mongoose.Schema<any> {
  return plainSchema({ parcel: Boolean, heldAt: Date, ...fields, ...OUTBOX_FIELD }, {
    indexes: [OUTBOX_INDEX, [{ heldAt: 1 }, { partialFilterExpression: { heldAt: { $exists: true } } }]],
  });
}
