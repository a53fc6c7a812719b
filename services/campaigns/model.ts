/** Campaigns as they are stored. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import type { Migration } from '#kit/store/migrations.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import { COLLATION } from '#kit/store/sorted-page.ts';
import type { Content } from './domain/content.ts';
import type { Status } from './domain/state.ts';
import type { Counts } from './domain/stats.ts';

export interface CampaignDoc extends Omit<Content, 'audienceCondition'> {
  _id: string;
  projectId: string;
  /** JSON text: a condition's values may hold any key. */
  audienceCondition: string | null;
  status: Status;
  /** Counted when it was last written or frozen; of a campaign that was sent, the ledger's rows count. */
  totalRecipients: number;
  scheduledFor: Date | null;
  sentAt: Date | null;
  /** Names the send that is under way or was last: whoever works for another one does nothing. */
  run: string | null;
  /** Runs that were replaced and whose workflows may still wait for their time. */
  withdrawn: string[];
  /** This run's audience was mailed before; some of it is mailed once more (resume-unknown). */
  resending: boolean;
  /** Mails made before a cancel are being removed. */
  cleaning: boolean;
  /** Of the ledger's rows, when they were last counted. Absent: nothing was sent. */
  counts?: Counts;
  /** When the rows are to be counted again. */
  recountDue?: Date;
  /** When its workflow is to be started or looked after; or its clean-up goes on. Absent: nothing to do. */
  reconcileDue?: Date;
  createdAt: Date;
  updatedAt: Date;
}

const text = { type: String, required: true } as const;
const optional = { type: String, default: null } as const;

const schema = tenantSchema(
  {
    name: text,
    description: optional,
    subject: text,
    body: text,
    from: text,
    fromName: optional,
    replyTo: optional,
    type: text,
    audienceType: text,
    audienceCondition: optional,
    segmentId: optional,
    templateId: optional,
    status: text,
    totalRecipients: { type: Number, required: true },
    scheduledFor: { type: Date, default: null },
    sentAt: { type: Date, default: null },
    run: optional,
    withdrawn: [String],
    resending: { type: Boolean, default: false },
    cleaning: { type: Boolean, default: false },
    counts: mongoose.Schema.Types.Mixed,
    recountDue: Date,
    reconcileDue: Date,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  {
    outbox: true,
    indexes: [
      [{ projectId: 1, createdAt: -1, _id: -1 }],
      // Sent ones of a stretch of time.
      [{ projectId: 1, sentAt: 1 }, { partialFilterExpression: { sentAt: { $type: 'date' } } }],
      [{ projectId: 1, updatedAt: -1, _id: -1 }],
      [{ projectId: 1, name: 1, _id: -1 }, { collation: COLLATION }],
      [{ reconcileDue: 1 }, { partialFilterExpression: { reconcileDue: { $exists: true } } }],
      [{ recountDue: 1 }, { partialFilterExpression: { recountDue: { $exists: true } } }],
    ],
  },
);

const OLD_FIELDS = { $or: [{ careDue: { $exists: true } }, { settling: { $exists: true } }] };

/** Fields had other names before December 2026. To be removed in June 2027. */
export const OLD_FIELDS_RENAMED: Migration = {
  name: '2026-12-01-campaigns-old-fields-renamed',
  collections: ['campaigns'],
  // Below mongoose, and so below the tenancy lock: documents of every project.
  left: (mongo) => mongo.db!.collection('campaigns').countDocuments(OLD_FIELDS),
  async step(mongo) {
    const renamed = { $rename: { careDue: 'reconcileDue', settling: 'resending' } };
    return (await mongo.db!.collection('campaigns').updateMany(OLD_FIELDS, renamed)).modifiedCount;
  },
};

export const campaignModel = (mongo: Connection): Model<CampaignDoc> => mongo.model<CampaignDoc>('Campaign', schema, 'campaigns');
