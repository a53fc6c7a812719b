/** Limits of a contact and of a project's fields, and that one project's trouble is nobody else's (contract 2.1 "Limits"). */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '#test/until.ts';
import { envelope, is } from './answers.ts';
import { imported } from './importing.ts';
import { address, tenant } from './tenant.ts';

const test = suite('contact limits');

const keys = (count: number, prefix = 'k') => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, n]));
const half = 'x'.repeat(600_000);

/** 422, and its first entry names the number. */
function refused(answer: any, number: string) {
  envelope(answer, 422, 'VALIDATION_ERROR');
  assert.is(answer.body.error.errors[0].code, 'too_big');
  assert.match(answer.body.error.errors[0].message, number);
}

test('data take 1 MB as stored, however they come; what is full can still be unsubscribed', async () => {
  const { api, tracker } = await tenant();
  const email = address();
  refused(await api.post('/contacts', { email, data: { big: 'x'.repeat(1_048_600) } }), '1 MB');
  const { id } = is(await api.post('/contacts', { email, data: { one: half } }), 201);
  refused(await api.patch(`/contacts/${id}`, { data: { two: half } }), '1 MB');
  refused(await tracker.post('/v1/track', { email, event: 'e', data: { two: half } }), '1 MB');
  refused(await api.post('/contacts', { email, data: { two: half } }), '1 MB');
  // By the light way too: pieces that are small one by one.
  let status = 200;
  for (let n = 0; n < 20 && status === 200; n += 1)
    ({ status } = await api.post('/contacts', { email, data: { [`p${n}`]: 'x'.repeat(60_000) } }));
  assert.is(status, 422);
  assert.equal(is(await api.get(`/contacts/${id}`), 200).data.one, half);
  is(await api.patch(`/contacts/${id}`, { data: { one: 'short' } }), 200);
  is(await api.patch(`/contacts/${id}`, { data: { one: half.slice(1) } }), 200);
  assert.is(is(await api.patch(`/contacts/${id}`, { subscribed: false }), 200).subscribed, false);
  assert.is(is(await api.post('/contacts', { email, subscribed: true }), 200).subscribed, true);
  assert.is(is(await api.post('/contacts', { email, subscribed: false }), 200).subscribed, false);
});

test('a call brings 250 new fields, a project has 1,000', async () => {
  const { api, tracker } = await tenant();
  const email = address();
  refused(await tracker.post('/v1/track', { email, event: 'e', data: keys(8_000) }), '250');
  refused(await api.post('/contacts', { email, data: keys(251) }), '250');
  assert.is(is(await api.get('/contacts/fields'), 200).count, 4);
  for (const prefix of ['a', 'b', 'c']) is(await api.post('/contacts', { email: address(), data: keys(250, prefix) }), 201);
  const { id } = is(await api.post('/contacts', { email, data: keys(249, 'd') }), 201);
  refused(await api.patch(`/contacts/${id}`, { data: { d0: 1, last: 1, more: 1 } }), '1000');
  is(await api.patch(`/contacts/${id}`, { data: { d0: 2, last: 1 } }), 200);
  refused(await tracker.post('/v1/track', { email, event: 'e', data: { more: 1 } }), '1000');
  // What is known, or not stored, is no new field.
  const data = { ...keys(250, 'a'), gone: null, once: { value: 1, persistent: false } };
  is(await tracker.post('/v1/track', { email, event: 'e', data }), 200);
  assert.is(is(await api.get('/contacts/fields'), 200).count, 1_004);
  const job = await imported(api, `email,a0,new\n${address()},1,2\n`);
  assert.is(job.status, 'failed');
  assert.match(job.failedReason, '1000');
  is(await api.delete('/contacts/fields/data.last'), 200);
  is(await tracker.post('/v1/track', { email, event: 'e', data: { more: 1 } }), 200);
});

test('calls that bring new fields at once stay within the limit together', async () => {
  const { api } = await tenant();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => api.post('/contacts', { email: address(), data: keys(200, `c${n}.`) })),
  );
  assert.equal(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 201, 422, 422, 422]);
  assert.is(is(await api.get('/contacts/fields'), 200).count, 1_004);
});

test('a project whose catalogue is broken keeps no other from being counted', async () => {
  const [broken, sound] = [await tenant(), await tenant()];
  is(await broken.api.post('/contacts', { email: address(), data: { plan: 'a' } }), 201);
  is(await broken.api.get('/contacts/fields'), 200);
  const connection = await mongoose.createConnection(process.env['MONGODB_URI']!, { directConnection: false }).asPromise();
  try {
    const database = connection.useDb(`${process.env['MONGODB_PREFIX']}contacts`);
    await database.collection('fields').updateOne({ projectId: broken.project.id, key: 'plan' }, { $set: { values: 5 } });
    const isPending = async ({ id }: { id: string }) =>
      (await database.collection<{ _id: string; tally?: object }>('contacts').findOne({ _id: id }))!.tally !== undefined;
    const bad = is(await broken.api.post('/contacts', { email: address(), data: { plan: 'b' } }), 201);
    const good = is(await sound.api.post('/contacts', { email: address(), data: { plan: 'b' } }), 201);
    await until(async () => !(await isPending(good)), { within: 10_000 });
    assert.ok(await isPending(bad), 'the broken one still waits');
    const [fails, works] = await Promise.all([broken.api.get('/contacts/fields'), sound.api.get('/contacts/fields')]);
    assert.is(fails.status, 500);
    assert.is(is(works, 200).count, 5);
    await database.collection('fields').updateOne({ projectId: broken.project.id, key: 'plan' }, { $set: { values: [], complete: false } });
    assert.is(is(await broken.api.get('/contacts/fields'), 200).count, 5);
  } finally {
    await connection.close();
  }
});

test.run();
