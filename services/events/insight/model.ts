/** Collections of insight: what was counted of times that are over, and facts that are activity and no events. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import { tenantSchema } from '#kit/store/schema.ts';
import type { Interval, Size } from '../domain/interval.ts';

/** Events of a name. */
export interface NameCount {
  /** `event`: an event of the timeline; `milestone`: a fact of a campaign or workflow. */
  source: 'event' | 'milestone';
  name: string;
  count: number;
  /** Without repeated opens and clicks and without bounces for the time being. */
  distinct: number;
  /** Mails opened or followed by a person for the first time. Absent in what was counted before people were distinguished from machines. */
  human?: number;
}

/** What happened in the bucket that begins at `start`. */
export type BucketCount = NameCount & { start: number };

/** Counts rows of a time. */
export interface CountRows {
  /** At most `limit`, where one is given: how large the work would be. */
  size(projectId: string, interval: Interval, limit?: number): Promise<number>;
  byBucket(projectId: string, interval: Interval, size: Size): Promise<BucketCount[]>;
  /** When the first one happened; null when none did. */
  first(projectId: string): Promise<Date | null>;
}

export interface RollUpDocument {
  /** `<projectId>:<size>:<ms>` */
  _id: string;
  projectId: string;
  /** Raised whenever what was counted became wrong. */
  version: number;
  /** Absent: to be counted. */
  counts?: NameCount[];
  /** Of a day whose rows are gone, or are about to go: what was counted is all there is, and stays. */
  sealed?: true;
}

/** How long a project's events are kept, and how far that has come. */
export interface RetentionDocument {
  /** The project's id. */
  _id: string;
  projectId: string;
  /** Null: for ever. */
  keptDays: number | null;
  /** From the beginning of the first sealed day to the end of the last, ms; both 0 while nothing was removed. */
  since: number;
  until: number;
  /** How often rows were removed that were not sealed. */
  removals?: number;
  /** Up to when the last reset erased them, ms; absent: there was none. */
  erasedUntil?: number;
}

/** A fact of a campaign or a workflow. */
export interface MilestoneDocument {
  /** The fact's. */
  _id: string;
  projectId: string;
  type: string;
  at: Date;
  contactId: string | null;
  metadata: Record<string, unknown>;
}

const { Mixed } = mongoose.Schema.Types;

const rollUps = tenantSchema(
  { version: { type: Number, required: true }, counts: Mixed, sealed: Boolean },
  { indexes: [[{ projectId: 1 }]] },
);
const retention = tenantSchema({
  keptDays: { type: Number, default: null },
  since: Number,
  until: Number,
  removals: Number,
  erasedUntil: Number,
});

export const MILESTONES = {
  project: { projectId: 1, at: 1 },
  type: { projectId: 1, type: 1, at: 1 },
  typeOfContact: { projectId: 1, contactId: 1, type: 1, at: 1 },
} as const;

const milestones = tenantSchema(
  {
    type: { type: String, required: true },
    at: { type: Date, required: true },
    contactId: { type: String, default: null },
    metadata: Mixed,
  },
  {
    shardKey: { projectId: 1, _id: 1 },
    indexes: [
      [MILESTONES.project],
      [MILESTONES.type],
      // Types are few: all of a contact's are merged where none is asked for.
      [MILESTONES.typeOfContact],
    ],
  },
);

export const rollUpModel = (mongo: Connection): Model<RollUpDocument> => mongo.model<RollUpDocument>('RollUp', rollUps, 'rollups');
export const milestoneModel = (mongo: Connection): Model<MilestoneDocument> =>
  mongo.model<MilestoneDocument>('Milestone', milestones, 'milestones');
export const retentionModel = (mongo: Connection): Model<RetentionDocument> =>
  mongo.model<RetentionDocument>('Retention', retention, 'retention');
