/** What every request meets at the edge (contract 1, 7, 8): ids, CORS, order of checks, bodies, limits, unruly clients. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { envelope, is, UUID } from './answers.ts';
import { address, anonymous, base, sender, tenant, withKey } from './tenant.ts';
import { closed, connection, upload } from './wire.ts';

const test = suite('http');
const MB = 1_048_576;
const mine = await sender();
const { api, tracker, project } = mine;
const auth = `Bearer ${project.secret}`;

/** Begun with the file, because they wait for the gateway's timeouts. */
const unruly = {
  silent: closed(''),
  'half a header': closed('GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: '),
  'half a body': closed(
    `POST /contacts HTTP/1.1\r\nHost: x\r\nAuthorization: ${auth}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email"`,
  ),
};
for (const one of Object.values(unruly)) one.catch(() => undefined);

test('every answer carries a fresh request id', async () => {
  const sent = '11111111-1111-4111-8111-111111111111';
  const answers = [
    await api.get('/contacts', { 'x-request-id': sent }),
    await anonymous.get('/contacts'),
    await anonymous.get('/nowhere'),
    await anonymous.get('/health'),
    await anonymous.send('OPTIONS', '/v1/send'),
    await api.post('/contacts', '{'),
    await anonymous.post('/unsubscribe/x'),
    await tracker.get('/contacts'),
  ];
  const ids = answers.map((one) => one.headers.get('x-request-id')!);
  for (const id of ids) assert.match(id, UUID);
  assert.is(new Set([...ids, sent]).size, answers.length + 1);
});

test('/health', async () => {
  const health = is(await anonymous.get('/health'), 200);
  assert.is(health.status, 'ok');
  for (const key of ['time', 'environment', 'uptime', 'memoryUsage']) assert.ok(key in health, key);
});

test('/ leads away', async () => {
  const { urls } = is(await anonymous.get('/config'), 200);
  const answer = await anonymous.get('/');
  assert.equal([answer.status, answer.headers.get('location')], [302, urls.landing ?? urls.dashboard]);
});

test('unknown routes', async () => {
  for (const [method, path] of [
    ['GET', '/nowhere'],
    ['POST', '/v1/nowhere'],
    ['PUT', '/contacts'],
    ['DELETE', '/v1/send'],
    ['GET', '/v1/track'],
    ['GET', '/contacts/a/b/c'],
    ['GET', '/__proto__'],
    ['GET', '//contacts'],
  ] as const) {
    for (const who of [anonymous, api]) envelope(await who.send(method, path), 404, 'RESOURCE_NOT_FOUND', 'Unknown route');
  }
});

test('security headers', async () => {
  for (const answer of [await anonymous.get('/health'), await anonymous.get('/nowhere'), await api.get('/contacts')]) {
    assert.is(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.is(answer.headers.get('referrer-policy'), 'no-referrer');
    assert.match(answer.headers.get('content-security-policy')!, /frame-ancestors 'self'/);
    assert.is(answer.headers.get('strict-transport-security'), null);
  }
});

const list = (value: string | null) => value!.split(',').map((one) => one.trim().toLowerCase());

test('CORS of /v1: anyone', async () => {
  const origin = 'https://anywhere.example';
  const preflight = await anonymous.send('OPTIONS', '/v1/track', undefined, {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  });
  assert.is(preflight.status, 200);
  assert.ok(['*', origin].includes(preflight.headers.get('access-control-allow-origin')!));
  for (const one of ['get', 'post', 'put', 'delete', 'options'])
    assert.ok(list(preflight.headers.get('access-control-allow-methods')).includes(one), one);
  for (const one of ['content-type', 'authorization', 'idempotency-key'])
    assert.ok(list(preflight.headers.get('access-control-allow-headers')).includes(one), one);
  const bodies = [
    await tracker.post('/v1/track', { email: address(), event: 'e' }, { origin }),
    await anonymous.post('/v1/track', {}, { origin }),
    await tracker.post('/v1/track', '{', { origin }),
  ];
  for (const one of bodies) {
    assert.ok(['*', origin].includes(one.headers.get('access-control-allow-origin')!), String(one.status));
    const exposed = list(one.headers.get('access-control-expose-headers')).join();
    for (const name of ['x-request-id', 'ratelimit-', 'retry-after']) assert.ok(exposed.includes(name), exposed);
  }
  is(await anonymous.send('OPTIONS', '/v1/send'), 200);
});

test('CORS elsewhere: our own pages, with credentials', async () => {
  const { urls } = is(await anonymous.get('/config'), 200);
  const origin = new URL(urls.dashboard).origin;
  const ours = await api.get('/contacts', { origin });
  assert.equal([ours.headers.get('access-control-allow-origin'), ours.headers.get('access-control-allow-credentials')], [origin, 'true']);
  for (const foreign of ['https://evil.example', `${origin}.evil.example`, 'null']) {
    assert.is((await api.get('/contacts', { origin: foreign })).headers.get('access-control-allow-origin'), null, foreign);
  }
});

test('authentication comes before everything about the body', async () => {
  const wrong = withKey('sk_wrong');
  for (const path of ['/v1/send', '/contacts', '/templates']) {
    envelope(await anonymous.post(path, '{broken'), 401, 'MISSING_AUTH');
    envelope(await wrong.post(path, '{broken'), 401, 'INVALID_API_KEY');
    envelope(await tracker.post(path, '{broken'), 401, 'INVALID_API_KEY');
    envelope(await api.post(path, '{broken'), 400, 'VALIDATION_ERROR', 'Invalid JSON in request body');
  }
  envelope(await anonymous.post('/v1/nowhere', '{broken'), 404, 'RESOURCE_NOT_FOUND');
});

test('malformed JSON', async () => {
  for (const body of [
    '{',
    '{"email":}',
    "{'email':'a'}",
    '{"email":"a",}',
    'undefined',
    '{"a":1}{"b":2}',
    '\u0000',
    '{"a":"\u0001"}',
    'NaN',
    '{"email":"a@example.com"',
    '\ufeff{',
  ]) {
    envelope(await api.post('/contacts', body), 400, 'VALIDATION_ERROR', 'Invalid JSON in request body');
  }
});

test('malformed JSON is told where it is, in a huge body too', async () => {
  const { message, details } = envelope(await api.post('/contacts', '{\n  "email": "a@example.com",\n}'), 400, 'VALIDATION_ERROR');
  assert.is(message, 'Invalid JSON in request body: line 3, column 1: unexpected "}"');
  assert.equal(details, { line: 3, column: 1 });
  const huge = `{"email":"a@example.com","data":{"text":"${'x'.repeat(8 * MB)}"}`;
  assert.match(
    envelope(await api.post('/contacts', huge), 400, 'VALIDATION_ERROR').message,
    `column ${huge.length + 1}: it ends too early`,
  );
});

test('JSON that is no object', async () => {
  for (const body of ['[]', '"text"', '5', 'null', 'true', '[{"email":"a@example.com"}]']) {
    for (const path of ['/contacts', '/v1/send', '/templates', '/contacts/lookup', '/domains', '/events/track']) {
      const { status, text } = await api.post(path, body);
      assert.ok(status === 400 || status === 422, `${path} ${body}: ${status} ${text}`);
    }
  }
});

test('text that is no UTF-8 is malformed', async () => {
  for (const broken of [
    [0xff, 0xfe],
    [0xc3, 0x28],
    [0xed, 0xa0, 0x80],
    [0xc0, 0x80],
    [0xf0, 0x9f],
  ]) {
    const body = Buffer.concat([Buffer.from(`{"email":"${address()}","data":{"a":"`), Buffer.from(broken), Buffer.from('"}}')]);
    envelope(await api.post('/contacts', body), 400, 'VALIDATION_ERROR', 'Invalid JSON in request body');
  }
});

function* bytes(total: number) {
  yield '{"email":"';
  for (let sent = 0; sent < total; sent += MB) yield 'a'.repeat(MB);
  yield '"}';
}

test('a body over 50 MB', async () => {
  const headers = { authorization: auth, 'content-type': 'application/json' };
  const announced = await upload('/contacts', { ...headers, 'content-length': String(51 * MB + 12) }, Readable.from(bytes(51 * MB)));
  envelope(announced, 413, 'INVALID_REQUEST_BODY', 'Request body is larger than 50 MB');
  const chunked = await upload('/contacts', { ...headers, 'transfer-encoding': 'chunked' }, Readable.from(bytes(51 * MB)));
  envelope(chunked, 413, 'INVALID_REQUEST_BODY', 'Request body is larger than 50 MB');
  envelope(
    await upload(
      '/contacts',
      { 'content-type': 'application/json', 'content-length': String(51 * MB + 12) },
      Readable.from(bytes(51 * MB)),
    ),
    401,
    'MISSING_AUTH',
  );
});

test('a body just under 50 MB is read', async () => {
  const answer = await upload(
    '/contacts',
    { authorization: auth, 'content-type': 'application/json', 'content-length': String(49 * MB + 12) },
    Readable.from(bytes(49 * MB)),
  );
  envelope(answer, 422, 'VALIDATION_ERROR');
});

test('limited answers tell the limit', async () => {
  const one = await tenant();
  const answers = [
    await one.api.get('/contacts'),
    await one.api.get('/contacts'),
    await one.tracker.post('/v1/track', { email: address(), event: 'e' }),
    await one.api.post('/contacts', '{'),
  ];
  const remaining = answers.map((answer) => {
    for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) assert.match(answer.headers.get(name)!, /^\d+$/);
    return Number(answer.headers.get('ratelimit-remaining'));
  });
  for (let i = 1; i < remaining.length; i++) assert.ok(remaining[i]! < remaining[i - 1]!, remaining.join());
});

test('a project that asks too often is told to wait', async () => {
  const one = await tenant();
  const limit = Number((await one.api.get('/templates')).headers.get('ratelimit-limit'));
  assert.ok(limit <= 1_000, `${limit} a minute are too many to exhaust`);
  let over;
  for (let round = 0; round < 2.2 * limit && !over; round += 100) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => one.api.get('/templates')));
    over = answers.find((answer) => answer.status !== 200);
  }
  const { details } = envelope(over!, 429, 'RATE_LIMIT_EXCEEDED');
  assert.ok(Number(over!.headers.get('retry-after')) >= 1);
  assert.ok(details.retryAfter >= 1);
  assert.is(over!.headers.get('ratelimit-remaining'), '0');
  is(await api.get('/templates'), 200);
});

test('requests that are no HTTP are answered with 400 and closed', async () => {
  for (const said of [
    'nonsense\r\n\r\n',
    'GET /health HTTP/9.9\r\n\r\n',
    'POST /contacts HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    `GET /health HTTP/1.1\r\nHost: x\r\nX-Big: ${'v'.repeat(200_000)}\r\n\r\n`,
    'POST /contacts HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET /health HTTP/1.1\r\nHost: x\r\nX-Nul: a\u0000b\r\n\r\n',
  ]) {
    assert.match((await closed(said)).said, /^HTTP\/1\.1 4\d\d /, said.slice(0, 40));
  }
  is(await anonymous.get('/health'), 200);
});

test('a client that hangs up in the middle harms nobody', async () => {
  for (let i = 0; i < 20; i++) {
    const socket = await connection();
    socket.on('error', () => undefined);
    socket.write(
      `POST /contacts HTTP/1.1\r\nHost: x\r\nAuthorization: ${auth}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":"',
    );
    setTimeout(() => (i % 2 ? socket.destroy() : socket.resetAndDestroy()), 20);
  }
  await sleep(100);
  is(await api.get('/contacts'), 200);
});

for (const [name, end] of Object.entries(unruly)) {
  test(`a client that sends ${name} is let go`, async () => {
    const { said, afterMs } = await end;
    assert.ok(afterMs < stretched(35_000), `${afterMs} ms`);
    if (said) assert.match(said, /^HTTP\/1\.1 (408|400) /);
  });
}

test(`the gateway under test is ${base}`, async () => is(await anonymous.get('/health'), 200));

test.run();
