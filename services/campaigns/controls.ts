/** Controls of a campaign that is being sent: pause, resume, rate, progress, and decisions about mails of unknown outcome. */
import type { Client as TemporalClient } from '@temporalio/client';
import { fault } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Progress } from '#proto/campaigns/v1/campaigns.ts';
import { pauseSend, resumeSend } from '#temporal/lifecycle.ts';
import { checkDecidable, checkPausable, checkRatable, checkRate } from './domain/state.ts';
import type { Decision, Status } from './domain/state.ts';
import type { DeliverySend } from './delivery-send.ts';
import type { Sends } from './sends.ts';
import type { Campaign, CampaignsStore } from './store.ts';

export interface ControlsParts {
  store: CampaignsStore;
  deliverySend: DeliverySend;
  sends: Pick<Sends, 'tryToStart'>;
  temporal: () => Promise<TemporalClient>;
  newId: () => string;
  clock: () => Date;
  log: Log;
}

export interface Controls {
  progress(campaign: Campaign): Promise<Progress>;
  /** What is not in flight stays, from the answer on; or goes on. */
  pause(campaign: Campaign, paused: boolean): Promise<Progress>;
  /** Has the workflow ask the ledger at once whether the send may go on. */
  wake(campaign: Campaign): Promise<void>;
  /** @param perSecond 0: as fast as the provider takes them. */
  setRate(campaign: Campaign, perSecond: number): Promise<Progress>;
  /** Answers how many recipients it was about. A campaign that was SENT is SENDING again until those sent once more are at their end. */
  resumeUnknown(campaign: Campaign, decision: Decision): Promise<number>;
}

interface Remaining {
  status: Status;
  paused: boolean;
  /** Rows that have not come to their end. */
  open: number;
  ratePerSecond: number;
}

/** Whole seconds until everybody is at their end; null while that is unknown. */
function secondsLeft({ status, paused, open, ratePerSecond }: Remaining): number | null {
  if (status === 'SENT') return 0;
  return status !== 'SENDING' || paused || ratePerSecond <= 0 ? null : Math.ceil(open / ratePerSecond);
}

const NOBODY = { frozen: 0, pending: 0, sending: 0, sent: 0, failed: 0, suppressed: 0, unknown: 0 } as const;

export function createControls({ store, deliverySend, sends, temporal, newId, clock, log }: ControlsParts): Controls {
  async function progress(campaign: Campaign): Promise<Progress> {
    const { status } = campaign;
    const made = await deliverySend.find(campaign);
    const { frozen, pending, sending, sent, failed, suppressed, unknown } = made?.counts ?? NOBODY;
    const paused = status === 'SENDING' && made?.state === 'PAUSED';
    const rateNow = status === 'SENDING' ? (made?.rateNow ?? 0) : 0;
    // While the audience is being frozen, those to come are known by their number only.
    const open = made?.frozen ? pending + sending : Math.max(campaign.totalRecipients - frozen, 0) + pending + sending;
    return {
      status,
      paused,
      frozen,
      pending,
      sending,
      sent,
      failed,
      suppressed,
      unknown,
      rateNow,
      rateLimit: made?.rate || null,
      secondsLeft: secondsLeft({ status, paused, open, ratePerSecond: rateNow }),
    };
  }

  /** The ledger holds or lets go; the workflow only learns of it sooner. */
  async function signal(campaign: Campaign, paused: boolean): Promise<void> {
    await temporal()
      .then((client) => (paused ? pauseSend : resumeSend)(client, campaign.run!))
      .catch((error: Error) =>
        log.warn({ campaignId: campaign.id, error: error.message }, 'a workflow learns later that it is paused or goes on'),
      );
  }

  return {
    progress,

    async pause(campaign: Campaign, paused: boolean): Promise<Progress> {
      checkPausable(campaign.status);
      await deliverySend.control(campaign, { state: paused ? 'PAUSED' : 'OPEN' });
      await signal(campaign, paused);
      return progress(campaign);
    },

    wake: (campaign) => signal(campaign, false),

    async setRate(campaign: Campaign, perSecond: number): Promise<Progress> {
      checkRate(perSecond);
      checkRatable(campaign.status);
      await deliverySend.control(campaign, { rate: perSecond });
      return progress(campaign);
    },

    async resumeUnknown(campaign: Campaign, decision: Decision): Promise<number> {
      checkDecidable(campaign.status);
      if ((await deliverySend.counts(campaign)).unknown === 0) return 0;
      const { id, projectId, status, run } = campaign;
      if (decision === 'drop' || status === 'SENDING') return await deliverySend.resumeUnknown(campaign, decision);
      const again = await store
        .of(projectId)
        .change(
          id,
          { status: ['SENT'], run },
          { status: 'SENDING', run: newId(), resending: true, reconcileDue: clock(), recountDue: clock(), now: clock() },
        );
      if (!again) throw fault('CONFLICT', { message: 'Campaign was changed meanwhile' });
      const rows = await deliverySend.resumeUnknown(campaign, decision);
      await sends.tryToStart(again);
      return rows;
    },
  };
}
