/** Campaigns in numbers: the best of a stretch of time, averages, and those to come (contract 4.9 "Activity", "Analytics"). */
import type { Model } from 'mongoose';
import { ANALYTICS_DAYS, windowOf } from '#kit/time-window.ts';
import type { Asked } from '#kit/time-window.ts';
import type { Call } from '#kit/contract/call.ts';
import type { Handlers } from '#kit/contract/definition.ts';
import { createHeavyReads } from '#kit/limits/heavy-reads.ts';
import type { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import type { Counts } from './domain/stats.ts';
import { NONE, average, ratesOf } from './domain/stats.ts';
import type { CampaignDoc } from './model.ts';

export type InsightHandlers = Pick<Handlers<typeof CampaignsServiceDefinition>, 'listScheduled' | 'topCampaigns' | 'statistics'>;

function within(asked: Asked, now: Date): { $gte: Date; $lte: Date } {
  const { start, end } = windowOf(asked, now.getTime(), ANALYTICS_DAYS);
  return { $gte: new Date(start), $lte: new Date(end) };
}

type Sent = Pick<CampaignDoc, '_id' | 'subject' | 'counts' | 'sentAt'>;
type Made = Pick<CampaignDoc, '_id' | 'status' | 'counts'>;
const countsOf = ({ counts }: Pick<CampaignDoc, 'counts'>): Counts => ({ ...NONE, ...counts });

export function createInsight(model: Model<CampaignDoc>): InsightHandlers {
  const heavyReads = createHeavyReads();
  const sentWithin = (asked: Asked, { projectId, now }: Call): Promise<Sent[]> =>
    model
      .find({ projectId, status: { $in: ['SENDING', 'SENT'] }, sentAt: within(asked, now) }, { subject: 1, counts: 1, sentAt: 1 })
      .lean<Sent[]>();
  const madeWithin = (asked: Asked, { projectId, now }: Call): Promise<Made[]> =>
    model.find({ projectId, createdAt: within(asked, now) }, { status: 1, counts: 1 }).lean<Made[]>();

  return {
    async listScheduled({ until, limit }, { projectId }) {
      const rows = await model
        .find({ projectId, status: 'SCHEDULED', scheduledFor: { $lte: new Date(until!) } }, { name: 1, scheduledFor: 1 })
        .sort({ scheduledFor: 1, _id: 1 })
        .limit(limit)
        .lean<Pick<CampaignDoc, '_id' | 'name' | 'scheduledFor'>[]>();
      return { campaigns: rows.map(({ _id, name, scheduledFor }) => ({ id: _id, name, scheduledFor: scheduledFor!.toISOString() })) };
    },

    async topCampaigns({ limit, ...asked }, call) {
      const rows = await heavyReads.run(call, () => sentWithin(asked, call));
      const best = rows
        .map((row) => ({ row, counts: countsOf(row) }))
        .toSorted((a, b) => b.counts.openedCount - a.counts.openedCount || b.counts.sentCount - a.counts.sentCount)
        .slice(0, limit);
      return {
        campaigns: best.map(({ row: { _id, subject }, counts }) => {
          const { openRate, clickRate } = ratesOf(counts);
          const { sentCount, openedCount, clickedCount, humanOpens, humanClicks } = counts;
          return { id: _id, subject, sentCount, openedCount, clickedCount, openRate, clickRate, humanOpens, humanClicks };
        }),
      };
    },

    async statistics(asked, call) {
      const rows = await heavyReads.run(call, () => madeWithin(asked, call));
      const having = (...states: CampaignDoc['status'][]) => rows.filter(({ status }) => states.includes(status));
      const completed = having('SENT');
      const rates = completed
        .map(countsOf)
        .filter(({ sentCount }) => sentCount > 0)
        .map(ratesOf);
      return {
        total: rows.length,
        active: having('SCHEDULED', 'SENDING').length,
        completed: completed.length,
        averageOpenRate: average(rates.map(({ openRate }) => openRate)),
        averageClickRate: average(rates.map(({ clickRate }) => clickRate)),
      };
    },
  };
}
