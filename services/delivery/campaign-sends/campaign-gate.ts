/**
 * Whether a campaign's mails may leave now. The state that was read of a send is used for a moment, and the answer to a pause or a cancel
 * waits until that moment is over in every process: so nothing is handed over after the answer, and not every mail reads the state.
 */
import { createBatcher } from '#kit/store/batcher.ts';
import type { CampaignGate } from '../dispatch/dispatch.ts';
import { heldBack } from '../domain/campaign-send.ts';
import type { CampaignSendState } from '../domain/campaign-send.ts';
import { createRefreshedCache } from '../refreshed-cache.ts';
import type { CampaignSendStore } from './store.ts';

/** For so many ms a send is taken to stand as it was read. */
export const STATE_HOLDS_MS = 50;

/** @param now monotonic, in ms */
export function createCampaignGate({ states }: Pick<CampaignSendStore, 'states'>, now: () => number): CampaignGate {
  /** Sends that are asked about at once share a query. Undefined: the send is gone. */
  const read = createBatcher<string, { state: CampaignSendState | undefined }>({
    write: async (campaignIds) => {
      const found = await states(campaignIds);
      return campaignIds.map((campaignId) => ({ state: found.get(campaignId) }));
    },
  });
  const sends = createRefreshedCache({ load: read, now, holdsMs: STATE_HOLDS_MS });

  return (mail) => {
    if (!mail.campaignId) return undefined;
    const known = sends.peek(mail.campaignId);
    if (known) return heldBack(known.state, mail);
    return sends.read(mail.campaignId).then(({ state }) => heldBack(state, mail));
  };
}
