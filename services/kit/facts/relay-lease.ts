/**
 * Which of several processes relays the outboxes of a model: the one that holds its lease. The lease saves work, and nothing rests on it:
 * two that relay at once, as a clock that is wrong or a round that outlasts its lease may have it, publish the same messages, and JetStream
 * keeps one of each.
 */
import { randomUUID } from 'node:crypto';
import type { Model, mongo } from 'mongoose';

/** A process that was killed is followed after so long. */
export const LEASE_MS = 3_000;
const RENEW_BEFORE_MS = 2_000;

interface Lease {
  /** Name of the collection that has the outboxes. */
  _id: string;
  /** Empty: nobody. */
  owner: string;
  /** By its owner's clock. */
  until: Date;
}

export interface RelayLease {
  /** Writes what `take` needs to be there. Harmless when done again. */
  ensure(): Promise<void>;
  /** Takes, renews or keeps the lease; false while another holds it. */
  take(): Promise<boolean>;
  /** Lets another have it at once. */
  release(): Promise<void>;
  isHeld(): boolean;
}

/** @param model the model whose outboxes are relayed; the leases of a database are in its collection `relay_leases` */
export function createRelayLease(model: Model<any>): RelayLease {
  const owner = randomUUID();
  const _id = model.collection.collectionName;
  let heldUntil = 0;

  function leases(): mongo.Collection<Lease> {
    if (!model.db.db) throw new Error('not connected');
    return model.db.db.collection<Lease>('relay_leases');
  }

  async function ensure(): Promise<void> {
    const nobody = { owner: '', until: new Date(0) };
    await leases().updateOne({ _id }, { $setOnInsert: nobody }, { upsert: true });
  }

  async function take(): Promise<boolean> {
    const now = Date.now();
    if (heldUntil - now > RENEW_BEFORE_MS) return true;
    const until = new Date(now + LEASE_MS);
    const mine = { _id, $or: [{ owner }, { until: { $lte: new Date(now) } }] };
    const { matchedCount } = await leases().updateOne(mine, { $set: { owner, until } });
    heldUntil = matchedCount === 1 ? until.getTime() : 0;
    return matchedCount === 1;
  }

  async function release(): Promise<void> {
    if (heldUntil === 0) return;
    heldUntil = 0;
    await leases().updateOne({ _id, owner }, { $set: { owner: '', until: new Date(0) } });
  }

  return { ensure, take, release, isHeld: () => heldUntil > Date.now() };
}
