/** Cancelling a campaign (the table of contract 3.1 "On cancel"), and the clean-up behind it. */
import type { Call } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import { afterCancel, checkCancellable } from './domain/state.ts';
import { NONE } from './domain/stats.ts';
import type { DeliverySend } from './delivery-send.ts';
import type { Sends } from './sends.ts';
import type { Campaign, CampaignsStore, Change } from './store.ts';

export interface CancelsParts {
  store: CampaignsStore;
  deliverySend: DeliverySend;
  sends: Pick<Sends, 'tryToStart'>;
  clock: () => Date;
}

export interface Cancels {
  clean(campaign: Campaign): Promise<Campaign>;
  cancel(campaign: Campaign, call: Call): Promise<Campaign>;
}

/** As if it had never been sent. */
const UNSENT = { status: 'DRAFT', scheduledFor: null, sentAt: null, run: null, resending: false, counts: NONE, recountDue: null } as const;

/** A cancel that has not ended by then is the reconciler's, too. */
const TAKEN_OVER_MS = 5_000;

export function createCancels({ store, deliverySend, sends, clock }: CancelsParts): Cancels {
  /** The end of a cancel. Workflows that Temporal could not be asked to end are asked again. */
  async function finish(campaign: Campaign, to: Change): Promise<Campaign> {
    // What is left of it is what left.
    const units = to === UNSENT ? 0 : (await deliverySend.counts(campaign)).frozen;
    await deliverySend.reserve(campaign, { units, at: campaign.sentAt, judged: false });
    const reconcileDue = campaign.withdrawn.length > 0 ? clock() : null;
    const { id, projectId, run } = campaign;
    const own = store.of(projectId);
    const finished = await own.change(id, { status: ['CANCELLED'], run }, { ...to, cleaning: false, reconcileDue, now: clock() });
    // Null: another clean-up was quicker.
    return finished ?? (await own.find(id)) ?? campaign;
  }

  /** Removes what never left; DRAFT again when nothing is left. */
  async function clean(campaign: Campaign): Promise<Campaign> {
    const left = await deliverySend.clear(campaign);
    return finish(campaign, left === 0 ? UNSENT : { recountDue: clock() });
  }

  return {
    clean,

    async cancel(campaign: Campaign, call: Call): Promise<Campaign> {
      const { id, projectId, status, run, withdrawn } = campaign;
      const again = status === 'CANCELLED' && (await deliverySend.counts(campaign)).frozen > 0;
      checkCancellable(status, again);
      // CANCELLED first: from here on the workflow cannot end the campaign as SENT.
      const to = {
        status: 'CANCELLED',
        scheduledFor: null,
        cleaning: true,
        reconcileDue: new Date(call.now.getTime() + TAKEN_OVER_MS),
        withdrawn: run ? [...withdrawn, run] : withdrawn,
      } as const;
      const own = store.of(projectId);
      const cancelled = await own.change(id, { status: [status], run }, { ...to, now: call.now });
      if (!cancelled) throw fault('CONFLICT', { message: 'Campaign was changed meanwhile' });
      await deliverySend.close(campaign);
      const ended = await sends.tryToStart(cancelled);
      const { frozen: rows, sending, sent, unknown } = await deliverySend.counts(campaign);
      const outcome = afterCancel({ rows, left: sending + sent + unknown });
      // The answer does not wait for the removal of many rows.
      if (outcome === 'CLEANING')
        return (await own.change(id, { status: ['CANCELLED'], run }, { reconcileDue: clock(), now: call.now })) ?? ended;
      return outcome === 'CANCELLED' ? finish(ended, { recountDue: call.now }) : clean(ended);
    },
  };
}
