/** Signatures of WEBHOOK steps, their secret and its rotation; what the TypeScript client believes (contract 4.10, 6 "WEBHOOK step"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WebhookError, verifyWebhook } from '#client';
import type { WebhookOptions } from '#client';
import { envelope, is, keys } from './answers.ts';
import { address, inOneProcess, receiver, sender } from './tenant.ts';
import { hook, reached, workflow } from './workflow-graphs.ts';

const test = suite('webhook signatures');
const server = await hook();
const DAY_MS = 86_400_000;

/** What came of one run of a WEBHOOK step. */
async function askedBy({ api }: Awaited<ReturnType<typeof sender>>, config: object = {}): Promise<(typeof server.asked)[number][]> {
  const { id: contactId } = is(await api.post('/contacts', { email: address() }), 201);
  const { id } = await workflow(api, 'x', { hook: { type: 'WEBHOOK', config: { url: server.url, ...config } } });
  server.asked.length = 0;
  const run = is(await api.post(`/workflows/${id}/executions`, { contactId }), 201);
  const { stepExecutions } = await reached(api, id, run.id, 'COMPLETED');
  for (const { headers } of server.asked)
    if (headers['webhook-id']) assert.equal([headers['webhook-id'], headers['idempotency-key']], Array(2).fill(stepExecutions[1].id));
  return [...server.asked];
}

/** Whether the client believes it. */
async function believed(body: string | Uint8Array, options: WebhookOptions): Promise<boolean> {
  try {
    await verifyWebhook(body, options);
    return true;
  } catch (error) {
    if (error instanceof WebhookError) return false;
    throw error;
  }
}

test('requests are signed with the secret of the project, each attempt with its time', async () => {
  const who = await receiver();
  server.answers.push({ status: 500 });
  const asked = await askedBy(who, { failOnError: true });
  assert.is(asked.length, 2);
  for (const { headers, body } of asked) assert.ok(await believed(body, { headers, secret: who.webhookSecret }));
  const [first, second] = asked.map(({ headers }) => Number(headers['webhook-timestamp']));
  assert.ok(second! > first!);
  const { webhookSecret: foreign } = await receiver();
  assert.not(await believed(asked[0]!.body, { headers: asked[0]!.headers, secret: foreign }));
});

inOneProcess(test)('what a GET, a text and a letter outside ASCII are signed as', async () => {
  const who = await receiver();
  const [get] = await askedBy(who, { method: 'GET' });
  assert.is(get!.body, '');
  const [text] = await askedBy(who, { body: 'Grüße, 世界', headers: { 'Content-Type': 'text/plain' } });
  assert.is(text!.body, 'Grüße, 世界');
  for (const { headers, body } of [get!, text!]) {
    assert.ok(await believed(body, { headers, secret: who.webhookSecret }));
    assert.ok(await believed(Buffer.from(body), { headers: new Headers(headers as Record<string, string>), secret: who.webhookSecret }));
  }
});

inOneProcess(test)('a step that signs in its own way is left alone', async () => {
  const [asked] = await askedBy(await sender(), { headers: { 'Webhook-Signature': 'mine' } });
  const { 'webhook-signature': signature, 'webhook-id': id, 'webhook-timestamp': time } = asked!.headers;
  assert.equal([signature, id, time], ['mine', undefined, undefined]);
});

test('the secret is made once, and rotated while the one before signs on', async () => {
  const who = await sender();
  const path = `/users/@me/projects/${who.project.id}/webhook-secret`;
  const { session } = who.owner;
  const several = await Promise.all(Array.from({ length: 8 }, async () => is(await session.get(path), 200)));
  const [first] = several;
  assert.is(new Set(several.map(({ secret }) => secret)).size, 1);
  keys(first, 'secret', 'createdAt', 'previousUntil');
  assert.match(first.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.is(first.previousUntil, null);

  const second = is(await session.post(`${path}/rotate`), 200);
  assert.is.not(second.secret, first.secret);
  assert.is(Date.parse(second.previousUntil) - Date.parse(second.createdAt), DAY_MS);
  assert.equal(is(await session.get(path), 200), second);
  const [both] = await askedBy(who);
  for (const { secret } of [first, second]) assert.ok(await believed(both!.body, { headers: both!.headers, secret }));

  const third = is(await session.post(`${path}/rotate`), 200);
  const [later] = await askedBy(who);
  const takes = await Promise.all([first, second, third].map(({ secret }) => believed(later!.body, { headers: later!.headers, secret })));
  assert.equal(takes, [false, true, true]);

  const { data } = is(await session.get(`/users/@me/projects/${who.project.id}/audit`), 200);
  assert.is(data.filter(({ action }: { action: string }) => action === 'webhook-secret.rotated').length, 2);
  envelope(await who.api.get(path), 401, 'UNAUTHORIZED');
});

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"test": 2432232314}';
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const SIGNED = { 'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'Webhook-Timestamp': '1614265330', 'Webhook-Signature': SIGNATURE };

inOneProcess(test)('the example of the Standard Webhooks libraries, and what is changed of it', async () => {
  const takes = (headers: Record<string, string> = {}, more: Partial<WebhookOptions> = {}, body: string | Uint8Array = BODY) =>
    believed(body, { headers: { ...SIGNED, ...headers }, secret: SECRET, toleranceMs: Infinity, ...more });
  assert.ok(await takes());
  assert.ok(await takes({ 'Webhook-Signature': `v1a,xyz v1,AAAA ${SIGNATURE}` }));
  assert.ok(await takes({}, {}, new TextEncoder().encode(BODY)));
  assert.not(await takes({}, { toleranceMs: 300_000 }));
  assert.not(await takes({}, { secret: 'whsec_AAAA' }));
  assert.not(await takes({}, {}, `${BODY} `));
  for (const id of ['', 'another']) assert.not(await takes({ 'Webhook-Id': id }), id);
  for (const time of ['', 'soon', '-1', '1614265331']) assert.not(await takes({ 'Webhook-Timestamp': time }), time);
  for (const signature of ['', 'v1', 'v1,', 'v1,é', SIGNATURE.slice(3), SIGNATURE.replace('v1', 'v2')])
    assert.not(await takes({ 'Webhook-Signature': signature }), signature);
  for (const secret of ['', 'whsec_', 'whsec_!', SECRET.slice(6)]) {
    const error = await takes({}, { secret }).catch((thrown: unknown) => thrown);
    assert.instance(error, TypeError, secret);
  }
});

test.after(() => server.stop());
test.run();
