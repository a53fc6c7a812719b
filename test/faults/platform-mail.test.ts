/** With platform mail: addresses are proven and passwords reset by mailed links (contract 4.10, 5 "Mail tokens"). */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import mongoose from 'mongoose';
import { connect } from 'nats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { until } from '#test/until.ts';
import { api } from '#test/client.ts';
import { cookieOf, linkOf, mailsTo, platformStack, provenAccount, tokenOf } from '#test/platform.ts';
import { routes, withIds } from '#test/openapi-routes.ts';

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
  assert.is(mail!.text.split(link).length, 2, 'the text version has the link, once');

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
  const needless = await session.post('/auth/request-verification');
  assert.equal([needless.status, needless.body.data.message], [200, 'Your email address is already verified']);
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

test('a mailed token is kept as its hash, and good for an hour', async () => {
  const { email } = await signup();
  const token = tokenOf(linkOf((await mailsTo(url, email))[0]!, url));
  const connection = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  const tokens = connection.useDb(`${own.env['MONGODB_PREFIX']}accounts`).collection<{ _id: string }>('mail_tokens');
  const _id = createHash('sha256').update(token).digest('hex');
  const row = (await tokens.findOne({ _id })) as unknown as { expiresAt: Date };
  const left = row.expiresAt.getTime() - Date.now();
  assert.ok(left > 3_000_000 && left <= 3_600_000, `${left} ms left`);
  assert.is(await tokens.countDocuments({ _id: token }), 0);
  await tokens.updateOne({ _id }, { $set: { expiresAt: new Date() } });
  await connection.close();
  assert.equal(code(await anonymous.post('/auth/verify-email', { token })), 'BAD_REQUEST');
});

test('platform mail is in the language of its reader, else of the project it leaves through', async () => {
  const admin = api(url, { cookie: platform.cookie });
  const path = `/users/@me/projects/${platform.project.id}`;
  const known = address('known');
  const reader = { email: known, data: { locale: 'fr' } };
  assert.is((await api(url, platform.project.secret).post('/contacts', reader)).status, 201);
  assert.is((await admin.patch(path, { language: 'de' })).status, 200);
  const [french, german] = [await signup(known), await signup()];
  const subject = async ({ email }: { email: string }) => (await mailsTo(url, email))[0]!.subject;
  assert.equal([await subject(french), await subject(german)], ['Vérifiez votre adresse e-mail', 'Bestätigen Sie Ihre E-Mail-Adresse']);
  assert.is((await admin.patch(path, { language: 'en' })).status, 200);
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
  // Nothing is still to be written, so no fifth one comes later.
  const connection = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  const orders = connection.useDb(`${own.env['MONGODB_PREFIX']}accounts`).collection('platform_mails');
  await until(async () => (await orders.countDocuments({ to: email })) === 0, { what: 'the end of the queue' });
  await connection.close();
  assert.is((await mailsTo(url, email, 4)).length, 4, 'the mail of signup and three resets');
  assert.is((await anonymous.post('/auth/request-password-reset', { email: 'nobody' })).status, 422);
});

const signupOne = async (): Promise<string> => (await signup()).email;

type Request = () => Promise<{ text: string }>;

/** What each of 60 requests of either kind took in ms, the kinds in turn, now one and now the other first; and what they answered. */
async function timed(kinds: readonly [Request, Request]): Promise<{ times: [number[], number[]]; answers: Set<string> }> {
  const [times, answers]: [[number[], number[]], Set<string>] = [[[], []], new Set()];
  for (let n = 0; n < 60; n += 1) {
    for (const kind of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const begun = performance.now();
      const { text } = await kinds[kind]();
      times[kind].push(performance.now() - begun);
      answers.add(text);
    }
  }
  return { times, answers };
}

/**
 * In how many of all pairs the first one took longer (Mann and Whitney): a half where both are of one distribution, whatever the machine is
 * doing, with a standard deviation of 0.053 for 60 of each.
 */
function shareLonger([some, others]: [number[], number[]]): number {
  const longer = some.flatMap((one) => others.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)));
  return longer.reduce((sum, one) => sum + one, 0) / longer.length;
}

test('neither the words nor the time of an answer say whether an address has an account', async () => {
  const people: string[] = [];
  while (people.length < 60) people.push(...(await Promise.all(Array.from({ length: 10 }, signupOne))));
  let n = 0;
  const next = () => people[n++ % people.length]!;
  const post = (path: string, email: string, more = {}) => anonymous.post(path, { email, ...more });
  const wrong = { password: 'wrong password' };
  const alike: Record<string, [Request, Request]> = {
    reset: [() => post('/auth/request-password-reset', next()), () => post('/auth/request-password-reset', address())],
    login: [() => post('/auth/login', next(), wrong), () => post('/auth/login', address(), wrong)],
  };
  for (const [name, kinds] of Object.entries(alike)) {
    const { times, answers } = await timed(kinds);
    assert.is(answers.size, 1, [...answers].join());
    // Five standard deviations: a password that was not looked at, or a mail that was not asked for, comes to nearly 0 or 1.
    const share = shareLonger(times);
    assert.ok(Math.abs(share - 0.5) < 0.27, `${name}: known addresses take longer in ${share} of all pairs`);
  }
  // Signing up says so itself (contract 4.10): the same measure sees what makes a difference, here a password that is hashed or not.
  const { times } = await timed([
    () => post('/auth/signup', next(), { password }),
    () => post('/auth/signup', next(), { password: 'short' }),
  ]);
  assert.ok(shareLonger(times) > 0.9, `the measure sees ${shareLonger(times)}`);
  const taken = await post('/auth/signup', next().toUpperCase(), { password });
  assert.equal(taken.body, { success: false, data: 'That email is already associated with another user' });
});

test('until the address is proven, every route of a session says so, but for one’s own account', async () => {
  const { session } = await signup();
  const all = routes((await anonymous.get('/openapi.json')).body).filter(({ security }) => security === 'session');
  const open = ['GET /users/@me', 'POST /auth/request-verification'];
  for (const { method, path } of all) {
    const answer = await session.send(
      method,
      withIds(path, () => crypto.randomUUID()),
      method === 'GET' ? undefined : {},
    );
    const wanted = open.includes(`${method} ${path}`) ? [200, undefined] : [403, 'EMAIL_VERIFICATION_REQUIRED'];
    assert.equal([answer.status, code(answer)], wanted, `${method} ${path}: ${answer.text}`);
  }
  assert.ok(all.length > 30);
});

test('a domain that loses its proof, or gets it back, is mailed to owner and admins, once each', async () => {
  const [owner, admin, member] = [await provenAccount(url), await provenAccount(url), await provenAccount(url)];
  const session = api(url, { cookie: owner.cookie });
  for (const [{ email }, role] of [
    [admin, 'ADMIN'],
    [member, 'MEMBER'],
  ] as const)
    assert.is((await session.post(`/projects/${owner.project.id}/members`, { email, role })).status, 200);
  const nats = await connect({ servers: own.env['NATS_URL']! });
  for (const name of ['domain.unverified', 'domain.verified']) {
    const [id, projectId, at] = [crypto.randomUUID(), owner.project.id, new Date().toISOString()];
    const fact = { id, projectId, name, at, data: { domainId: crypto.randomUUID(), domain: 'shop.example' } };
    // Twice, as a relay that died would.
    for (const again of [1, 2])
      await nats.jetstream().publish(`facts.${projectId}.delivery.${name}`, JSON.stringify(fact), { msgID: `${id}-${again}` });
    for (const { email } of [owner, admin]) await mailsTo(url, email, name === 'domain.unverified' ? 2 : 3);
  }
  await nats.close();
  const subjects = async ({ email }: { email: string }, count: number) =>
    (await mailsTo(url, email, count)).slice(1).map((one) => one.subject);
  for (const who of [owner, admin]) {
    const received = await subjects(who, 3);
    assert.is(received.length, 2, received.join());
    assert.ok(received.every((subject) => subject.includes('shop.example')) && received[0] !== received[1], received.join());
  }
  assert.equal(await subjects(member, 1), [], 'members are not asked to mend DNS');
});

test('the guide of accounts, typed in as it stands', async () => {
  const blocks = [...readFileSync('docs/guides/accounts.md', 'utf8').matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block!);
  const options = { env: { ...process.env, API: url }, timeout: stretched(60_000) };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', blocks.join('\n')], options);
  const promised = blocks.flatMap((block) => [...block.matchAll(/# (\d{3})\b/g)].map(([, status]) => status));
  const said = [...stdout.matchAll(/^(?:.*\})?(\d{3})$/gm)].map(([, status]) => status);
  assert.equal([promised.length > 8, said], [true, promised], stdout);
  assert.match(stdout, /"action":"member\.changed","target":"ben@shop\.example/);
  assert.match(stdout, /\{"ended":1\}/);
});

test.after(() => own.stop());
test.run();
