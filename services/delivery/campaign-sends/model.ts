/** Campaign sends as they are stored: one send of a campaign, with its frozen content, filter and state. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import type { Migration } from '#kit/store/migrations.ts';
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

const MOVED_AT_ONCE = 500;

/** Campaign sends were in `mailings` before December 2026. To be removed in June 2027. */
export const MAILINGS_MOVED: Migration = {
  name: '2026-12-01-mailings-moved-to-campaign-sends',
  collections: ['mailings', 'campaign_sends'],
  left: (mongo) => mongo.db!.collection('mailings').estimatedDocumentCount(),
  async step(mongo) {
    const former = mongo.db!.collection('mailings');
    const some = await former
      .find({}, { projection: { _id: 1 } })
      .limit(MOVED_AT_ONCE)
      .toArray();
    const these = { _id: { $in: some.map(({ _id }) => _id) } };
    // A row is copied before it is removed, and a copy that is there already is kept: it may have been sent on since.
    await former
      .aggregate([
        { $match: these },
        { $set: { content: '$letter', count: null } },
        { $unset: 'letter' },
        { $merge: { into: 'campaign_sends', whenMatched: 'keepExisting' } },
      ])
      .toArray();
    return (await former.deleteMany(these)).deletedCount;
  },
};

export const campaignSendModel = (mongo: Connection): Model<CampaignSendRow> =>
  mongo.model<CampaignSendRow>('CampaignSend', schema, 'campaign_sends');
