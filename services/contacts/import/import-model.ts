/** Import jobs: the file, how far it has been read, and what has come of it. */
import type { Connection, Model } from 'mongoose';
import mongoose from 'mongoose';
import { tenantSchema } from '#kit/store/schema.ts';
import type { ImportCounts, ImportState } from '../domain/import-job.ts';
import type { RowError } from '../domain/import-row.ts';

export interface ImportRow extends ImportCounts {
  _id: string;
  projectId: string;
  filename: string;
  /** Bytes of the file; absent until all of it is there. */
  size?: number;
  /** Rows whose address is judged invalid are skipped. */
  verify?: boolean;
  state: ImportState;
  /** Where the rows that are not written yet begin: bytes of the text, and the records before them. */
  offset: number;
  records: number;
  /** When the last page was written: the next one is later, so that the file's order is that of the contacts. */
  pageAt: Date;
  /** The first of single rows; mongoose keeps the name `errors` for itself. */
  faults: RowError[];
  failedReason?: string;
  createdAt: Date;
  endedAt?: Date;
  /** The job is to be looked after then. Absent when it has ended and its file is gone. */
  due?: Date;
}

export type ImportModel = Model<ImportRow>;

const count = { type: Number, default: 0 };

const schema = tenantSchema(
  {
    filename: { type: String },
    size: { type: Number },
    verify: { type: Boolean },
    state: { type: String, required: true },
    offset: count,
    records: count,
    pageAt: { type: Date, required: true },
    imported: count,
    updated: count,
    skipped: count,
    faults: { type: [mongoose.Schema.Types.Mixed] },
    failedReason: { type: String },
    createdAt: { type: Date, required: true },
    endedAt: { type: Date },
    due: { type: Date },
  },
  { indexes: [[{ projectId: 1 }], [{ due: 1 }, { partialFilterExpression: { due: { $exists: true } } }]] },
);

export function importModel(mongo: Connection): ImportModel {
  return mongo.model<ImportRow>('Import', schema, 'imports');
}
