/** A campaign's mailing at delivery: opened with the frozen letter and audience, steered, tallied. */
import type { Client } from '#kit/contract/definition.ts';
import { ownCall } from '#kit/contract/call.ts';
import { Fault } from '#kit/errors.ts';
import type { FaultName } from '#kit/errors.ts';
import type { DeliveryServiceDefinition, MailingTally, Mailing as MailingMessage, SteerMailingRequest } from '#proto/delivery/v1/delivery.ts';
import type { Audience } from './audience.ts';
import type { Decision } from './domain/state.ts';
import type { Campaign } from './store.ts';

type Named = Pick<Campaign, 'id' | 'projectId'>;

export type Mailing = ReturnType<typeof makeMailing>;

const isFault = (error: unknown, name: FaultName): boolean => error instanceof Fault && error.name === name;
const call = ({ projectId }: Named) => ownCall('campaigns', projectId);

export function makeMailing({ audience, delivery }: { audience: Audience; delivery: Client<typeof DeliveryServiceDefinition> }) {
  const steer = async (campaign: Named, to: Omit<SteerMailingRequest, 'campaignId'>): Promise<void> => void (await delivery.steerMailing({ campaignId: campaign.id, ...to }, call(campaign)));

  return {
    /** Asked before the mailing is opened, a pause or a rate holds once it is. */
    steer,

    /** Before anything is made of them, letter and audience go to delivery; opened again for the same run, they stay as they are. */
    async open(campaign: Campaign): Promise<void> {
      const { id, letter, run, sentAt } = campaign;
      const chosen = await audience.filterOf(letter, call(campaign));
      // Nobody who came after the answer is added (decisions 10 "Frozen audience").
      const until = { createdAt: { $lte: { $date: sentAt!.toISOString() } } };
      const { subject, body, from, fromName, replyTo, type, templateId } = letter;
      const opening = { campaignId: id, run: run!, letter: { subject, body, from, fromName, replyTo, type, templateId }, filter: chosen ? { $and: [until, chosen] } : until };
      try {
        await delivery.openMailing(opening, call(campaign));
      } catch (error) {
        if (!isFault(error, 'CONFLICT')) throw error;
        // A run that was withdrawn while it was being opened has left it open.
        await steer(campaign, { state: 'CLOSED' });
        await delivery.openMailing(opening, call(campaign));
      }
    },

    /** Undefined before the send begins. */
    async find(campaign: Named): Promise<MailingMessage | undefined> {
      try {
        return await delivery.getMailing({ campaignId: campaign.id }, call(campaign));
      } catch (error) {
        if (isFault(error, 'RESOURCE_NOT_FOUND')) return undefined;
        throw error;
      }
    },

    /** Zeros for one that was never sent. */
    async tally(campaign: Named): Promise<MailingTally> {
      return (await delivery.tallyMailings({ campaignIds: [campaign.id] }, call(campaign))).tallies[0]!;
    },

    /** In the order asked; all of one project. @param recent a count of a moment ago will do */
    async tallies(projectId: string, ids: string[], recent: boolean): Promise<MailingTally[]> {
      return (await delivery.tallyMailings({ campaignIds: ids, recent }, ownCall('campaigns', projectId))).tallies;
    },

    /** Removes what never left; answers how many rows stay. */
    clear: async (campaign: Named): Promise<number> => (await delivery.clearMailing({ campaignId: campaign.id }, call(campaign))).left,

    /** Mails of unknown outcome are sent again or given up; answers how many. */
    resumeUnknown: async (campaign: Named, decision: Decision): Promise<number> => (await delivery.resumeUnknown({ campaignId: campaign.id, decision }, call(campaign))).rows,
  };
}
