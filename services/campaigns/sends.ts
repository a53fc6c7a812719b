/** A campaign's send: started or scheduled, begun when it is due, ended (contract 3.1). The order of writes is what survives a crash. */
import type { Client as TemporalClient } from '@temporalio/client';
import type { Call } from '#kit/contract/call.ts';
import { derivedId } from '#kit/derived-id.ts';
import { fault } from '#kit/errors.ts';
import { pending } from '#kit/facts/outbox.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { startSend, withdrawSend } from '#temporal/lifecycle.ts';
import type { Audience } from './audience.ts';
import { checkSendable, readSchedule } from './domain/state.ts';
import { countsOf, recountIn } from './domain/stats.ts';
import type { DeliverySend } from './delivery-send.ts';
import type { Campaign, CampaignsStore } from './store.ts';

export interface SendsParts {
  store: CampaignsStore;
  audience: Audience;
  deliverySend: DeliverySend;
  temporal: () => Promise<TemporalClient>;
  newId: () => string;
  clock: () => Date;
  log: Log;
}

export interface Sends {
  start(campaign: Campaign): Promise<Campaign>;
  tryToStart(campaign: Campaign): Promise<Campaign>;
  /** DRAFT or SCHEDULED → SENDING or SCHEDULED. */
  send(campaign: Campaign, scheduledFor: string | null | undefined, call: Call): Promise<Campaign>;
  /** Activity: SCHEDULED → SENDING when due, and the send is open. False: this run is not the campaign's any more. */
  begin(send: Send): Promise<boolean>;
  /** Activity: SENDING → SENT when every row is at its end; answers how many are not. */
  end(send: Send): Promise<number>;
  /** Every workflow of a project's campaigns that is going; of those made until then. */
  endAll(projectId: string, until?: Date): Promise<void>;
}

interface Send {
  projectId: string;
  campaignId: string;
  run: string;
}

/** It is being sent, by this run. */
const isSending = (campaign: Campaign | null, run: string): campaign is Campaign => campaign?.run === run && campaign.status === 'SENDING';

/** For the activity feed. */
function milestone(
  { id, projectId, content: { name } }: Campaign,
  step: 'scheduled' | 'sent',
  { run, at }: { run: string; at: Date },
): PendingFact {
  const data = { campaignId: id, name };
  return pending({ id: derivedId(`${run}:${step}`), projectId, name: `campaign.${step}`, at: at.toISOString(), data });
}

const UNSENT = ['DRAFT', 'SCHEDULED'] as const;
/** A send that was started is looked at again after that long, should its workflow have been lost or ended by hand. */
const AGAIN_MS = 600_000;

export function createSends({ store, audience, deliverySend, temporal, newId, clock, log }: SendsParts): Sends {
  /** Ends what was withdrawn, then starts what is wanted; starting is idempotent by the run. Answers the campaign as it is now. */
  async function start(campaign: Campaign): Promise<Campaign> {
    const { id, projectId, run, withdrawn, status, resending, scheduledFor, cleaning } = campaign;
    const client = await temporal();
    for (const former of withdrawn) await withdrawSend(client, former);
    const wanted = status === 'SCHEDULED' || status === 'SENDING';
    if (wanted) {
      const delayMs = status === 'SCHEDULED' ? Math.max(0, scheduledFor!.getTime() - clock().getTime()) : 0;
      await startSend(client, { projectId, campaignId: id, run: run! }, { delayMs, resending });
    }
    const reconcile = cleaning ? {} : { reconcileDue: wanted ? new Date(clock().getTime() + AGAIN_MS) : null };
    return (
      (await store.of(projectId).change(id, { status: [status], run }, { withdrawn: [], ...reconcile, now: campaign.updatedAt })) ??
      campaign
    );
  }

  /** What does not reach Temporal now, the next look repeats. */
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

    async send(campaign: Campaign, scheduledFor: string | null | undefined, call: Call): Promise<Campaign> {
      checkSendable(campaign.status);
      const due = readSchedule(scheduledFor, call.now);
      const totalRecipients = await audience.count(campaign.content, call);
      if (totalRecipients === 0) throw fault('BAD_REQUEST', { message: 'Campaign has no recipients' });
      await deliverySend.reserve(campaign, { units: totalRecipients, at: due, judged: true });
      const own = store.of(call.projectId);
      const to = due
        ? ({ status: 'SCHEDULED', scheduledFor: due } as const)
        : ({ status: 'SENDING', sentAt: call.now, recountDue: call.now } as const);
      const run = newId();
      const fact = due ? { fact: milestone(campaign, 'scheduled', { run, at: call.now }) } : {};
      const withdrawn = campaign.run ? [...campaign.withdrawn, campaign.run] : campaign.withdrawn;
      const after = await own.change(
        campaign.id,
        { status: UNSENT, run: campaign.run },
        { ...to, ...fact, totalRecipients, run, withdrawn, reconcileDue: call.now, now: call.now },
      );
      if (!after) {
        const now = await own.find(campaign.id);
        if (now) checkSendable(now.status);
        throw fault('CONFLICT', { message: 'Campaign was changed meanwhile' });
      }
      return await tryToStart(after);
    },

    async begin({ projectId, campaignId, run }: Send): Promise<boolean> {
      const own = store.of(projectId);
      await own.change(
        campaignId,
        { status: ['SCHEDULED'], run },
        { status: 'SENDING', sentAt: clock(), recountDue: clock(), now: clock() },
      );
      const isWanted = async (): Promise<boolean> => isSending(await own.find(campaignId), run);
      const campaign = await own.find(campaignId);
      if (!isSending(campaign, run) || !(await deliverySend.open(campaign, isWanted))) return false;
      // Whoever cancelled while it was being opened found nothing to close.
      const wanted = await isWanted();
      if (!wanted) await deliverySend.close(campaign);
      return wanted;
    },

    async end({ projectId, campaignId, run }: Send): Promise<number> {
      const own = store.of(projectId);
      const campaign = await own.find(campaignId);
      if (!isSending(campaign, run)) return 0;
      const counts = await deliverySend.counts(campaign);
      const open = counts.pending + counts.sending;
      if (open > 0) return open;
      const due = recountIn(false, campaign.sentAt, clock());
      const ended = {
        status: 'SENT',
        totalRecipients: counts.frozen,
        counts: countsOf(counts),
        resending: false,
        reconcileDue: null,
        recountDue: due === null ? null : new Date(clock().getTime() + due),
        // Mails that were sent once more are no second campaign.
        ...(campaign.resending ? {} : { fact: milestone(campaign, 'sent', { run, at: clock() }) }),
      } as const;
      await own.change(campaignId, { status: ['SENDING'], run }, { ...ended, now: clock() });
      await deliverySend.reserve(campaign, { units: counts.frozen, at: campaign.sentAt, judged: false });
      return 0;
    },

    async endAll(projectId, until): Promise<void> {
      const client = await temporal();
      for (const run of await store.of(projectId).runs(until)) await withdrawSend(client, run);
    },
  };
}
