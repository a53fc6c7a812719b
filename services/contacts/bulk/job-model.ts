/** Bulk jobs: what was asked, how far it has come, and what has come of it. */
import type { Connection, Model } from 'mongoose';
import mongoose from 'mongoose';
import { tenantSchema } from '#kit/store/schema.ts';
import type { BulkCounts, BulkError, BulkOperation, BulkState } from '../domain/bulk.ts';

export interface JobRow extends BulkCounts {
  _id: string;
  projectId: string;
  operation: BulkOperation;
  mode: 'ids' | 'query';
  /** mode ids; else empty. */
  contactIds: string[];
  /** mode query: regular expression over the address, as searched and as asked for. */
  pattern?: string;
  search?: string;
  subscribed?: boolean;
  excludeIds: string[];
  state: BulkState;
  /** Contacts expected; a query's result counts what was met. */
  expected: number;
  /** Ids dealt with, or the last contact of a query's scan. */
  position: number;
  after?: { createdAt: Date; id: string };
  /** Of single contacts; mongoose keeps the name `errors` for itself. */
  faults: BulkError[];
  failedReason?: string;
  createdAt: Date;
  endedAt?: Date;
  /** Its workflow is to be started, or looked after, then. Absent when the job has ended. */
  startDue?: Date;
}

export type JobModel = Model<JobRow>;

const count = { type: Number, default: 0 };

const schema = tenantSchema(
  {
    operation: { type: String, required: true },
    mode: { type: String, required: true },
    contactIds: [String],
    pattern: { type: String },
    search: { type: String },
    subscribed: { type: Boolean },
    excludeIds: [String],
    state: { type: String, required: true },
    expected: count,
    position: count,
    after: { type: mongoose.Schema.Types.Mixed },
    successCount: count,
    unchangedCount: count,
    failureCount: count,
    faults: { type: [mongoose.Schema.Types.Mixed] },
    failedReason: { type: String },
    createdAt: { type: Date, required: true },
    endedAt: { type: Date },
    startDue: { type: Date },
  },
  { indexes: [[{ projectId: 1 }], [{ startDue: 1 }, { partialFilterExpression: { startDue: { $exists: true } } }]] },
);

export function jobModel(mongo: Connection): JobModel {
  return mongo.model<JobRow>('Job', schema, 'jobs');
}
