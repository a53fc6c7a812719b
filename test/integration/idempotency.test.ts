/** Idempotency-Key on /v1/send and /v1/track (contract 4.3, 7.2). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, TIMESTAMP } from './answers.ts';
import type { Answer } from '#test/client.ts';
import { mails } from './inbox-mail.ts';
import { address, sender, withKey, type Tenant } from './tenant.ts';

const test = suite('idempotency');
const mine = await sender();
const { api, tracker, from } = mine;

const send = (key: string | undefined, body: object = {}, who: Tenant['api'] = api) =>
  who.post('/v1/send', { to: address(), from, subject: 's', body: 'b', ...body }, key === undefined ? {} : { 'idempotency-key': key });
const track = (key: string, body: object = {}) =>
  tracker.post('/v1/track', { email: address(), event: 'e', ...body }, { 'idempotency-key': key });

/** The documented refusal of a key that is taken; its details come back. */
function reused(answer: Answer, key: string, request: string, statuses: (number | null)[] = [200]): any {
  const { message, details, suggestion } = envelope(answer, 409, 'IDEMPOTENCY_KEY_REUSED');
  assert.ok(message.startsWith(`Idempotency-Key "${key}" has already been used`), message);
  assert.type(suggestion, 'string');
  keys(details, 'key', 'originalRequest', 'originalRequestAt', 'originalStatusCode');
  assert.equal([details.key, details.originalRequest], [key, request]);
  assert.ok(statuses.includes(details.originalStatusCode), String(details.originalStatusCode));
  assert.match(details.originalRequestAt, TIMESTAMP);
  return details;
}

test('without the header nothing is claimed', async () => {
  const to = address();
  for (let i = 0; i < 2; i++) is(await send(undefined, { to }), 200);
  assert.is((await mails(to, 2)).length, 2);
});

test('a key is good once', async () => {
  const [key, to] = [randomUUID(), address()];
  const before = new Date().toISOString();
  is(await send(key, { to }), 200);
  const { originalRequestAt } = reused(await send(key, { to }), key, 'POST /v1/send');
  assert.ok(originalRequestAt >= before && originalRequestAt <= new Date().toISOString());
  const other = randomUUID();
  is(await track(other), 200);
  reused(await track(other), other, 'POST /v1/track');
  assert.is((await mails(to)).length, 1);
});

test('both endpoints share the keys of a project, projects share none', async () => {
  const key = randomUUID();
  is(await send(key), 200);
  reused(await track(key), key, 'POST /v1/send');
  const other = await sender();
  is(await send(key, { from: other.from }, other.api), 200);
});

test('a key is claimed before the body is looked at', async () => {
  const key = randomUUID();
  is(await send(key), 200);
  reused(await api.post('/v1/send', '{broken', { 'idempotency-key': key }), key, 'POST /v1/send');
  reused(await send(key, { to: 5 }), key, 'POST /v1/send');
  envelope(await withKey('sk_wrong').post('/v1/send', {}, { 'idempotency-key': key }), 401, 'INVALID_API_KEY');
});

const failures: [string, number, (key: string) => Promise<Answer>][] = [
  ['malformed JSON', 400, (key) => api.post('/v1/send', '{broken', { 'idempotency-key': key })],
  ['a refused body', 422, (key) => send(key, { to: 'nobody' })],
  ['an unknown template', 404, (key) => send(key, { template: randomUUID() })],
  ['an unverified sender', 403, (key) => send(key, { from: 'a@unverified.example' })],
  ['a reserved event', 422, (key) => track(key, { event: 'email.sent' })],
];
for (const [name, status, fail] of failures) {
  test(`${name} (${status}) frees the key`, async () => {
    const key = randomUUID();
    for (let i = 0; i < 2; i++) is(await fail(key), status);
    is(await send(key), 200);
    reused(await send(key), key, 'POST /v1/send');
  });
}

for (const key of ['', ' ', 'k'.repeat(256), 'clé', 'tab\there']) {
  test(`the key ${JSON.stringify(key).slice(0, 12)} is refused`, async () => {
    envelope(await send(key), 400, 'BAD_REQUEST');
    envelope(await track(key), 400, 'BAD_REQUEST');
  });
}

test('odd keys that are fine', async () => {
  for (const key of [
    'x'.repeat(255),
    `"${randomUUID()}"`,
    `{$ne:null}~!@#%^&*()[]\\|;:'<>,./?${randomUUID()}`,
    `../${randomUUID()}`,
    `__proto__`,
    '%00',
  ]) {
    is(await send(key), 200);
    reused(await send(key), key, 'POST /v1/send');
  }
});

test('200 at once: one send', async () => {
  const [key, to] = [randomUUID(), address()];
  const answers = await Promise.all(Array.from({ length: 200 }, () => send(key, { to })));
  assert.is(answers.filter((one) => one.status === 200).length, 1);
  for (const one of answers) {
    if (one.status !== 200) reused(one, key, 'POST /v1/send', [null, 200]);
  }
  assert.is((await mails(to)).length, 1);
  assert.is(is(await api.get(`/emails?to=${to}`), 200).total, 1);
});

test('200 at once: one event', async () => {
  const [key, event] = [randomUUID(), `once-${randomUUID()}`];
  const answers = await Promise.all(Array.from({ length: 200 }, () => track(key, { event })));
  assert.equal(answers.map((one) => one.status).sort(), [200, ...Array<number>(199).fill(409)]);
  assert.is(is(await api.get(`/events?eventName=${event}`), 200).events.length, 1);
});

test('POST /events/track ignores the header', async () => {
  const [key, event] = [randomUUID(), `alias-${randomUUID()}`];
  for (const header of [key, key, 'clé'])
    is(await api.post('/events/track', { email: address(), event }, { 'idempotency-key': header }), 200);
  assert.is(is(await api.get(`/events?eventName=${event}`), 200).events.length, 3);
  is(await send(key), 200);
});

test.run();
