/** Facts of many contacts that are published together, written in the transaction that makes or counts the changes they are about. */
import type { ClientSession, Connection, Model } from 'mongoose';
import { derivedId } from '#kit/derived-id.ts';
import { pending } from '#kit/facts/outbox.ts';
import { factBatchSchema } from '#kit/facts/fact-batch.ts';
import type { FactBatch } from '#kit/facts/fact-batch.ts';
import type { ChangeFact } from '../domain/contact-facts.ts';

export type FactBatchModel = Model<FactBatch>;

/** Facts in one batch. */
const MOST = 1_000;

const schema = factBatchSchema({});

// Named as in the first release: facts that wait at an upgrade are published after it.
export const factBatchModel = (mongo: Connection): FactBatchModel => mongo.model<FactBatch>('FactBatch', schema, 'parcels');

/** Adds the facts as part of a transaction. @param id another one for each attempt of the transaction */
export async function addFacts(
  { model, session }: { model: FactBatchModel; session: ClientSession },
  id: string,
  facts: readonly ChangeFact[],
): Promise<void> {
  const outbox = facts.map((fact, index) => pending({ ...fact, id: derivedId(`${id} ${index}`) }));
  const documents = Array.from({ length: Math.ceil(outbox.length / MOST) }, (_, n): FactBatch => ({
    _id: `${id}:${n}`,
    batch: true,
    outbox: outbox.slice(n * MOST, (n + 1) * MOST),
  }));
  // No mongoose documents of thousands of facts.
  if (documents.length > 0) await model.collection.insertMany(documents as object[], { session });
}
