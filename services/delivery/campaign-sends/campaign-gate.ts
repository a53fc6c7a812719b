/**
 * Which campaign sends let their mails go. What was read of a send holds for a moment, and whoever pauses or cancels it is answered when
 * that moment is over in every process: so nothing is handed over behind the answer, and not every mail asks.
 */
import { createBatcher } from '#kit/store/batcher.ts';
import type { CampaignGate } from '../dispatch/dispatch.ts';
import type { CampaignSendState } from '../domain/campaign-send.ts';
import { heldBack } from '../domain/campaign-send.ts';
import type { CampaignSendStore } from './store.ts';

interface Seen {
  /** Undefined: the send is gone. */
  state: CampaignSendState | undefined;
  /** When it began to be read, in ms: it may have changed since. */
  at: number;
}

/** For so many ms a send is taken to stand as it was read. */
export const STATE_HOLDS_MS = 50;
const SENDS_MAX = 10_000;

/** @param now monotonic, in ms */
export function createCampaignGate({ states }: Pick<CampaignSendStore, 'states'>, now: () => number): CampaignGate {
  const seen = new Map<string, Seen>();
  const reading = new Map<string, Promise<Seen>>();

  /** Sends that are asked about at once share a query. */
  const read = createBatcher<string, Seen>({
    write: async (campaignIds) => {
      const at = now();
      const found = await states(campaignIds);
      return campaignIds.map((campaignId) => ({ state: found.get(campaignId), at }));
    },
  });

  const holds = ({ at }: Seen): boolean => now() - at < STATE_HOLDS_MS;

  function readAnew(campaignId: string): Promise<Seen> {
    const underway = reading.get(campaignId);
    if (underway) return underway;
    const anew = read(campaignId)
      .then((found) => {
        if (seen.size >= SENDS_MAX) seen.clear();
        seen.set(campaignId, found);
        return found;
      })
      .finally(() => reading.delete(campaignId));
    reading.set(campaignId, anew);
    return anew;
  }

  /** What was read by a reading that began before it was asked for may be old by now: the next one is not. */
  async function asked(campaignId: string): Promise<Seen> {
    const underway = reading.get(campaignId);
    const found = underway && (await underway);
    return found && holds(found) ? found : await readAnew(campaignId);
  }

  return (row) => {
    if (!row.campaignId) return undefined;
    const known = seen.get(row.campaignId);
    if (known && holds(known)) return heldBack(known.state, row);
    return asked(row.campaignId).then(({ state }) => heldBack(state, row));
  };
}
