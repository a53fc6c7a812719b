/** A project's counted mail of a month in one document, so that one write judges a cap and counts. */
import type { Connection, Model } from 'mongoose';
import mongoose from 'mongoose';
import { tenantSchema } from '#kit/store/schema.ts';
import type { ByCategory, Category } from '../domain/usage.ts';

/** Mails that were counted and may not be in the ledger yet. */
export interface OpenCount {
  id: string;
  category: Category;
  /** A mail's. */
  units: number;
  emailIds: string[];
  at: Date;
}

export interface UsageRow {
  /** Project and month. */
  _id: string;
  projectId: string;
  month: string;
  accepted: ByCategory;
  /** Of those accepted; counted anew from the ledger when a cap is reached and when somebody looks. */
  failed: ByCategory;
  failedAt: Date | null;
  open: OpenCount[];
}

/** What a campaign counts. */
export interface CampaignUsageRow {
  /** The campaign's id. */
  _id: string;
  projectId: string;
  month: string;
  units: number;
}

const { Mixed } = mongoose.Schema.Types;

export interface UsageModels {
  usage: Model<UsageRow>;
  campaignUsage: Model<CampaignUsageRow>;
}

export function usageModels(mongo: Connection): UsageModels {
  const usage = tenantSchema(
    { month: String, accepted: Mixed, failed: Mixed, failedAt: Date, open: [Mixed] },
    { indexes: [[{ 'open.at': 1 }, { partialFilterExpression: { 'open.at': { $exists: true } } }], [{ projectId: 1, month: 1 }]] },
  );
  const campaignUsage = tenantSchema({ month: String, units: Number }, { indexes: [[{ projectId: 1 }]] });
  return {
    usage: mongo.model<UsageRow>('Usage', usage, 'usage'),
    campaignUsage: mongo.model<CampaignUsageRow>('CampaignUsage', campaignUsage, 'campaign_usage'),
  };
}
