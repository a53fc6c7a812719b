/**
 * Migrations of stored data, each in steps that may be repeated, with a ledger in the database they change: collection `migrations`. One
 * process migrates a database at a time, by a lease; when it dies another process goes on from where the data says.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Model } from 'mongoose';
import type { Log } from '../telemetry/log.ts';
import { plainSchema } from './schema.ts';

export interface Migration {
  /** For good: the ledger knows it by this. Begins with the day it was written, `2026-12-01-`. */
  name: string;
  /** The collections it reads and writes: what a trial copies. */
  collections: readonly string[];
  /** Documents of the older shape, by a bounded or indexed count; 0: there is nothing to do. */
  left(mongo: Connection): Promise<number>;
  /** Changes some of them, a second's work at most, and answers how many. Harmless when it is repeated, or cut off anywhere. */
  step(mongo: Connection): Promise<number>;
}

export interface MigrationEntry {
  /** Its name. */
  _id: string;
  startedAt: Date;
  /** Null: it is under way, or whoever ran it died. */
  finishedAt: Date | null;
  /** Documents changed, by all runs together. */
  changed: number;
  /** The process that ran it last. */
  by: string;
  /** Until when nobody else runs it. */
  lease: Date;
}

const LEASE_MS = 30_000;
const DUPLICATE_KEY = 11_000;

const schema = plainSchema({ startedAt: Date, finishedAt: Date, changed: Number, by: String, lease: Date });

export const migrationModel = (mongo: Connection): Model<MigrationEntry> => mongo.model<MigrationEntry>('Migration', schema, 'migrations');

export interface MigrationParts {
  mongo: Connection;
  /** Names this process in the ledger. */
  by: string;
  clock: () => Date;
  log: Log;
  /** How long nobody else may run a migration that its process no longer renews. */
  leaseMs?: number;
}

/** Takes the lease, waiting for whoever has it; false when the migration is finished and nothing is left for it. */
async function taken(migration: Migration, { mongo, by, clock, leaseMs = LEASE_MS }: MigrationParts): Promise<boolean> {
  const ledger = migrationModel(mongo);
  for (;;) {
    const now = clock();
    const entry = await ledger.findById(migration.name).lean();
    if ((entry?.finishedAt || !entry) && (await migration.left(mongo)) === 0) {
      if (entry) return false;
      // Nothing of the older shape was ever here.
      const whole = { startedAt: now, finishedAt: now, changed: 0, by, lease: now };
      await ledger.updateOne({ _id: migration.name }, { $setOnInsert: whole }, { upsert: true });
      return false;
    }
    try {
      await ledger.updateOne(
        { _id: migration.name, lease: { $lte: now } },
        { $set: { by, lease: new Date(now.getTime() + leaseMs), finishedAt: null }, $setOnInsert: { startedAt: now, changed: 0 } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code !== DUPLICATE_KEY) throw error;
      await sleep(Math.min(1_000, leaseMs / 4));
    }
  }
}

/** Runs one to its end. Throws when another process has taken it over, or when documents are left that no step changes. */
async function run(migration: Migration, parts: MigrationParts): Promise<number> {
  const { mongo, by, clock, log, leaseMs = LEASE_MS } = parts;
  const ledger = migrationModel(mongo);
  const renewed = async (changed: number): Promise<void> => {
    const lease = new Date(clock().getTime() + leaseMs);
    const { matchedCount } = await ledger.updateOne({ _id: migration.name, by, finishedAt: null }, { $set: { lease }, $inc: { changed } });
    if (matchedCount === 0) throw new Error(`Another process has taken over ${migration.name}`);
  };
  let changed = 0;
  for (;;) {
    const some = await migration.step(mongo);
    if (some === 0) break;
    changed += some;
    await renewed(some);
    log.info({ migration: migration.name, changed }, 'migrating');
  }
  const left = await migration.left(mongo);
  if (left > 0) throw new Error(`${migration.name} left ${left} documents as they were`);
  const now = clock();
  await ledger.updateOne({ _id: migration.name, by }, { $set: { finishedAt: now, lease: now } });
  return changed;
}

/** Migrates a database, one migration after the other; answers how many documents each changed in this run. */
export async function migrate(migrations: readonly Migration[], parts: MigrationParts): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  for (const migration of migrations) changed[migration.name] = (await taken(migration, parts)) ? await run(migration, parts) : 0;
  return changed;
}

/** What waits to be migrated: name → documents of the older shape. Changes nothing. */
export async function pendingMigrations(migrations: readonly Migration[], mongo: Connection): Promise<Record<string, number>> {
  const counted = await Promise.all(migrations.map(async (one) => [one.name, await one.left(mongo)] as const));
  return Object.fromEntries(counted.filter(([, left]) => left > 0));
}

/** Copies a collection with its indexes into a database of the same server. */
async function copied(name: string, from: Connection, to: Connection): Promise<void> {
  const source = from.db!.collection(name);
  if (!(await from.db!.listCollections({ name }).hasNext())) return;
  await source.aggregate([{ $out: { db: to.db!.databaseName, coll: name } }]).toArray();
  for (const { key, v: _v, ...options } of await source.indexes()) await to.db!.collection(name).createIndex(key, options);
}

/**
 * Tries migrations on a copy of their collections, in a database beside that is dropped afterwards: `changed` as `migrate` answers. It
 * takes as much disk as the collections have, and nothing of the real ones is written.
 */
export async function migrateCopy(migrations: readonly Migration[], parts: MigrationParts): Promise<Record<string, number>> {
  const copy = parts.mongo.useDb(`${parts.mongo.db!.databaseName}_migration_trial`);
  await copy.dropDatabase();
  try {
    for (const name of new Set(migrations.flatMap(({ collections }) => collections))) await copied(name, parts.mongo, copy);
    return await migrate(migrations, { ...parts, mongo: copy });
  } finally {
    await copy.dropDatabase();
  }
}
