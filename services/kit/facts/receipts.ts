/** A fact acts once: what a consumer did and the receipt that it did are one transaction. */
import { setTimeout } from 'node:timers/promises';
import type { ClientSession, Connection } from 'mongoose';
import type { Fact } from '#proto/events/v1/fact.ts';
import { FACTS_MAX_AGE_MS } from './stream.ts';

/** Somebody who acts on facts. */
export interface Acting {
  /** Unique among all services: `events-timeline`. Letters, digits, `-`. */
  name: string;
  repeatable?: undefined;
  /**
   * Acts on facts it has not seen before, in the session's transaction; facts come in no promised order. It may run again when
   * the transaction is repeated, so what it does outside of the session must bear that. A throw undoes the batch.
   */
  handle(facts: Fact[], session: ClientSession): Promise<void>;
}

/**
 * Somebody whom a fact delivered twice does no harm: what was done before is done again and changes nothing. Needs neither receipt nor
 * transaction.
 */
export interface Repeatable {
  name: string;
  repeatable: true;
  /** Acts on facts, seen before or not; they come in no promised order. A throw has all of the batch delivered again. */
  handle(facts: Fact[]): Promise<void>;
}

interface Receipt {
  /** `<consumer>:<factId>` */
  _id: string;
  at: Date;
}

/** Longer than the stream can deliver a fact again. */
const RECEIPTS_MAX_AGE_S = (2 * FACTS_MAX_AGE_MS) / 1_000;

function receipts(mongo: Connection) {
  if (!mongo.db) throw new Error('not connected');
  return mongo.db.collection<Receipt>('receipts');
}

/** The collection must exist before a transaction writes to it, and forget by itself. */
export async function ensureReceipts(mongo: Connection): Promise<void> {
  await receipts(mongo).createIndex({ at: 1 }, { expireAfterSeconds: RECEIPTS_MAX_AGE_S });
}

/**
 * Another transaction holds these receipts: most often that of a process that was killed, which MongoDB ends only after
 * `transactionLifetimeLimitSeconds` (60 by default).
 */
export class ReceiptsHeld extends Error {
  constructor() {
    super('another transaction holds the receipts');
    this.name = 'ReceiptsHeld';
  }
}

const WRITE_CONFLICT = 112;
const HELD_WITHIN_MS = 2_000;
const HELD_PAUSE_MS = 100;

/**
 * Lets the consumer act on those facts that it has not acted on before: all of them, or none when it throws.
 * Answers how many were new. Throws ReceiptsHeld when it should be tried again later.
 */
export async function actOnce(
  mongo: Connection,
  { name, handle }: Acting,
  { facts, at }: { facts: readonly Fact[]; at: Date },
): Promise<number> {
  const byReceipt = new Map(facts.map((fact) => [`${name}:${fact.id}`, fact]));
  const began = performance.now();
  const act = async (session: ClientSession): Promise<number> => {
    const collection = receipts(mongo);
    const seen = await collection.find({ _id: { $in: [...byReceipt.keys()] } }, { session, projection: { _id: 1 } }).toArray();
    const known = new Set(seen.map(({ _id }) => _id));
    const unhandled = [...byReceipt].filter(([receipt]) => !known.has(receipt));
    if (unhandled.length === 0) return 0;
    try {
      await collection.insertMany(
        unhandled.map(([_id]) => ({ _id, at })),
        { session },
      );
    } catch (error) {
      if ((error as { code?: unknown }).code !== WRITE_CONFLICT) throw error;
      // Another process has the same facts. Thrown on, the error makes the driver repeat this, and then the receipts are found.
      if (performance.now() - began > HELD_WITHIN_MS) throw new ReceiptsHeld();
      await setTimeout(HELD_PAUSE_MS);
      throw error;
    }
    await handle(
      unhandled.map(([, fact]) => fact),
      session,
    );
    return unhandled.length;
  };
  const session = await mongo.startSession();
  try {
    return await session.withTransaction(act, { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
  } finally {
    await session.endSession();
  }
}
