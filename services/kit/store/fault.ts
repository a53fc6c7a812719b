/** Reading MongoDB's errors. */
import mongoose from 'mongoose';

const { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerSelectionError, MongoTopologyClosedError, MongoServerError } =
  mongoose.mongo;

/** NotWritablePrimary, InterruptedAtShutdown, ShutdownInProgress, PrimarySteppedDown and their kin (MongoDB error codes). */
const DOWN = new Set([91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** A unique index refused the write. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11_000;
}

const MAX_TIME_EXPIRED = 50;

/** The read took longer than its caller waits (deadline.ts). */
export function isOutOfTime(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === MAX_TIME_EXPIRED;
}

/** The database could not be reached or was going away; the same call may work in a moment. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError || error instanceof MongoTopologyClosedError)
    return true;
  // A bulk write wraps what the driver met: then there is neither a code of the server nor a fault of a single write.
  if (error instanceof MongoBulkWriteError && error.code === undefined && [error.writeErrors].flat().length === 0) return true;
  if (error instanceof MongoServerError && DOWN.has(Number(error.code))) return true;
  if (error instanceof MongoError)
    return error.hasErrorLabel('RetryableWriteError') || /pool|not connected|closed|timed out/i.test(error.message);
  return error instanceof mongoose.Error && /buffering timed out|not connected/i.test(error.message);
}
