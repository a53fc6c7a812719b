/** The field catalogue: list, values, usage, deletion (contract 2.1). */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { envelope, is, keys } from './answers.ts';
import { address, anonymous, tenant } from './tenant.ts';

const test = suite('contact fields');

const STANDARD = [
  ['createdAt', 'date'],
  ['email', 'string'],
  ['subscribed', 'boolean'],
  ['updatedAt', 'date'],
].map(([field, type]) => ({ field, type, isCustom: false, coverage: 1 }));

async function custom(api: Api): Promise<Record<string, [type: string, coverage: number]>> {
  const { fields, count } = is(await api.get('/contacts/fields'), 200);
  assert.is(count, fields.length);
  for (const one of fields) keys(one, 'field', 'type', 'isCustom', 'coverage');
  assert.equal(
    fields.filter((one: any) => !one.isCustom),
    STANDARD,
  );
  return Object.fromEntries(fields.filter((one: any) => one.isCustom).map((one: any) => [one.field, [one.type, one.coverage]]));
}

const values = async (api: Api, field: string, query = '') =>
  is(await api.get(`/contacts/fields/${encodeURIComponent(field)}/values${query}`), 200);
const usage = async (api: Api, field: string) => is(await api.get(`/contacts/fields/${encodeURIComponent(field)}/usage`), 200);
const drop = (api: Api, field: string) => api.delete(`/contacts/fields/${encodeURIComponent(field)}`);
const make = async (api: Api, data: object | null, email = address()) => is(await api.post('/contacts', { email, data }), 201);

test('an empty project has the standard fields', async () => {
  const { api } = await tenant();
  assert.equal(is(await api.get('/contacts/fields'), 200), { fields: STANDARD, count: 4 });
});

test('types are those of the first value, coverage follows every write', async () => {
  const { api, tracker } = await tenant();
  const first = await make(api, { n: 1, b: false, d: '2024-02-29', s: 'x', o: { a: 1 }, l: [1] });
  assert.equal(await custom(api), {
    'data.b': ['boolean', 1],
    'data.d': ['date', 1],
    'data.l': ['string', 1],
    'data.n': ['number', 1],
    'data.o': ['string', 1],
    'data.s': ['string', 1],
  });
  const email = address();
  is(
    await tracker.post('/v1/track', {
      email,
      event: 'e',
      data: { n: 'text', fresh: 1, never: { value: 1, persistent: false }, nothing: null },
    }),
    200,
  );
  const then = await custom(api);
  assert.equal(
    [then['data.n'], then['data.s'], then['data.fresh'], 'data.never' in then, 'data.nothing' in then],
    [['number', 1], ['string', 0.5], ['number', 0.5], false, false],
  );
  is(await api.post('/contacts', { email, data: { n: null, late: '2023-02-29' } }), 200);
  assert.equal((await custom(api))['data.n'], ['number', 0.5]);
  assert.equal((await custom(api))['data.late'], ['string', 0.5]);
  is(await api.patch(`/contacts/${first.id}`, { data: null }), 200);
  assert.equal(
    [(await custom(api))['data.n'], (await custom(api))['data.fresh']],
    [
      ['number', 0],
      ['number', 0.5],
    ],
  );
  is(await api.delete(`/contacts/${first.id}`), 204);
  assert.equal((await custom(api))['data.fresh'], ['number', 1]);
  is(await api.patch(`/contacts/${(await make(api, null)).id}`, { data: { n: true } }), 200);
  assert.equal((await custom(api))['data.n'], ['number', 0.5]);
});

test('values', async () => {
  const { api } = await tenant();
  for (const v of ['b', 'A', 'a', 10, 9, '9', true, false, ' ', 'b', 9]) await make(api, { v, 'dotted.$key': v });
  await make(api, { v: null, other: '' });
  const expected = [' ', 10, 9, '9', 'A', 'a', 'b', false, true];
  for (const field of ['v', 'data.v', 'data.dotted.$key']) {
    const answer = await values(api, field);
    assert.equal({ ...answer, values: [...answer.values].map(String) }, { field, values: expected.map(String), count: 9, limit: 100 });
    assert.equal(new Set(answer.values), new Set(expected));
  }
  assert.equal((await values(api, 'v', '?limit=2')).values, [' ', 10]);
  for (const [query, limit] of [
    ['?limit=0', 100],
    ['?limit=x', 100],
    ['?limit=500', 200],
  ] as const)
    assert.is((await values(api, 'v', query)).limit, limit);
  assert.equal((await values(api, 'subscribed')).values, [true, false]);
  assert.equal((await values(api, 'email')).values, []);
  assert.equal(await values(api, 'data.unknown'), { field: 'data.unknown', values: [], count: 0, limit: 100 });
});

test('usage', async () => {
  const { api } = await tenant();
  await make(api, { plan: 'pro' });
  await make(api, null);
  assert.equal(await usage(api, 'data.plan'), {
    usedInSegments: [],
    usedInCampaigns: [],
    usedInWorkflows: [],
    contactCount: 1,
    canDelete: true,
  });
  assert.is((await usage(api, 'data.unknown')).contactCount, 0);
  assert.is((await usage(api, 'email')).contactCount, 2);
});

test('deletion', async () => {
  const { api } = await tenant();
  const made = await make(api, { plan: 'pro', kept: 1, 'plan.x': 2 });
  await make(api, { plan: 'free' });
  for (const name of ['plan', 'email', 'kept']) envelope(await drop(api, name), 400, 'BAD_REQUEST');
  assert.equal(is(await drop(api, 'data.plan'), 200), { deletedFrom: 2 });
  assert.equal(await custom(api), { 'data.kept': ['number', 0.5], 'data.plan.x': ['number', 0.5] });
  assert.equal(is(await api.get(`/contacts/${made.id}`), 200).data, { kept: 1, 'plan.x': 2 });
  assert.equal(is(await drop(api, 'data.plan'), 200), { deletedFrom: 0 });
  is(await api.patch(`/contacts/${made.id}`, { data: { plan: 7 } }), 200);
  assert.equal((await custom(api))['data.plan'], ['number', 0.5]);
});

test('a deletion whose process died goes on, and spares what came later', async () => {
  const { api, project } = await tenant();
  const [first, second] = [await make(api, { plan: 'pro', kept: 1 }), await make(api, { plan: 'free' })];
  await usage(api, 'data.plan');
  const connection = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
  const rows = connection.useDb(`${process.env['MONGODB_PREFIX']}contacts`).collection<any>('fields');
  const row = { projectId: project.id, key: 'plan' };
  await rows.updateOne(row, {
    $set: { dying: { until: new Date(), left: 2, due: new Date(Date.now() + 1_000) } },
    $unset: { type: 1, since: 1 },
  });
  assert.equal(await custom(api), { 'data.kept': ['number', 0.5] });
  assert.is((await usage(api, 'data.plan')).contactCount, 0);
  await make(api, { plan: 7 });
  assert.equal((await custom(api))['data.plan'], ['number', 0.3333]);
  await until(async () => !(await rows.findOne(row)).dying, { within: 30_000, what: 'the end of the deletion' });
  await connection.close();
  assert.equal(await Promise.all([first, second].map(async ({ id }) => is(await api.get(`/contacts/${id}`), 200).data)), [
    { kept: 1 },
    null,
  ]);
  assert.equal(await custom(api), { 'data.kept': ['number', 0.3333], 'data.plan': ['number', 0.3333] });
  assert.equal((await values(api, 'plan')).values, [7]);
});

test('keys are literal', async () => {
  const { api } = await tenant();
  const names = ['a.b', '$where', '', ' ', 'constructor', '%', 'x'.repeat(300), 'a/b', '?', '🦄'];
  await make(api, Object.fromEntries(names.map((name) => [name, 1])));
  assert.equal(Object.keys(await custom(api)).sort(), names.map((name) => `data.${name}`).sort());
  for (const name of names) {
    assert.is((await usage(api, `data.${name}`)).contactCount, 1, name);
    assert.equal((await values(api, `data.${name}`)).values, [1], name);
    assert.equal(is(await drop(api, `data.${name}`), 200), { deletedFrom: 1 }, name);
  }
  assert.equal(await custom(api), {});
});

test('many at once: the catalogue is what a count would be', async () => {
  const { api, tracker } = await tenant();
  const emails = Array.from({ length: 20 }, () => address());
  const value = (n: number) => (n % 5 === 0 ? null : n);
  await Promise.all(
    Array.from({ length: 400 }, async (_, n) => {
      const data = { [`k${n % 7}`]: value(n), [`k${n % 3}`]: value(n + 1) };
      const email = emails[(n * 7) % 20]!;
      const answer = n % 2 ? await api.post('/contacts', { email, data }) : await tracker.post('/v1/track', { email, event: 'e', data });
      assert.ok(answer.status === 200 || answer.status === 201, answer.text);
    }),
  );
  const contacts = is(await api.get('/contacts?limit=100'), 200).data;
  await Promise.all(contacts.slice(0, 5).map(async ({ id }: { id: string }) => is(await api.delete(`/contacts/${id}`), 204)));
  const left = is(await api.get('/contacts?limit=100'), 200).data;
  const share = (key: string) =>
    Math.round((left.filter((one: any) => one.data && key in one.data).length / left.length) * 10_000) / 10_000;
  for (const [field, [, coverage]] of Object.entries(await custom(api))) assert.is(coverage, share(field.slice(5)), field);
});

test('credentials', async () => {
  const { tracker } = await tenant();
  for (const one of [anonymous, tracker]) assert.is((await one.get('/contacts/fields')).status, 401);
});

test.run();
