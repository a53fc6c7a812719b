/** Schemas as every service's `model.ts` makes them. */
import mongoose from 'mongoose';
import type { IndexDefinition, IndexOptions, SchemaDefinition } from 'mongoose';
import { OUTBOX_FIELD, OUTBOX_INDEX } from '../facts/outbox.ts';
import { boundReads } from './deadline.ts';
import { tenancy } from './tenancy.ts';

export type Index = readonly [keys: IndexDefinition, options?: IndexOptions];

export interface SchemaParts {
  indexes?: readonly Index[];
  /** Documents carry pending facts, written in the same write as the change that caused them (facts/outbox.ts). */
  outbox?: boolean;
}

// `minimize` would drop empty objects that clients sent; indexes are built by `buildIndexes`, not on first use.
const OPTIONS = { versionKey: false, minimize: false, autoIndex: false, autoCreate: false, id: false, strictQuery: true } as const;

function make(fields: SchemaDefinition, indexes: readonly Index[]): mongoose.Schema<any> {
  const schema = new mongoose.Schema<any>({ _id: { type: String, required: true }, ...fields }, OPTIONS);
  for (const [keys, options] of indexes) schema.index(keys, options);
  schema.plugin(boundReads);
  return schema;
}

/** A collection whose documents belong to a project. `projectId` is declared here and locked by the tenancy plugin. */
export function tenantSchema(fields: SchemaDefinition, { indexes = [], outbox = false }: SchemaParts = {}): mongoose.Schema<any> {
  const all = outbox ? [...indexes, OUTBOX_INDEX] : indexes;
  const schema = make({ projectId: { type: String, required: true }, ...fields, ...(outbox ? OUTBOX_FIELD : {}) }, all);
  schema.plugin(tenancy);
  return schema;
}

/** A collection of no project: users, receipts. */
export function plainSchema(fields: SchemaDefinition, { indexes = [] }: SchemaParts = {}): mongoose.Schema<any> {
  return make(fields, indexes);
}

/** Creates collections and builds what indexes are missing; harmless when all is there. */
export async function buildIndexes(models: readonly mongoose.Model<any>[]): Promise<void> {
  await Promise.all(
    models.map(async (model) => {
      await model.createCollection();
      await model.createIndexes();
    }),
  );
}
