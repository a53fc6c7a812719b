/** Campaigns as they are told: with their segments' names, and with counters as the ledger's rows were last counted (decisions 2.3). */
import type { Call } from '#kit/contract/call.ts';
import type { Campaign as CampaignMessage } from '#proto/campaigns/v1/campaigns.ts';
import type { Audience } from './audience.ts';
import type { Campaign } from './store.ts';

export type Views = ReturnType<typeof makeViews>;

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

export function makeViews(audience: Pick<Audience, 'names'>) {
  return {
    /** One of them. */
    async one(campaign: Campaign, call: Call): Promise<CampaignMessage> {
      return (await this.show([campaign], call))[0]!;
    },

    async show(campaigns: readonly Campaign[], call: Call): Promise<CampaignMessage[]> {
      const names = await audience.names(campaigns.flatMap(({ letter: { segmentId } }) => segmentId ?? []), call);
      return campaigns.map(({ id, letter, status, projectId, totalRecipients, counts, scheduledFor, sentAt, createdAt, updatedAt }): CampaignMessage => {
        const name = letter.segmentId === null ? undefined : names.get(letter.segmentId);
        return {
          id, letter, status, projectId, counters: { totalRecipients, ...counts },
          segment: name === undefined ? undefined : { id: letter.segmentId!, name },
          scheduledFor: time(scheduledFor), sentAt: time(sentAt), createdAt: time(createdAt), updatedAt: time(updatedAt),
        };
      });
    },
  };
}
