/** What counts against a project's caps, and which caps there are (contract "Billing"). Pure. */
import type { SourceType } from './email.ts';

export const CATEGORIES = ['workflows', 'campaigns', 'transactional', 'inbound'] as const;
export type Category = (typeof CATEGORIES)[number];
export type ByCategory = Record<Category, number>;

export const NOTHING: Readonly<ByCategory> = { workflows: 0, campaigns: 0, transactional: 0, inbound: 0 };

const BY_SOURCE: Readonly<Record<SourceType, Category>> = {
  WORKFLOW: 'workflows',
  CAMPAIGN: 'campaigns',
  TRANSACTIONAL: 'transactional',
  INBOUND: 'inbound',
};

export function categoryOf(source: SourceType): Category {
  return BY_SOURCE[source];
}

/** A mail with attachments counts twice. */
export function unitsOf({ attachments }: { attachments: readonly unknown[] }): number {
  return attachments.length > 0 ? 2 : 1;
}

/** What of a project says how much it may have. */
export interface Plan {
  subscription?: string | null | undefined;
  billingLimitWorkflows?: number | null | undefined;
  billingLimitCampaigns?: number | null | undefined;
  billingLimitTransactional?: number | null | undefined;
  billingLimitInbound?: number | null | undefined;
}

/** A calendar month (UTC), over all categories. */
export const FREE_TIER = 1_000;

/** How much a project may have: of one category, or of all of them together; null: as much as it likes. */
export interface Cap {
  over: readonly Category[];
  limit: number;
}

export function capOf(plan: Plan, category: Category): Cap | null {
  const own = {
    workflows: plan.billingLimitWorkflows,
    campaigns: plan.billingLimitCampaigns,
    transactional: plan.billingLimitTransactional,
    inbound: plan.billingLimitInbound,
  };
  const limit = own[category];
  if (typeof limit === 'number') return { over: [category], limit };
  const isFree = !plan.subscription && Object.values(own).every((one) => typeof one !== 'number');
  return isFree ? { over: CATEGORIES, limit: FREE_TIER } : null;
}

/** `2026-11`, in UTC. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

export function monthBegin(month: string): Date {
  return new Date(`${month}-01T00:00:00.000Z`);
}
