/** What became of campaign sends' mails, counted from rows and notes (contract 2.3 "Counters"). */
import type { Model } from 'mongoose';
import { countLasts } from '#kit/limits/long-counts.ts';
import type { EmailRow } from '../domain/email.ts';
import type { Counted, CampaignCounts } from '../domain/campaign-send.ts';
import { NO_COUNTS, countsOf } from '../domain/campaign-send.ts';
import type { Count, CampaignSendRow } from './model.ts';
import type { PageModels } from './page-model.ts';
import type { CampaignSendStore, CampaignSendView } from './store.ts';

/** What "now" is for the rate. */
const RATE_S = 5;
/** A count that takes less than this is waited for. */
const SHORT_MS = 100;

const set = (field: string) => ({ $sum: { $cond: [{ $gt: [`$${field}`, null] }, 1, 0] } });

interface Grouped extends Omit<Counted, 'status'> {
  _id: EmailRow['status'];
  /** Those that stand for slots; among them, those that no note names, and what notes say of the others. */
  slots: number;
  unnoted: number;
  notedSent: number;
  notedDelivered: number;
  /** Sent a moment ago. */
  recent: number;
}

const countedOf = ({ _id: status, rows, humanOpened, humanClicked, ...times }: Grouped): Counted => {
  const { sent, delivered, opened, clicked, bounced, complained, unsubscribed } = times;
  return { status, rows, sent, delivered, opened, clicked, bounced, complained, unsubscribed, humanOpened, humanClicked };
};

export interface Counter {
  /** The last count; where that is old, a new one, which is waited for only if it is soon there. */
  recent(send: CampaignSendView): Promise<Count>;
  /** By campaign, in the order asked; those never sent have zeros. */
  of(projectId: string, campaignIds: readonly string[], isRecent: boolean): Promise<CampaignCounts[]>;
}

export interface CounterParts extends Pick<PageModels, 'progress'> {
  emails: Model<EmailRow>;
  sends: CampaignSendStore;
  clock: () => Date;
}

/** What the notes of a campaign's pages count together. */
interface Noted {
  ended: number;
  doubtful: number;
  sent: number;
  delivered: number;
  recent: number;
}

const NO_NOTES: Noted = { ended: 0, doubtful: 0, sent: 0, delivered: 0, recent: 0 };

/** Slots accepted since then, by the notes of one page. */
const recentSlots = (since: Date) => ({
  $sum: {
    $map: {
      input: { $filter: { input: '$notes', cond: { $gt: ['$$this.at', since] } } },
      in: { $divide: [{ $binarySize: '$$this.plain' }, 2] },
    },
  },
});

export function createCounter({ emails, progress, sends, clock }: CounterParts): Counter {
  const under = new Map<string, Promise<Count>>();

  async function notedOf(projectId: string, campaignId: string, since: Date): Promise<Noted> {
    const [noted] = await progress.aggregate<Noted>([
      { $match: { projectId, campaignId } },
      {
        $group: {
          _id: null,
          ended: { $sum: '$ended' },
          doubtful: { $sum: '$doubtful' },
          sent: { $sum: '$sent' },
          delivered: { $sum: '$delivered' },
          recent: { $sum: recentSlots(since) },
        },
      },
    ]);
    return noted ?? NO_NOTES;
  }

  /** One scan over the campaign's rows, and one over its notes. */
  async function scan(projectId: string, campaignId: string): Promise<Count> {
    const at = clock();
    const began = performance.now();
    const since = new Date(at.getTime() - RATE_S * 1_000);
    const noted = await notedOf(projectId, campaignId, since);
    const groups = await emails.aggregate<Grouped>([
      { $match: { projectId, campaignId } },
      {
        $group: {
          _id: '$status',
          rows: { $sum: 1 },
          slots: { $sum: { $cond: [{ $gte: ['$slot', 0] }, 1, 0] } },
          unnoted: { $sum: { $cond: [{ $and: [{ $gte: ['$slot', 0] }, { $eq: ['$attempt', 0] }] }, 1, 0] } },
          notedSent: { $sum: { $cond: [{ $gt: ['$noted', null] }, 1, 0] } },
          notedDelivered: { $sum: { $cond: [{ $eq: ['$noted', 'DELIVERED'] }, 1, 0] } },
          recent: { $sum: { $cond: [{ $gt: ['$sentAt', since] }, 1, 0] } },
          sent: set('sentAt'),
          delivered: set('deliveredAt'),
          opened: set('openedAt'),
          clicked: set('clickedAt'),
          bounced: set('bouncedAt'),
          complained: set('complainedAt'),
          unsubscribed: set('unsubscribedAt'),
          humanOpened: { $sum: { $cond: [{ $gt: ['$humanOpens', 0] }, 1, 0] } },
          humanClicked: { $sum: { $cond: [{ $gt: ['$humanClicks', 0] }, 1, 0] } },
        },
      },
    ]);
    const { recipients = 0 } = (await sends.find(projectId, campaignId)) ?? {};
    const rows = countsOf(groups.map(countedOf));
    const sum = (key: 'slots' | 'unnoted' | 'notedSent' | 'notedDelivered' | 'recent') =>
      groups.reduce((total, own) => total + own[key], 0);
    // A row beats the page: what it was noted as counts no more.
    const counts: CampaignCounts = {
      ...rows,
      frozen: recipients + rows.frozen - sum('slots'),
      pending: rows.pending + Math.max(0, recipients - noted.ended - noted.doubtful - sum('unnoted')),
      sending: rows.sending + noted.doubtful,
      sent: rows.sent + noted.sent - sum('notedSent'),
      delivered: rows.delivered + noted.delivered - sum('notedDelivered'),
    };
    return { counts, rateNow: (sum('recent') + noted.recent) / RATE_S, at, tookMs: performance.now() - began };
  }

  /** As it is at the moment of asking; kept, so that no older count is returned after it. */
  async function exact(projectId: string, campaignId: string): Promise<Count> {
    const count = await scan(projectId, campaignId);
    await sends.keepCount(projectId, campaignId, count);
    return count;
  }

  /** Counts once for all who ask meanwhile. */
  function recount({ _id, projectId }: Pick<CampaignSendRow, '_id' | 'projectId'>): Promise<Count> {
    const running = under.get(_id);
    if (running) return running;
    const counting = exact(projectId, _id).finally(() => under.delete(_id));
    under.set(_id, counting);
    return counting;
  }

  async function recent(send: CampaignSendView): Promise<Count> {
    const { count } = send;
    if (count && clock().getTime() - count.at.getTime() < countLasts(count.tookMs)) return count;
    const counting = recount(send);
    if (!count || count.tookMs < SHORT_MS) return await counting;
    counting.catch(() => undefined);
    return count;
  }

  return {
    recent,

    async of(projectId: string, campaignIds: readonly string[], isRecent: boolean): Promise<CampaignCounts[]> {
      const known = new Map((await sends.list(projectId, campaignIds)).map((send) => [send._id, send]));
      return await Promise.all(
        campaignIds.map(async (campaignId) => {
          const send = known.get(campaignId);
          if (!send) return NO_COUNTS;
          return (await (isRecent ? recent(send) : exact(projectId, campaignId))).counts;
        }),
      );
    },
  };
}
