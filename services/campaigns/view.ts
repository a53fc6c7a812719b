/** Campaigns as they are returned: with their segments' names, and with counters as the ledger's rows were last counted (contract 2.3). */
import type { Call } from '#kit/contract/call.ts';
import type { Campaign as CampaignMessage } from '#proto/campaigns/v1/campaigns.ts';
import type { Audience } from './audience.ts';
import type { Campaign } from './store.ts';

export interface Views {
  /** One of them. */
  one(campaign: Campaign, call: Call): Promise<CampaignMessage>;
  show(campaigns: readonly Campaign[], call: Call): Promise<CampaignMessage[]>;
}

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

export function createViews(audience: Pick<Audience, 'names'>): Views {
  return {
    async one(campaign: Campaign, call: Call): Promise<CampaignMessage> {
      return (await this.show([campaign], call))[0]!;
    },

    async show(campaigns: readonly Campaign[], call: Call): Promise<CampaignMessage[]> {
      const names = await audience.names(
        campaigns.flatMap(({ content: { segmentId } }) => segmentId ?? []),
        call,
      );
      return campaigns.map(
        ({ id, content, status, projectId, totalRecipients, counts, scheduledFor, sentAt, createdAt, updatedAt }): CampaignMessage => {
          const name = content.segmentId === null ? undefined : names.get(content.segmentId);
          return {
            id,
            content,
            status,
            projectId,
            counters: { totalRecipients, ...counts },
            segment: name === undefined ? undefined : { id: content.segmentId!, name },
            scheduledFor: time(scheduledFor),
            sentAt: time(sentAt),
            createdAt: time(createdAt),
            updatedAt: time(updatedAt),
          };
        },
      );
    },
  };
}
