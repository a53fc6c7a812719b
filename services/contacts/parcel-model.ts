/** Facts of many contacts that wait to be told together, written in the transaction that makes or counts the changes they tell of. */
import type { ClientSession, Connection, Model } from 'mongoose';
import { derivedId } from '#kit/derived-id.ts';
import { pending } from '#kit/facts/outbox.ts';
import { parcelSchema } from '#kit/facts/parcel.ts';
import type { Parcel } from '#kit/facts/parcel.ts';
import type { Untold } from './domain/change.ts';

export type ParcelModel = Model<Parcel>;

/** Facts in one parcel. */
const MOST = 1_000;

const schema = parcelSchema({});

export function parcelModel(mongo: Connection): ParcelModel {
  return mongo.model<Parcel>('Parcel', schema, 'parcels');
}

/** Packs the facts, as part of a transaction that is for each of its attempts another `id`. */
export async function packFacts(parcels: ParcelModel, id: string, facts: readonly Untold[], session: ClientSession): Promise<void> {
  const outbox = facts.map((fact, index) => pending({ ...fact, id: derivedId(`${id} ${index}`) }));
  const documents = Array.from({ length: Math.ceil(outbox.length / MOST) }, (_, n): Parcel => ({ _id: `${id}:${n}`, parcel: true, outbox: outbox.slice(n * MOST, (n + 1) * MOST) }));
  // No mongoose documents of thousands of facts.
  if (documents.length > 0) await parcels.collection.insertMany(documents as never, { session });
}
