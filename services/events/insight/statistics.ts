/** Numbers over stretches of time: names, activity, days, growth (contract 4.9 "Activity", "Analytics"). */
import type { Call } from '#kit/contract/call.ts';
import type { Handlers } from '#kit/contract/definition.ts';
import { createLongCounts } from '#kit/limits/long-counts.ts';
import { ANALYTICS_DAYS, windowOf } from '#kit/time-window.ts';
import type { EventsServiceDefinition } from '#proto/events/v1/events.ts';
import { typeOf } from '../domain/activity-item.ts';
import { MS } from '../domain/interval.ts';
import { isReserved } from '../domain/name.ts';
import { daysOf, percent, trend } from '../domain/window.ts';
import type { NameCount } from './model.ts';
import type { RollUps } from './roll-ups.ts';
import type { InsightRows } from './rows.ts';

type All = Handlers<typeof EventsServiceDefinition>;
export type StatisticsHandlers = Pick<
  All,
  'countNames' | 'countByName' | 'activityStats' | 'countRecentActivity' | 'timeseries' | 'topEvents'
>;

export interface StatisticsParts {
  rollUps: Pick<RollUps, 'count' | 'countEach'>;
  rows: Pick<InsightRows, 'contactsOf'>;
  clock: () => Date;
}

/** Names an answer has at most. */
const MOST_NAMES = 2_000;
/** Contacts of a name with more events are counted now and then. */
const MOST_ROWS = 10_000;

const ofEvents = (counts: readonly NameCount[]): NameCount[] => counts.filter(({ source }) => source === 'event');
const isTracked = ({ source, name }: NameCount): boolean => source === 'event' && !isReserved(name);

type Numbers = Pick<NameCount, 'count' | 'distinct' | 'human'>;

/** What is there of one name of the system's. */
function numberOf(counts: readonly NameCount[], wanted: string, kind: NameCount['source'] = 'event'): Required<Numbers> {
  return { human: 0, ...(counts.find(({ source, name }) => source === kind && name === wanted) ?? { count: 0, distinct: 0 }) };
}

export function createStatistics({ rollUps, rows, clock }: StatisticsParts): StatisticsHandlers {
  const contactCounts = createLongCounts<{ contacts: number }>(clock);

  return {
    async countByName({ name: asked }, { projectId, now }: Call) {
      const name = asked.trim();
      const { count } = numberOf(await rollUps.count(projectId, { start: 0, end: now.getTime() + 1 }), name);
      const contacts = async () => ({ contacts: await rows.contactsOf(projectId, name) });
      const known = await (count > MOST_ROWS ? contactCounts.ask(`${projectId} ${name}`, contacts) : contacts());
      return { totalCount: count, uniqueContacts: known.contacts, isReserved: isReserved(name) };
    },

    async countNames({ startDate, endDate }, { projectId, now }: Call) {
      const end = Math.min(endDate ? Date.parse(endDate) : Infinity, now.getTime()) + 1;
      const counts = await rollUps.count(projectId, { start: startDate ? Date.parse(startDate) : 0, end });
      return {
        counts: ofEvents(counts)
          .slice(0, MOST_NAMES)
          .map(({ name, count }) => ({ name, count })),
      };
    },

    async activityStats(asked, { projectId, now }) {
      const { start, end } = windowOf(asked, now.getTime());
      const counts = await rollUps.count(projectId, { start, end: end + 1 });
      const sent = numberOf(counts, 'email.sent').count;
      const opened = numberOf(counts, 'email.open').distinct;
      const clicked = numberOf(counts, 'email.click').distinct;
      return {
        totalEvents: ofEvents(counts).reduce((total, { count }) => total + count, 0),
        totalEmailsSent: sent,
        totalEmailsOpened: opened,
        totalEmailsClicked: clicked,
        totalWorkflowsStarted: numberOf(counts, 'workflow.started', 'milestone').count,
        openRate: percent(opened, sent),
        clickRate: percent(clicked, sent),
      };
    },

    async countRecentActivity({ minutes }, { projectId, now }) {
      const counts = await rollUps.count(projectId, { start: now.getTime() - minutes * MS.minute, end: now.getTime() + 1 });
      const activities = counts.filter(({ source, name }) => source === 'milestone' || typeOf(name) !== undefined);
      return { count: activities.reduce((total, { count }) => total + count, 0) };
    },

    async timeseries(asked, { projectId, now }) {
      const days = daysOf(windowOf(asked, now.getTime(), ANALYTICS_DAYS));
      const counted = await rollUps.countEach(
        projectId,
        days.map((start) => ({ start, end: start + MS.day })),
      );
      const points = counted.map((counts, index) => ({
        date: new Date(days[index]!).toISOString().slice(0, 10),
        emails: numberOf(counts, 'email.sent').count,
        opens: numberOf(counts, 'email.open').distinct,
        clicks: numberOf(counts, 'email.click').distinct,
        bounces: numberOf(counts, 'email.bounce').distinct,
        delivered: numberOf(counts, 'email.delivery').count,
        humanOpens: numberOf(counts, 'email.open').human,
        humanClicks: numberOf(counts, 'email.click').human,
      }));
      return { points };
    },

    async topEvents({ limit, ...asked }, { projectId, now }) {
      const { start, end } = windowOf(asked, now.getTime(), ANALYTICS_DAYS);
      const windows = [
        { start, end: end + 1 },
        { start: start - (end - start), end: start },
      ];
      const [counts, before] = (await rollUps.countEach(projectId, windows)) as [NameCount[], NameCount[]];
      const top = counts.filter(isTracked).slice(0, limit);
      return { events: top.map(({ name, count }) => ({ name, count, trend: trend(count, numberOf(before, name).count) })) };
    },
  };
}
