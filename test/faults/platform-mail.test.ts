/** With platform mail: addresses are proven and passwords reset by mailed links (contract 4.10, 5 "Mail tokens"). */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { api } from '#test/client.ts';
import { cookieOf, linkOf, mailsTo, platformStack, tokenOf } from '#test/platform.ts';

const test = suite('platform mail');
const { own, services, platform } = await platformStack();
const { url } = services;
const anonymous = api(url);
const password = 'correct horse battery';
const address = (label = 'new') => `${label}-${crypto.randomUUID()}@example.com`;
const code = (answer: { body: any }) => answer.body?.error?.code;

async function signup(email = address()) {
  const answer = await anonymous.post('/auth/signup', { email, password });
  assert.is(answer.body.success, true, answer.text);
  return { email, session: api(url, { cookie: cookieOf(answer) }) };
}

test('accounts from before there was platform mail go on', async () => {
  assert.is((await api(url, { cookie: platform.cookie }).get('/users/@me/projects')).status, 200);
});

test('sign up, be asked for the proof, follow the link, be let in; the link works once', async () => {
  const { email, session } = await signup();
  for (const path of ['/users/@me/projects', '/projects']) {
    const refused = await session.get(path);
    assert.equal([refused.status, code(refused)], [403, 'EMAIL_VERIFICATION_REQUIRED'], refused.text);
  }
  assert.is((await session.post('/users/@me/projects', { name: 'Mine' })).status, 403);
  assert.is((await session.get('/users/@me')).body.email, email);

  const [mail] = await mailsTo(url, email);
  assert.is(mail!.subject, 'Verify your email address');
  assert.ok(mail!.from.includes(`posthorn@${platform.domain}`), mail!.from);
  const link = linkOf(mail!, url);
  assert.match(link, /^\/app\/auth\/verify-email\?token=[0-9a-f]{64}$/);
  assert.ok(mail!.text.includes(link), 'the text version has the link too');

  const page = await anonymous.get(link);
  assert.is(page.status, 200);
  assert.ok(page.text.includes('<form method="post">') && !page.text.includes('<script'), page.text);
  assert.is((await session.get('/projects')).status, 403, 'looking proves nothing: mail scanners do');

  const token = tokenOf(link);
  const proven = await anonymous.post('/auth/verify-email', { token });
  assert.equal([proven.status, proven.body.success, typeof proven.body.data.message], [200, true, 'string']);
  assert.is((await session.post('/users/@me/projects', { name: 'Mine' })).status, 201, 'at once');
  const again = await anonymous.post('/auth/verify-email', { token });
  assert.equal([again.status, code(again)], [400, 'BAD_REQUEST']);
  assert.is((await anonymous.post(link)).status, 400);
});

test('the page’s button does the same, and says so in the reader’s language', async () => {
  const { email, session } = await signup();
  const link = linkOf((await mailsTo(url, email))[0]!, url);
  const done = await anonymous.post(link, '', { 'accept-language': 'de', 'content-type': 'application/x-www-form-urlencoded' });
  assert.is(done.status, 200);
  assert.ok(done.text.includes('Ihre E-Mail-Adresse ist bestätigt.'), done.text);
  assert.is((await session.get('/projects')).status, 200);
});

test('another verification mail: three an hour, the one of signup not counted', async () => {
  const { email, session } = await signup();
  for (let n = 0; n < 3; n += 1) assert.is((await session.post('/auth/request-verification')).status, 200);
  const refused = await session.post('/auth/request-verification');
  assert.equal([refused.status, code(refused)], [429, 'RATE_LIMIT_EXCEEDED']);
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  const mails = await mailsTo(url, email, 4);
  assert.is(mails.length, 4);
  // Each of the links is good until one is used.
  assert.is((await anonymous.post('/auth/verify-email', { token: tokenOf(linkOf(mails[3]!, url)) })).status, 200);
  assert.is((await anonymous.post('/auth/verify-email', { token: tokenOf(linkOf(mails[0]!, url)) })).status, 400);
});

test('without a session nobody asks for a verification mail', async () => {
  assert.is(code(await anonymous.post('/auth/request-verification')), 'UNAUTHORIZED');
});

test('tokens that are none, of another purpose or malformed are refused', async () => {
  const { email } = await signup();
  const verification = tokenOf(linkOf((await mailsTo(url, email))[0]!, url));
  for (const token of ['', 'x', '0'.repeat(64), verification]) {
    const answer = await anonymous.post('/auth/reset-password', { token, newPassword: password });
    assert.equal([answer.status, code(answer)], [400, 'BAD_REQUEST'], answer.text);
  }
  assert.is((await anonymous.post('/auth/verify-email', { token: 7 })).status, 422);
  assert.is((await anonymous.post('/auth/verify-email', {})).status, 422);
});

test('reset the password: the new one logs in, the old one and the older sessions end', async () => {
  const { email, session } = await signup();
  assert.is((await anonymous.post('/auth/request-password-reset', { email: ` ${email.toUpperCase()} ` })).status, 200);
  const mails = await mailsTo(url, email, 2);
  const link = linkOf(
    mails.find(({ subject }) => subject === 'Reset your password')!,
    url,
  );
  assert.match(link, /^\/app\/auth\/reset-password\?token=[0-9a-f]{64}$/);
  const page = await anonymous.get(link);
  assert.ok(page.text.includes('type="password"') && page.text.includes('<label for="password">'), page.text);
  assert.is((await anonymous.post('/auth/reset-password', { token: tokenOf(link), newPassword: '12345' })).status, 422);
  const short = await anonymous.post(link, 'password=12345', { 'content-type': 'application/x-www-form-urlencoded' });
  assert.equal([short.status, short.text.includes('role="alert"')], [422, true], short.text);

  const fresh = 'quite another one';
  const form = new URLSearchParams({ password: fresh }).toString();
  assert.is((await anonymous.post(link, form, { 'content-type': 'application/x-www-form-urlencoded' })).status, 200);
  assert.is(code(await session.get('/users/@me')), 'UNAUTHORIZED', 'older sessions ended before the answer left');
  assert.is((await anonymous.post('/auth/login', { email, password })).body.success, false);
  const login = await anonymous.post('/auth/login', { email, password: fresh });
  assert.is(login.body.success, true);
  assert.is((await api(url, { cookie: cookieOf(login) }).get('/projects')).status, 200);
  assert.is((await anonymous.post('/auth/reset-password', { token: tokenOf(link), newPassword: fresh })).status, 400, 'once');
});

test('of two resets by one token at once, one wins', async () => {
  const { email } = await signup();
  await anonymous.post('/auth/request-password-reset', { email });
  const mails = await mailsTo(url, email, 2);
  const token = tokenOf(
    linkOf(
      mails.find(({ subject }) => subject === 'Reset your password')!,
      url,
    ),
  );
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => anonymous.post('/auth/reset-password', { token, newPassword: `password ${n}` })),
  );
  assert.equal(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
});

test('three resets an hour and address; whoever asks hears the same', async () => {
  const { email } = await signup();
  const texts = new Set<string>();
  for (const one of [email, email, email, email, email, address('nobody')]) {
    const answer = await anonymous.post('/auth/request-password-reset', { email: one });
    assert.is(answer.status, 200);
    texts.add(JSON.stringify(answer.body));
  }
  assert.is(texts.size, 1);
  await mailsTo(url, email, 4);
  await sleep(1_000);
  assert.is((await mailsTo(url, email, 4)).length, 4, 'the mail of signup and three resets');
  assert.is((await anonymous.post('/auth/request-password-reset', { email: 'nobody' })).status, 422);
});

/** The middle of what 40 requests took, alternating, in ms. */
async function medians(known: () => Promise<unknown>, unknown: () => Promise<unknown>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < 80; n += 1) {
    const begun = performance.now();
    await (n % 2 === 0 ? known : unknown)();
    times[n % 2]!.push(performance.now() - begun);
  }
  const [a, b] = times.map((all) => all.toSorted((x, y) => x - y)[Math.floor(all.length / 2)]!);
  return [a!, b!];
}

const alike = ([a, b]: [number, number]) => Math.abs(a - b) <= Math.max(a, b) * 0.35 + 2;

/** A machine under load may spoil one round, hardly three. */
async function sameTime(known: () => Promise<unknown>, unknown: () => Promise<unknown>): Promise<void> {
  const seen: [number, number][] = [];
  for (let round = 0; round < 3; round += 1) {
    seen.push(await medians(known, unknown));
    if (alike(seen.at(-1)!)) return;
  }
  assert.unreachable(`medians in ms, known and unknown: ${JSON.stringify(seen)}`);
}

test('the time of an answer says nothing about an address', async () => {
  const people = await Promise.all(Array.from({ length: 120 }, async () => (await signup()).email));
  let n = 0;
  const next = () => people[n++ % people.length]!;
  await sameTime(
    () => anonymous.post('/auth/request-password-reset', { email: next() }),
    () => anonymous.post('/auth/request-password-reset', { email: address() }),
  );
  await sameTime(
    () => anonymous.post('/auth/login', { email: next(), password: 'wrong password' }),
    () => anonymous.post('/auth/login', { email: address(), password: 'wrong password' }),
  );
  await sameTime(
    () => anonymous.post('/auth/signup', { email: next(), password }),
    () => anonymous.post('/auth/signup', { email: address(), password }),
  );
});

test.after(() => own.stop());
test.run();
