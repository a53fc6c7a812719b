/**
 * The compiled filter, run by MongoDB, the evaluator and a third reading of the contract's text name the same people, for generated
 * conditions and populations. What once failed stays a fixture.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeKey, encodeKeys } from '#kit/store/keys.ts';
import { readCondition } from '#services/segments/domain/condition.ts';
import { filterOf } from '#services/segments/domain/filter.ts';
import { matches } from '#services/segments/domain/matches.ts';
import { ACTIVITIES } from '#services/segments/domain/target.ts';
import type { Activity } from '#services/segments/domain/target.ts';
import { reading } from './segment-reading.ts';
import type { Person } from './segment-reading.ts';
import { NOW, condition, person } from './segment-samples.ts';

/** The database is the same in either topology: the second run is only a glance. */
const PAIRS = Number(process.env['SEGMENT_PAIRS'] ?? (process.env['POSTHORN_TOPOLOGY'] === 'each' ? 1_000 : 20_000));
/** Most conditions of one population; about half as many on average. */
const CONDITIONS = 100;
const FIXTURES = new URL('./fixtures/segment-filters/', import.meta.url);

interface Sample {
  people: Person[];
  conditions: any[];
}

const test = suite('segment filters');
let mongo: mongoose.Connection;
test.before(async () => {
  mongo = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
});
test.after(() => mongo.close());

const last = (times: string[]): Date | undefined =>
  times.length === 0 ? undefined : new Date(Math.max(...times.map((time) => Date.parse(time))));
const seen = ({ events }: Person, name: string, { templateId, by }: { templateId?: string | undefined; by?: 'human' | undefined } = {}) =>
  last(
    events
      .filter((one) => one.name === name && (templateId === undefined || one.templateId === templateId) && (!by || one.human))
      .map(({ at }) => at),
  );

/** A person as contacts keeps it. */
function stored(one: Person, _id: number): object {
  const mail: Record<string, Record<string, Date>> = {};
  for (const { name, templateId } of one.events) {
    const activity = (Object.keys(ACTIVITIES) as Activity[]).find((key) => ACTIVITIES[key] === name);
    if (!activity) continue;
    for (const template of [undefined, templateId!]) {
      const times = (mail[template === undefined ? 'any' : encodeKey(template)] ??= {});
      times[activity] = seen(one, name, { templateId: template })!;
      const byHuman = seen(one, name, { templateId: template, by: 'human' });
      if (byHuman) times[`${activity}ByHuman`] = byHuman;
    }
  }
  return {
    _id,
    email: one.email,
    subscribed: one.subscribed,
    data: encodeKeys(one.data),
    createdAt: new Date(one.createdAt),
    updatedAt: new Date(one.updatedAt),
    seen: Object.fromEntries(one.events.map(({ name }) => [encodeKey(name), seen(one, name)])),
    mail,
    segments: one.segments,
  };
}

async function compiled({ people, conditions }: Sample): Promise<number[][]> {
  const around = { now: new Date(NOW), encode: encodeKey, membership: (id: string) => (id === 'unknown' ? undefined : ('kept' as const)) };
  const facets = conditions.map((one, index) => [
    `c${index}`,
    [{ $match: filterOf(readCondition(one), around) }, { $project: { _id: 1 } }],
  ]);
  const [found] = await mongo
    .db!.aggregate([{ $documents: people.map((one, index) => ({ $literal: stored(one, index) })) }, { $facet: Object.fromEntries(facets) }])
    .toArray();
  return conditions.map((_, index) => found![`c${index}`].map(({ _id }: { _id: number }) => _id).sort((a: number, b: number) => a - b));
}

function evaluated({ people, conditions }: Sample): number[][] {
  return conditions.map((one) =>
    people.flatMap((who, index) => {
      const facts = {
        now: new Date(NOW),
        seen: (name: string) => seen(who, name),
        mail: (activity: Activity, limits: { templateId?: string; by?: 'human' }) => seen(who, ACTIVITIES[activity], limits),
        memberOf: (id: string) => (id === 'unknown' ? undefined : who.segments.includes(id)),
      };
      return matches(readCondition(one), { ...who, createdAt: new Date(who.createdAt), updatedAt: new Date(who.updatedAt) }, facts)
        ? [index]
        : [];
    }),
  );
}

async function agree(sample: Sample): Promise<void> {
  const [database, evaluator] = [await compiled(sample), evaluated(sample)];
  sample.conditions.forEach((one, index) => {
    const read = sample.people.flatMap((who, at) => (reading(one, who, NOW) ? [at] : []));
    assert.equal({ database: database[index], evaluator: evaluator[index] }, { database: read, evaluator: read }, JSON.stringify(one));
  });
}

/** What is left of a failure when everything that does not matter is taken away. */
function keep(sample: Sample): void {
  const text = `${JSON.stringify(sample, null, 2)}\n`;
  mkdirSync(FIXTURES, { recursive: true });
  writeFileSync(new URL(`${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`, FIXTURES), text);
}

test('what once failed', async () => {
  const files = readdirSync(FIXTURES).filter((name) => name.endsWith('.json'));
  assert.ok(files.length > 0);
  for (const name of files) await agree(JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8')) as Sample);
});

test(`${PAIRS} generated conditions, each against a population`, async () => {
  const sample = fc.record({
    people: fc.array(person, { minLength: 1, maxLength: 12 }),
    conditions: fc.array(condition, { minLength: 1, maxLength: CONDITIONS, size: 'max' }),
  });
  let [pairs, some] = [0, 0];
  const property = fc.asyncProperty(sample, async (one) => {
    await agree(one);
    pairs += one.conditions.length;
    some += one.conditions.filter((tree) => one.people.some((who) => reading(tree, who, NOW))).length;
  });
  const { failed, counterexample, error, seed } = (await fc.check(property, { numRuns: Math.ceil((PAIRS / CONDITIONS) * 3) })) as any;
  if (failed && counterexample) keep(counterexample[0]);
  assert.not.ok(failed, `seed ${seed}: ${error ?? ''} ${JSON.stringify(counterexample)}`);
  assert.ok(pairs >= PAIRS, `${pairs} pairs`);
  console.log(`  ${pairs} pairs, ${some} of them with somebody who matches`);
  assert.ok(some > pairs / 5, `only ${some} of ${pairs} conditions match anybody`);
});

test.run();
