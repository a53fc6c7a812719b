/** The pages for people with accounts (contract 4.10) in Chromium: to log in, in and out again, a new password, an address proven. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DESKTOP, NARROWEST, PHONE, openBrowser, visit } from '#test/browser.ts';
import { api } from '#test/client.ts';
import { linkOf, mailsTo, platformStack } from '#test/platform.ts';
import { heading, assertUsable } from './recipient-pages.ts';

const test = suite('account pages in Chromium');
const { own, services } = await platformStack({ GITHUB_OAUTH_CLIENT: 'c', GITHUB_OAUTH_SECRET: 's', GITHUB_URL: 'http://127.0.0.1:9' });
const { url } = services;
const browser = await openBrowser();
const origins = [new URL(url).origin];
const password = 'correct horse battery';

async function signup(): Promise<string> {
  const email = `page-${crypto.randomUUID()}@example.com`;
  assert.is((await api(url).post('/auth/signup', { email, password })).body.success, true);
  return email;
}

const mailed = async (email: string, subject: string): Promise<string> => {
  const mails = await mailsTo(url, email, subject.startsWith('Verify') ? 1 : 2);
  return (
    url +
    linkOf(
      mails.find((mail) => mail.subject === subject)!,
      url,
    )
  );
};

for (const [name, options] of [
  ['light', { viewport: DESKTOP, colorScheme: 'light' }],
  ['dark, on a phone', { viewport: PHONE, isMobile: true, colorScheme: 'dark' }],
  ['light, on a phone, without JavaScript', { viewport: PHONE, isMobile: true, colorScheme: 'light', javaScriptEnabled: false }],
] as const) {
  test(`${name}: prove the address, log in and out, ask for a new password and set it`, async () => {
    const email = await signup();
    const visitor = await visit(browser, origins, options);
    const { page } = visitor;
    const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
    const says = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

    await page.goto(await mailed(email, 'Verify your email address'));
    await assertUsable(visitor, 'to prove an address');
    await press('Verify your email address');
    await says('Your email address is verified.');
    await assertUsable(visitor, 'proven');

    await page.goto(`${url}/`);
    assert.is(new URL(page.url()).pathname, '/app');
    for (const path of ['/docs', '/dev/inbox', '/health', '/openapi.json'])
      assert.is(await page.locator(`a[href="${url}${path}"]`).count(), 1);
    await assertUsable(visitor, 'the start page');
    await page.getByRole('link', { name: 'Log in' }).click();
    assert.is(new URL(page.url()).pathname, '/app/auth/login');
    assert.is(await heading(page), 'Log in');
    await assertUsable(visitor, 'to log in');
    assert.is(await page.getByRole('link', { name: 'Log in with GitHub' }).getAttribute('href'), `${url}/oauth/github/outbound`);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill('wrong password');
    await press('Log in');
    await page.getByRole('alert').filter({ hasText: 'Incorrect email or password.' }).waitFor();
    assert.is(await page.getByLabel('Email address').inputValue(), email);
    await assertUsable(visitor, 'a wrong password');
    await page.getByLabel('Password').fill(password);
    await press('Log in');
    await says(`You are logged in as ${email}.`);
    assert.is(new URL(page.url()).pathname, '/app');
    await assertUsable(visitor, 'logged in');
    await press('Log out');
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor();

    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await assertUsable(visitor, 'to ask for a link');
    await page.getByLabel('Email address').fill(email);
    await press('Send a reset link');
    await says('If an account with this address exists');
    await assertUsable(visitor, 'asked for a link');
    await page.goto(await mailed(email, 'Reset your password'));
    await assertUsable(visitor, 'to set a password');
    await page.getByLabel('New password').fill('quite another one');
    await press('Reset your password');
    await says('Your password has been changed.');
    await assertUsable(visitor, 'set');
    assert.is((await api(url).post('/auth/login', { email, password: 'quite another one' })).body.success, true);
    await visitor.close();
  });
}

test('what a login with somebody else came to is said in words of ours, nothing else that an address says', async () => {
  const visitor = await visit(browser, origins, { viewport: NARROWEST, locale: 'ar' });
  const { page } = visitor;
  const texts = ['You did not let GitHub log you in.', 'Your account is locked: call +1 555 0100', '<img src=x onerror=alert(1)>'];
  for (const [index, text] of texts.entries()) {
    await page.goto(`${url}/app/auth/login?${new URLSearchParams({ message: text })}`);
    assert.is(await page.getByRole('alert').count(), index === 0 ? 1 : 0, text);
    assert.is((await page.content()).includes('555 0100'), false);
    await assertUsable(visitor, text);
  }
  await page.goto(`${url}/app/auth/reset?id=${crypto.randomUUID()}`);
  assert.is(await page.getByRole('link').count(), 2);
  await assertUsable(visitor, 'an account without a password');
  await visitor.close();
});

test('a form on another site logs nobody in or out', async () => {
  const email = await signup();
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
  const answer = await api(url).post('/app/auth/login', new URLSearchParams({ email, password }).toString(), form);
  assert.equal([answer.status, answer.headers.getSetCookie()], [403, []]);
  const out = await api(url).post('/app/auth/logout', '', form);
  assert.equal([out.status, out.headers.getSetCookie()], [303, []]);
});

test.after(async () => {
  await browser.close();
  await own.stop();
});
test.run();
