/** What became of mailings' rows, counted from the rows themselves (decisions 2.3 "Counters"). */
import type { Model } from 'mongoose';
import type { EmailRow } from '../domain/email.ts';
import type { Counted, Tally } from '../domain/mailing.ts';
import { countLasts, NOTHING, tallyOf } from '../domain/mailing.ts';
import type { Count, MailingRow } from './model.ts';
import type { Mailings, MailingView } from './store.ts';

/** What "now" is for the rate. */
const RATE_S = 5;
/** A count that takes less than this is waited for. */
const SHORT_MS = 100;

const set = (field: string) => ({ $sum: { $cond: [{ $gt: [`$${field}`, null] }, 1, 0] } });

interface Grouped extends Omit<Counted, 'status'> {
  _id: EmailRow['status'];
  /** Sent a moment ago. */
  recent: number;
}

const countedOf = ({ _id: status, rows, sent, delivered, opened, clicked, bounced, complained, unsubscribed }: Grouped): Counted =>
  ({ status, rows, sent, delivered, opened, clicked, bounced, complained, unsubscribed });

export type Tallies = ReturnType<typeof tallies>;

export function tallies(emails: Model<EmailRow>, mailings: Mailings, clock: () => Date) {
  const under = new Map<string, Promise<Count>>();

  /** One walk over the campaign's rows. */
  async function walk(projectId: string, campaignId: string): Promise<Count> {
    const at = clock();
    const began = performance.now();
    const since = new Date(at.getTime() - RATE_S * 1_000);
    const counts = await emails.aggregate<Grouped>([
      { $match: { projectId, campaignId } },
      {
        $group: {
          _id: '$status', rows: { $sum: 1 }, recent: { $sum: { $cond: [{ $gt: ['$sentAt', since] }, 1, 0] } }, sent: set('sentAt'), delivered: set('deliveredAt'),
          opened: set('openedAt'), clicked: set('clickedAt'), bounced: set('bouncedAt'), complained: set('complainedAt'), unsubscribed: set('unsubscribedAt'),
        },
      },
    ]);
    const justSent = counts.reduce((sum, { recent: own }) => sum + own, 0);
    return { tally: tallyOf(counts.map(countedOf)), rateNow: justSent / RATE_S, at, tookMs: performance.now() - began };
  }

  /** As it is at the moment of asking; kept, so that nobody is told of an older count after it. */
  async function exact(projectId: string, campaignId: string): Promise<Count> {
    const count = await walk(projectId, campaignId);
    await mailings.keepCount(projectId, campaignId, count);
    return count;
  }

  /** Counts once for all who ask meanwhile. */
  function recount({ _id, projectId }: Pick<MailingRow, '_id' | 'projectId'>): Promise<Count> {
    const running = under.get(_id);
    if (running) return running;
    const counting = exact(projectId, _id).finally(() => under.delete(_id));
    under.set(_id, counting);
    return counting;
  }

  /** The last count; where that is old, a new one, which is waited for only if it is soon there. */
  async function recent(mailing: MailingView): Promise<Count> {
    const { count } = mailing;
    if (count && clock().getTime() - count.at.getTime() < countLasts(count.tookMs)) return count;
    const counting = recount(mailing);
    if (!count || count.tookMs < SHORT_MS) return await counting;
    counting.catch(() => undefined);
    return count;
  }

  return {
    recent,

    /** By campaign, in the order asked; those never sent have zeros. */
    async of(projectId: string, campaignIds: readonly string[], isRecent: boolean): Promise<Tally[]> {
      const known = new Map((await mailings.list(projectId, campaignIds)).map((mailing) => [mailing._id, mailing]));
      return await Promise.all(campaignIds.map(async (campaignId) => {
        const mailing = known.get(campaignId);
        if (!mailing) return NOTHING;
        return (await (isRecent ? recent(mailing) : exact(projectId, campaignId))).tally;
      }));
    },
  };
}
