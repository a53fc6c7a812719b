/** Which campaigns refer to a field, a template, a segment or a sender's domain (contract 2.1 "Usage of a field", 4.5, 4.7, 4.9). */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { CampaignRef, UsageRequest } from '#proto/campaigns/v1/campaigns.ts';
import type { SegmentsServiceDefinition } from '#proto/segments/v1/segments.ts';
import type { Campaign, CampaignsStore } from './store.ts';

export type Usage = (thing: UsageRequest, call: Call) => Promise<CampaignRef[]>;

const ref = ({ id, content: { name }, status }: Campaign): CampaignRef => ({ id, name, status });

export function createUsage(store: CampaignsStore, segments: Pick<Client<typeof SegmentsServiceDefinition>, 'refers'>): Usage {
  /** Conditions are segments' to read. */
  async function filtersThat(thing: UsageRequest, campaigns: readonly Campaign[], call: Call): Promise<ReadonlySet<string>> {
    const filtered = campaigns.filter(({ content }) => content.audienceCondition !== null);
    if (filtered.length === 0) return new Set();
    const { refers } = await segments.refers({ ...thing, conditions: filtered.map(({ content }) => content.audienceCondition!) }, call);
    return new Set(filtered.filter((_, index) => refers[index]).map(({ id }) => id));
  }

  return async function usedBy(thing, call) {
    if (thing.domain) return (await store.of(call.projectId).sendingFrom(thing.domain)).map(ref);
    const campaigns = await store.of(call.projectId).referring();
    const filters = await filtersThat(thing, campaigns, call);
    const names = ({ content }: Campaign): boolean =>
      thing.segmentId ? content.segmentId === thing.segmentId : thing.templateId ? content.templateId === thing.templateId : false;
    return campaigns.filter((campaign) => filters.has(campaign.id) || names(campaign)).map(ref);
  };
}
