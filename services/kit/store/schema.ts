/** Schemas as every service's `model.ts` makes them. */
import mongoose from 'mongoose';
import type { Aggregate, IndexDefinition, IndexOptions, Query, Schema, SchemaDefinition } from 'mongoose';
import { OUTBOX_FIELD, OUTBOX_INDEX } from '../facts/outbox.ts';
import { currentScope } from '../telemetry/scope.ts';
import { tenancy } from './tenancy.ts';

export type Index = readonly [keys: IndexDefinition, options?: IndexOptions];

/** Field → how a sharded deployment parts documents by it, in this order. */
export type ShardKey = Readonly<Record<string, 1 | 'hashed'>>;

export interface SchemaParts {
  indexes?: readonly Index[];
  /** Documents carry pending facts, written in the same write as the change that caused them (facts/outbox.ts). */
  outbox?: boolean;
  /**
   * For collections that grow with mail, contacts or events. Every unique index begins with it, and every query that runs once a mail, a
   * contact or an event names its first field (test/contract/sharding.test.ts, test/integration/sharding.test.ts).
   */
  shardKey?: ShardKey;
  /** Names of indexes that others have replaced: they are dropped once those are there. */
  formerIndexes?: readonly string[];
}

const former = new WeakMap<mongoose.Schema, readonly string[]>();

// `minimize` would drop empty objects that clients sent; indexes are built by `buildIndexes`, not on first use.
const OPTIONS = { versionKey: false, minimize: false, autoIndex: false, autoCreate: false, id: false, strictQuery: true } as const;

const READS = ['find', 'findOne', 'countDocuments', 'distinct'] as const;

/** Milliseconds left of the call under way, 1 at least; undefined for work of no call. */
function timeLeft(): number | undefined {
  const deadline = currentScope()?.deadline;
  return deadline === undefined ? undefined : Math.max(1, Math.ceil(deadline - Date.now()));
}

/**
 * Reads end when nobody waits for them any more: each carries what is left of its call's deadline as `maxTimeMS`. Writes are not cut off:
 * whoever gave up on one could not know whether it happened.
 */
function boundReads(schema: Schema<any>): void {
  for (const read of READS) {
    schema.pre(read as 'find', { query: true, document: false }, function (this: Query<unknown, unknown>) {
      const maxTimeMS = timeLeft();
      if (maxTimeMS !== undefined) this.setOptions({ maxTimeMS });
    });
  }
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    const maxTimeMS = timeLeft();
    if (maxTimeMS !== undefined) this.option({ maxTimeMS });
  });
}

function make(fields: SchemaDefinition, indexes: readonly Index[], shardKey?: ShardKey): mongoose.Schema<any> {
  const settings = shardKey ? { ...OPTIONS, shardKey: { ...shardKey } } : OPTIONS;
  const schema = new mongoose.Schema<any>({ _id: { type: String, required: true }, ...fields }, settings);
  for (const [keys, options] of indexes) schema.index(keys, options);
  schema.plugin(boundReads);
  return schema;
}

const INDEX_NOT_FOUND = 27;

/** Another process has dropped it. */
function goneMeanwhile(error: unknown): void {
  if ((error as { code?: unknown }).code !== INDEX_NOT_FOUND) throw error;
}

/** A collection whose documents belong to a project. `projectId` is declared here and locked by the tenancy plugin. */
export function tenantSchema(
  fields: SchemaDefinition,
  { indexes = [], outbox = false, shardKey, formerIndexes = [] }: SchemaParts = {},
): mongoose.Schema<any> {
  const all = outbox ? [...indexes, OUTBOX_INDEX] : indexes;
  const schema = make({ projectId: { type: String, required: true }, ...fields, ...(outbox ? OUTBOX_FIELD : {}) }, all, shardKey);
  schema.plugin(tenancy);
  former.set(schema, formerIndexes);
  return schema;
}

/** A collection of no project: users, receipts. */
export function plainSchema(fields: SchemaDefinition, { indexes = [], shardKey }: SchemaParts = {}): mongoose.Schema<any> {
  return make(fields, indexes, shardKey);
}

/** Creates collections, builds what indexes are missing and drops those that were replaced; harmless when all is there. */
export async function buildIndexes(models: readonly mongoose.Model<any>[]): Promise<void> {
  await Promise.all(
    models.map(async (model) => {
      await model.createCollection();
      await model.createIndexes();
      const names = former.get(model.schema) ?? [];
      if (names.length === 0) return;
      const there = await model.collection.indexes();
      for (const { name } of there) if (names.includes(name!)) await model.collection.dropIndex(name!).catch(goneMeanwhile);
    }),
  );
}
