/** Logging in with GitHub and Google (contract 4.10): a real OpenID provider, whole ways out and back, and what can go wrong on them. */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { api } from '#test/client.ts';
import { personsBrowser, startLoginProvider } from '#test/login-provider.ts';
import type { PersonsBrowser, Visit } from '#test/login-provider.ts';
import { stretched } from '#local/time-scale.ts';
import { linkOf, mailsTo, platformStack, tokenOf } from '#test/platform.ts';
import { until } from '#test/until.ts';

const test = suite('social login');
const provider = await startLoginProvider();
const { own, services } = await platformStack(provider.env);
const { url } = services;
provider.register(url);
const anonymous = api(url);
const password = 'correct horse battery';
const PROVIDERS = ['github', 'google'] as const;
const NAME = { github: 'GitHub', google: 'Google' } as const;
let last = 1_000;

/** Somebody new at both providers. */
function somebody(about: { verified?: boolean; email?: string } = {}) {
  const id = String((last += 1));
  const email = about.email ?? `person-${id}-${crypto.randomUUID()}@example.com`;
  provider.people.set(id, { email, ...about });
  return { id, email };
}

const isHome = ({ origin, pathname }: URL) => origin === url && pathname.startsWith('/app');
const login = (browser: PersonsBrowser, which: string): Promise<Visit> => browser.visit(`${url}/oauth/${which}/outbound`, isHome);
const sessionOf = (browser: PersonsBrowser) => browser.cookies.get(`${new URL(url).host} next_token`);
const me = async (browser: PersonsBrowser) => (await api(url, { cookie: `next_token=${sessionOf(browser)}` }).get('/users/@me')).body;

/** The way back, held back before it reaches the gateway. */
async function wayBack(browser: PersonsBrowser, which: string): Promise<URL> {
  return (await browser.visit(`${url}/oauth/${which}/outbound`, ({ pathname }) => pathname.endsWith('/callback'))).url;
}

function refused(browser: PersonsBrowser, { url: at }: Visit, text: string): void {
  assert.equal([at.pathname, at.searchParams.get('message')], ['/app/auth/login', text]);
  assert.is(sessionOf(browser), undefined);
}

const EXPIRED = 'This login has expired or was begun in another browser. Please try again.';
const failed = (which: 'github' | 'google') => `Logging in with ${NAME[which]} failed. Please try again later.`;

for (const which of PROVIDERS) {
  test(`${which}: a new account, in at once, and the same one the next time`, async () => {
    const { id, email } = somebody();
    const first = personsBrowser(id);
    const { url: at } = await login(first, which);
    assert.is(at.href, `${url}/app`);
    const user = await me(first);
    assert.is(user.email, email);
    const session = api(url, { cookie: `next_token=${sessionOf(first)}` });
    assert.is((await session.post('/users/@me/projects', { name: 'Mine' })).status, 201, 'its address counts as verified');
    const redirected = await anonymous.post('/auth/login', { email, password });
    assert.equal(redirected.body, { success: 'redirect', redirect: `/auth/reset?id=${user.id}` });

    // Another address over there is the same person here.
    provider.people.set(id, { email: `moved-${email}` });
    const second = personsBrowser(id);
    await login(second, which);
    assert.equal(await me(second), user);
  });

  test(`${which}: the browser is led there with state, challenge and nothing secret`, async () => {
    const answer = await anonymous.get(`/oauth/${which}/outbound`);
    assert.is(answer.status, 302);
    const to = new URL(answer.headers.get('location')!);
    assert.is(to.searchParams.get('code_challenge_method'), 'S256');
    assert.is(to.searchParams.get('redirect_uri'), `${url}/oauth/${which}/callback`);
    assert.is(to.searchParams.has('nonce'), which === 'google');
    for (const name of ['state', 'code_challenge']) assert.ok(to.searchParams.get(name)!.length >= 43, name);
    const [cookie] = answer.headers.getSetCookie();
    for (const wanted of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=600']) assert.ok(cookie!.includes(wanted), cookie);
    assert.not.ok(to.href.includes(/=([^;]*)/.exec(cookie!)![1]!), 'the cookie is the browser’s alone');
    assert.is(answer.headers.get('cache-control'), 'no-store');
  });

  test(`${which}: denied`, async () => {
    const browser = personsBrowser(somebody().id, { denies: true });
    refused(browser, await login(browser, which), `You did not let ${NAME[which]} log you in.`);
  });

  test(`${which}: a way back leads in once, and only in the browser that went out`, async () => {
    const [mine, theirs, nobodys] = [personsBrowser(somebody().id), personsBrowser(somebody().id), personsBrowser(somebody().id)];
    const back = await wayBack(mine, which);
    await wayBack(theirs, which);
    for (const browser of [theirs, nobodys]) refused(browser, await browser.visit(back.href, isHome), EXPIRED);
    const cookies = new Map(mine.cookies);
    assert.is((await mine.visit(back.href, isHome)).url.pathname, '/app');
    assert.ok(sessionOf(mine));
    const again = personsBrowser('0');
    for (const [key, value] of cookies) again.cookies.set(key, value);
    refused(again, await again.visit(back.href, isHome), EXPIRED);
  });

  test(`${which}: a state of ours with another's code, no code, or none of ours`, async () => {
    const [mine, theirs] = [personsBrowser(somebody().id), personsBrowser(somebody().id)];
    const [back, stolen] = [await wayBack(mine, which), await wayBack(theirs, which)];
    // The code belongs to another challenge.
    back.searchParams.set('code', stolen.searchParams.get('code')!);
    refused(mine, await mine.visit(back.href, isHome), failed(which));
    const bare = await wayBack(mine, which);
    bare.searchParams.delete('code');
    refused(mine, await mine.visit(bare.href, isHome), failed(which));
    const foreign = await wayBack(mine, which);
    foreign.searchParams.set('state', 'x'.repeat(43));
    refused(mine, await mine.visit(foreign.href, isHome), EXPIRED);
    refused(mine, await mine.visit(`${url}/oauth/${which}/callback`, isHome), EXPIRED);
  });

  test(`${which}: the way back of the other provider is none of its own`, async () => {
    const browser = personsBrowser(somebody().id);
    const other = which === 'github' ? 'google' : 'github';
    const back = await wayBack(browser, other);
    refused(browser, await browser.visit(back.href.replace(`/oauth/${other}/`, `/oauth/${which}/`), isHome), EXPIRED);
  });

  test(`${which}: an address that is not verified there, or none`, async () => {
    for (const about of [{ verified: false }, { email: '' }]) {
      const browser = personsBrowser(somebody(about).id);
      const text = `Your ${NAME[which]} account has no verified email address. Verify it there, then try again.`;
      refused(browser, await login(browser, which), text);
    }
  });

  test(`${which}: an account whose address was proven keeps its password`, async () => {
    const { id, email } = somebody();
    assert.is((await anonymous.post('/auth/signup', { email, password })).body.success, true);
    const token = tokenOf(linkOf((await mailsTo(url, email))[0]!, url));
    assert.is((await anonymous.post('/auth/verify-email', { token })).status, 200);
    const browser = personsBrowser(id);
    await login(browser, which);
    const user = await me(browser);
    assert.is(user.email, email);
    assert.equal((await anonymous.post('/auth/login', { email, password })).body, { success: true, data: user });
  });

  test(`${which}: a password that somebody set before the address was proven ends, with its sessions`, async () => {
    const { id, email } = somebody();
    const signup = await anonymous.post('/auth/signup', { email: email.toUpperCase(), password });
    const stranger = api(url, { cookie: signup.headers.getSetCookie()[0]!.split(';')[0]! });
    assert.is((await stranger.get('/users/@me')).status, 200);
    const browser = personsBrowser(id);
    await login(browser, which);
    const user = await me(browser);
    assert.is(user.id, signup.body.data.id);
    assert.is((await stranger.get('/users/@me')).status, 401, 'before the owner of the address is in');
    assert.equal((await anonymous.post('/auth/login', { email, password })).body.success, 'redirect');
  });

  test(`${which}: two first logins at a time make one account`, async () => {
    const { id } = somebody();
    const browsers = [personsBrowser(id), personsBrowser(id), personsBrowser(id)];
    await Promise.all(browsers.map((browser) => login(browser, which)));
    const users = await Promise.all(browsers.map(me));
    assert.is(new Set(users.map((user) => user.id)).size, 1);
    assert.ok(users[0].id);
  });
}

test('an account whose address was proven before that was noted keeps its password; one that never was does not', async () => {
  const database = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  const users = database.useDb(`${own.env['MONGODB_PREFIX']}accounts`).collection('users');
  for (const proven of [true, false]) {
    const { id, email } = somebody();
    await anonymous.post('/auth/signup', { email, password });
    const token = tokenOf(linkOf((await mailsTo(url, email))[0]!, url));
    if (proven) assert.is((await anonymous.post('/auth/verify-email', { token })).status, 200);
    await users.updateOne({ email }, { $unset: { provenAt: '' } });
    await login(personsBrowser(id), 'google');
    assert.is((await anonymous.post('/auth/login', { email, password })).body.success, proven || 'redirect');
  }
  await database.close();
});

test('who has no password is mailed no link to reset it', async () => {
  const { id, email } = somebody();
  await login(personsBrowser(id), 'google');
  assert.is((await anonymous.post('/auth/request-password-reset', { email })).status, 200);
  const database = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  const waiting = database.useDb(`${own.env['MONGODB_PREFIX']}accounts`).collection('platform_mails');
  await until(async () => (await waiting.countDocuments()) === 0, { what: 'the end of what was asked for' });
  await database.close();
  assert.equal((await anonymous.get(`/dev/inbox?to=${encodeURIComponent(email)}`)).body.data, []);
});

test('both providers lead to the account of the one verified address', async () => {
  const { id, email } = somebody();
  const { id: other } = somebody({ email: email.toUpperCase() });
  const [one, two] = [personsBrowser(id), personsBrowser(other)];
  await login(one, 'github');
  await login(two, 'google');
  assert.equal(await me(one), await me(two));
});

test('google: a token made for another login', async () => {
  const browser = personsBrowser(somebody().id);
  const out = await browser.visit(`${url}/oauth/google/outbound`, ({ origin }) => origin !== url);
  out.url.searchParams.set('nonce', 'somebody else’s');
  refused(browser, await browser.visit(out.url.href, isHome), failed('google'));
});

for (const which of PROVIDERS) {
  test(`${which}: down, silent, with too much to say, or without sense`, async () => {
    for (const manners of ['down', 'huge', 'no json', 'slow'] as const) {
      const browser = personsBrowser(somebody().id);
      const back = await wayBack(browser, which);
      const begun = performance.now();
      provider.manners = manners;
      const visit = await browser.visit(back.href, isHome);
      provider.manners = 'good';
      refused(browser, visit, failed(which));
      assert.ok(performance.now() - begun < stretched(12_000), `${manners}: ${performance.now() - begun} ms`);
    }
  });
}

test('what is set up is answered, and the routes are open to nobody’s errors', async () => {
  assert.equal((await anonymous.get('/auth/oauth-config')).body, { success: true, data: { github: true, google: true } });
  assert.equal((await anonymous.get('/config')).body.features.authProviders, { github: true, google: true });
  for (const query of ['?error=server_error', '?state=', '?state=a&state=b', `?state=${'x'.repeat(4_000)}`, '?%']) {
    const answer = await anonymous.get(`/oauth/google/callback${query}`);
    assert.is(answer.status, 302, query);
  }
});

test.after(async () => {
  await own.stop();
  await provider.stop();
});
test.run();
