/** The recipient pages in real Chromium (contract "Recipient pages"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DESKTOP, NARROWEST, PHONE, openBrowser, overhang, visit } from '#test/browser.ts';
import { PAGES, button, heading, createProject, assertUsable } from './recipient-pages.ts';

const test = suite('recipient pages in Chromium');
const { api, dashboard, recipient, sender, set } = await createProject(process.env['POSTHORN_URL']!);
const { origin } = new URL(dashboard);
const browser = await openBrowser();

const WAYS = [
  { name: 'phone', viewport: PHONE, isMobile: true, hasTouch: true },
  { name: 'desktop', viewport: DESKTOP },
  { name: 'desktop, dark', viewport: DESKTOP, colorScheme: 'dark' as const },
  { name: 'phone without JavaScript', viewport: PHONE, isMobile: true, javaScriptEnabled: false },
];
/** One pixel, as PNG. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
/** The signature is not asked for here: none, and a wrong one, are as good as a right one. */
const QUERIES = ['', '?e=some-mail&t=wrong'];

for (const { name, ...options } of WAYS) {
  for (const query of QUERIES) {
    test(`${name}${query && ', wrong token'}: out, and back in`, async () => {
      const one = await recipient();
      const visitor = await visit(browser, [origin], options);
      const { page } = visitor;
      await page.goto(`${dashboard}/unsubscribe/${one.id}${query}`);
      assert.is(await heading(page), 'Unsubscribe');
      assert.is(await page.title(), 'Unsubscribe');
      assert.ok(await page.getByText(`Do you want to stop receiving emails at ${one.email}?`).isVisible());
      assert.ok(await page.getByText(sender, { exact: true }).isVisible(), 'who sends');
      await assertUsable(visitor, 'asking');
      assert.is(await one.subscribed(), true, 'looking changes nothing');
      await button(page).click();
      assert.is(
        await page.getByRole('status').innerText(),
        `${one.email} is unsubscribed and will receive no more emails from this sender.`,
      );
      assert.is(page.url(), `${dashboard}/unsubscribe/${one.id}${query}`);
      await assertUsable(visitor, 'out');
      assert.is(await one.subscribed(), false);
      await page.reload();
      assert.is(await button(page).innerText(), 'Subscribe', 'a reload asks for nothing');
      await button(page).click();
      assert.is(await page.getByRole('status').innerText(), `${one.email} is subscribed and receives emails from this sender.`);
      assert.is(await heading(page), 'Subscribe');
      await assertUsable(visitor, 'in again');
      assert.is(await one.subscribed(), true);
      await visitor.close();
    });
  }

  test(`${name}: subscribe and manage`, async () => {
    const one = await recipient(undefined, false);
    const visitor = await visit(browser, [origin], options);
    const { page } = visitor;
    await page.goto(`${dashboard}/subscribe/${one.id}`);
    assert.ok(await page.getByText(`Do you want to receive emails at ${one.email}?`).isVisible());
    await assertUsable(visitor, 'asking');
    await button(page).click();
    assert.ok(await page.getByRole('status').isVisible());
    assert.is(await one.subscribed(), true);
    await page.goto(`${dashboard}/manage/${one.id}`);
    for (const [label, wanted] of [
      ['Unsubscribe', false],
      ['Subscribe', true],
    ] as const) {
      assert.is(await heading(page), 'Email preferences');
      await assertUsable(visitor, 'preferences');
      await page.getByRole('button', { name: label }).click();
      await page.getByRole('button', { name: wanted ? 'Unsubscribe' : 'Subscribe' }).waitFor();
      assert.is(await one.subscribed(), wanted);
    }
    await visitor.close();
  });
}

test('the logo that is set stands beside the name, and nothing else is fetched', async () => {
  const form = new FormData();
  form.append('image', new Blob([PICTURE], { type: 'image/png' }), 'logo.png');
  const { url } = (await api.post('/uploads/image', form)).body;
  const one = await recipient();
  const visitor = await visit(browser, [origin, new URL(url).origin], { viewport: PHONE });
  const { page } = visitor;
  for (const [logo, images] of [
    [`${url}?v=2`, 1],
    [null, 0],
  ] as const) {
    await set({ logo });
    await page.goto(`${dashboard}/manage/${one.id}`);
    const drawn = page.locator('main img');
    assert.is(await drawn.count(), images);
    if (logo) assert.ok(await drawn.evaluate((image: any) => image.decode().then(() => image.naturalWidth > 0)));
    assert.ok(await page.getByText(sender, { exact: true }).isVisible());
    await assertUsable(visitor, `logo ${logo}`);
  }
  await visitor.close();
});

test('by keyboard alone, with a focus that can be seen', async () => {
  const one = await recipient();
  const visitor = await visit(browser, [origin], { viewport: DESKTOP });
  const { page } = visitor;
  await page.goto(`${dashboard}/unsubscribe/${one.id}`);
  for (const wanted of [false, true]) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus-visible');
    assert.is(await focused.count(), 1);
    assert.is(await page.evaluate('document.activeElement.tagName'), 'BUTTON');
    assert.is(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid');
    await page.keyboard.press(wanted ? 'Space' : 'Enter');
    await page.getByRole('status').waitFor();
    await page.getByRole('button', { name: wanted ? 'Unsubscribe' : 'Subscribe' }).waitFor();
    assert.is(await one.subscribed(), wanted);
  }
  assert.equal(visitor.problems, []);
  await visitor.close();
});

test('a contact that is unknown, in the reader’s language', async () => {
  const visitor = await visit(browser, [origin], { viewport: PHONE, locale: 'de-AT' });
  for (const id of [crypto.randomUUID(), 'x', '%3Cscript%3Ealert(1)%3C%2Fscript%3E']) {
    for (const which of PAGES) {
      const answer = await visitor.page.goto(`${dashboard}/${which}/${id}`);
      assert.is(answer!.status(), 404);
      assert.is(await visitor.page.getByRole('alert').innerText(), 'Dieser Link ist ungültig.');
      assert.is(await visitor.page.getAttribute('html', 'lang'), 'de');
      assert.is(await button(visitor.page).count(), 0);
      await assertUsable(visitor, `${which} of ${id}`);
    }
  }
  await visitor.close();
});

test('a followed link that is not whole is told what to do', async () => {
  const visitor = await visit(browser, [origin], { viewport: PHONE, locale: 'ar' });
  const answer = await visitor.page.goto(`${origin}/t/c/not-whole`);
  assert.is(answer!.status(), 404);
  assert.is(await visitor.page.getByRole('alert').innerText(), 'هذا الرابط غير صالح.');
  assert.is(await visitor.page.getAttribute('html', 'dir'), 'rtl');
  await assertUsable(visitor, 'a dead link');
  await visitor.close();
});

test('a long address and large letters do not break the narrowest page', async () => {
  const email = `${'a-very-long-local-part-'.repeat(2)}x@${'a-sub-domain-of-some-length.'.repeat(5)}example.com`;
  const {
    body: { id },
  } = await api.post('/contacts', { email });
  const visitor = await visit(browser, [origin], { viewport: NARROWEST });
  for (const which of PAGES) {
    await visitor.page.goto(`${dashboard}/${which}/${id}`);
    assert.ok(await visitor.page.getByText(email).isVisible());
    await assertUsable(visitor, which);
    await visitor.page.evaluate('void (document.documentElement.style.fontSize = "200%")');
    assert.is(await overhang(visitor.page), 0, `${which}, letters twice as large`);
    const { height } = (await button(visitor.page).boundingBox())!;
    assert.ok(height >= 44, 'a button that a finger finds');
  }
  await visitor.close();
});

test.after(() => browser.close());
test.run();
