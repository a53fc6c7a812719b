/** Bulk actions by ids and by query (contract 4.4, 2.8). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { is, keys, refused, short, UUID } from './answers.ts';
import { events } from './events-seen.ts';
import { address, anonymous, tenant } from './tenant.ts';

const test = suite('contact bulk');

async function filled(count: number, label = 'bulk', subscribed = true) {
  const { api } = await tenant();
  const made = await Promise.all(
    Array.from({ length: count }, async (_, n) =>
      is(await api.post('/contacts', { email: address(label), subscribed: subscribed && n % 2 === 0, data: { n } }), 201),
    ),
  );
  return { api, made, ids: made.map(({ id }) => id as string) };
}

/** The job as it ended. */
async function done(api: Api, operation: string, body: object): Promise<any> {
  const answer = is(await api.post(`/contacts/bulk-${operation}`, body), 202);
  keys(answer, 'jobId', 'status', 'message');
  assert.match(answer.jobId, UUID);
  assert.is(answer.status, 'queued');
  const job: any = await until(
    async () => {
      const one = is(await api.get(`/contacts/bulk/${answer.jobId}`), 200);
      keys(one, 'jobId', 'id', 'status', 'state', 'progress', 'result', 'data', 'failedReason');
      assert.is(one.status, one.state === 'completed' ? 'completed' : 'queued');
      assert.is(one.result === null, one.state !== 'completed');
      return one.state === 'completed' && one;
    },
    { within: 30_000, what: 'the end of the job' },
  );
  assert.equal([job.jobId, job.id, job.progress, job.failedReason], [answer.jobId, answer.jobId, 100, null]);
  const { totalRequested, successCount, unchangedCount, failureCount } = job.result;
  assert.is(totalRequested, successCount + unchangedCount + failureCount);
  return job.result;
}

const counts = ({ successCount, unchangedCount, failureCount }: any) => [successCount, unchangedCount, failureCount];
const count = async (api: Api, query = '') => is(await api.get(`/contacts?limit=1&${query}`), 200).total;

test('unsubscribe and subscribe by ids: changed, unchanged, unknown, foreign', async () => {
  const { api, ids } = await filled(250);
  const foreign = (await filled(1)).ids[0]!;
  const unknown = randomUUID();
  const result = await done(api, 'unsubscribe', { contactIds: [...ids, unknown, foreign] });
  assert.equal(counts(result), [125, 125, 2]);
  assert.is(result.operation, 'unsubscribe');
  assert.equal(
    result.errors.map((one: any) => [one.contactId, one.email, typeof one.error]).sort(),
    [
      [unknown, null, 'string'],
      [foreign, null, 'string'],
    ].sort(),
  );
  assert.equal([await count(api, 'subscribed=true'), await count(api, 'subscribed=false')], [0, 250]);
  assert.equal(counts(await done(api, 'subscribe', { mode: 'ids', contactIds: ids })), [250, 0, 0]);
  assert.equal(counts(await done(api, 'subscribe', { contactIds: ids.slice(0, 3) })), [0, 3, 0]);
});

test('each flip is published once, and nothing else', async () => {
  const { api, ids } = await filled(4);
  await done(api, 'unsubscribe', { contactIds: [...ids, ids[0]] });
  const flipped = [ids[0]!, ids[2]!];
  for (const id of flipped)
    assert.equal(
      (await events(api, id, 1)).map(({ name, data }) => [name, data]),
      [['contact.unsubscribed', {}]],
    );
  for (const id of [ids[1]!, ids[3]!]) await events(api, id, 0);
});

test('by query: search, subscribed, excluded', async () => {
  const { api, ids } = await filled(230, 'alpha');
  for (let n = 0; n < 5; n += 1) is(await api.post('/contacts', { email: address('beta') }), 201);

  assert.equal(counts(await done(api, 'subscribe', { mode: 'query', filter: { search: 'gamma' } })), [0, 0, 0]);
  assert.equal(
    counts(await done(api, 'subscribe', { mode: 'query', filter: { search: 'ALPHA', subscribed: false }, excludeIds: ids.slice(0, 30) })),
    [100, 0, 0],
  );
  assert.is(await count(api, 'subscribed=false'), 15);
  assert.equal(counts(await done(api, 'unsubscribe', { mode: 'query', filter: {} })), [220, 15, 0]);
  assert.equal(counts(await done(api, 'delete', { mode: 'query', filter: { search: '.*' } })), [0, 0, 0]);
});

test('delete, and the catalogue follows', async () => {
  const { api, ids } = await filled(205);
  assert.equal(counts(await done(api, 'delete', { contactIds: [...ids.slice(0, 105), randomUUID()] })), [105, 0, 1]);
  assert.is(await count(api), 100);
  assert.is(is(await api.get('/contacts/fields/data.n/usage'), 200).contactCount, 100);
  assert.equal(counts(await done(api, 'delete', { mode: 'query', filter: {}, excludeIds: ids.slice(-1) })), [99, 0, 0]);
  assert.is(await count(api), 1);
  const { fields } = is(await api.get('/contacts/fields'), 200);
  assert.is(fields.find((one: any) => one.field === 'data.n').coverage, 1);
});

test('what is refused', async () => {
  const { api } = await tenant();
  const id = randomUUID();
  const many = (length: number) => Array.from({ length }, () => id);
  const bodies = [
    undefined,
    {},
    [],
    { contactIds: [] },
    { contactIds: id },
    { contactIds: [1] },
    { contactIds: many(1_001) },
    { mode: 'all', contactIds: [id] },
    { mode: 'ids' },
    { mode: 'query' },
    { mode: 'query', filter: null },
    { mode: 'query', filter: [] },
    { mode: 'query', filter: { search: 1 } },
    { mode: 'query', filter: { subscribed: 'yes' } },
    { mode: 'query', filter: {}, excludeIds: 'x' },
    { mode: 'query', filter: {}, excludeIds: many(10_001) },
    // What ids need not, but was sent.
    { contactIds: [id], filter: 'x' },
    { contactIds: [id], filter: null },
    { mode: 'ids', contactIds: [id], filter: { search: 1 } },
    { mode: 'ids', contactIds: [id], filter: { subscribed: 'yes' } },
    { contactIds: [id], excludeIds: 'x' },
    { mode: 'ids', contactIds: [id], excludeIds: [1] },
    { contactIds: [id], excludeIds: many(10_001) },
  ];
  for (const operation of ['subscribe', 'unsubscribe', 'delete']) {
    for (const body of bodies) short(await api.post(`/contacts/bulk-${operation}`, body), 400);
    refused(await api.post(`/contacts/bulk-${operation}`, { contactIds: ['x'] }), 'contactIds.0', 'invalid_string');
    assert.is((await anonymous.post(`/contacts/bulk-${operation}`, {})).status, 401);
  }
  assert.equal(counts(await done(api, 'delete', { contactIds: many(1_000) })), [0, 0, 1]);
});

test('jobs of others are unknown', async () => {
  const { api, ids } = await filled(1);
  const { jobId } = is(await api.post('/contacts/bulk-subscribe', { contactIds: ids }), 202);
  const other = (await tenant()).api;
  for (const one of [
    await other.get(`/contacts/bulk/${jobId}`),
    await api.get(`/contacts/bulk/${randomUUID()}`),
    await api.get('/contacts/bulk/x'),
  ]) {
    short(one, 404, 'Bulk action job not found');
  }
});

test.run();
