/** Which campaigns refer to a field, a template, a segment or a sender's domain (decisions 2.1 "usage", 4.5, 4.7, 4.9, 10 "Deletion"). */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { CampaignRef, UsageRequest } from '#proto/campaigns/v1/campaigns.ts';
import type { SegmentsServiceDefinition } from '#proto/segments/v1/segments.ts';
import type { Campaign, CampaignsStore } from './store.ts';

export type Usage = ReturnType<typeof makeUsage>;

const ref = ({ id, letter: { name }, status }: Campaign): CampaignRef => ({ id, name, status });

export function makeUsage(store: CampaignsStore, segments: Client<typeof SegmentsServiceDefinition>) {
  /** Conditions are segments' to read. */
  async function filtersThat(thing: UsageRequest, campaigns: readonly Campaign[], call: Call): Promise<ReadonlySet<string>> {
    const filtered = campaigns.filter(({ letter }) => letter.audienceCondition !== null);
    if (filtered.length === 0) return new Set();
    const { refers } = await segments.refers({ ...thing, conditions: filtered.map(({ letter }) => letter.audienceCondition!) }, call);
    return new Set(filtered.filter((_, index) => refers[index]).map(({ id }) => id));
  }

  return async (thing: UsageRequest, call: Call): Promise<CampaignRef[]> => {
    if (thing.domain) return (await store.of(call.projectId).sendingFrom(thing.domain)).map(ref);
    const campaigns = await store.of(call.projectId).referring();
    const filters = await filtersThat(thing, campaigns, call);
    const names = ({ letter }: Campaign): boolean => (thing.segmentId ? letter.segmentId === thing.segmentId : thing.templateId ? letter.templateId === thing.templateId : false);
    return campaigns.filter((campaign) => filters.has(campaign.id) || names(campaign)).map(ref);
  };
}
