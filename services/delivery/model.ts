/** Delivery's collections. Every mail pays for every index of `emails`, so there are seven beside `_id`, six of them partial. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import { factBatchSchema } from '#kit/facts/fact-batch.ts';
import type { FactBatch } from '#kit/facts/fact-batch.ts';
import { plainSchema, tenantSchema } from '#kit/store/schema.ts';
import type { BounceClass } from './domain/bounce-class.ts';
import type { EmailRow } from './domain/email.ts';
import type { Entry } from './domain/outcome.ts';

const { Mixed } = mongoose.Schema.Types;

/** Before every mail: a condition on a time that is true of each and of no null. */
export const EPOCH = new Date(0);

/** Mails that stand for no slot of a frozen page, newest first. */
export const SLOTLESS = { projectId: 1, slot: 1, createdAt: -1, _id: -1 } as const;

const emails = tenantSchema(
  {
    contactId: String,
    to: String,
    toName: String,
    language: String,
    subject: String,
    body: String,
    bodyHash: String,
    skeletonHash: String,
    // No array of mongoose's: absent in most rows.
    values: Mixed,
    from: String,
    fromName: String,
    replyTo: String,
    headers: Mixed,
    attachments: Mixed,
    sourceType: String,
    class: String,
    templateId: String,
    campaignId: String,
    page: Number,
    slot: Number,
    noted: String,
    notedAt: Date,
    workflowExecutionId: String,
    workflowStepExecutionId: String,
    messageId: String,
    status: String,
    priority: Number,
    dueAt: Date,
    claim: String,
    attempt: Number,
    repeated: Boolean,
    resumedAt: Date,
    untracked: Boolean,
    sentAt: Date,
    deliveredAt: Date,
    openedAt: Date,
    clickedAt: Date,
    bouncedAt: Date,
    permanentBounceAt: Date,
    complainedAt: Date,
    unsubscribedAt: Date,
    opens: Number,
    clicks: Number,
    humanOpens: Number,
    humanClicks: Number,
    // No array of mongoose's: absent in most rows.
    links: Mixed,
    lastClick: Mixed,
    error: String,
    trace: [Mixed],
    traceparent: String,
    createdAt: Date,
    updatedAt: Date,
  },
  {
    outbox: true,
    // Its id is all that a pixel, a link or a report knows of a mail.
    shardKey: { _id: 1 },
    indexes: [
      // Pages of one project, newest first.
      [{ projectId: 1, createdAt: -1, _id: -1 }],
      // The same without rows that stand for slots, which a list finds by their pages: a campaign has tens of thousands of them.
      [SLOTLESS, { partialFilterExpression: { slot: null } }],
      // Whom a notice is about, where the provider gave the mail an id of its own.
      [{ messageId: 1 }, { partialFilterExpression: { messageId: { $exists: true } } }],
      // A campaign's rows, in the order of freezing: written once, never changed. The condition is true of every id and of no null.
      [{ campaignId: 1, page: 1 }, { partialFilterExpression: { campaignId: { $gt: '' } } }],
      // Those of them that were followed.
      [{ campaignId: 1, clickedAt: 1 }, { partialFilterExpression: { campaignId: { $gt: '' }, clickedAt: { $gt: EPOCH } } }],
      // Mails of a template that left.
      [{ projectId: 1, templateId: 1, sentAt: 1 }, { partialFilterExpression: { templateId: { $gt: '' }, sentAt: { $gt: EPOCH } } }],
      // What is to be done next; rows at their end are not in it.
      [{ status: 1, priority: 1, projectId: 1, dueAt: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } }],
    ],
  },
);

export interface SecondKey {
  selector: string;
  /** Base64 of the bare key. */
  publicKey: string;
  /** Sealed PKCS #8 PEM. */
  privateKey: string;
}

/** What a look-up found where a record is needed. */
export interface RecordCheck {
  type: string;
  name: string;
  verified: boolean;
  problem: string | null;
}

export interface DomainRow {
  _id: string;
  projectId: string;
  domain: string;
  verified: boolean;
  /** The MX of `<sub>.<domain>` leads to us, so that bounces may go there. Absent until it was looked up. */
  mxVerified?: boolean;
  selector: string;
  /** What the last look-up found of each record; absent before the first. */
  checks?: RecordCheck[];
  checkedAt?: Date;
  /** Of a provider that signs by itself. */
  tokens?: string[];
  /** Base64 of the SubjectPublicKeyInfo. */
  publicKey: string;
  /** Sealed PKCS #8 PEM (sender-domains/dkim-keys.ts). */
  privateKey: string;
  /** The second key, of the same shape; absent until `DKIM_ED25519` was on. */
  ed25519?: SecondKey;
  createdAt: Date;
  updatedAt: Date;
}

const domains = tenantSchema(
  {
    domain: String,
    verified: Boolean,
    mxVerified: Boolean,
    checks: { type: [Mixed], default: undefined },
    checkedAt: Date,
    tokens: { type: [String], default: undefined },
    selector: String,
    publicKey: String,
    privateKey: String,
    ed25519: Mixed,
    createdAt: Date,
    updatedAt: Date,
  },
  {
    indexes: [
      // A domain belongs to one project at most (contract 4.9).
      [{ domain: 1 }, { unique: true }],
      [{ projectId: 1, createdAt: -1 }],
      // The loop's page: unverified ones of late first, then all, by id.
      [{ verified: 1, createdAt: 1 }],
    ],
    outbox: true,
  },
);

export interface InboxRow {
  /** The mail's id in the ledger. */
  _id: string;
  projectId: string;
  from: string;
  to: string;
  subject: string;
  receivedAt: Date;
  /** The composed message, or null when it is kept as a blob (`rawHash`). */
  raw: Buffer | null;
  rawHash: string | null;
  /** The attempts that were handed over: more than one entry is a repetition. */
  attempts: number[];
}

const inbox = tenantSchema(
  { from: String, to: String, subject: String, receivedAt: Date, raw: Buffer, rawHash: String, attempts: [Number] },
  { indexes: [[{ projectId: 1, receivedAt: -1 }], [{ receivedAt: -1 }], [{ to: 1, receivedAt: -1 }]] },
);

export interface NoticeRow {
  /** Where it came from and its replay key: `generic:…`, `sns:…`, `mail:…`. */
  _id: string;
  /** Known again until then (contract 6 "Retention"). */
  until: Date;
}

const notices = plainSchema({ until: Date }, { indexes: [[{ until: 1 }, { expireAfterSeconds: 0 }]], shardKey: { _id: 'hashed' } });

/** How far a project's mails are blanked (ledger/retention.ts). */
export interface RetentionRow {
  /** The project's id. */
  _id: string;
  projectId: string;
  /** Everything before is blanked. */
  until: Date;
  /** When a process last looked. */
  takenAt: Date;
  /** What the project says itself, in days. */
  keptDays?: number;
}

const retention = tenantSchema({ until: Date, takenAt: Date, keptDays: Number });

/** Mails accepted on a day, by the domain they went to. */
export interface DayFigures {
  /** '': those with too few mails to be shown by themselves. */
  domain: string;
  sent: number;
  delivered: number;
  bounced: Partial<Record<BounceClass, number>>;
  deferred: number;
  complaints: number;
}

/** What was counted of a day (ledger/deliverability.ts). */
export interface DeliverabilityRow {
  /** `<projectId>:<ms>` */
  _id: string;
  projectId: string;
  domains: DayFigures[];
  countedAt: Date;
  tookMs: number;
}

const deliverability = tenantSchema({ domains: Mixed, countedAt: Date, tookMs: Number }, { indexes: [[{ projectId: 1 }]] });

export interface SuppressionRow {
  _id: string;
  projectId: string;
  /** Lowercase. */
  address: string;
  reason: 'bounce' | 'complaint';
  /** The mail that showed it. */
  emailId: string;
  at: Date;
}

const suppressions = tenantSchema(
  { address: String, reason: String, emailId: String, at: Date },
  { indexes: [[{ projectId: 1, address: 1 }, { unique: true }]], shardKey: { projectId: 1, address: 1 } },
);

/** A batch of outcomes, written before their rows are, with the facts they cause (`ledger/outcome-writer.ts`). */
export interface JournalRow extends FactBatch {
  entries?: Entry[];
}

const journal = factBatchSchema({ entries: Mixed });

export interface DeliveryModels {
  emails: Model<EmailRow>;
  journal: Model<JournalRow>;
  domains: Model<DomainRow>;
  inbox: Model<InboxRow>;
  notices: Model<NoticeRow>;
  suppressions: Model<SuppressionRow>;
  retention: Model<RetentionRow>;
  deliverability: Model<DeliverabilityRow>;
}

export function deliveryModels(mongo: Connection): DeliveryModels {
  return {
    emails: mongo.model<EmailRow>('Email', emails, 'emails'),
    journal: mongo.model<JournalRow>('Journal', journal, 'journal'),
    domains: mongo.model<DomainRow>('Domain', domains, 'domains'),
    inbox: mongo.model<InboxRow>('InboxMail', inbox, 'inbox'),
    notices: mongo.model<NoticeRow>('Notice', notices, 'notices'),
    suppressions: mongo.model<SuppressionRow>('Suppression', suppressions, 'suppressions'),
    retention: mongo.model<RetentionRow>('Retention', retention, 'retention'),
    deliverability: mongo.model<DeliverabilityRow>('Deliverability', deliverability, 'deliverability'),
  };
}
