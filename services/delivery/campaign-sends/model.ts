/** Campaign sends as they are stored: one send of a campaign, its content frozen, its audience on the way into the ledger. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import { tenantSchema } from '#kit/store/schema.ts';
import type { MailClass } from '../domain/email.ts';
import type { CampaignSendState, CampaignCounts } from '../domain/campaign-send.ts';

export interface CampaignContent {
  subject: string;
  body: string;
  from: string;
  fromName: string | null;
  replyTo: string | null;
  type: MailClass;
  templateId: string | null;
}

/** What was counted, and when. */
export interface Count {
  counts: CampaignCounts;
  /** Mails a second that left just before. */
  rateNow: number;
  at: Date;
  /** How long counting took. */
  tookMs: number;
}

export interface CampaignSendRow {
  /** The campaign's id: a campaign has one send at most. */
  _id: string;
  projectId: string;
  /** Null while it is only controlled and not opened yet. */
  run: string | null;
  content: CampaignContent;
  /** JSON of the filter; null: every contact. */
  filter: string | null;
  state: CampaignSendState;
  /** Mails a second; null: as fast as the provider takes them. */
  rate: number | null;
  /** Names its pages and mails; null: its recipients are rows of the ledger. */
  number: number | null;
  /** Pages that are frozen. */
  pages: number;
  /** Recipients in them. */
  recipients: number;
  /** Where freezing goes on; null before the first page. */
  cursor: string | null;
  /** The whole audience is in the ledger. */
  frozen: boolean;
  count: Count | null;
  createdAt: Date;
}

const { Mixed } = mongoose.Schema.Types;

const schema = tenantSchema(
  {
    run: String,
    content: Mixed,
    filter: String,
    state: String,
    rate: Number,
    number: Number,
    pages: Number,
    recipients: Number,
    cursor: String,
    frozen: Boolean,
    count: Mixed,
    createdAt: Date,
  },
  {
    indexes: [
      [{ projectId: 1 }],
      // The condition is true of every number and of no null.
      [{ number: 1 }, { unique: true, partialFilterExpression: { number: { $gte: 0 } } }],
    ],
  },
);

/** Campaign sends were in `mailings` before December 2026: countTransition when a process starts. To be removed in June 2027. */
export async function moveMailings(mongo: Connection): Promise<void> {
  const former = mongo.db!.collection('mailings');
  if ((await former.estimatedDocumentCount()) === 0) return;
  await former
    .aggregate([
      { $set: { content: '$letter', count: null } },
      { $unset: 'letter' },
      { $merge: { into: 'campaign_sends', whenMatched: 'keepExisting' } },
    ])
    .toArray();
  await former.drop();
}

export const campaignSendModel = (mongo: Connection): Model<CampaignSendRow> =>
  mongo.model<CampaignSendRow>('CampaignSend', schema, 'campaign_sends');
