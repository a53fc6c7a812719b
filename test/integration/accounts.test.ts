/** Sign-up, login, logout, sessions and the login attempt limit (contract 4.10, 5, "Security and suspension"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, refused, UUID } from './answers.ts';
import type { Answer } from '#test/client.ts';
import { address, anonymous, client, person, tenant } from './tenant.ts';

const test = suite('accounts');
const password = 'correct horse battery';

const login = (email: unknown, given: unknown = password) => anonymous.post('/auth/login', { email, password: given });
const cookieOf = (answer: Answer) => answer.headers.getSetCookie().find((one) => one.startsWith('next_token='));

test('signup answers the user and sets the session cookie', async () => {
  const email = address('New.User');
  const answer = await anonymous.post('/auth/signup', { email: `  ${email.toUpperCase()} `, password });
  const body = is(answer, 200);
  keys(body, 'success', 'data');
  keys(body.data, 'id', 'email');
  assert.match(body.data.id, UUID);
  assert.is(body.data.email, email.toLowerCase());

  const [pair, ...attributes] = cookieOf(answer)!.split('; ');
  const lower = attributes.map((one) => one.toLowerCase());
  for (const wanted of ['httponly', 'path=/', 'samesite=lax']) assert.ok(lower.includes(wanted), `${wanted} in ${attributes}`);
  for (const never of ['domain', 'secure'])
    assert.not(
      lower.some((one) => one.startsWith(never)),
      attributes.join(),
    );
  const age = lower.find((one) => one.startsWith('max-age='));
  if (age) assert.is(age, `max-age=${7 * 24 * 3600}`);
  assert.equal(is(await client({ cookie: pair! }).get('/users/@me'), 200), body.data);
});

test('signup refuses an address that is taken, in any case', async () => {
  const { email } = await person();
  const answer = await anonymous.post('/auth/signup', { email: email.toUpperCase(), password });
  assert.equal(is(answer, 200), { success: false, data: 'That email is already associated with another user' });
  assert.is(cookieOf(answer), undefined);
});

test('two signups of one address at a time make one account', async () => {
  const email = address();
  const answers = await Promise.all(Array.from({ length: 5 }, () => anonymous.post('/auth/signup', { email, password })));
  assert.equal(answers.map((one) => is(one, 200).success).sort(), [false, false, false, false, true]);
});

test('login', async () => {
  const { id, email } = await person();
  const answer = await login(` ${email.toUpperCase()} `);
  assert.equal(is(answer, 200), { success: true, data: { id, email } });
  assert.ok(cookieOf(answer));
  for (const wrong of [await login(email, 'wrong password'), await login(address())]) {
    assert.equal(is(wrong, 200), { success: false, data: 'Incorrect email or password' });
    assert.is(cookieOf(wrong), undefined);
  }
});

const malformed: [string, unknown, [field: string, code: string][]][] = [
  ['no address', { password }, [['email', 'invalid_type']]],
  ['an address that is none', { email: 'nobody', password }, [['email', 'invalid_string']]],
  ['a short password', { email: 'a@example.com', password: '12345' }, [['password', 'too_small']]],
  [
    'wrong types, all faults at once',
    { email: 5, password: {} },
    [
      ['email', 'invalid_type'],
      ['password', 'invalid_type'],
    ],
  ],
];
for (const path of ['/auth/login', '/auth/signup']) {
  for (const [name, body, faults] of malformed) {
    test(`${path}: ${name} is malformed`, async () => {
      const answer = await anonymous.post(path, body as object);
      for (const [field, code] of faults) refused(answer, field, code);
    });
  }
}

test('a missing field is received as undefined', async () => {
  assert.is(refused(await anonymous.post('/auth/login', { password }), 'email', 'invalid_type').received, 'undefined');
});

test('five failures stop an address for a while, in any case, known or not', async () => {
  for (const email of [(await person()).email, address()]) {
    const tries = [email, email.toUpperCase(), email, email.toUpperCase(), email];
    for (const one of tries) assert.is(is(await login(one, 'wrong password'), 200).success, false);
    const answer = await login(email);
    const error = envelope(answer, 429, 'RATE_LIMIT_EXCEEDED');
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    assert.ok(error.details.retryAfter >= 1);
    envelope(await login(email.toUpperCase()), 429, 'RATE_LIMIT_EXCEEDED');
  }
});

test('a success forgets the failures before it', async () => {
  const { email } = await person();
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 4; i++) await login(email, 'wrong password');
    assert.is(is(await login(email), 200).success, true);
  }
});

test('logout expires the cookie with the attributes it was set with', async () => {
  const { session } = await person();
  const answer = await session.get('/auth/logout');
  assert.is(is(answer, 200), true);
  const cookie = cookieOf(answer)!.toLowerCase();
  assert.match(cookie, /^next_token=;/);
  for (const wanted of ['httponly', 'path=/', 'samesite=lax']) assert.ok(cookie.includes(wanted), cookie);
  assert.ok(/max-age=0\b/.test(cookie) || new Date(/expires=([^;]+)/.exec(cookie)![1]!).getTime() < Date.now(), cookie);
});

test('logins with GitHub and Google are not there unless they are set up', async () => {
  assert.equal(is(await anonymous.get('/auth/oauth-config'), 200), { success: true, data: { github: false, google: false } });
  for (const path of [
    '/oauth/github/outbound',
    '/oauth/github/callback?code=x&state=y',
    '/oauth/google/outbound',
    '/oauth/google/callback',
  ])
    assert.is(typeof is(await anonymous.get(path), 404).error, 'string');
});

test('no session, a forged one and an API key are all unauthorized', async () => {
  const { cookie } = await person();
  const { api, project } = await tenant();
  const [name, token] = cookie.split('=') as [string, string];
  const [, payload, signature] = token.split('.') as [string, string, string];
  const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
  const turned = token.slice(0, -signature.length) + signature.split('').reverse().join('');
  const forged = ['', 'x', none, turned, `${token}.x`].map((one) => client({ cookie: `${name}=${one}` }));
  for (const path of ['/users/@me', '/users/@me/projects', `/projects/${project.id}/members`]) {
    for (const who of [anonymous, api, ...forged]) envelope(await who.get(path), 401, 'UNAUTHORIZED');
  }
});

test.run();
