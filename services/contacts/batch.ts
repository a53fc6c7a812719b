/** One bulk write in which no operation suffers for another's fault. */
import mongoose from 'mongoose';
import type { AnyBulkWriteOperation } from 'mongoose';
import { isDatabaseDown } from '#kit/store/fault.ts';
import { EVERY_PROJECT } from '#kit/store/tenancy.ts';
import type { ContactModel, ContactRow } from './model.ts';

export type Operation = AnyBulkWriteOperation<ContactRow>;

const { MongoBulkWriteError } = mongoose.mongo;

/**
 * Runs the operations, in no promised order, and answers what failed by its position. Each must be harmless when repeated.
 * Throws only when the database cannot be reached.
 */
export async function runBatch(model: ContactModel, operations: Operation[]): Promise<Map<number, unknown>> {
  if (operations.length === 0) return new Map();
  try {
    await model.bulkWrite(operations, { ordered: false, skipValidation: true, timestamps: false, ...EVERY_PROJECT });
    return new Map();
  } catch (error) {
    if (error instanceof MongoBulkWriteError && [error.writeErrors].flat().length > 0) {
      return new Map([error.writeErrors].flat().map((failure) => [failure.index, failure]));
    }
    if (isDatabaseDown(error)) throw error;
    if (operations.length === 1) return new Map([[0, error]]);
    return runSingly(model, operations);
  }
}

/** The batch was refused as a whole before it left: each operation shows for itself whether it is the cause. */
async function runSingly(model: ContactModel, operations: Operation[]): Promise<Map<number, unknown>> {
  const failed = new Map<number, unknown>();
  for (const [index, operation] of operations.entries()) {
    const [failure] = (await runBatch(model, [operation])).values();
    if (failure) failed.set(index, failure);
  }
  return failed;
}
