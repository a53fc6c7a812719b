/**
 * A batch: the facts of many documents in one. Where changes are written by the batch, their facts are too: the batch is written before
 * the changes, held back (`heldAt`), and let go once they are there. The relay publishes what is not held, few messages a
 * batch, and removes it. Nothing is added to a batch that is not held: each relay has to see the same facts in it.
 */
import type mongoose from 'mongoose';
import type { SchemaDefinition } from 'mongoose';
import { plainSchema } from '../store/schema.ts';
import { OUTBOX_FIELD, OUTBOX_INDEX } from './outbox.ts';
import type { PendingFact } from './outbox.ts';

export interface FactBatch {
  _id: string;
  /** Tells the relay that the document is nothing but its facts. */
  batch: true;
  /** Since when the facts wait for their changes; absent: they may be published. Whoever writes batches looks after those held too long. */
  heldAt?: Date;
  outbox: PendingFact[];
}

/** @param fields what is needed to make the changes again, when their process died with the batch held */
export function factBatchSchema(fields: SchemaDefinition): mongoose.Schema<any> {
  return plainSchema(
    { batch: Boolean, heldAt: Date, ...fields, ...OUTBOX_FIELD },
    {
      shardKey: { _id: 1 },
      indexes: [OUTBOX_INDEX, [{ heldAt: 1 }, { partialFilterExpression: { heldAt: { $exists: true } } }]],
    },
  );
}
