/** What accounts keeps. A project carries its members and keys, so that one write changes them together. */
import mongoose from 'mongoose';
import type { Connection, Model } from 'mongoose';
import { plainSchema, tenantSchema } from '#kit/store/schema.ts';
import type { Claim } from './domain/claim.ts';
import type { Membership } from './domain/role.ts';

export interface UserRow {
  _id: string;
  email: string;
  /** PASSWORD | GOOGLE_OAUTH | GITHUB_OAUTH */
  type: string;
  /** argon2id; null for accounts without a password. */
  passwordHash: string | null;
  /** Sessions older than this are refused; null while the first password stands. */
  passwordChangedAt: Date | null;
  /** When all sessions but one were ended: older tokens that are not noted are refused; null: never. */
  sessionsEndedAt?: Date | null;
  verified: boolean;
  /** When a mailed link or a social login showed whose the address is; null: never, though it may count as verified; absent: `isProven`. */
  provenAt?: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The last reset of a project. */
export interface ResetRow {
  /** What was made until then goes. */
  until: Date;
  /** When its workflow is to be started, or started once more. Absent: it has ended. */
  dueAt?: Date;
  /** W3C trace context of the call that asked for it: whoever starts the workflow, and whenever, it is of that trace. */
  traceparent?: string;
  /** Services that are to remove their part, and those that have. */
  services: string[];
  done: string[];
  endedAt: Date | null;
}

/** What outgoing webhooks are signed with. */
export interface WebhookSecretRow {
  secret: string;
  createdAt: Date;
  /** The one before, which signs beside it until then. */
  previous?: string;
  previousUntil?: Date;
}

export interface ProjectRow {
  _id: string;
  name: string;
  publicKey: string;
  /** SHA-256, hex. */
  publicHash: string;
  secretHash: string;
  /** `sk_` + 8 hex. */
  secretPrefix: string;
  disabled: boolean;
  disabledReason: string | null;
  /** When; null while it is not disabled. */
  disabledAt: Date | null;
  /** Since when its mail waits; absent or null: it does not. */
  pausedAt?: Date | null;
  /** When what follows from being disabled is to be done, or done once more; null when it is done. */
  suspensionDueAt: Date | null;
  customer: string | null;
  subscription: string | null;
  /** Of the checkout; null before one. */
  currency?: string | null;
  /** When the latest checkout was completed, as Stripe says; absent before one. */
  subscribedAt?: Date | null;
  billingLimitWorkflows: number | null;
  billingLimitCampaigns: number | null;
  billingLimitTransactional: number | null;
  billingLimitInbound: number | null;
  tracking: string;
  language: string;
  /** The address of an image; absent or null: none. */
  logo?: string | null;
  members: Membership[];
  /** Set by DeleteProject; the row itself goes when the purge is done. */
  deletedAt: Date | null;
  /** When the purge of a deleted project is to be started, or started once more. */
  purgeDueAt: Date | null;
  /** W3C trace context of the call that deleted it, for its purge. */
  purgeTraceparent?: string;
  /** Absent: there was none. */
  reset?: ResetRow;
  /** Absent: nobody has asked for it. */
  webhookSecret?: WebhookSecretRow;
  createdAt: Date;
  updatedAt: Date;
}

export interface ClaimRow extends Claim {
  /** Project and key, so that the primary index is the unique one and no second index is paid for. */
  _id: string;
  projectId: string;
}

export interface AccountsModels {
  users: Model<UserRow>;
  projects: Model<ProjectRow>;
  claims: Model<ClaimRow>;
}

const text = { type: String, required: true };
const textOrNull = { type: String, default: null };
const numberOrNull = { type: Number, default: null };
const dateOrNull = { type: Date, default: null };
const date = { type: Date, required: true };

const userSchema = () =>
  plainSchema(
    {
      email: text,
      type: text,
      passwordHash: textOrNull,
      passwordChangedAt: dateOrNull,
      sessionsEndedAt: dateOrNull,
      verified: { type: Boolean, required: true },
      provenAt: dateOrNull,
      createdAt: date,
      updatedAt: date,
    },
    { indexes: [[{ email: 1 }, { unique: true }]] },
  );

// A project is the tenant itself: its `_id` is what everybody else calls projectId.
const projectSchema = () =>
  plainSchema(
    {
      name: text,
      publicKey: text,
      publicHash: text,
      secretHash: text,
      secretPrefix: text,
      disabled: { type: Boolean, default: false },
      disabledReason: textOrNull,
      disabledAt: dateOrNull,
      suspensionDueAt: dateOrNull,
      pausedAt: dateOrNull,
      customer: textOrNull,
      subscription: textOrNull,
      currency: textOrNull,
      subscribedAt: dateOrNull,
      billingLimitWorkflows: numberOrNull,
      billingLimitCampaigns: numberOrNull,
      billingLimitTransactional: numberOrNull,
      billingLimitInbound: numberOrNull,
      tracking: text,
      language: text,
      logo: textOrNull,
      members: [{ _id: false, userId: text, role: text, createdAt: date }],
      deletedAt: dateOrNull,
      purgeDueAt: dateOrNull,
      purgeTraceparent: String,
      reset: mongoose.Schema.Types.Mixed,
      webhookSecret: mongoose.Schema.Types.Mixed,
      createdAt: date,
      updatedAt: date,
    },
    {
      indexes: [
        [{ secretHash: 1 }, { unique: true }],
        [{ publicHash: 1 }, { unique: true }],
        [{ 'members.userId': 1, createdAt: -1 }],
        [{ customer: 1 }, { partialFilterExpression: { customer: { $gt: '' } } }],
        [{ subscription: 1 }, { partialFilterExpression: { subscription: { $gt: '' } } }],
        [{ suspensionDueAt: 1 }, { partialFilterExpression: { suspensionDueAt: { $type: 'date' } } }],
        [{ purgeDueAt: 1 }, { partialFilterExpression: { purgeDueAt: { $type: 'date' } } }],
        [{ 'reset.dueAt': 1 }, { partialFilterExpression: { 'reset.dueAt': { $exists: true } } }],
      ],
    },
  );

const claimSchema = () =>
  tenantSchema(
    {
      operationId: text,
      request: text,
      bodyHash: textOrNull,
      requestedAt: date,
      leaseUntil: date,
      expiresAt: date,
      statusCode: numberOrNull,
    },
    { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]], shardKey: { _id: 1 } },
  );

export function accountsModels(mongo: Connection): AccountsModels {
  return {
    users: mongo.model<UserRow>('User', userSchema(), 'users'),
    projects: mongo.model<ProjectRow>('Project', projectSchema(), 'projects'),
    claims: mongo.model<ClaimRow>('IdempotencyClaim', claimSchema(), 'idempotency_claims'),
  };
}
