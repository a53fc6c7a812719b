/** Frozen pages as they are stored: pages, how far each has come, and the key that their mails' ids are sealed with. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import { plainSchema, tenantSchema } from '#kit/store/schema.ts';
import type { MailClass } from '../domain/email.ts';

const { Mixed } = mongoose.Schema.Types;
type Binary = mongoose.mongo.Binary;

/** What is a slot's own; the rest is its page's. */
export interface SlotContent {
  to: string;
  /** Absent: the page's. */
  subject?: string;
  language?: string;
  /** The values of the page's skeleton, or the body, or where that is kept. */
  values?: string[];
  body?: string;
  bodyHash?: string;
  /** Why there is no mail: it could not be rendered. */
  error?: string;
}

/** Some hundred recipients of a campaign with what their mails need, frozen: written once, not changed until its content is blanked. */
export interface PageRow {
  /** `<number>/<n>`: the campaign send's number and the page's, from 0. */
  _id: string;
  projectId: string;
  campaignId: string;
  number: number;
  n: number;
  size: number;
  /** Where the audience goes on behind it. */
  cursor: string;
  frozenAt: Date;
  /** The process that froze it. */
  frozenBy: string;
  class: MailClass;
  from: string;
  fromName: string | null;
  replyTo: string | null;
  templateId: string | null;
  subject: string;
  language: string;
  /** Of the body's parts that all share. */
  skeletonHash: string | null;
  /** Contacts by slot, as binary uuids. */
  contacts: Binary[];
  /** JSON of each slot's own content: one string costs a hundredth of five hundred documents. */
  mails: string;
  /** Until its content is blanked. */
  whole?: true;
}

/** What became of some slots of a page: one write for all that ended together. */
export interface StoredNote {
  /** A write that is tried again counts once. */
  id: string;
  at: Date;
  /** When the first of its slots was claimed. */
  from: Date;
  /** The process. */
  by: string;
  /** The provider's acceptance was the delivery. */
  delivered: boolean;
  /** Slots as 16-bit numbers: accepted; and those with rows of their own. */
  plain: Binary;
  odd: Binary;
  /** The provider's words for each plain slot, a line each; a single line for all. */
  replies: string;
}

/** How far a page has come: the one document that sending it changes. */
export interface ProgressRow {
  _id: string;
  projectId: string;
  campaignId: string;
  n: number;
  size: number;
  /** Names the claim that holds the page. */
  owner: string | null;
  /** Until when. Absent: nobody holds it. */
  lease?: Date;
  horizon: number;
  /** Slots below the horizon that are not accounted for. */
  doubtful: number;
  /** Slots that notes name, and those among them that were accepted and delivered plainly. */
  ended: number;
  sent: number;
  delivered: number;
  notes: StoredNote[];
  /** Notes whose facts are in the outbox. */
  published: number;
  /** The last claim that had settled what the holders before it may have handed over: its own slots alone can be in doubt. */
  settled?: string;
}

/** Of a page that nothing has left of. */
export const UNTOUCHED = { horizon: 0, doubtful: 0, ended: 0, sent: 0, delivered: 0, published: 0 } as const;

export const PAGES_OF_CAMPAIGN = { campaignId: 1, n: 1, projectId: 1, frozenAt: 1, _id: 1, size: 1 } as const;
export const PAGES_OF_PROJECT = { projectId: 1, frozenAt: -1, _id: -1, size: 1, campaignId: 1, n: 1 } as const;

const pages = tenantSchema(
  {
    campaignId: String,
    number: Number,
    n: Number,
    size: Number,
    cursor: String,
    frozenAt: Date,
    frozenBy: String,
    class: String,
    from: String,
    fromName: String,
    replyTo: String,
    templateId: String,
    subject: String,
    language: String,
    skeletonHash: String,
    contacts: Mixed,
    mails: String,
    whole: Boolean,
  },
  {
    // Ids count up: as they are, one shard would have all pages of a campaign.
    shardKey: { _id: 'hashed' },
    indexes: [
      // A campaign's pages, in the order of freezing, and a project's, newest first. Lists count pages by these alone: a page itself is
      // tens of kilobytes.
      [PAGES_OF_CAMPAIGN],
      [PAGES_OF_PROJECT],
      [{ contacts: 1 }],
    ],
    formerIndexes: ['campaignId_1_n_1', 'projectId_1_frozenAt_-1__id_-1'],
  },
);

const progress = tenantSchema(
  {
    campaignId: String,
    n: Number,
    size: Number,
    owner: String,
    lease: Date,
    horizon: Number,
    doubtful: Number,
    ended: Number,
    sent: Number,
    delivered: Number,
    notes: Mixed,
    published: Number,
    settled: String,
  },
  {
    shardKey: { _id: 'hashed' },
    indexes: [
      [{ campaignId: 1, n: 1 }],
      // Pages that somebody holds.
      [{ lease: 1 }, { partialFilterExpression: { lease: { $exists: true } } }],
    ],
  },
);

/** The key that campaign mails' ids are sealed with: made once, kept beside the mails that it names. */
export interface KeyRow {
  _id: string;
  key: Binary;
}

const keys = plainSchema({ key: Mixed });

export interface PageModels {
  pages: Model<PageRow>;
  progress: Model<ProgressRow>;
  keys: Model<KeyRow>;
}

export const pageModels = (mongo: Connection): PageModels => ({
  pages: mongo.model<PageRow>('CampaignPage', pages, 'pages'),
  progress: mongo.model<ProgressRow>('PageProgress', progress, 'progress'),
  keys: mongo.model<KeyRow>('EmailIdKey', keys, 'email_id_keys'),
});
