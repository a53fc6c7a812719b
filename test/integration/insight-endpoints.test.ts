/** Each endpoint of insight against a naive recount of random histories: late, repeated and deleted events, resets, across midnights. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Call } from '#kit/contract/call.ts';
import { ownCall } from '#kit/contract/call.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { DAY_MS } from '#kit/time-window.ts';
import { createDeletion } from '#services/events/deletion.ts';
import { createInsight } from '#services/events/insight/insight.ts';
import { eventModel } from '#services/events/model.ts';
import { createEventsStore } from '#services/events/store.ts';
import { createTimeline } from '#services/events/timeline.ts';
import type { ListAsked } from '#services/events/timeline.ts';
import { milestoneFacts } from './milestone-facts.ts';

const test = suite('insight endpoints');
const NOW = Date.parse('2026-03-02T00:10:00Z');
/** Further back than the usual questions look. */
const SPAN_MS = 34 * DAY_MS;
const TRACKED = ['order', 'paid'] as const;
const MAILS = { 'email.sent': 'email.sent', 'email.open': 'email.opened', 'email.click': 'email.clicked', 'email.bounce': 'email.bounced' };
const MILESTONES = ['campaign.sent', 'workflow.started'] as const;
const NAMES = [...TRACKED, ...(Object.keys(MAILS) as (keyof typeof MAILS)[]), ...MILESTONES];
const REPETITION = { 'email.open': 'isFirstOpen', 'email.click': 'isFirstClick' } as Record<string, string>;

interface Happened {
  id: string;
  name: (typeof NAMES)[number];
  at: number;
  contactId: string | null;
  repeated: boolean;
  human: boolean;
}

const connection = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
const own = connection.useDb(`insight-${randomUUID()}`);
const events = eventModel(own);
const store = createEventsStore(events);
let now = NOW;
const parts = {
  mongo: own,
  events,
  contacts: { findRefs: async () => ({ contacts: [] }), get: async () => ({}) as never },
  removeBefore: async () => 0,
  clock: () => new Date(now),
  log: createLog('error'),
};

const isMilestone = ({ name }: Happened): boolean => MILESTONES.some((one) => one === name);
const isMail = ({ name }: Happened): boolean => name in MAILS;
const isTracked = (one: Happened): boolean => !isMail(one) && !isMilestone(one);

function dataOf({ name, repeated, human }: Happened): Record<string, unknown> {
  if (name === 'email.bounce') return { transientBounce: repeated };
  return { ...(repeated && name in REPETITION ? { [REPETITION[name]!]: false } : {}), ...(human ? { isFirstHuman: true } : {}) };
}

/** Numbers as they are to be, from what happened alone. */
const naive = {
  within: (all: readonly Happened[], start: number, end: number) => all.filter(({ at }) => at >= start && at <= end),
  count: (all: readonly Happened[], name: string, which: (one: Happened) => boolean = () => true) =>
    all.filter((one) => one.name === name && which(one)).length,
  byName(all: readonly Happened[]): { name: string; count: number }[] {
    const groups = Map.groupBy(all, ({ name }) => name as string);
    return [...groups]
      .map(([name, { length: count }]) => ({ name, count }))
      .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  },
};
const isFirst = ({ repeated }: Happened): boolean => !repeated;
const isHuman = ({ human }: Happened): boolean => human;
const percent = (count: number, of: number): number => (of === 0 ? 0 : Math.round((count / of) * 10_000) / 100);

/** Insight put together for one project, and what has happened there. */
function world(projectId: string, few: number) {
  const insight = createInsight({ ...parts, few });
  const forget = createDeletion({ store, insight, contacts: { forgetEvent: async () => ({}) } });
  const { handlers } = insight;
  const call = (): Call => ({ ...ownCall('test', projectId), now: new Date(now) });
  let all: Happened[] = [];

  async function keep(some: readonly Happened[]): Promise<void> {
    const rows = some.filter((one) => !isMilestone(one));
    await store.keep(
      rows.map((one) => ({
        id: one.id,
        projectId,
        name: one.name,
        data: dataOf(one),
        contactId: one.contactId,
        emailId: isMail(one) ? one.id : null,
        createdAt: new Date(one.at),
      })),
    );
    await insight.stored(rows.map(({ at }) => ({ projectId, at: new Date(at) })));
    const milestones = milestoneFacts(projectId, some.filter(isMilestone));
    if (milestones.length > 0) await insight.consumer.handle(milestones, undefined as never);
  }

  async function pages(types: string[], contactId?: string): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | undefined, more = true; more;) {
      const page = await handlers.listActivity({ limit: 3, cursor, types, contactId } as never, call());
      ids.push(...page.data.map(({ id }) => id.split('_')[0]!));
      [cursor, more] = [page.cursor ?? undefined, page.hasMore];
    }
    return ids;
  }

  const timeline = createTimeline({ ...parts, store, insight, lastEventTimes: undefined as never });

  /** What the lists of events hold. Within a moment they have no order of their own. */
  async function listed(asked: Omit<ListAsked, 'limit'>): Promise<{ id: string; at: number }[]> {
    const { events: rows } = await timeline.list({ ...asked, limit: 1_000 }, call());
    const found = rows.map(({ id, createdAt }) => ({ id, at: Date.parse(createdAt!) }));
    assert.equal(
      found.map(({ at }) => at),
      found.map(({ at }) => at).toSorted((a, b) => b - a),
      'events come newest first',
    );
    return found.toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  }

  async function compareLists(rows: readonly Happened[]): Promise<void> {
    const wanted = (which: (one: Happened) => boolean) =>
      rows
        .filter(which)
        .map(({ id, at }) => ({ id, at }))
        .toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
    assert.equal(
      await listed({}),
      wanted(() => true),
      'events',
    );
    assert.equal(
      await listed({ name: 'order' }),
      wanted(({ name }) => name === 'order'),
      'events of a name',
    );
    assert.equal(
      await listed({ contactId: 'c1' }),
      wanted(({ contactId }) => contactId === 'c1'),
      'events of a contact',
    );
  }

  async function compare(): Promise<void> {
    const rows = all.filter((one) => !isMilestone(one));
    const month = naive.within(all, now - 30 * DAY_MS, now);
    const asked = { startDate: new Date(now - 5 * DAY_MS).toISOString(), endDate: new Date(now - 3_600_000).toISOString() };
    const some = naive.within(rows, Date.parse(asked.startDate), Date.parse(asked.endDate));
    assert.equal((await handlers.countNames({} as never, call())).counts, naive.byName(rows), 'names');
    assert.equal((await handlers.countNames(asked as never, call())).counts, naive.byName(some), 'names of some days');

    for (const name of ['order', 'email.open']) {
      const { totalCount, uniqueContacts } = await handlers.countByName({ name }, call());
      const named = rows.filter((one) => one.name === name);
      const contacts = new Set(named.flatMap(({ contactId }) => contactId ?? []));
      assert.equal([totalCount, uniqueContacts], [named.length, contacts.size], `usage of ${name}`);
    }

    const sent = naive.count(month, 'email.sent');
    const [opened, clicked] = [naive.count(month, 'email.open', isFirst), naive.count(month, 'email.click', isFirst)];
    assert.equal(
      await handlers.activityStats({} as never, call()),
      {
        totalEvents: month.filter((one) => !isMilestone(one)).length,
        totalEmailsSent: sent,
        totalEmailsOpened: opened,
        totalEmailsClicked: clicked,
        totalWorkflowsStarted: naive.count(month, 'workflow.started'),
        openRate: percent(opened, sent),
        clickRate: percent(clicked, sent),
      },
      'totals',
    );
    for (const minutes of [5, 60])
      assert.is(
        (await handlers.countRecentActivity({ minutes }, call())).count,
        naive.within(all, now - minutes * 60_000, now).length,
        `the last ${minutes} minutes`,
      );

    const { points } = await handlers.timeseries({} as never, call());
    assert.is(points.length, 31);
    for (const { date, ...numbers } of points) {
      const day = naive.within(all, Date.parse(date), Date.parse(date) + DAY_MS - 1);
      const expected = {
        emails: naive.count(day, 'email.sent'),
        opens: naive.count(day, 'email.open', isFirst),
        clicks: naive.count(day, 'email.click', isFirst),
        bounces: naive.count(day, 'email.bounce', isFirst),
        delivered: 0,
        humanOpens: naive.count(day, 'email.open', isHuman),
        humanClicks: naive.count(day, 'email.click', isHuman),
      };
      assert.equal(numbers, expected, date);
    }

    const top = (await handlers.topEvents({ limit: 5 } as never, call())).events;
    const before = all.filter(({ at }) => at >= now - 60 * DAY_MS && at < now - 30 * DAY_MS);
    const expectedTop = naive.byName(month.filter(isTracked)).map(({ name, count }) => {
      const earlier = naive.count(before, name);
      return { name, count, trend: earlier === 0 ? 100 : Math.round(((count - earlier) / earlier) * 100) };
    });
    assert.equal(top, expectedTop, 'top events');

    const newest = (which: (one: Happened) => boolean) =>
      month
        .filter(which)
        .toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
        .map(({ id }) => id);
    assert.equal(
      await pages([]),
      newest(() => true),
      'feed',
    );
    assert.equal(
      await pages(['event.triggered', 'campaign.sent']),
      newest((one) => isTracked(one) || one.name === 'campaign.sent'),
      'types',
    );
    assert.equal(
      await pages(['email.opened'], 'c1'),
      newest(({ name, contactId }) => name === 'email.open' && contactId === 'c1'),
      'contact',
    );
    await compareLists(rows);
    assert.equal(await insight.recount(projectId, false), [], 'recount');
  }

  return {
    insight,
    keep,
    compare,
    add: (some: readonly Happened[]) => all.push(...some),
    has: (id: string) => all.some((one) => one.id === id),
    async remove(name: string) {
      await forget(name, call());
      all = all.filter((one) => one.name !== name);
    },
    async erase(until?: Date) {
      await store.of(projectId).purge(until);
      await insight.purge({ projectId, until });
      all = all.filter(({ at }) => until && at > until.getTime());
    },
  };
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('happen' as const),
      name: fc.constantFrom(...NAMES),
      // Of these days, of this hour, and of long ago: seconds before now.
      ages: fc.array(fc.oneof(fc.nat(SPAN_MS / 1_000 - 1), fc.nat(7_200), fc.nat(180)), { minLength: 1, maxLength: 8 }),
      contactId: fc.constantFrom('c1', 'c2', null),
      repeated: fc.boolean(),
      human: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compare' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), name: fc.constantFrom(...TRACKED) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), ageMs: fc.option(fc.nat(SPAN_MS)) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 90_000_000 }) }) },
);

test('every endpoint equals a naive recount, whatever comes late, twice, or is deleted', async () => {
  await Promise.all(createInsight(parts).models.map((model) => model.createIndexes()));
  await events.createIndexes();
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(4, 2_000), fc.array(step, { minLength: 3, maxLength: 14 }), async (few, steps) => {
      now = NOW;
      const { add, keep, has, compare, remove, erase } = world(randomUUID(), few);
      let last: Happened[] = [];
      for (const one of steps) {
        if (one.kind === 'happen') {
          const { name, contactId, repeated, human } = one;
          // Some of one moment.
          const at = (age: number) => Math.floor(now / 1_000 - age) * 1_000 - 1_000 + ((serial += 1) % 3);
          const repeats = repeated && name.startsWith('email.') && name !== 'email.sent';
          const reads = human && !repeats && (name === 'email.open' || name === 'email.click');
          last = one.ages.map((age) => ({ id: randomUUID(), name, at: at(age), contactId, repeated: repeats, human: reads }));
          add(last);
          await keep(last);
        } else if (one.kind === 'again') await keep(last.filter(({ id }) => has(id)));
        else if (one.kind === 'remove') await remove(one.name);
        else if (one.kind === 'erase') await erase(one.ageMs === null ? undefined : new Date(now - one.ageMs));
        else if (one.kind === 'pass') now += one.ms;
        else await compare();
      }
      await compare();
    }),
    { seed: 20_261_122, numRuns: 4 },
  );
});

test.after(async () => {
  await own.dropDatabase();
  await connection.close();
});

test.run();
