/** Counts over stretches of time, on a real database: always those of a naive recount, whatever comes late, twice or is removed. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRollUps } from '#services/events/insight/roll-ups.ts';
import type { RollUps } from '#services/events/insight/roll-ups.ts';
import { milestoneModel, rollUpModel } from '#services/events/insight/model.ts';
import { createInsightRows } from '#services/events/insight/rows.ts';
import { eventModel } from '#services/events/model.ts';
import { eventsStore } from '#services/events/store.ts';

const test = suite('insight counts');
const NOW = Date.parse('2026-03-02T00:10:00Z');
const SPAN_MS = 3 * 86_400_000;
const NAMES = ['order', 'email.sent', 'email.open'] as const;

const connection = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
const own = connection.useDb(`insight-${randomUUID()}`);
const events = eventModel(own);
const milestones = milestoneModel(own);
const counted = rollUpModel(own);
const store = eventsStore(events);
const rows = createInsightRows(events, milestones);
await Promise.all([events, milestones, counted].map((model) => model.createIndexes()));

interface Stored {
  id: string;
  name: string;
  at: number;
  repeated: boolean;
  human: boolean;
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
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('count' as const), one: moment, other: moment }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), name: fc.constantFrom(...NAMES) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 7_200_000 }) }) },
);

test('random histories: late, repeated and removed events, across midnights, while time goes on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const projectId = randomUUID();
      let now = NOW;
      const rollUps = createRollUps({ model: counted, rows, clock: () => new Date(now) });
      let all: Stored[] = [];
      let last: Stored[] = [];
      const keep = async (some: Stored[]) => {
        await store.keep(some.map((one) => rowOf(projectId, one)));
        await rollUps.stored(some.map(({ at }) => ({ projectId, at: new Date(at) })));
      };
      for (const one of steps) {
        if (one.kind === 'store') {
          last = one.times.map((at) => ({ id: randomUUID(), name: one.name, at, repeated: one.repeated, human: one.human }));
          all.push(...last);
          await keep(last);
        } else if (one.kind === 'again') {
          await keep(last.filter(({ id }) => all.some((row) => row.id === id)));
        } else if (one.kind === 'remove') {
          await store.of(projectId).removeNamed(one.name, new Date(now));
          all = all.filter(({ name }) => name !== one.name);
          await rollUps.removed(projectId);
        } else if (one.kind === 'pass') {
          now += one.ms;
        } else {
          const [start, end] = [Math.min(one.one, one.other), Math.max(one.one, one.other)];
          assert.equal(sorted(await asked(rollUps, projectId, start, end)), sorted(naive(all, start, end)));
        }
      }
      assert.equal(sorted(await asked(rollUps, projectId, 0, now + 1)), sorted(naive(all, 0, now + 1)));
    }),
    { seed: 20_261_122, numRuns: 40 },
  );
});

test('events that are stored while others count are in no count for ever missing', async () => {
  const projectId = randomUUID();
  const rollUps = createRollUps({ model: counted, rows, clock: () => new Date(NOW) });
  const all: Stored[] = [];
  const at = (index: number) => NOW - SPAN_MS + ((index * 7_919) % SPAN_MS);
  let storing = true;
  const reader = (async () => {
    while (storing) await rollUps.count(projectId, { start: NOW - SPAN_MS, end: NOW });
  })();
  for (let index = 0; index < 300; index += 1) {
    const one = { id: randomUUID(), name: 'order', at: at(index), repeated: false, human: false };
    all.push(one);
    await store.keep([rowOf(projectId, one)]);
    await rollUps.stored([{ projectId, at: new Date(one.at) }]);
  }
  storing = false;
  await reader;
  assert.equal(await asked(rollUps, projectId, 0, NOW), naive(all, 0, NOW));
  // What was kept is what answers: rows that went behind its back are not missed.
  await events.collection.deleteMany({ projectId } as never, {});
  await events.collection.insertOne({ _id: randomUUID() as never, projectId, name: 'first', createdAt: new Date(NOW - SPAN_MS) });
  assert.is((await asked(rollUps, projectId, 0, NOW))['order']?.[0], 300);
});

test.after(async () => {
  await own.dropDatabase();
  await connection.close();
});

test.run();
