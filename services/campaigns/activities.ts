/** What Temporal may ask of campaigns (task queue `campaigns`). */
import type { Erasure } from '#kit/store/erasure.ts';
import type { Sends } from './sends.ts';
import type { CampaignsStore } from './store.ts';

export function campaignsActivities(sends: Sends, store: CampaignsStore) {
  return {
    beginSend: sends.begin,
    endSend: sends.end,
    /** Ends what a project sends, and removes its campaigns; doing it again does nothing. */
    async purgeProject({ projectId, until }: Erasure): Promise<void> {
      await sends.endAll(projectId, until);
      await store.of(projectId).removeAll(until);
    },
  };
}
