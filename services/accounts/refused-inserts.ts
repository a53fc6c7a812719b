/** Inserting a batch of rows of which some may exist already. */
import mongoose from 'mongoose';
import { writesOf } from '#kit/store/bulk-write.ts';
import type { Model } from 'mongoose';

const { MongoBulkWriteError } = mongoose.mongo;
const DUPLICATE_KEY = 11_000;

/** Inserts what can be inserted and answers the ids that were there already; throws for any other reason. */
export async function refusedInserts<Row extends { _id: string; projectId: string }>(model: Model<Row>, rows: Row[]): Promise<Set<string>> {
  try {
    await model.bulkWrite(writesOf(rows.map((document) => ({ insertOne: { document } }))), { ordered: false });
    return new Set();
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const faults = [error.writeErrors].flat();
    if (faults.length === 0 || faults.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return new Set(faults.map(({ index }) => rows[index]!._id));
  }
}
