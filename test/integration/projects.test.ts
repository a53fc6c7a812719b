/** Projects, their keys, and who may speak for them (contract 2.8 "Project", 4.10, 5). */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, refused, TIMESTAMP, UUID } from './answers.ts';
import { address, anonymous, base, client, person, tenant, withKey } from './tenant.ts';

const test = suite('projects');

const RECORD = [
  'id',
  'name',
  'public',
  'secret',
  'disabled',
  'disabledReason',
  'customer',
  'subscription',
  'billingLimitWorkflows',
  'billingLimitCampaigns',
  'billingLimitTransactional',
  'billingLimitInbound',
  'tracking',
  'language',
  'logo',
  'createdAt',
  'updatedAt',
];
const SHORTENED = /^sk_[0-9a-f]{8}…$/;

test('creation answers the whole record with both keys', async () => {
  const { session } = await person();
  const project = is(await session.post('/users/@me/projects', { name: 'Acme' }), 201);
  keys(project, ...RECORD);
  const { id, public: open, secret, createdAt, updatedAt, ...rest } = project;
  assert.match(id, UUID);
  assert.match(open, /^pk_[0-9a-f]{64}$/);
  assert.match(secret, /^sk_[0-9a-f]{64}$/);
  assert.match(createdAt, TIMESTAMP);
  assert.match(updatedAt, TIMESTAMP);
  assert.equal(rest, {
    name: 'Acme',
    disabled: false,
    disabledReason: null,
    customer: null,
    subscription: null,
    billingLimitWorkflows: null,
    billingLimitCampaigns: null,
    billingLimitTransactional: null,
    billingLimitInbound: null,
    tracking: 'ENABLED',
    language: 'en',
    logo: null,
  });
});

for (const [name, code] of [
  ['', 'too_small'],
  ['n'.repeat(101), 'too_big'],
  [undefined, 'invalid_type'],
  [7, 'invalid_type'],
] as const) {
  test(`a name of ${JSON.stringify(name)?.slice(0, 12)} is refused`, async () => {
    const { owner } = await tenant();
    refused(await owner.session.post('/users/@me/projects', { name }), 'name', code);
  });
}

test('the secret is shown once only', async () => {
  const { owner, project } = await tenant(await person());
  const list = is(await owner.session.get('/users/@me/projects'), 200);
  assert.is(list.length, 1);
  keys(list[0], ...RECORD);
  const wrapped = is(await owner.session.get('/projects'), 200);
  const single = is(await owner.session.get(`/projects/${project.id}`), 200);
  assert.equal(wrapped, { success: true, data: list });
  assert.equal(single, { success: true, data: list[0] });
  assert.is(list[0].public, project.public);
  assert.match(list[0].secret, SHORTENED);
  assert.ok(project.secret.startsWith(list[0].secret.slice(0, 11)));
});

test('settings change one by one', async () => {
  const { owner, project } = await tenant();
  const path = `/users/@me/projects/${project.id}`;
  const patches = [
    { name: 'Renamed' },
    { tracking: 'DISABLED' },
    { tracking: 'MARKETING_ONLY' },
    { language: 'de' },
    { language: 'pt-BR' },
    { logo: 'https://cdn.example.org/logo.png' },
    { logo: null },
  ];
  let known: object = {};
  for (const patch of patches) {
    known = { ...known, ...patch };
    const record = is(await owner.session.patch(path, { ...patch, disabled: true, secret: 'sk_mine' }), 200);
    for (const [key, value] of Object.entries({ ...known, disabled: false })) assert.is(record[key], value);
    assert.match(record.secret, SHORTENED);
  }
});

const badSettings: [object, string, string][] = [
  [{ tracking: 'SOMETIMES' }, 'tracking', 'invalid_enum_value'],
  [{ language: 'english' }, 'language', 'invalid_string'],
  [{ language: 'xx' }, 'language', 'invalid_enum_value'],
  [{ logo: 'logo.png' }, 'logo', 'invalid_string'],
  [{ name: '' }, 'name', 'too_small'],
  [{ name: { $gt: '' } }, 'name', 'invalid_type'],
];
for (const [patch, field, code] of badSettings) {
  test(`setting ${JSON.stringify(patch)} is refused`, async () => {
    const { owner, project } = await tenant();
    refused(await owner.session.patch(`/users/@me/projects/${project.id}`, patch), field, code);
  });
}

test('without Stripe there is nothing to pay and no cap', async () => {
  const { owner, project } = await tenant();
  const path = `/users/@me/projects/${project.id}`;
  for (const route of ['checkout', 'billing-portal'])
    assert.equal(is(await owner.session.post(`${path}/${route}`), 404), { error: 'Billing is not enabled' });
  const none = { limit: null, usage: 0, percentage: 0, isWarning: false, isBlocked: false };
  const limits = { workflows: none, campaigns: none, transactional: none, inbound: none, currency: 'usd', freeTier: null };
  assert.equal(is(await owner.session.get(`${path}/billing-limits`), 200), limits);
  const caps = { workflows: 1, campaigns: null, transactional: null, inbound: null };
  envelope(await owner.session.send('PUT', `${path}/billing-limits`, caps), 400, 'BAD_REQUEST');
  const { usage, credits, upcomingInvoice } = is(await owner.session.get(`${path}/billing-consumption`), 200);
  assert.equal([usage, credits, upcomingInvoice], [{ total: 0, records: [] }, 0, null]);
  assert.equal(is(await owner.session.get(`${path}/billing-invoices`), 200).invoices, []);
  assert.is(is(await anonymous.get('/config'), 200).features.billing.enabled, false);
  envelope(await anonymous.post('/webhooks/incoming/billing', {}), 404, 'RESOURCE_NOT_FOUND');
});

test('new keys replace both old ones at once', async () => {
  const { owner, project, api, tracker } = await tenant();
  is(await api.get('/contacts'), 200);
  is(await tracker.post('/v1/track', { email: address(), event: 'before' }), 200);
  const fresh = is(await owner.session.post(`/users/@me/projects/${project.id}/regenerate-keys`), 200);
  keys(fresh, 'id', 'name', 'public', 'secret', 'createdAt', 'updatedAt', 'disabled', 'customer', 'subscription');
  assert.is(fresh.id, project.id);
  assert.is.not(fresh.secret, project.secret);
  assert.is.not(fresh.public, project.public);
  await sleep(1_000);
  envelope(await api.get('/contacts'), 401, 'INVALID_API_KEY');
  envelope(await tracker.post('/v1/track', { email: address(), event: 'after' }), 401, 'INVALID_API_KEY');
  is(await withKey(fresh.secret).get('/contacts'), 200);
  is(await withKey(fresh.public).post('/v1/track', { email: address(), event: 'after' }), 200);
});

test('a deleted project is gone, its keys with it', async () => {
  const { owner, project, api } = await tenant(await person());
  const path = `/users/@me/projects/${project.id}`;
  assert.equal(is(await owner.session.delete(path), 200), { success: true, message: 'Project deleted successfully' });
  assert.equal(is(await owner.session.get('/users/@me/projects'), 200), []);
  envelope(await owner.session.delete(path), 404, 'RESOURCE_NOT_FOUND');
  envelope(await owner.session.get(`/projects/${project.id}`), 404, 'RESOURCE_NOT_FOUND');
  await sleep(1_000);
  envelope(await api.get('/contacts'), 401, 'INVALID_API_KEY');
});

test('an unknown project and one that is not yours are alike', async () => {
  const { owner } = await tenant();
  const { project: foreign } = await tenant(await person());
  for (const id of [randomUUID(), foreign.id, 'not-an-id']) {
    for (const [method, path] of [
      ['PATCH', `/users/@me/projects/${id}`],
      ['DELETE', `/users/@me/projects/${id}`],
      ['POST', `/users/@me/projects/${id}/regenerate-keys`],
      ['GET', `/projects/${id}`],
      ['GET', `/projects/${id}/members`],
    ] as const) {
      const answer = await owner.session.send(method, path, method === 'PATCH' ? { name: 'Mine' } : undefined);
      envelope(answer, 404, 'RESOURCE_NOT_FOUND', 'Project not found or you do not have access');
    }
  }
});

test('keys: which one opens what', async () => {
  const { api, tracker, project } = await tenant();
  const track = { email: address(), event: 'e' };
  envelope(await anonymous.get('/contacts'), 401, 'MISSING_AUTH', 'Authorization header is required');
  envelope(await anonymous.post('/v1/track', track), 401, 'MISSING_AUTH', 'Authorization header is required');
  for (const value of ['Basic eDp5', project.secret, 'Bearer', 'Bearer ']) {
    envelope(await client({ authorization: value }).get('/contacts'), 401, 'MISSING_AUTH', 'Authorization header is required');
  }
  for (const path of ['/contacts', '/templates', '/events', '/emails']) {
    assert.match(envelope(await tracker.get(path), 401, 'INVALID_API_KEY').message, /secret key/i);
  }
  assert.match(envelope(await tracker.post('/v1/send', {}), 401, 'INVALID_API_KEY').message, /secret key.*sk_/i);
  assert.match(envelope(await api.post('/v1/track', track), 401, 'INVALID_API_KEY').message, /public key.*pk_/i);
  for (const unknown of ['sk_nope', `sk_${'0'.repeat(64)}`, project.secret.toUpperCase(), `${project.secret}0`, 'x', 'sk_$ne']) {
    envelope(await withKey(unknown).get('/contacts'), 401, 'INVALID_API_KEY');
  }
  assert.type(envelope(await withKey('x').get('/contacts'), 401, 'INVALID_API_KEY').suggestion, 'string');
});

test('a session speaks for the project it names', async () => {
  const { owner, project, api } = await tenant();
  const { project: foreign } = await tenant(await person());
  const email = address();
  const named = { 'x-project-id': project.id };
  const made = is(await owner.session.post('/contacts', { email }, named), 201);
  assert.is(made.projectId, project.id);
  is(await api.get(`/contacts/${made.id}`), 200);
  envelope(await owner.session.get('/contacts'), 400, 'BAD_REQUEST');
  for (const id of [foreign.id, randomUUID(), 'x']) {
    envelope(await owner.session.get('/contacts', { 'x-project-id': id }), 403, 'PROJECT_ACCESS_DENIED');
  }
  envelope(await client({ cookie: 'next_token=forged' }).get('/contacts', named), 401, 'UNAUTHORIZED');
  envelope(await owner.session.get('/contacts', { ...named, authorization: 'Bearer sk_wrong' }), 401, 'INVALID_API_KEY');
});

test('a session writes from an allowed origin only', async () => {
  const { owner, project } = await tenant();
  const from = (origin: string) => ({ 'x-project-id': project.id, origin });
  envelope(await owner.session.post('/contacts', { email: address() }, from('https://evil.example')), 403, 'FORBIDDEN');
  envelope(
    await owner.session.patch(`/users/@me/projects/${project.id}`, { name: 'x' }, { origin: 'https://evil.example' }),
    403,
    'FORBIDDEN',
  );
  is(await owner.session.get('/contacts', from('https://evil.example')), 200);
  const { urls } = is(await anonymous.get('/config'), 200);
  is(await owner.session.post('/contacts', { email: address() }, from(new URL(urls.dashboard ?? base).origin)), 201);
});

test.run();
