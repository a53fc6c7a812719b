/** Cancelling a campaign (the table of decisions 3.1 "On cancel"), and the clean-up behind it. */
import type { Call } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import { afterCancel, checkCancellable } from './domain/state.ts';
import { NONE } from './domain/stats.ts';
import type { Mailing } from './mailing.ts';
import type { Sends } from './sends.ts';
import type { Campaign, CampaignsStore, Turn } from './store.ts';

export interface CancelsParts {
  store: CampaignsStore;
  mailing: Mailing;
  sends: Pick<Sends, 'tryToStart'>;
  clock: () => Date;
}

export type Cancels = ReturnType<typeof makeCancels>;

/** As if it had never been sent. */
const UNSENT = { status: 'DRAFT', scheduledFor: null, sentAt: null, run: null, settling: false, counts: NONE, recountDue: null } as const;

export function makeCancels({ store, mailing, sends, clock }: CancelsParts) {
  /** The end of a cancel. Workflows that Temporal could not be asked to end are asked again. */
  async function settle(campaign: Campaign, to: Turn): Promise<Campaign> {
    const careDue = campaign.withdrawn.length > 0 ? clock() : null;
    return (await store.of(campaign.projectId).turn(campaign.id, { status: ['CANCELLED'] }, { ...to, cleaning: false, careDue }, clock())) ?? campaign;
  }

  /** Removes what never left; DRAFT again when nothing is left. */
  async function clean(campaign: Campaign): Promise<Campaign> {
    const left = await mailing.clear(campaign);
    return settle(campaign, left === 0 ? UNSENT : { recountDue: clock() });
  }

  return {
    clean,

    async cancel(campaign: Campaign, call: Call): Promise<Campaign> {
      const { id, projectId, status, run, withdrawn } = campaign;
      const again = status === 'CANCELLED' && (await mailing.tally(campaign)).frozen > 0;
      checkCancellable(status, again);
      // CANCELLED first: from here on the workflow cannot end the campaign as SENT.
      const to = { status: 'CANCELLED', scheduledFor: null, cleaning: true, careDue: call.now, withdrawn: run ? [...withdrawn, run] : withdrawn } as const;
      const cancelled = await store.of(projectId).turn(id, { status: [status], run }, to, call.now);
      if (!cancelled) throw fault('CONFLICT', { message: 'Campaign was changed meanwhile' });
      await mailing.steer(campaign, { state: 'CLOSED' });
      const ended = await sends.tryToStart(cancelled);
      const { frozen: rows, sending, sent, unknown } = await mailing.tally(campaign);
      const outcome = afterCancel({ rows, left: sending + sent + unknown });
      // The answer does not wait for the removal of many rows.
      if (outcome === 'CLEANING') return ended;
      return outcome === 'CANCELLED' ? settle(ended, { recountDue: call.now }) : clean(ended);
    },
  };
}
