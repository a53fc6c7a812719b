import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';

import * as assert from 'uvu/assert';
import { readSender } from '#services/gateway/domain/address.ts';
import { cookiePolicy, expiredCookie, sessionCookie } from '#services/gateway/auth/session-cookie.ts';
import { MAX_DEPTH, deeperThan } from '#services/gateway/schemas.ts';
import { imageKind, typeOfKey } from '#services/gateway/domain/image.ts';
import type { Fault } from '#kit/errors.ts';
import { REMEMBERED_MS, remember } from '#kit/remembered-answers.ts';
import { createByteBudget } from '#kit/limits/byte-budget.ts';
import { createClientLimiter } from '#services/gateway/limits/client-limiter.ts';
import { limitHeaders } from '#services/gateway/http/pipeline.ts';
import { allowance, clientOf } from '#kit/limits/allowance.ts';
import { createOrigins } from '#services/gateway/domain/origins.ts';
import { readIdempotencyKey } from '#services/gateway/http/idempotency.ts';

const cookie = suite('session cookie');
cookie('attributes follow from the addresses', () => {
  const of = (api: string, dashboard: string) => {
    const { sameSite, secure } = sessionCookie('t', cookiePolicy(api, dashboard)).options;
    return [sameSite, secure];
  };
  assert.equal(of('http://127.0.0.1:8080', 'http://127.0.0.1:8080/app'), ['lax', false]);
  assert.equal(of('https://api.a.org', 'https://app.a.org'), ['lax', true]);
  assert.equal(of('https://api.a.org', 'https://app.b.org'), ['none', true]);
  assert.equal(of('http://api.a.org', 'http://app.b.org'), ['lax', false]);
});
cookie('logout expires it with the same attributes', () => {
  const policy = cookiePolicy('https://api.a.org', 'https://app.b.org');
  const { value, options } = expiredCookie(policy);
  assert.is(value, '');
  assert.equal(options, { ...sessionCookie('t', policy).options, maxAge: 0, expires: new Date(0) });
});
cookie.run();

const origins = suite('origins');
const made = createOrigins(['https://app.a.org/x', undefined, 'http://localhost:3000']);
origins('/v1 is open to all', () => {
  for (const origin of ['https://evil.org', undefined]) {
    const rule = made.ruleFor('/v1/send', origin);
    assert.equal([rule.origin, rule.credentials], ['*', false]);
  }
});
origins('the rest only to our own pages, with credentials', () => {
  const own = made.ruleFor('/contacts', 'https://app.a.org');
  assert.equal([own.origin, own.credentials], ['https://app.a.org', true]);
  for (const origin of ['https://app.a.org.evil.org', 'http://app.a.org', 'null', '', undefined]) {
    const rule = made.ruleFor('/contacts', origin);
    assert.equal([rule.origin, rule.credentials], [false, false]);
  }
  assert.ok(made.trusted('http://localhost:3000'));
});
origins.run();

const senders = suite('senders');
const SENDERS: [Parameters<typeof readSender>, { email: string; name?: string }][] = [
  [['a@b.org'], { email: 'a@b.org', name: undefined }],
  [['a@b.org', 'Fallback'], { email: 'a@b.org', name: 'Fallback' }],
  [['Ada <a@b.org>', 'Fallback'], { email: 'a@b.org', name: 'Ada' }],
  [['"Ada, L." <a@b.org>'], { email: 'a@b.org', name: 'Ada, L.' }],
  [['<a@b.org>', 'Fallback'], { email: 'a@b.org', name: 'Fallback' }],
  [[{ email: ' a@b.org ', name: 'Ada' }, 'Fallback'], { email: 'a@b.org', name: 'Ada' }],
  [[{ email: 'a@b.org' }, 'Fallback'], { email: 'a@b.org', name: undefined }],
  [['no address'], { email: 'no address', name: undefined }],
];
for (const [given, expected] of SENDERS) senders(JSON.stringify(given), () => assert.equal(readSender(...given), expected));
senders.run();

const images = suite('images');
images('are known by their first bytes', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
  const known: [Buffer, string | undefined][] = [
    [png, 'png'],
    [Buffer.from('GIF89a......'), 'gif'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'jpg'],
    [Buffer.from('RIFF....WEBPVP8 '), 'webp'],
    [Buffer.from('<svg xmlns="">'), undefined],
    [Buffer.from('RIFF....WAVE'), undefined],
    [Buffer.alloc(0), undefined],
  ];
  for (const [bytes, extension] of known) assert.is(imageKind(bytes)?.extension, extension);
});
images('are served under their own names only', () => {
  assert.is(typeOfKey(`${'a'.repeat(32)}.png`), 'image/png');
  for (const key of ['../../etc/passwd', `${'a'.repeat(32)}.svg`, `${'a'.repeat(32)}.png.part`, '', `${'A'.repeat(32)}.png`])
    assert.is(typeOfKey(key), undefined);
});
images.run();

const depth = suite('depth');
depth('is counted without recursion', () => {
  assert.is(deeperThan({ a: [{ b: 1 }] }, 3), false);
  assert.is(deeperThan({ a: [{ b: {} }] }, 3), true);
  assert.is(deeperThan('text', 0), false);
  assert.is(deeperThan(JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)), MAX_DEPTH), true);
});
depth.run();

const limits = suite('limits');
limits('count down to the minute’s end', () => {
  const at = Date.UTC(2026, 0, 1, 0, 0, 45);
  assert.equal(allowance(1, 3, at), { allowed: true, limit: 3, remaining: 2, reset: 15 });
  assert.equal(allowance(3, 3, at), { allowed: true, limit: 3, remaining: 0, reset: 15 });
  assert.equal(allowance(4, 3, at), { allowed: false, limit: 3, remaining: 0, reset: 15, retryAfter: 15 });
  assert.is(allowance(1, 3, Date.UTC(2026, 0, 1, 0, 0, 59, 999)).reset, 1);
  assert.equal(limitHeaders(allowance(1, 3, at)), { 'RateLimit-Limit': '3', 'RateLimit-Remaining': '2', 'RateLimit-Reset': '15' });
});
limits('idempotency keys are printable ASCII', () => {
  for (const good of ['a', ' a', 'x'.repeat(255), '!~']) assert.is(readIdempotencyKey(good), good);
  assert.is(readIdempotencyKey(undefined), undefined);
  for (const bad of ['', ' ', '   ', 'x'.repeat(256), 'ü', 'a\tb', 'a\x7f', ['a', 'b']])
    assert.throws(
      () => readIdempotencyKey(bad),
      (error: { code: string; status: number }) => error.code === 'BAD_REQUEST' && error.status === 400,
    );
});
limits.run();

const memory = suite('remembered answers');
memory('are shared and bounded; failures are not kept', async () => {
  let asked = 0;
  const remembered = remember<{ n: number }>(2);
  const ask = async (key: string) => (await remembered(key, async () => ({ n: ++asked }))).n;
  assert.equal(await Promise.all([ask('a'), ask('a')]), [1, 1]);
  assert.is(await ask('b'), 2);
  assert.is(await ask('c'), 3);
  assert.is(await ask('a'), 4, 'of three keys two are kept');
  await remembered('d', () => Promise.reject(new Error('no'))).catch(() => undefined);
  assert.is(await ask('d'), 5);
});
memory('are forgotten in time', async () => {
  let asked = 0;
  const remembered = remember<{ n: number }>(2);
  const ask = async () => (await remembered('a', async () => ({ n: ++asked }))).n;
  await ask();
  await sleep(REMEMBERED_MS + 50);
  assert.is(await ask(), 2);
});
memory.run();

const clients = suite('clients');
const CLIENTS: [string, string][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
];
for (const [address, client] of CLIENTS) clients(address, () => assert.is(clientOf(address), client));
clients('have so many requests a minute, logins cost more, pixels less', async () => {
  const limit = createClientLimiter(20);
  await limit('192.0.2.1', 'password');
  const refused = await limit('192.0.2.1', 'tracking').catch((error: unknown) => error);
  assert.is((refused as Fault).code, 'RATE_LIMIT_EXCEEDED');
  assert.ok(((refused as Fault).options.details!['retryAfter'] as number) >= 1);
  for (let i = 0; i < 20; i++) await limit('192.0.2.2', 'ordinary');
  await limit('192.0.2.2', 'ordinary').then(
    () => assert.unreachable(),
    () => undefined,
  );
  for (let i = 0; i < 200; i++) await limit('192.0.2.3', 'tracking');
});
clients.run();

const budget = suite('body budget');
const full = (work: () => void): void =>
  assert.throws(work, (error: Fault) => error.status === 503 && error.options.details!['retryAfter'] === 1);
budget('is bounded, half of it for one owner, and given back once', () => {
  const bodies = createByteBudget(100);
  const [a, b] = [bodies.open('a'), bodies.open('b')];
  a.add(50);
  full(() => a.add(1));
  full(() => bodies.open('a').add(1));
  b.add(50);
  full(() => bodies.open('c').add(1));
  a.end();
  a.end();
  bodies.open('c').add(50);
  full(() => bodies.open('d').add(1));
});
budget.run();
