/** What Temporal may ask of campaigns (task queue `campaigns`). */
import type { Erasure } from '#kit/store/erasure.ts';
import type { Sends } from './sends.ts';
import type { CampaignsStore } from './store.ts';

export interface CampaignsActivities {
  beginSend: Sends['begin'];
  endSend: Sends['end'];
  /** Ends what a project sends, and removes its campaigns; doing it again does nothing. */
  purgeProject(erasure: Erasure): Promise<void>;
}

export function createCampaignsActivities(sends: Sends, store: CampaignsStore): CampaignsActivities {
  return {
    beginSend: sends.begin,
    endSend: sends.end,
    async purgeProject({ projectId, until }) {
      await sends.endAll(projectId, until);
      await store.of(projectId).removeAll(until);
    },
  };
}
