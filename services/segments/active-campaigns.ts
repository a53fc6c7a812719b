/** Campaigns for whose sake a segment stays (decisions 4.7 DELETE). */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';

const ACTIVE: ReadonlySet<string> = new Set(['DRAFT', 'SCHEDULED', 'SENDING']);

/** How many active campaigns name the segment, by their audience or in a filter of it. */
export function countActive(campaigns: Pick<Client<typeof CampaignsServiceDefinition>, 'usage'>) {
  return async (segmentId: string, call: Call): Promise<number> => {
    const { campaigns: found } = await campaigns.usage({ segmentId }, call);
    return found.filter(({ status }) => ACTIVE.has(status)).length;
  };
}
