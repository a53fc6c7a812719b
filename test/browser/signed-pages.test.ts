/** `UNSUBSCRIBE_REQUIRE_TOKEN=true` in real Chromium: the link of a mail opens the pages and their buttons, nothing else does. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PHONE, openBrowser, visit } from '#test/browser.ts';
import { api } from '#test/client.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { PAGES, button, createProject, assertUsable } from './recipient-pages.ts';

const test = suite('signed recipient pages in Chromium');
const own = await ownStack({ env: { UNSUBSCRIBE_REQUIRE_TOKEN: 'true' } });
const { url } = await own.startServices('one');
const { api: client, from, dashboard, recipient } = await createProject(url);
const browser = await openBrowser();

/** The three links as a mail to this contact has them. */
async function links(email: string): Promise<Record<string, string>> {
  const body = PAGES.map((page) => `<a href="{{${page}Url}}">${page}</a>`).join(' ');
  assert.is((await client.post('/v1/send', { to: email, from, subject: 's', body })).status, 200);
  const item = await until(async () => (await api(url).get(`/dev/inbox?to=${email}`)).body.data[0]);
  const { html } = (await api(url).get(`/dev/inbox/${item.id}`)).body;
  return Object.fromEntries(
    [...html.matchAll(/<a href="([^"]*)">(\w+)<\/a>/g)].map(([, href, page]) => [page, href.replaceAll('&amp;', '&')]),
  );
}

for (const options of [
  { viewport: PHONE, isMobile: true },
  { viewport: PHONE, isMobile: true, javaScriptEnabled: false },
]) {
  test(`with the mail’s token${options.javaScriptEnabled === false ? ', without JavaScript' : ''}: out, in, and preferences`, async () => {
    const one = await recipient();
    const link = await links(one.email);
    const visitor = await visit(browser, [new URL(url).origin], options);
    const { page } = visitor;
    await page.goto(link['unsubscribe']!);
    for (const wanted of [false, true]) {
      await assertUsable(visitor, 'asked');
      await button(page).click();
      await page.getByRole('button', { name: wanted ? 'Unsubscribe' : 'Subscribe', exact: true }).waitFor();
      assert.is(await one.subscribed(), wanted);
      assert.is(new URL(page.url()).search, new URL(link['unsubscribe']!).search, 'the signature goes along');
    }
    await page.goto(link['manage']!);
    await button(page).click();
    await page.getByRole('button', { name: 'Subscribe', exact: true }).waitFor();
    assert.is(await one.subscribed(), false);
    await visitor.close();
  });
}

test('without a token, with a wrong one, with another contact’s', async () => {
  const [mine, other] = [await recipient(), await recipient()];
  const stolen = new URL((await links(other.email))['unsubscribe']!).search;
  const visitor = await visit(browser, [new URL(url).origin], { viewport: PHONE });
  for (const query of ['', '?t=wrong', stolen]) {
    for (const which of PAGES) {
      const answer = await visitor.page.goto(`${dashboard}/${which}/${mine.id}${query}`);
      assert.is(answer!.status(), 403);
      assert.is(await visitor.page.getByRole('alert').innerText(), 'This link is not valid.');
      assert.is(await button(visitor.page).count(), 0);
      assert.not.match(await visitor.page.content(), new RegExp(mine.email), 'nor is the address told');
      await assertUsable(visitor, `${which}${query}`);
    }
  }
  await visitor.close();
});

test.after(async () => {
  await browser.close();
  await own.stop();
});
test.run();
