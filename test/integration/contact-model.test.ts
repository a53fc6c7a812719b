/** Any sequence of writes comes to what the model says: contacts, totals, fields, values, facts; and a recount finds nothing. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recount } from '#test/posthorn.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { watchChanges } from './contact-changes.ts';
import type { Changes, Counts } from './contact-changes.ts';
import { Model } from './contact-model.ts';
import type { Data, Operation } from './contact-model.ts';
import { eventsOfAll } from './events-seen.ts';
import { everyone, imported } from './importing.ts';
import { anonymous, tenant } from './tenant.ts';
import type { Tenant } from './tenant.ts';

const test = suite('contact model');

const [RUNS, LONGEST] = [5, 30];
const EMAILS = ['a@x.example', 'b@x.example', 'c@y.example', 'd@y.example'];
const VALUES = [
  1,
  2.5,
  -3,
  true,
  false,
  'text',
  'Text',
  '2024-02-29',
  '2024-02-30',
  '2024-01-01T00:00:00Z',
  '',
  null,
  { nested: [1] },
  { value: 'kept', persistent: true },
  { value: 'once', persistent: false },
];

const email = fc.constantFrom(...EMAILS);
const key = fc.constantFrom('plan', 'n', 'a.b', '$x', 'email', 'id');
const data = fc.dictionary(key, fc.constantFrom(...VALUES), { maxKeys: 3 }) as fc.Arbitrary<Data>;
/** What a cell says → the value it stands for. */
const CELLS: Data = { '': '', 1: 1, '-2.50': -2.5, yes: true, Text: 'Text', '007': '007', '2024-02-29': '2024-02-29' };
const cell = fc.constantFrom(...Object.keys(CELLS));
const says = fc.constantFrom(undefined, undefined, true, false);
const operation = fc.constantFrom<Operation>('subscribe', 'unsubscribe', 'delete');

const STEP = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('upsert' as const), email, data, subscribed: says }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('track' as const), email, data, subscribed: says }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('patch' as const),
      email,
      data: fc.option(data),
      subscribed: says,
      to: fc.option(email, { freq: 6, nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), email }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('page' as const), email }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('ids' as const), operation, emails: fc.array(email, { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('query' as const), operation, search: fc.constantFrom('@X', 'y.example', '') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      rows: fc.array(fc.record({ email, plan: cell, n: cell }), { maxLength: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), key }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
);
type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;

/** Both sides of one run. */
interface Pair extends Tenant {
  model: Model;
  ids: Map<string, string>;
}

async function bulk({ api }: Pair, name: Operation, body: object): Promise<number[]> {
  const { jobId } = is(await api.post(`/contacts/bulk-${name}`, body), 202);
  const job: any = await until(
    async () => {
      const one = is(await api.get(`/contacts/bulk/${jobId}`), 200);
      return one.status !== 'queued' && one;
    },
    { within: 30_000, every: 25, what: 'the end of the job' },
  );
  return [job.result.successCount, job.result.unchangedCount, job.result.failureCount];
}

async function act(pair: Pair, step: Step): Promise<void> {
  const { api, tracker, model, ids } = pair;
  const id = 'email' in step ? ids.get(step.email) : undefined;
  if (step.kind === 'upsert') {
    const answer = await api.post('/contacts', { email: step.email, data: step.data, subscribed: step.subscribed });
    const body = is(answer, model.upsert(step.email, step.data, step.subscribed) ? 201 : 200);
    assert.is(ids.get(step.email) ?? body.id, body.id);
    ids.set(step.email, body.id);
  } else if (step.kind === 'track') {
    const { contact } = is(
      await tracker.post('/v1/track', { email: step.email, event: 'e', data: step.data, subscribed: step.subscribed }),
      200,
    ).data;
    model.upsert(step.email, step.data, step.subscribed);
    ids.set(step.email, contact);
  } else if (step.kind === 'patch' && id) {
    const answer = await api.patch(`/contacts/${id}`, {
      data: step.data,
      subscribed: step.subscribed,
      ...(step.to ? { email: step.to } : {}),
    });
    const free = model.patch(step.email, step.data, step.subscribed, step.to);
    is(answer, free ? 200 : 409);
    if (!free || !step.to) return;
    ids.delete(step.email);
    ids.set(step.to, id);
  } else if (step.kind === 'remove' && id) {
    is(await api.delete(`/contacts/${id}`), 204);
    model.remove(step.email);
    ids.delete(step.email);
  } else if (step.kind === 'page' && id) {
    is(await anonymous.post(`/contacts/public/${id}/unsubscribe`), 200);
    model.patch(step.email, undefined, false);
  } else if (step.kind === 'ids') {
    const named = step.emails.map((one) => ids.get(one) ?? randomUUID());
    const [success, unchanged, failure] = await bulk(pair, step.operation, { contactIds: named });
    const expected = model.bulk(step.operation, step.emails);
    assert.equal([success, unchanged], expected.slice(0, 2));
    assert.ok(failure! >= expected[2]);
  } else if (step.kind === 'query') {
    const found = [...model.contacts.keys()].filter((one) => one.includes(step.search.toLowerCase()));
    assert.equal(await bulk(pair, step.operation, { mode: 'query', filter: { search: step.search } }), model.bulk(step.operation, found));
  } else if (step.kind === 'import') {
    const job = await imported(api, ['email,plan,n', ...step.rows.map((row) => `${row.email},${row.plan},${row.n}`)].join('\n'));
    const created = step.rows.filter((row) => model.upsert(row.email, { plan: CELLS[row.plan], n: CELLS[row.n] })).length;
    assert.equal(
      [job.status, job.totalRows, job.imported, job.updated, job.skipped],
      ['completed', step.rows.length, created, step.rows.length - created, 0],
    );
    for (const [address, contact] of await everyone(api)) ids.set(address, contact.id);
  } else if (step.kind === 'drop') {
    assert.equal(is(await api.delete(`/contacts/fields/${encodeURIComponent(`data.${step.key}`)}`), 200), {
      deletedFrom: model.drop(step.key),
    });
  } else if (step.kind === 'look') await look(pair);
  for (const one of ids.keys()) if (!model.contacts.has(one)) ids.delete(one);
}

/** Everything but the facts. */
async function look({ api, model }: Pair): Promise<void> {
  const { data: listed, total } = is(await api.get('/contacts?limit=100&sort=email&dir=asc'), 200);
  const expected = [...model.contacts.values()].toSorted((a, b) => (a.email < b.email ? -1 : 1));
  assert.equal(
    listed.map((one: any) => [one.email, one.subscribed, one.data]),
    expected.map((one) => [one.email, one.subscribed, one.data.size > 0 ? Object.fromEntries(one.data) : null]),
  );
  assert.is(total, expected.length);
  for (const subscribed of [true, false]) {
    assert.is(
      is(await api.get(`/contacts?limit=1&subscribed=${subscribed}`), 200).total,
      expected.filter((one) => one.subscribed === subscribed).length,
    );
  }
  for (const fragment of ['@X', 'y.example', 'a@', 'nobody']) {
    const found = expected.filter((one) => one.email.includes(fragment.toLowerCase()));
    const answer = is(await api.get(`/contacts?search=${encodeURIComponent(fragment)}&sort=email&dir=asc`), 200);
    assert.equal([answer.total, answer.data.map((one: any) => one.email)], [found.length, found.map((one) => one.email)], fragment);
  }
  const fields = is(await api.get('/contacts/fields'), 200).fields.filter((one: any) => one.isCustom);
  assert.equal(fields.map((one: any) => [one.field, one.type, one.coverage]).sort(), model.fields().sort());
  for (const [field] of model.fields()) {
    const { values } = is(await api.get(`/contacts/fields/${encodeURIComponent(field)}/values`), 200);
    assert.equal([...values].map((one: unknown) => JSON.stringify(one)).sort(), [...model.values(field.slice(5))].sort(), field);
  }
}

test('any sequence of writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: LONGEST / 2, maxLength: LONGEST }), async (steps) => {
      const pair: Pair = { ...(await tenant()), model: new Model(), ids: new Map() };
      for (const step of steps) await act(pair, step);
      await look(pair);
      const expected = [...pair.model.contacts].map(([one, { flips }]): [string, number] => [pair.ids.get(one)!, flips.length]);
      const seen = await eventsOfAll(pair.api, new Map(expected));
      for (const [one, { flips }] of pair.model.contacts) {
        const own = seen.get(pair.ids.get(one)!)!;
        assert.equal(
          own.toReversed().map(({ name }) => name === 'contact.subscribed'),
          flips,
          one,
        );
      }
      assert.equal(await recount('contacts', [pair.project.id]), { code: 0, lines: [] });
    }),
    { numRuns: RUNS, endOnFailure: true, includeErrorInReport: true },
  );
});

async function writeConcurrently(pair: Pair, watched: Changes): Promise<void> {
  const { api, tracker } = pair;
  const emails = Array.from({ length: 50 }, (_, n) => `c${n}@concurrent.example`);
  const kept = new Map<string, Set<string>>();
  await Promise.all(
    Array.from({ length: 8 }, async (_, who) => {
      for (let n = 0; n < 100; n += 1) {
        const one = emails[(n * 7 + who * 3) % emails.length]!;
        const sent = { [`w${who}`]: n, [`n${n % 3}`]: who };
        const subscribed = n % 4 === who % 4 ? n % 8 < 4 : undefined;
        const answer =
          n % 3
            ? await api.post('/contacts', { email: one, data: sent, subscribed })
            : await tracker.post('/v1/track', { email: one, event: 'e', data: sent, subscribed });
        assert.ok(answer.status < 300, answer.text);
        const id = answer.body.id ?? answer.body.data.contact;
        assert.is(pair.ids.get(one) ?? id, id, 'one contact an address');
        pair.ids.set(one, id);
        // Who loses the race to create a contact gives up its data: only what was sent to a contact known before counts.
        if (n >= emails.length) kept.set(one, new Set([...(kept.get(one) ?? []), ...Object.keys(sent)]));
      }
    }),
  );
  const { data: listed, total } = is(await api.get('/contacts?limit=100'), 200);
  assert.equal([listed.length, total], [50, 50]);
  for (const { email: one, data: stored } of listed)
    for (const name of kept.get(one) ?? []) assert.ok(Object.hasOwn(stored, name), `${one} lost ${name}`);
  const made = await watched.made();
  const sum = (counts: Counts): number => [...counts.values()].reduce((all, one) => all + one, 0);
  assert.equal([...(await watched.published(sum(made)))].sort(), [...made].sort());
  const names = [...made.keys()].map((one) => one.split(' ')[1]);
  assert.equal([...new Set(names)].sort(), ['contact.created', 'contact.subscribed', 'contact.unsubscribed', 'contact.updated']);
  const madeOf = (id: string, name: string): number => made.get(`${id} ${name}`) ?? 0;
  const flips = listed.map(({ id }: any): [string, number] => [id, madeOf(id, 'contact.subscribed') + madeOf(id, 'contact.unsubscribed')]);
  // Facts that are for services alone are no events.
  await eventsOfAll(api, new Map(flips));
}

test('eight clients at once on the same fifty addresses', async () => {
  const pair: Pair = { ...(await tenant()), model: new Model(), ids: new Map() };
  const watched = await watchChanges(pair.project.id);
  try {
    await writeConcurrently(pair, watched);
  } finally {
    await watched.stop();
  }
  assert.equal(await recount('contacts', [pair.project.id]), { code: 0, lines: [] });
});

test.run();
