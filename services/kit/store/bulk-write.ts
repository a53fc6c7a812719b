/** One typed place where writes made at run time (paths, pipelines) meet mongoose's types, which know neither. */
import mongoose from 'mongoose';
import type { AnyBulkWriteOperation, ClientSession, Model, mongo, QueryFilter, UpdateQuery } from 'mongoose';
import { isDatabaseDown } from './fault.ts';
import { EVERY_PROJECT } from './tenancy.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Operators by name, or the stages of a pipeline. */
export type Update = Fields | readonly object[];

export type Write =
  | { insertOne: { document: object } }
  | { updateOne: { filter: Fields; update: Update; upsert?: boolean; hint?: Fields } }
  | { updateMany: { filter: Fields; update: Update; hint?: Fields } }
  | { deleteOne: { filter: Fields } };

export interface BulkWriteOptions {
  session?: ClientSession;
  /** The writes may name several projects; each names its own. */
  everyProject?: boolean;
  /** Each after the one before it, up to the first that fails. */
  ordered?: boolean;
}

/**
 * Carries the writes out as they are: no schema is asked and no timestamp added. In no promised order unless `ordered`.
 * @throws MongoBulkWriteError when some failed; the others happened
 */
export async function bulkWrite(
  model: Model<any>,
  writes: readonly Write[],
  { session, everyProject = false, ordered = false }: BulkWriteOptions = {},
): Promise<mongo.BulkWriteResult | undefined> {
  if (writes.length === 0) return undefined;
  const options = { ordered, skipValidation: true, timestamps: false, ...(session ? { session } : {}) } as const;
  return model.bulkWrite(writesOf(writes), everyProject ? { ...options, ...EVERY_PROJECT } : options);
}

/** Operators over paths that are made at run time, for a single update. */
export const updateOf = (operators: Fields): UpdateQuery<any> => operators;

/** A filter over paths that are made at run time. */
export const filterOf = (fields: Fields): QueryFilter<any> => fields;

/** Writes for a model's own `bulkWrite`, which asks its schema. */
export const writesOf = (writes: readonly Write[]): AnyBulkWriteOperation<any>[] => [...writes] as AnyBulkWriteOperation<any>[];

/** The driver's collection of a model, typed by its rows. It is below mongoose, and so below the tenancy lock. */
export const collectionOf = <Row extends { _id: string }>(model: Model<Row>): mongo.Collection<Row> =>
  model.collection as unknown as mongo.Collection<Row>;

const { MongoBulkWriteError } = mongoose.mongo;

/**
 * Carries the writes out so that none suffers for another's fault, and answers what failed by its position. Each must be harmless when
 * repeated. @throws only when the database cannot be reached
 */
export async function bulkWriteEach(
  model: Model<any>,
  writes: readonly Write[],
  options: BulkWriteOptions = {},
): Promise<Map<number, unknown>> {
  try {
    await bulkWrite(model, writes, options);
    return new Map();
  } catch (error) {
    if (error instanceof MongoBulkWriteError && [error.writeErrors].flat().length > 0) {
      return new Map([error.writeErrors].flat().map((failure) => [failure.index, failure]));
    }
    if (isDatabaseDown(error)) throw error;
    if (writes.length === 1) return new Map([[0, error]]);
    return writeSingly(model, writes, options);
  }
}

/** The batch was refused as a whole before it left: each write shows for itself whether it is the cause. */
async function writeSingly(model: Model<any>, writes: readonly Write[], options: BulkWriteOptions): Promise<Map<number, unknown>> {
  const failed = new Map<number, unknown>();
  for (const [index, write] of writes.entries()) {
    const [failure] = (await bulkWriteEach(model, [write], options)).values();
    if (failure) failed.set(index, failure);
  }
  return failed;
}
