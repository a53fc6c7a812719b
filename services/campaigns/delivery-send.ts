/** A campaign's send at delivery: opened with the frozen content and audience, controlled, counted. */
import type { Client } from '#kit/contract/definition.ts';
import { ownCall } from '#kit/contract/call.ts';
import { Fault, fault } from '#kit/errors.ts';
import type { FaultName } from '#kit/errors.ts';
import type { DeliveryServiceDefinition, CampaignCounts, CampaignSend, ControlCampaignSendRequest } from '#proto/delivery/v1/delivery.ts';
import type { Audience } from './audience.ts';
import type { Decision } from './domain/state.ts';
import type { Campaign } from './store.ts';

type Named = Pick<Campaign, 'id' | 'projectId'>;
type Run = Pick<Campaign, 'id' | 'projectId' | 'run' | 'resending'>;

export interface DeliverySend {
  /** Asked before the send is opened, a pause or a rate holds once it is. */
  control(campaign: Named, to: Omit<ControlCampaignSendRequest, 'campaignId' | 'run'>): Promise<void>;
  /** For good, and only this run: by the time it is asked for the campaign may be sent again. */
  close(campaign: Run): Promise<void>;
  /** What it counts against the caps of its project; faults BILLING_LIMIT_EXCEEDED (403) when it is judged and over one. */
  reserve(campaign: Named, count: { units: number; at: Date | null; judged: boolean }): Promise<void>;
  /**
   * Before anything is made of them, content and audience go to delivery; opened again for the same run, they stay as they are. False: a
   * later run of the campaign has been opened.
   * @param isCurrent whether the run is still the campaign's
   */
  open(campaign: Campaign, isCurrent: () => Promise<boolean>): Promise<boolean>;
  /** Undefined before the send begins. */
  find(campaign: Named): Promise<CampaignSend | undefined>;
  /** Zeros for one that was never sent. */
  counts(campaign: Named): Promise<CampaignCounts>;
  /** In the order asked; all of one project. @param recent a count of a moment ago will do */
  countsOf(projectId: string, ids: string[], recent: boolean): Promise<CampaignCounts[]>;
  /** Closes this run and removes what of it never left; answers how many mails of the campaign stay. */
  clear(campaign: Run): Promise<number>;
  /** Mails of unknown outcome are sent again or given up; answers how many. */
  resumeUnknown(campaign: Named, decision: Decision): Promise<number>;
}

/** As delivery knows it: mails of unknown outcome are sent again within the send that they belong to. */
const runOf = ({ run, resending }: Run): string | null => (resending ? null : run);
const isFault = (error: unknown, name: FaultName): boolean => error instanceof Fault && error.name === name;
const call = ({ projectId }: Named) => ownCall('campaigns', projectId);

export function createDeliverySend({
  audience,
  delivery,
}: {
  audience: Audience;
  delivery: Pick<
    Client<typeof DeliveryServiceDefinition>,
    | 'clearCampaignSend'
    | 'controlCampaignSend'
    | 'countCampaignSends'
    | 'getCampaignSend'
    | 'openCampaignSend'
    | 'reserveCampaign'
    | 'resumeUnknown'
  >;
}): DeliverySend {
  const control = async (campaign: Named, to: Omit<ControlCampaignSendRequest, 'campaignId'>): Promise<void> =>
    void (await delivery.controlCampaignSend({ campaignId: campaign.id, ...to }, call(campaign)));
  const close = (campaign: Run): Promise<void> => control(campaign, { state: 'CLOSED', run: runOf(campaign) });

  async function find(campaign: Named): Promise<CampaignSend | undefined> {
    try {
      return await delivery.getCampaignSend({ campaignId: campaign.id }, call(campaign));
    } catch (error) {
      if (isFault(error, 'RESOURCE_NOT_FOUND')) return undefined;
      throw error;
    }
  }

  return {
    async reserve(campaign, { units, at, judged }) {
      try {
        await delivery.reserveCampaign({ campaignId: campaign.id, units, at: at?.toISOString() ?? null, judged }, call(campaign));
      } catch (error) {
        if (!isFault(error, 'BILLING_LIMIT_EXCEEDED')) throw error;
        throw fault('BILLING_LIMIT_EXCEEDED', { message: `Sending to ${units} recipients would exceed billing limit`, status: 403 });
      }
    },

    control,
    close,

    async open(campaign: Campaign, isCurrent): Promise<boolean> {
      const { id, content, run, sentAt } = campaign;
      const chosen = await audience.filterOf(content, call(campaign));
      // Nobody who came after the answer is added (contract 3.1 "Frozen audience").
      const until = { createdAt: { $lte: { $date: sentAt!.toISOString() } } };
      const { subject, body, from, fromName, replyTo, type, templateId } = content;
      const opening = {
        campaignId: id,
        run: run!,
        content: { subject, body, from, fromName, replyTo, type, templateId },
        filter: chosen ? { $and: [until, chosen] } : until,
      };
      try {
        await delivery.openCampaignSend(opening, call(campaign));
      } catch (error) {
        if (!isFault(error, 'CONFLICT')) throw error;
        const other = await find(campaign);
        // Asked after it was found: a run that is open while this one is the campaign's was withdrawn while it was being opened.
        if (!(await isCurrent())) return false;
        if (other) await control(campaign, { state: 'CLOSED', run: other.run });
        await delivery.openCampaignSend(opening, call(campaign));
      }
      return true;
    },

    find,

    async counts(campaign: Named): Promise<CampaignCounts> {
      return (await delivery.countCampaignSends({ campaignIds: [campaign.id] }, call(campaign))).counts[0]!;
    },

    async countsOf(projectId: string, ids: string[], recent: boolean): Promise<CampaignCounts[]> {
      return (await delivery.countCampaignSends({ campaignIds: ids, recent }, ownCall('campaigns', projectId))).counts;
    },

    clear: async (campaign: Run): Promise<number> =>
      (await delivery.clearCampaignSend({ campaignId: campaign.id, run: runOf(campaign) }, call(campaign))).left,

    resumeUnknown: async (campaign: Named, decision: Decision): Promise<number> =>
      (await delivery.resumeUnknown({ campaignId: campaign.id, decision }, call(campaign))).rows,
  };
}
