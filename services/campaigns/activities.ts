/** What Temporal may ask of campaigns (task queue `campaigns`). */
import type { Sends } from './sends.ts';
import type { CampaignsStore } from './store.ts';

export function campaignsActivities(sends: Sends, store: CampaignsStore) {
  return {
    beginSend: sends.begin,
    endSend: sends.end,
    /** Ends what a deleted project sends, and removes its campaigns; doing it again does nothing. */
    async purgeProject({ projectId }: { projectId: string }): Promise<void> {
      await sends.endAll(projectId);
      await store.of(projectId).removeAll();
    },
  };
}
