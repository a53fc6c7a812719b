/** The activity feed over a filled history: any filter is one bounded walk along an index, and pages hold while rows arrive. */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ACTIVITY_TYPES } from '#kit/activity-types.ts';
import { ownCall } from '#kit/contract/call.ts';
import type { Call } from '#kit/contract/call.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { DAY_MS } from '#kit/time-window.ts';
import { createInsight } from '#services/events/insight/insight.ts';
import { eventModel } from '#services/events/model.ts';
import { createEventsStore } from '#services/events/store.ts';
import { milestoneFacts } from './milestone-facts.ts';

const test = suite('insight feed');
const NOW = Date.parse('2026-03-02T00:10:00Z');
/** Milliseconds at which everything happens that comes while pages are read. */
const MOMENTS = 6;

const connection = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
const own = connection.useDb(`insight-${randomUUID()}`);
const events = eventModel(own);
const store = createEventsStore(events);
const insight = createInsight({
  mongo: own,
  events,
  contacts: { findRefs: async () => ({ contacts: [] }) },
  removeBefore: async () => 0,
  clock: () => new Date(NOW),
  log: createLog('error'),
});
await Promise.all([events, ...insight.models].map((model) => model.createIndexes()));

const callOf = (projectId: string): Call => ({ ...ownCall('test', projectId), now: new Date(NOW) });

interface Happened {
  id: string;
  name: string;
  at: number;
  contactId: string | null;
}
const isMilestone = ({ name }: Happened): boolean => /^(campaign|workflow)\./.test(name);
const isMail = ({ name }: Happened): boolean => name.startsWith('email.');
const NAME_OF: Record<string, string> = {
  'email.delivered': 'email.delivery',
  'email.opened': 'email.open',
  'email.clicked': 'email.click',
  'email.bounced': 'email.bounce',
};
const isOfType = (one: Happened, type: string): boolean =>
  type === 'event.triggered'
    ? !isMail(one) && !isMilestone(one) && !/^(contact|segment)\./.test(one.name)
    : (NAME_OF[type] ?? type) === one.name;

async function keep(projectId: string, some: readonly Happened[]): Promise<void> {
  const rows = some.filter((one) => !isMilestone(one));
  await store.keep(
    rows.map((one) => ({
      id: one.id,
      projectId,
      name: one.name,
      data: null,
      contactId: one.contactId,
      emailId: isMail(one) ? one.id : null,
      createdAt: new Date(one.at),
    })),
  );
  const milestones = milestoneFacts(projectId, some.filter(isMilestone));
  if (milestones.length > 0) await insight.consumer.handle(milestones, undefined as never);
}

interface Filter {
  types: string[];
  contactId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}
const page = (projectId: string, filter: Filter, more: { limit: number; cursor?: string | undefined }) =>
  insight.handlers.listActivity({ ...filter, ...more } as never, callOf(projectId));
const uuidOf = ({ id }: { id: string }): string => id.slice(0, 36);
const inOrder = (some: readonly Happened[]): Happened[] => some.toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));

/** Keys and documents read for a page: the first batch of each walk, the seeks between names, and what lies at a batch's end. */
const READ = 200;

for (const names of [20, 450])
  test(`each filter is one walk along an index to the end of its page (${names} names of clients' events)`, async () => {
    const projectId = randomUUID();
    // What is looked for lies behind thousands that are not: of the project, of the contact, and of the name.
    const rare = (index: number): Happened => ({
      id: randomUUID(),
      name: `tracked.${index % names}`,
      at: NOW - 2 * DAY_MS - index,
      contactId: index % 3 ? 'rare' : 'busy',
    });
    const common = (index: number): Happened => ({
      id: randomUUID(),
      name: ['email.open', 'email.sent', 'segment.vip.entry', 'workflow.started'][index % 4]!,
      at: NOW - index * 20,
      contactId: index % 5 ? 'busy' : `c${index % 300}`,
    });
    const others = ACTIVITY_TYPES.map((type, index): Happened => {
      const name = NAME_OF[type] ?? (type === 'event.triggered' ? 'tracked.0' : type);
      return { id: randomUUID(), name, at: NOW - 3 * DAY_MS - index, contactId: 'rare' };
    });
    const all = inOrder([
      ...Array.from({ length: 2 * names }, (_, index) => rare(index)),
      ...Array.from({ length: 12_000 }, (_, index) => common(index)),
      ...others,
    ]);
    await keep(projectId, all);
    await page(projectId, { types: ['event.triggered'] }, { limit: 1 });

    const typesAsked = [
      [],
      ...ACTIVITY_TYPES.map((type) => [type]),
      ['email.clicked', 'campaign.sent'],
      ['event.triggered', 'email.bounced'],
      ['event.triggered', 'workflow.completed', 'contact.subscribed'],
      [...ACTIVITY_TYPES],
      ['nonsense'],
    ];
    const middle = { startDate: new Date(NOW - 2.5 * DAY_MS).toISOString(), endDate: new Date(NOW - 30_000).toISOString() };
    const asked = typesAsked.flatMap((types) =>
      [undefined, 'busy', 'rare', ''].flatMap((contactId) => [
        { types, contactId },
        { types, contactId, ...middle },
      ]),
    );
    await own.db!.command({ profile: 2, slowms: 0, sampleRate: 1 });
    const profile = own.db!.collection('system.profile');
    let walks = 0;
    for (const filter of asked) {
      const start = 'startDate' in filter ? Date.parse(filter.startDate) : NOW - 30 * DAY_MS;
      const end = 'endDate' in filter ? Date.parse(filter.endDate) : NOW;
      const wanted = all.filter(
        (one) =>
          (filter.types.length === 0 || filter.types.some((type) => isOfType(one, type))) &&
          (filter.types.length > 0 || !one.name.startsWith('segment.')) &&
          (filter.contactId === undefined || one.contactId === filter.contactId) &&
          one.at >= start &&
          one.at <= end,
      );
      let cursor: string | undefined;
      for (const number of [1, 2]) {
        const what = `${JSON.stringify(filter)}, page ${number}`;
        const before = new Date();
        const { data, hasMore, cursor: next } = await page(projectId, filter, { limit: 50, cursor });
        assert.equal(data.map(uuidOf), wanted.slice(50 * (number - 1), 50 * number).map(uuidOf), what);
        assert.is(hasMore, wanted.length > 50 * number, what);
        const reads = await profile
          .find({ ts: { $gte: before }, 'command.filter.projectId': projectId, op: 'query', 'command.sort': { $exists: true } } as never)
          .toArray();
        for (const { ns, planSummary, hasSortStage, keysExamined, docsExamined, command } of reads as any[]) {
          if (!/\.(events|milestones)$/.test(ns) || command.limit) continue;
          walks += 1;
          const merged = (command.filter.name?.$in ?? command.filter.type?.$in ?? []).length;
          assert.match(planSummary, /^IXSCAN/, what);
          assert.not.ok(hasSortStage, `${what}: ${planSummary}`);
          assert.ok(keysExamined <= READ + 2 * merged + 2, `${what}: ${keysExamined} keys by ${planSummary}`);
          assert.ok(docsExamined <= READ + merged, `${what}: ${docsExamined} documents by ${planSummary}`);
        }
        cursor = next ?? undefined;
        if (!hasMore) break;
      }
    }
    await own.db!.command({ profile: 0 });
    assert.ok(walks > 2 * typesAsked.length, `${walks} walks were watched`);
  });

test('pages hold every item once that was there when the first was read, while others come at the same milliseconds', async () => {
  const NAMES = ['order', 'paid', 'email.sent', 'email.open', 'email.click', 'campaign.sent', 'workflow.started'];
  let serial = 0;
  const one = (): Happened => ({
    id: randomUUID(),
    name: NAMES[(serial += 1) % NAMES.length]!,
    at: NOW - 1_000 - (serial % MOMENTS),
    contactId: serial % 2 ? 'c1' : 'c2',
  });
  const filters: Filter[] = [
    { types: [] },
    { types: ['event.triggered', 'email.sent', 'email.opened'] },
    { types: ['email.opened', 'email.clicked', 'campaign.sent'], contactId: 'c1' },
    { types: [], contactId: 'c2' },
  ];
  for (const filter of filters) {
    const projectId = randomUUID();
    const there = Array.from({ length: 400 }, one);
    await keep(projectId, there);
    const come: Happened[] = [];
    const write = async (): Promise<void> => {
      const some = Array.from({ length: 5 }, one);
      come.push(...some);
      await keep(projectId, some);
    };
    const found: string[] = [];
    const moments: number[] = [];
    let pages = 0;
    for (let cursor: string | undefined, more = true; more; pages += 1) {
      const [read] = await Promise.all([page(projectId, filter, { limit: 7, cursor }), write()]);
      found.push(...read.data.map(uuidOf));
      moments.push(...read.data.map(({ timestamp }) => Date.parse(timestamp!)));
      [cursor, more] = [read.cursor ?? undefined, read.hasMore];
    }
    const what = JSON.stringify(filter);
    const isWanted = (happened: Happened): boolean =>
      (filter.types.length === 0 || filter.types.some((type) => isOfType(happened, type))) &&
      (filter.contactId === undefined || happened.contactId === filter.contactId);
    assert.is(new Set(found).size, found.length, `${what}: something came twice`);
    const seen = new Set(found);
    assert.equal(
      there.filter((happened) => isWanted(happened) && !seen.has(happened.id)),
      [],
      `${what}: something is missing`,
    );
    const all = new Map([...there, ...come].map((happened) => [happened.id, happened]));
    assert.ok(
      found.every((id) => isWanted(all.get(id)!)),
      what,
    );
    assert.equal(
      moments,
      moments.toSorted((a, b) => b - a),
      what,
    );
    assert.ok(pages > 10 && come.length > 50, `${what}: ${come.length} came during ${pages} pages`);
  }
});

test('a page goes on behind an item that was deleted meanwhile, and loses none of its moment', async () => {
  const projectId = randomUUID();
  const all = inOrder(
    Array.from({ length: 12 }, (_, n) => ({ id: randomUUID(), name: n % 2 ? 'order' : 'paid', at: NOW - 5, contactId: 'c1' })),
  );
  await keep(projectId, all);
  const types = ['event.triggered'];
  const { data, cursor } = await page(projectId, { types }, { limit: 5 });
  await store.of(projectId).removeNamed(all[4]!.name, new Date(NOW));
  const rest = await page(projectId, { types }, { limit: 50, cursor: cursor ?? undefined });
  assert.equal(data.map(uuidOf), all.slice(0, 5).map(uuidOf));
  assert.equal(
    rest.data.map(uuidOf),
    all
      .slice(5)
      .filter(({ name }) => name !== all[4]!.name)
      .map(uuidOf),
  );
});

test.after(async () => {
  await own.dropDatabase();
  await connection.close();
});

test.run();
