/** Named secret keys: what each scope opens, until when, and that a deleted one is dead (contract 5 "Named keys"). */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { smtpClient } from '#test/smtp-client.ts';
import { until } from '#test/until.ts';
import { envelope, is, keys, refused, TIMESTAMP, UUID } from './answers.ts';
import { address, anonymous, person, sender, withKey } from './tenant.ts';
import type { Tenant } from './tenant.ts';

const test = suite('named keys');

const SCOPES = ['send', 'read', 'full'] as const;
const pathOf = ({ project }: Pick<Tenant, 'project'>): string => `/users/@me/projects/${project.id}/keys`;

async function make(who: Tenant, given: object = {}): Promise<any> {
  return is(await who.owner.session.post(pathOf(who), { name: 'Shop', scope: 'full', ...given }), 201);
}

test('a key is shown once, listed by its beginning, renamed, and deleted', async () => {
  const who = await sender();
  const made = await make(who, { name: ' Shop ', scope: 'read' });
  keys(made, 'id', 'name', 'scope', 'key', 'createdAt', 'lastUsedAt', 'expiresAt');
  assert.match(made.id, UUID);
  assert.match(made.key, /^sk_[0-9a-f]{64}$/);
  assert.match(made.createdAt, TIMESTAMP);
  assert.equal([made.name, made.scope, made.lastUsedAt, made.expiresAt], ['Shop', 'read', null, null]);
  const list = is(await who.owner.session.get(pathOf(who)), 200);
  assert.equal(list, [{ ...made, key: `${made.key.slice(0, 11)}…` }]);
  const renamed = is(await who.owner.session.patch(`${pathOf(who)}/${made.id}`, { name: 'Till' }), 200);
  assert.equal(renamed, { ...list[0], name: 'Till' });

  const api = withKey(made.key);
  is(await api.get('/contacts'), 200);
  is(await who.owner.session.delete(`${pathOf(who)}/${made.id}`), 204);
  envelope(await api.get('/contacts'), 401, 'INVALID_API_KEY');
  assert.equal(is(await who.owner.session.get(pathOf(who)), 200), []);
  envelope(await who.owner.session.delete(`${pathOf(who)}/${made.id}`), 404, 'RESOURCE_NOT_FOUND');
  envelope(await who.owner.session.patch(`${pathOf(who)}/${randomUUID()}`, { name: 'x' }), 404, 'RESOURCE_NOT_FOUND');
  is(await who.api.get('/contacts'), 200);
});

test('each scope opens what it says, on every kind of route', async () => {
  const who = await sender();
  const apis = await Promise.all(SCOPES.map(async (scope) => withKey((await make(who, { name: scope, scope })).key)));
  const { id } = is(await who.api.post('/contacts', { email: address() }), 201);
  const mail = { to: address(), subject: 's', body: 'b', from: who.from };
  const calls: [method: string, path: string, body: object | undefined, answers: readonly number[]][] = [
    ['POST', '/v1/send', mail, [200, 403, 200]],
    ['GET', '/contacts', undefined, [403, 200, 200]],
    ['GET', '/emails', undefined, [403, 200, 200]],
    ['GET', '/analytics/timeseries', undefined, [403, 200, 200]],
    ['POST', '/contacts/lookup', { emails: [address()] }, [403, 200, 200]],
    ['POST', '/contacts', { email: address() }, [403, 403, 201]],
    ['PATCH', `/contacts/${id}`, { subscribed: true }, [403, 403, 200]],
    ['POST', '/domains', { domain: `${randomUUID()}.example.org` }, [403, 403, 201]],
    ['POST', '/contacts/bulk-delete', { contactIds: [id] }, [403, 403, 202]],
    ['DELETE', '/events/unheard-of', undefined, [403, 403, 200]],
  ];
  for (const [method, path, body, expected] of calls) {
    const answers = [];
    for (const api of apis) answers.push(await api.send(method, path, body));
    assert.equal(
      answers.map(({ status }) => status),
      expected,
      `${method} ${path}`,
    );
    for (const answer of answers.filter(({ status }) => status === 403)) envelope(answer, 403, 'FORBIDDEN', 'This API key has the scope ');
  }
});

test('a refused send claims nothing, and no key but the session opens accounts', async () => {
  const who = await sender();
  const [poster, reader, full] = await Promise.all(SCOPES.map(async (scope) => withKey((await make(who, { scope })).key)));
  const mail = { to: address(), subject: 's', body: 'b', from: who.from };
  const once = { 'idempotency-key': randomUUID() };
  envelope(await reader!.post('/v1/send', mail, once), 403, 'FORBIDDEN');
  is(await poster!.post('/v1/send', mail, once), 200);
  envelope(await full!.get(pathOf(who)), 401, 'UNAUTHORIZED');
  envelope(await full!.post('/v1/track', { email: address(), event: 'e' }), 401, 'INVALID_API_KEY');
});

test('at the relay, keys for sending log in', async () => {
  const who = await sender();
  const { smtp } = is(await anonymous.get('/config'), 200).features;
  for (const [scope, reply] of [
    ['send', /^235 /],
    ['full', /^235 /],
    ['read', /^535 .*Invalid API key/],
  ] as const) {
    const client = await smtpClient(smtp.ports.submission);
    await client.say('EHLO client.example');
    await client.startTls();
    assert.match(await client.login((await make(who, { scope })).key), reply, scope);
    client.close();
  }
});

test('a key ends on its day, and says when it was used', async () => {
  const who = await sender();
  const { key } = await make(who, { expiresAt: new Date(Date.now() + 4_000).toISOString() });
  const { key: other } = await make(who, { name: 'Other' });
  is(await withKey(key).get('/contacts'), 200);
  const used = await until(
    async () => is(await who.owner.session.get(pathOf(who)), 200).find(({ lastUsedAt }: any) => lastUsedAt)?.lastUsedAt,
    { what: 'the use' },
  );
  assert.match(used, TIMESTAMP);
  await until(async () => (await withKey(key).get('/contacts')).status === 401, { within: 15_000, what: 'its end' });
  is(await withKey(other).get('/contacts'), 200);
  const first = () => who.owner.session.get(pathOf(who)).then(({ body }) => body[1].lastUsedAt);
  const noted = await until(first, { what: 'the use of the other' });
  await sleep(700);
  is(await withKey(other).get('/contacts'), 200);
  await sleep(300);
  assert.is(await first(), noted, 'once a minute');
});

test('what is no key is refused; members may look', async () => {
  const who = await sender();
  const path = pathOf(who);
  const { session } = who.owner;
  const good = { name: 'k', scope: 'read' };
  refused(await session.post(path, { ...good, name: '' }), 'name', 'too_small');
  refused(await session.post(path, { ...good, name: 'n'.repeat(101) }), 'name', 'too_big');
  refused(await session.post(path, { ...good, scope: 'admin' }), 'scope', 'invalid_enum_value');
  refused(await session.post(path, { ...good, expiresAt: 'tomorrow' }), 'expiresAt', 'invalid_string');
  refused(await session.post(path, { ...good, expiresAt: '2020-01-01T00:00:00.000Z' }), 'expiresAt', 'custom');
  const { id } = await make(who);
  const [member, stranger] = [await person(), await person()];
  is(await session.post(`/projects/${who.project.id}/members`, { email: member.email }), 200);
  assert.is(is(await member.session.get(path), 200).length, 1);
  for (const [method, at, body] of [
    ['POST', path, good],
    ['PATCH', `${path}/${id}`, { name: 'x' }],
    ['DELETE', `${path}/${id}`, undefined],
  ] as const) {
    envelope(await member.session.send(method, at, body), 403, 'FORBIDDEN', 'Insufficient permissions');
    envelope(await stranger.session.send(method, at, body), 404, 'RESOURCE_NOT_FOUND');
  }
  const foreign = await sender();
  const theirs = await make(foreign);
  envelope(await session.delete(`${path}/${theirs.id}`), 404, 'RESOURCE_NOT_FOUND');
});

test.run();
