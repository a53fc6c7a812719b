/** A campaign's send: started or scheduled, begun when it is due, ended (decisions 3.1). The order of writes is what survives a crash. */
import type { Client as TemporalClient } from '@temporalio/client';
import type { Call } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { startSend, withdrawSend } from '#temporal/lifecycle.ts';
import type { Audience } from './audience.ts';
import { readSchedule } from './domain/schedule.ts';
import { checkSendable } from './domain/state.ts';
import { countsOf, recountIn } from './domain/stats.ts';
import type { Mailing } from './mailing.ts';
import type { Campaign, CampaignsStore } from './store.ts';

export interface SendsParts {
  store: CampaignsStore;
  audience: Audience;
  mailing: Mailing;
  temporal: () => Promise<TemporalClient>;
  newId: () => string;
  clock: () => Date;
  log: Log;
}

export type Sends = ReturnType<typeof makeSends>;

interface Send {
  projectId: string;
  campaignId: string;
  run: string;
}

const UNSENT = ['DRAFT', 'SCHEDULED'] as const;
/** A send that was started is looked at again after that long, should its workflow have been lost or ended by hand. */
const AGAIN_MS = 600_000;

export function makeSends({ store, audience, mailing, temporal, newId, clock, log }: SendsParts) {
  /** Ends what was withdrawn, then starts what is wanted; starting is idempotent by the run. Answers the campaign as it is now. */
  async function start(campaign: Campaign): Promise<Campaign> {
    const { id, projectId, run, withdrawn, status, settling, scheduledFor, cleaning } = campaign;
    const client = await temporal();
    for (const former of withdrawn) await withdrawSend(client, former);
    const wanted = status === 'SCHEDULED' || status === 'SENDING';
    if (wanted) {
      const delayMs = status === 'SCHEDULED' ? Math.max(0, scheduledFor!.getTime() - clock().getTime()) : 0;
      await startSend(client, { projectId, campaignId: id, run: run! }, delayMs, settling);
    }
    const care = cleaning ? {} : { careDue: wanted ? new Date(clock().getTime() + AGAIN_MS) : null };
    return (await store.of(projectId).turn(id, { status: [status], run }, { withdrawn: [], ...care }, campaign.updatedAt)) ?? campaign;
  }

  /** What Temporal cannot be told now, the next look tells it. */
  async function tryToStart(campaign: Campaign): Promise<Campaign> {
    try {
      return await start(campaign);
    } catch (error) {
      log.warn({ campaignId: campaign.id, error: (error as Error).message }, 'a campaign waits for Temporal');
      return campaign;
    }
  }

  return {
    start,
    tryToStart,

    /** DRAFT or SCHEDULED → SENDING or SCHEDULED. */
    async send(campaign: Campaign, scheduledFor: string | null | undefined, call: Call): Promise<Campaign> {
      checkSendable(campaign.status);
      const due = readSchedule(scheduledFor, call.now);
      const totalRecipients = await audience.count(campaign.letter, call);
      if (totalRecipients === 0) throw fault('BAD_REQUEST', { message: 'Campaign has no recipients' });
      const own = store.of(call.projectId);
      const to = due ? { status: 'SCHEDULED', scheduledFor: due } as const : { status: 'SENDING', sentAt: call.now, recountDue: call.now } as const;
      const withdrawn = campaign.run ? [...campaign.withdrawn, campaign.run] : campaign.withdrawn;
      const after = await own.turn(campaign.id, { status: UNSENT, run: campaign.run }, { ...to, totalRecipients, run: newId(), withdrawn, careDue: call.now }, call.now);
      if (!after) {
        const now = await own.find(campaign.id);
        if (now) checkSendable(now.status);
        throw fault('CONFLICT', { message: 'Campaign was changed meanwhile' });
      }
      return await tryToStart(after);
    },

    /** Activity: SCHEDULED → SENDING when due, and the mailing is open. False: this run is not the campaign's any more. */
    async begin({ projectId, campaignId, run }: Send): Promise<boolean> {
      const own = store.of(projectId);
      await own.turn(campaignId, { status: ['SCHEDULED'], run }, { status: 'SENDING', sentAt: clock(), recountDue: clock() }, clock());
      const campaign = await own.find(campaignId);
      if (campaign?.run !== run || campaign.status !== 'SENDING') return false;
      await mailing.open(campaign);
      // Whoever cancelled while it was being opened found nothing to close.
      const now = await own.find(campaignId);
      const wanted = now?.run === run && now.status === 'SENDING';
      if (!wanted) await mailing.steer(campaign, { state: 'CLOSED' });
      return wanted;
    },

    /** Activity: SENDING → SENT when every row is at its end; answers how many are not. */
    async end({ projectId, campaignId, run }: Send): Promise<number> {
      const own = store.of(projectId);
      const campaign = await own.find(campaignId);
      if (campaign?.run !== run || campaign.status !== 'SENDING') return 0;
      const tally = await mailing.tally(campaign);
      const open = tally.pending + tally.sending;
      if (open > 0) return open;
      const due = recountIn(false, campaign.sentAt, clock());
      const ended = { status: 'SENT', totalRecipients: tally.frozen, counts: countsOf(tally), settling: false, careDue: null, recountDue: due === null ? null : new Date(clock().getTime() + due) } as const;
      await own.turn(campaignId, { status: ['SENDING'], run }, ended, clock());
      return 0;
    },

    /** Every workflow of a project that is going. */
    async endAll(projectId: string): Promise<void> {
      const client = await temporal();
      for (const run of await store.of(projectId).runs()) await withdrawSend(client, run);
    },
  };
}
