/** Counts over stretches of time, on a real database: always those of a naive recount, whatever comes late, twice or is removed. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isJoint, jointFacts } from '#kit/facts/joint-fact.ts';
import { DAY_MS } from '#kit/time-window.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createOpenCounts } from '#services/events/insight/open-counts.ts';
import { createRollUps } from '#services/events/insight/roll-ups.ts';
import type { RollUps } from '#services/events/insight/roll-ups.ts';
import { createNoteRemoval, createRetention, createSealedOf } from '#services/events/insight/retention.ts';
import { milestoneModel, retentionModel, rollUpModel } from '#services/events/insight/model.ts';
import { createInsightRows } from '#services/events/insight/rows.ts';
import { contactKey } from '#services/events/documents.ts';
import { eventModel, TIMELINES } from '#services/events/model.ts';
import { createEventsStore } from '#services/events/store.ts';

const test = suite('insight counts');
const NOW = Date.parse('2026-03-02T00:10:00Z');
const SPAN_MS = 3 * DAY_MS;
const NAMES = ['order', 'email.sent', 'email.open'] as const;

const connection = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
const own = connection.useDb(`insight-${randomUUID()}`);
const events = eventModel(own);
const milestones = milestoneModel(own);
const counted = rollUpModel(own);
const kept = retentionModel(own);
const store = createEventsStore(events);
const rows = createInsightRows(events, milestones);
await Promise.all([events, milestones, counted].map((model) => model.createIndexes()));

/** Roll-ups and retention as they are put together, on a clock of the test's. */
function insight(clock: () => Date, few = 0) {
  const log = createLog('error');
  const rollUps = createRollUps({
    model: counted,
    rows,
    sealedOf: createSealedOf(kept),
    noteRemoval: createNoteRemoval(kept),
    clock,
    log,
    few,
  });
  const removeBefore = (projectId: string, until: Date) => store.of(projectId).removeBefore(until);
  const retention = createRetention({ model: kept, rollUps, first: rows.first, removeBefore, clock, log });
  return { rollUps, retention };
}

interface Stored {
  id: string;
  name: string;
  at: number;
  repeated: boolean;
  human: boolean;
  /** Stored with the others of its step by a joint fact. */
  joint?: boolean;
}

const rowOf = (projectId: string, { id, name, at, repeated, human }: Stored) => ({
  id,
  projectId,
  name,
  data: { ...(repeated ? { isFirstOpen: false } : {}), ...(human ? { isFirstHuman: true } : {}) },
  contactId: null,
  emailId: null,
  createdAt: new Date(at),
});

const mailsOf = (projectId: string, all: readonly Stored[]) =>
  [...Map.groupBy(all, ({ at, name }) => `${at} ${name}`).values()].flatMap((alike) =>
    jointFacts(
      alike.map(({ id }) => id).join(),
      new Date(alike[0]!.at).toISOString(),
      alike.map(({ id, name }) => ({
        projectId,
        contactId: `c-${id}`,
        emailId: id,
        facts: [{ name, data: { subject: id.slice(0, 3), emailId: id } }],
      })),
    ).filter(isJoint),
  );

/** By name: all, those that are no repetition, those that were a person's first. */
type Counts = Record<string, [number, number, number]>;

/** What the counts are to be, from the rows alone. */
function naive(all: readonly Stored[], start: number, end: number): Counts {
  const found: Counts = {};
  for (const { name, at, repeated, human } of all) {
    if (at < start || at >= end) continue;
    const isMail = name.startsWith('email.');
    const [count, distinct, byHuman] = found[name] ?? [0, 0, 0];
    found[name] = [count + 1, distinct + (repeated && isMail ? 0 : 1), byHuman + (human && isMail ? 1 : 0)];
  }
  return found;
}

async function asked(rollUps: RollUps, projectId: string, start: number, end: number): Promise<Counts> {
  const found = await rollUps.count(projectId, { start, end });
  return Object.fromEntries(found.map(({ name, count, distinct, human = 0 }) => [name, [count, distinct, human]]));
}

const sorted = (counts: Record<string, unknown>) => Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1));

const moment = fc.integer({ min: NOW - SPAN_MS, max: NOW });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('store' as const),
      times: fc.array(moment, { minLength: 1, maxLength: 8 }),
      name: fc.constantFrom(...NAMES),
      repeated: fc.boolean(),
      human: fc.boolean(),
      joint: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('count' as const), one: moment, other: moment }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('prepare' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), name: fc.constantFrom(...NAMES) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 7_200_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retain' as const), days: fc.integer({ min: 1, max: 3 }) }) },
);

test('random histories: late, repeated and removed events, across midnights, while time goes on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 4), fc.array(step, { minLength: 4, maxLength: 24 }), async (few, steps) => {
      const projectId = randomUUID();
      let now = NOW;
      const { rollUps, retention } = insight(() => new Date(now), few);
      // Whole days before that are counted and gone: what is stored of them later is not counted any more.
      let sealed = { since: 0, until: 0 };
      let all: Stored[] = [];
      let last: Stored[] = [];
      const keep = async (some: Stored[]) => {
        await store.keep(
          some.filter(({ joint }) => !joint).map((one) => rowOf(projectId, one)),
          mailsOf(
            projectId,
            some.filter(({ joint }) => joint),
          ),
        );
        await rollUps.stored(some.map(({ at }) => ({ projectId, at: new Date(at) })));
      };
      for (const one of steps) {
        if (one.kind === 'store') {
          const joint = one.joint && one.name !== 'order' && !one.repeated && !one.human;
          last = one.times.map((at, n) => ({
            id: randomUUID(),
            name: one.name,
            at: joint ? one.times[n % 2]! : at,
            repeated: one.repeated,
            human: one.human,
            joint,
          }));
          all.push(...last.filter(({ at }) => at >= sealed.until));
          await keep(last);
        } else if (one.kind === 'again') {
          await keep(last.filter(({ id }) => all.some((row) => row.id === id)));
        } else if (one.kind === 'remove') {
          await store.of(projectId).removeNamed(one.name, new Date(now));
          all = all.filter(({ name }) => name !== one.name);
          await rollUps.removed(projectId, one.name);
        } else if (one.kind === 'retain') {
          const until = Math.floor((now - one.days * DAY_MS) / DAY_MS) * DAY_MS;
          const rowTimes = await events.find({ projectId }, { createdAt: 1 }).lean();
          const oldest = Math.min(...rowTimes.map(({ createdAt }) => createdAt.getTime()));
          await retention.setDays(projectId, one.days);
          // The second does nothing: a process may have been killed behind the first.
          await retention.sweep();
          assert.is(await retention.sweep(), 0);
          assert.is(await events.countDocuments({ projectId, createdAt: { $lt: new Date(until) } }), 0);
          if (oldest < until) {
            const since = sealed.since || Math.floor(oldest / DAY_MS) * DAY_MS;
            sealed = { since, until: Math.max(sealed.until, until) };
          }
        } else if (one.kind === 'prepare') {
          await rollUps.prepare(projectId);
        } else if (one.kind === 'pass') {
          now += one.ms;
        } else {
          const [start, end] = [Math.min(one.one, one.other), Math.max(one.one, one.other)];
          const from = start < sealed.until ? Math.floor(start / DAY_MS) * DAY_MS : start;
          const to = end < sealed.until ? Math.ceil(end / DAY_MS) * DAY_MS : end;
          assert.equal(sorted(await asked(rollUps, projectId, start, end)), sorted(naive(all, from, to)));
        }
      }
      assert.equal(sorted(await asked(rollUps, projectId, 0, now + 1)), sorted(naive(all, 0, now + 1)));
      await retention.setDays(projectId, null);
    }),
    { seed: 20_261_122, numRuns: 24 },
  );
});

for (const few of [0, 20])
  test(`events that are stored while others count are in no count for ever missing (fewer than ${few} are not kept)`, async () => {
    const projectId = randomUUID();
    const { rollUps } = insight(() => new Date(NOW), few);
    const all: Stored[] = [];
    const at = (index: number) => NOW - SPAN_MS + ((index * 7_919) % SPAN_MS);
    let storing = true;
    const reading = (read: () => Promise<unknown>) =>
      (async () => {
        while (storing) await read();
      })();
    const readers = [
      reading(() => rollUps.count(projectId, { start: NOW - SPAN_MS, end: NOW })),
      reading(() => rollUps.prepare(projectId)),
    ];
    for (let index = 0; index < 150; index += 1) {
      const one = { id: randomUUID(), name: 'order', at: at(index), repeated: false, human: false };
      all.push(one);
      await store.keep([rowOf(projectId, one)]);
      await rollUps.stored([{ projectId, at: new Date(one.at) }]);
    }
    storing = false;
    await Promise.all(readers);
    assert.equal(await asked(rollUps, projectId, 0, NOW), naive(all, 0, NOW));
    // What was kept is what answers: rows that went behind its back are not missed.
    await rollUps.prepare(projectId);
    await events.collection.deleteMany({ projectId } as never, {});
    await events.collection.insertOne({ _id: randomUUID() as never, projectId, name: 'first', createdAt: new Date(NOW - SPAN_MS) });
    const left = (await asked(rollUps, projectId, 0, NOW))['order']?.[0] ?? 0;
    assert.ok(few === 0 ? left === 150 : left > 60, String(left));
  });

test('a day that is not over costs no more than its last minutes', async () => {
  const projectId = randomUUID();
  const all = Array.from({ length: 40 }, (_, n) => ({
    id: randomUUID(),
    name: 'order',
    at: NOW - n * 4_000,
    repeated: false,
    human: false,
  }));
  await store.keep(all.map((one) => rowOf(projectId, one)));
  let reads = 0;
  const counting = {
    ...rows,
    size: (...of: Parameters<typeof rows.size>) => ((reads += 1), rows.size(...of)),
    byBucket: (...of: Parameters<typeof rows.byBucket>) => ((reads += 1), rows.byBucket(...of)),
  };
  const openCounts = createOpenCounts({ rows: counting, few: 4, clock: () => new Date(NOW) });
  const ask = () => openCounts.count(projectId, { start: NOW - 120_000, end: NOW + DAY_MS }, 0);
  const count = async () => (await ask()).reduce((total, one) => total + one.count, 0);
  assert.is(await count(), 31);
  assert.ok(reads < 40, String(reads));
  reads = 0;
  assert.is(await count(), 31);
  assert.ok(reads <= 4, String(reads));
});

test('what was counted of the last minutes is good until a row comes or goes', async () => {
  const minutes = fc.oneof(
    { weight: 3, arbitrary: fc.record({ name: fc.constantFrom(...NAMES), ages: fc.array(fc.nat(200), { minLength: 1, maxLength: 6 }) }) },
    { weight: 3, arbitrary: fc.constant('count' as const) },
    { weight: 1, arbitrary: fc.constant('remove' as const) },
    { weight: 1, arbitrary: fc.constant('pass' as const) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(minutes, { minLength: 4, maxLength: 16 }), async (steps) => {
      const projectId = randomUUID();
      let now = NOW;
      const { rollUps } = insight(() => new Date(now), 0);
      let all: Stored[] = [];
      const compare = async () =>
        assert.equal(sorted(await asked(rollUps, projectId, now - 200_000, now)), sorted(naive(all, now - 200_000, now)));
      for (const one of steps) {
        if (one === 'count') await compare();
        else if (one === 'pass') now += 7_000;
        else if (one === 'remove') {
          // As many others come at the same moments: their number alone does not show it.
          const gone = all.filter(({ name }) => name === 'order');
          await store.of(projectId).removeNamed('order', new Date(now));
          const others = gone.map(({ at }) => ({ id: randomUUID(), name: 'email.sent', at, repeated: false, human: false }));
          all = [...all.filter(({ name }) => name !== 'order'), ...others];
          await store.keep(others.map((other) => rowOf(projectId, other)));
          await rollUps.stored(others.map(({ at }) => ({ projectId, at: new Date(at) })));
          await rollUps.removed(projectId, 'order');
        } else {
          const some = one.ages.map((s) => ({ id: randomUUID(), name: one.name, at: now - s * 1_000 - 1, repeated: false, human: false }));
          all.push(...some);
          await store.keep(some.map((row) => rowOf(projectId, row)));
          await rollUps.stored(some.map(({ at }) => ({ projectId, at: new Date(at) })));
        }
      }
      await compare();
    }),
    { seed: 20_261_122, numRuns: 8 },
  );
});

test('a joint fact is read as its events: by project, contact, name and page, newest first, however often it is stored', async () => {
  const projectId = randomUUID();
  const at = (ms: number) => new Date(NOW + ms);
  const single = (id: string, ms: number) => ({
    ...rowOf(projectId, { id, name: 'order', at: NOW + ms, repeated: false, human: false }),
    contactId: 'c3',
  });
  const ids = Array.from({ length: 10 }, (_, n) => `00000000-0000-4000-8000-00000000000${n}`);
  const facts = jointFacts(
    'note',
    at(5).toISOString(),
    ids.map((emailId, n) => ({
      projectId,
      contactId: n === 9 ? '' : `c${n % 4}`,
      emailId,
      facts: ['email.sent', 'email.delivery'].map((name) => ({ name, data: { subject: `Hello ${n % 3}`, emailId, templateId: 't' } })),
    })),
  ).filter(isJoint);
  await store.keep([single('before', 1), single('after', 9)], facts);
  await store.keep([], facts);
  const timeline = store.of(projectId);
  const all = await timeline.list({ limit: 100 });
  assert.equal([all[0]!.id, all.at(-1)!.id, all.length], ['after', 'before', 22]);
  assert.is(new Set(all.map(({ id }) => id)).size, 22);
  const sent = await timeline.list({ name: 'email.sent', limit: 100 });
  assert.equal(
    sent.map(({ emailId }) => emailId),
    ids.toReversed(),
  );
  assert.equal(sent[0], {
    id: sent[0]!.id,
    projectId,
    name: 'email.sent',
    data: { subject: 'Hello 0', emailId: ids[9], templateId: 't' },
    contactId: null,
    emailId: ids[9],
    createdAt: at(5),
  });
  const ofContact = await timeline.list({ contactId: 'c3', limit: 100 });
  assert.equal(
    ofContact.map(({ name, emailId }) => `${name} ${emailId?.slice(-1)}`),
    ['order undefined', 'email.delivery 7', 'email.delivery 3', 'email.sent 7', 'email.sent 3', 'order undefined'],
  );
  const paged: string[] = [];
  for (
    let from: { at: Date; seen: number } | undefined, page = await timeline.list({ limit: 7 });
    page.length > 0;
    page = await timeline.list({ limit: 7, from })
  ) {
    paged.push(...page.map(({ id }) => id));
    const last = page.at(-1)!.createdAt;
    from = { at: last, seen: paged.filter((id) => all.find((one) => one.id === id)!.createdAt.getTime() === last.getTime()).length };
  }
  assert.equal(
    paged,
    all.map(({ id }) => id),
  );
  assert.is(await rows.contactsOf(projectId, 'email.delivery'), 4);
  const items = [];
  for await (const item of rows.events({ projectId, from: NOW, to: NOW + 10, contactId: 'c1' })) items.push(item.id);
  assert.equal(
    items,
    ['delivered', 'sent'].flatMap((what) => [ids[5], ids[1]].map((emailId) => `${emailId}_${what}`)),
  );
});

test('joint events as releases before kept them are read as well', async () => {
  const projectId = randomUUID();
  const [mine, other] = [randomUUID(), randomUUID()];
  const document = {
    projectId,
    name: 'email.sent',
    data: { subject: 'Hello' },
    contactId: [mine, null, other],
    emailId: ['a', 'b', 'c'],
    createdAt: new Date(NOW),
    joint: { id: 'fact', each: {}, around: {} },
    events: 3,
  };
  await events.collection.insertOne({ _id: randomUUID(), ...document } as never);
  const timeline = store.of(projectId);
  const shown = async (query: { contactId?: string; name?: string }): Promise<unknown[]> =>
    (await timeline.list({ ...query, limit: 10 })).map(({ contactId, emailId, data }) => [contactId, emailId, data!['subject']]);
  assert.equal(await shown({ contactId: other }), [[other, 'c', 'Hello']]);
  assert.equal(await shown({ name: 'email.sent' }), [
    [other, 'c', 'Hello'],
    [null, 'b', 'Hello'],
    [mine, 'a', 'Hello'],
  ]);
  assert.is(await rows.contactsOf(projectId, 'email.sent'), 2);
});

test('contacts whose ids begin alike have events of their own', async () => {
  const projectId = randomUUID();
  const [one, two] = ['0', '1'].map((end) => `deadbeef-0000-4000-8000-00000000000${end}`) as [string, string];
  const facts = jointFacts(
    'alike',
    new Date(NOW).toISOString(),
    [one, two].map((contactId) => ({ projectId, contactId, emailId: `mail-${contactId}`, facts: [{ name: 'email.sent', data: {} }] })),
  );
  await store.keep([], facts.filter(isJoint));
  for (const contactId of [one, two])
    assert.equal(
      (await store.of(projectId).list({ contactId, limit: 10 })).map((event) => event.emailId),
      [`mail-${contactId}`],
    );
});

test('the index of a contact’s joint events leads to them in order', async () => {
  const plan = await events.collection
    .find({ projectId: 'p', contactKeys: contactKey('c1') })
    .sort({ createdAt: -1 })
    .hint(TIMELINES.jointOfContact)
    .explain('queryPlanner');
  const text = JSON.stringify(plan);
  assert.ok(text.includes('"isMultiKey":true') && !text.includes('"stage":"SORT"'), text);
});

test('a removal that is cut off at any step is taken up, and nothing is counted twice or lost', async () => {
  const all = Array.from({ length: 40 }, (_, index) => ({
    id: randomUUID(),
    name: NAMES[index % 3]!,
    at: NOW - SPAN_MS + index * 6_000_000,
    repeated: false,
    human: false,
    joint: false,
  }));
  for (let steps = 0; ; steps += 1) {
    const projectId = randomUUID();
    await store.keep(all.map((one) => rowOf(projectId, { ...one, id: `${projectId}${one.id}` })));
    let left = steps;
    const cut = () => {
      if (left === 0) throw new Error('killed');
      left -= 1;
    };
    const { rollUps, retention } = insight(() => new Date(NOW));
    const failing = createRetention({
      model: kept,
      rollUps: {
        async seal(...of) {
          cut();
          await rollUps.seal(...of);
          cut();
        },
      },
      first: rows.first,
      async removeBefore(_, until) {
        cut();
        // A page of the removal.
        await events.deleteMany({ projectId, createdAt: { $lt: new Date(until.getTime() - DAY_MS) } });
        cut();
        return store.of(projectId).removeBefore(until);
      },
      clock: () => new Date(NOW),
      log: createLog('error'),
    });
    await retention.setDays(projectId, 1);
    const cutOff = await failing.sweep().then(
      () => false,
      () => true,
    );
    assert.equal(await asked(rollUps, projectId, 0, NOW), naive(all, 0, NOW), `after ${steps} steps`);
    await retention.sweep();
    assert.equal(await asked(rollUps, projectId, 0, NOW), naive(all, 0, NOW), `taken up after ${steps} steps`);
    assert.is(await events.countDocuments({ projectId, createdAt: { $lt: new Date(NOW - 2 * DAY_MS) } }), 0);
    await retention.setDays(projectId, null);
    if (!cutOff) break;
    assert.ok(steps < 50);
  }
});

test.after(async () => {
  await own.dropDatabase();
  await connection.close();
});

test.run();
