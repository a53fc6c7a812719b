import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSender } from '#services/gateway/domain/address.ts';
import { cookiePolicy, expiredCookie, readSession, sessionCookie } from '#services/gateway/domain/cookie.ts';
import { MAX_DEPTH, deeperThan } from '#services/gateway/domain/depth.ts';
import { imageKind, typeOfKey } from '#services/gateway/domain/image.ts';
import { allowance, limitHeaders } from '#services/gateway/domain/limits.ts';
import { makeOrigins } from '#services/gateway/domain/origins.ts';
import { readIdempotencyKey } from '#services/gateway/idempotency.ts';
import { recent } from '#services/gateway/recent.ts';

const cookie = suite('session cookie');
cookie('attributes follow from the addresses', () => {
  const of = (api: string, dashboard: string) => sessionCookie('t', cookiePolicy(api, dashboard));
  assert.is(of('http://127.0.0.1:8080', 'http://127.0.0.1:8080/app'), 'next_token=t; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax');
  assert.match(of('https://api.a.org', 'https://app.a.org'), /SameSite=Lax; Secure$/);
  assert.match(of('https://api.a.org', 'https://app.b.org'), /SameSite=None; Secure$/);
  assert.match(of('http://api.a.org', 'http://app.b.org'), /SameSite=Lax$/);
});
cookie('logout expires it with the same attributes', () => {
  const policy = cookiePolicy('https://api.a.org', 'https://app.b.org');
  assert.is(expiredCookie(policy), 'next_token=; Path=/; Max-Age=0; HttpOnly; SameSite=None; Secure; Expires=Thu, 01 Jan 1970 00:00:00 GMT');
});
cookie('is found among others', () => {
  for (const [header, token] of [['a=1; next_token=x.y=z; b=2', 'x.y=z'], ['next_token=t', 't'], ['xnext_token=t', undefined], ['next_token=', undefined], ['', undefined], [undefined, undefined]] as const) {
    assert.is(readSession(header), token);
  }
});
cookie.run();

const origins = suite('origins');
const made = makeOrigins(['https://app.a.org/x', undefined, 'http://localhost:3000']);
origins('/v1 is open to all', () => {
  assert.is(made.headers('/v1/send', 'https://evil.org', false)['Access-Control-Allow-Origin'], '*');
  assert.is(made.headers('/v1/send', undefined, false)['Access-Control-Allow-Credentials'], undefined);
});
origins('the rest only to our own pages, with credentials', () => {
  assert.is(made.headers('/contacts', 'https://app.a.org', false)['Access-Control-Allow-Credentials'], 'true');
  for (const origin of ['https://app.a.org.evil.org', 'http://app.a.org', 'null', '', undefined]) assert.equal(made.headers('/contacts', origin, true), { Vary: 'Origin' });
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
  const known: [Buffer, string | undefined][] = [[png, 'png'], [Buffer.from('GIF89a......'), 'gif'], [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'jpg'], [Buffer.from('RIFF....WEBPVP8 '), 'webp'],
    [Buffer.from('<svg xmlns="">'), undefined], [Buffer.from('RIFF....WAVE'), undefined], [Buffer.alloc(0), undefined]];
  for (const [bytes, extension] of known) assert.is(imageKind(bytes)?.extension, extension);
});
images('are served under their own names only', () => {
  assert.is(typeOfKey(`${'a'.repeat(32)}.png`), 'image/png');
  for (const key of ['../../etc/passwd', `${'a'.repeat(32)}.svg`, `${'a'.repeat(32)}.png.part`, '', `${'A'.repeat(32)}.png`]) assert.is(typeOfKey(key), undefined);
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
  for (const bad of ['', ' ', '   ', 'x'.repeat(256), 'ü', 'a\tb', 'a\x7f', ['a', 'b']]) assert.throws(() => readIdempotencyKey(bad), (error: { code: string; status: number }) => error.code === 'BAD_REQUEST' && error.status === 400);
});
limits.run();

const memory = suite('recent answers');
memory('are shared, forgotten in time, bounded; failures are not kept', async () => {
  let now = 0;
  let asked = 0;
  const ask = recent<number>({ ttlMs: 500, max: 2, now: () => now });
  const question = async () => ++asked;
  assert.equal(await Promise.all([ask('a', question), ask('a', question)]), [1, 1]);
  now = 499;
  assert.is(await ask('a', question), 1);
  now = 500;
  assert.is(await ask('a', question), 2);
  await ask('b', question);
  await ask('c', question);
  assert.is(await ask('a', question), 5);
  await ask('d', () => Promise.reject(new Error('no'))).catch(() => undefined);
  assert.is(await ask('d', question), 6);
});
memory.run();
