/** Sweeps campaigns that are due: restarts sends that Temporal never got or may have lost, and finishes clean-ups. */
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Cancels } from './cancels.ts';
import type { Sends } from './sends.ts';
import type { CampaignsStore } from './store.ts';

const BATCH = 20;

export interface ReconcilerParts {
  store: CampaignsStore;
  sends: Pick<Sends, 'start'>;
  cancels: Pick<Cancels, 'clean'>;
  clock: () => Date;
  log: Log;
}

export function createReconciler({ store, sends, cancels, clock, log }: ReconcilerParts): Sweeper {
  return createSweeper(
    async () => {
      for (const campaign of await store.reconcileDue(clock(), BATCH)) {
        try {
          const started = await sends.start(campaign);
          if (campaign.cleaning) await cancels.clean(started);
        } catch (error) {
          log.warn({ campaignId: campaign.id, error: (error as Error).message }, 'a campaign waits');
        }
      }
    },
    'campaigns',
    { log },
  );
}
