/** Bad input gets the documented error, none of it reaches a database as an operator, none of it ends a process. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, refused, short } from './answers.ts';
import { mail } from './inbox-mail.ts';
import { routes, withIds, type Spec } from '#test/openapi-routes.ts';
import { address, anonymous, sender, tenant } from './tenant.ts';

const test = suite('hostile input');
const mine = await sender();
const { api, tracker, from } = mine;
const started = is(await anonymous.get('/health'), 200);

const OPERATORS: object[] = [{ $gt: '' }, { $ne: null }, { $regex: '.*' }, { $where: 'sleep(1000)' }, { $in: [] }, { 'a.b': 1 }];

test('operators in place of texts are wrong types', async () => {
  for (const one of OPERATORS) {
    refused(await api.post('/contacts', { email: one }), 'email', 'invalid_type');
    refused(await tracker.post('/v1/track', { email: one, event: 'e' }), 'email', 'invalid_type');
    refused(await tracker.post('/v1/track', { email: address(), event: one }), 'event', 'invalid_type');
    refused(await anonymous.post('/auth/login', { email: one, password: one }), 'password', 'invalid_type');
    refused(await api.post('/domains', { domain: one }), 'domain', 'invalid_type');
    is(await api.post('/templates', { name: one, subject: 's', body: 'b', from }), 400);
    short(await api.post('/contacts/lookup', { emails: [one] }), 400);
    short(await api.post('/contacts/lookup', { emails: one }), 400);
    envelope(await api.post('/v1/send', { to: one, from, subject: 's', body: 'b' }), 422, 'VALIDATION_ERROR');
  }
});

test('operators in a query are ignored', async () => {
  const { api: own } = await tenant();
  is(await own.post('/contacts', { email: address(), subscribed: false }), 201);
  for (const query of [
    'search[$ne]=x',
    'subscribed[$ne]=false',
    'search[]=zzz',
    'limit[$gt]=0',
    'sort[$ne]=email',
    '__proto__[x]=1',
    'constructor[prototype][x]=1',
    'search=%00',
    '%00=%00',
    'search=%',
  ]) {
    const answer = await own.get(`/contacts?${query}`);
    assert.ok(answer.status === 200, `${query}: ${answer.status} ${answer.text}`);
  }
  assert.is(is(await own.get('/contacts?search[$ne]=x&subscribed[$ne]=false'), 200).total, 1);
  for (const path of ['/templates?type[$ne]=x', '/events?eventName[$ne]=x&limit[$gt]=1', '/emails?contactId[$ne]=x&status[$ne]=x'])
    is(await own.get(path), 200);
});

test('repeated query parameters do no harm', async () => {
  for (const path of [
    '/contacts?limit=1&limit=2',
    '/contacts?search=a&search=b',
    '/contacts?cursor=a&cursor=b',
    '/templates?page=1&page=x',
    '/events?eventName=a&eventName=b',
    '/emails?to=a&to=b',
  ]) {
    const { status, text } = await api.get(path);
    assert.ok(status === 200 || status === 400, `${path}: ${status} ${text}`);
  }
});

test('operators as data are data', async () => {
  const data = {
    $where: 'sleep(1000)',
    $set: { subscribed: false },
    'a.$[].b': 1,
    $: { $: [{ $ne: 1 }] },
    plain: { $gt: '' },
    $$ROOT: '$$ROOT',
    text: '$email',
  };
  const made = is(await api.post('/contacts', { email: address(), data }), 201);
  const again = is(await api.patch(`/contacts/${made.id}`, { data }), 200);
  assert.equal([made.data, made.subscribed, again.data, again.subscribed], [data, true, data, true]);
  const event = '$where';
  is(await tracker.post('/v1/track', { email: made.email, event, data }), 200);
  assert.equal(is(await api.get('/events?eventName=$where'), 200).events[0].data, data);
});

test('NUL bytes', async () => {
  for (const email of ['a\u0000b@example.com', 'a@exam\u0000ple.com', '\u0000']) {
    envelope(await api.post('/contacts', { email }), 422, 'VALIDATION_ERROR');
    envelope(await tracker.post('/v1/track', { email, event: 'e' }), 422, 'VALIDATION_ERROR');
  }
  const data = { 'k\u0000': 'v\u0000', nested: { '\u0000': ['\u0000'] } };
  assert.equal(is(await api.post('/contacts', { email: address(), data }), 201).data, data);
  const event = `nul\u0000${address()}`;
  const tracked = await tracker.post('/v1/track', { email: address(), event, data });
  if (tracked.status === 200) assert.equal(is(await api.get(`/events?eventName=${encodeURIComponent(event)}`), 200).events[0].data, data);
  else envelope(tracked, 422, 'VALIDATION_ERROR');
  for (const path of ['/contacts/%00', '/contacts/a%00b', '/templates/%00', '/emails/%00', '/events/contact/%00'])
    assert.is((await api.get(path)).status, 404, path);
  is(await api.get('/contacts?search=%00'), 200);
  const template = await api.post('/templates', { name: 'n\u0000', subject: 's', body: 'b\u0000', from });
  assert.ok([201, 400].includes(template.status), template.text);
});

test('10,000 keys', async () => {
  const email = address();
  const data = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key.${i}`, i]));
  const few = Object.fromEntries(Object.entries(data).slice(0, 200));
  const { id } = is(await api.post('/contacts', { email, data: few }), 201);
  for (const answer of [
    await api.post('/contacts', { email, data }),
    await api.patch(`/contacts/${id}`, { data }),
    await tracker.post('/v1/track', { email, event: 'many', data }),
    await api.post('/v1/send', { to: email, from, subject: '{{ key.1 }}', body: 'b', data }),
  ])
    envelope(answer, 422, 'VALIDATION_ERROR');
  assert.equal(is(await api.get(`/contacts/${id}`), 200).data, few);
  is(await api.post('/v1/send', { to: email, from, subject: '{{ key.1 }}', body: 'b', data: few }), 200);
  assert.is((await mail(email)).subject, '1');
});

test('depth', async () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const arrays = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  assert.equal(is(await api.post('/contacts', `{"email":"${address()}","data":${nested(20)}}`), 201).data, JSON.parse(nested(20)));
  for (const data of [nested(500), nested(100_000), arrays(500), arrays(100_000)]) {
    for (const [who, path, rest] of [
      [api, '/contacts', ''],
      [tracker, '/v1/track', ',"event":"e"'],
      [api, '/v1/send', `,"to":"${address()}","from":"${from}","subject":"s","body":"b"`],
    ] as const) {
      const { status, text } = await who.post(path, `{"email":"${address()}"${rest},"data":${data}}`);
      assert.ok(status === 400 || status === 422, `${path}: ${status} ${text}`);
    }
  }
});

test('values too big for a record', async () => {
  for (const megabytes of [2, 17]) {
    const body = { email: address(), data: { big: 'x'.repeat(megabytes * 1_048_576) } };
    const { status, text } = await api.post('/contacts', body);
    assert.ok([201, 400, 413, 422].includes(status), `${megabytes} MB: ${status} ${text.slice(0, 200)}`);
    const tracked = await tracker.post('/v1/track', { ...body, event: 'big' });
    assert.ok([200, 400, 413, 422].includes(tracked.status), `${megabytes} MB: ${tracked.status} ${tracked.text.slice(0, 200)}`);
  }
});

test('numbers at the edge', async () => {
  const answer = await api.post('/contacts', `{"email":"${address()}","data":{"a":1e400,"b":-0,"c":1E-400,"d":12345678901234567890}}`);
  assert.ok([201, 400, 422].includes(answer.status), answer.text);
});

test('unpaired surrogates', async () => {
  const answer = await api.post('/contacts', `{"email":"${address()}","data":{"a":"\\ud800","\\udfff":1}}`);
  assert.ok([201, 400, 422].includes(answer.status), answer.text);
});

test('paths that would climb', async () => {
  for (const path of [
    '/contacts/..%2f..%2fetc%2fpasswd',
    '/contacts/%2e%2e%2f',
    '/uploads/..%2f..%2fpackage.json',
    '/uploads/%2e%2e/%2e%2e/package.json',
    '/uploads//etc/passwd',
    `/contacts/${'x'.repeat(10_000)}`,
    '/contacts/%',
    '/contacts/%ff',
    '/%',
  ]) {
    const { status, text } = await api.get(path);
    assert.ok(status >= 400 && status < 500, `${path.slice(0, 60)}: ${status}`);
    assert.not.match(text, /"dependencies"|root:/);
  }
});

test('content types that are none of ours', async () => {
  for (const type of [
    'text/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'nonsense',
    'application/octet-stream',
  ]) {
    const { status, text } = await api.post('/contacts', '<x/>', { 'content-type': type });
    assert.ok(status >= 400 && status < 500, `${type}: ${status} ${text}`);
  }
  for (const encoding of ['gzip', 'br', 'nonsense']) {
    const { status, text } = await api.post('/contacts', '{}', { 'content-encoding': encoding });
    assert.ok(status >= 400 && status < 500, `${encoding}: ${status} ${text}`);
  }
});

const spec: Spec = is(await anonymous.get('/openapi.json'), 200);
const WRONG: unknown[] = [
  null,
  true,
  5,
  -1,
  1e308,
  '',
  'x',
  '\u0000',
  'x'.repeat(70_000),
  [],
  [[]],
  {},
  { $gt: '' },
  { __proto__: null, constructor: { prototype: 1 } },
];

/** Whoever a route is for. */
const asking = (security: string) =>
  security === 'none' ? anonymous : security === 'session' ? mine.owner.session : security === 'public' ? tracker : api;

for (const route of routes(spec).filter((one) => one.properties.length > 0)) {
  test(`${route.method} ${route.path}: no wrong value of any field makes an error of ours`, async () => {
    const who = asking(route.security);
    const path = withIds(route.path, () => '00000000-0000-4000-8000-000000000000');
    const bodies = WRONG.flatMap((wrong) => [
      ...route.properties.map((name) => ({ [name]: wrong })),
      Object.fromEntries(route.properties.map((name) => [name, wrong])),
    ]);
    const answers = await Promise.all(bodies.map((body) => who.send(route.method, path, body)));
    for (const [i, { status, text }] of answers.entries())
      assert.ok(status < 500, `${JSON.stringify(bodies[i]).slice(0, 80)}: ${status} ${text.slice(0, 300)}`);
  });
}

test('no process ended meanwhile', async () => {
  const now = is(await anonymous.get('/health'), 200);
  assert.ok(now.uptime > started.uptime);
});

test.run();
