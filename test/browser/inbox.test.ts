/** The development inbox as a page in real Chromium. */
import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DESKTOP, PHONE, openBrowser, visit } from '#test/browser.ts';
import { until } from '#test/until.ts';
import { createProject, assertUsable } from './recipient-pages.ts';

const test = suite('development inbox in Chromium');
const url = process.env['POSTHORN_URL']!;
const { api, from } = await createProject(url);
const browser = await openBrowser();

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const STYLE = '<style>p { color: rgb(1, 2, 3) } @media (prefers-color-scheme: dark) { p { color: rgb(4, 5, 6) } }</style>';
const SCRIPT = "<script>parent.document.title = 'ran'</script>";

interface Mailed {
  to: string;
  opens(): Promise<number>;
}

async function mailed(subject: string): Promise<Mailed> {
  const to = `${randomUUID()}@example.com`;
  const body = `${STYLE}<p>Hello <a href="https://example.org/offer">offer</a><img src="cid:dot" alt="dot"></p>${SCRIPT}`;
  const attachments = [
    { filename: 'dot.png', content: DOT, contentType: 'image/png', disposition: 'inline', contentId: 'dot' },
    { filename: 'note.txt', content: 'SGk=', contentType: 'text/plain' },
  ];
  const answer = await api.post('/v1/send', { to, from, subject, body, attachments });
  assert.is(answer.status, 200);
  await until(async () => (await api.get(`/dev/inbox?to=${to}`)).body.data.length === 1);
  const { email } = answer.body.data.emails[0];
  return { to, opens: async () => (await api.get(`/emails/${email}`)).body.opens };
}

test('a mail appears by itself, and all of its parts can be read', async () => {
  // Playwright's own idea of what readers prefer would hold in the frame too.
  const visitor = await visit(browser, [new URL(url).origin], { viewport: DESKTOP, colorScheme: null });
  const { page } = visitor;
  await page.goto(`${url}/dev/inbox`);
  assert.is(await page.title(), 'Development inbox');
  const subject = `Offer ${randomUUID()}`;
  const { to, opens } = await mailed(subject);
  const item = page.getByRole('navigation').getByRole('button', { name: subject });
  await item.waitFor();
  await page.getByRole('searchbox').fill('nobody at all');
  assert.is(await item.count(), 0);
  await page.getByRole('searchbox').fill(to);
  await item.click();
  assert.is(await page.getByRole('heading', { level: 2 }).innerText(), subject);
  const frame = page.getByTitle('The mail as it is read');
  assert.is(await frame.getAttribute('sandbox'), '');
  await page.frameLocator('iframe').getByRole('img', { name: 'dot' }).waitFor();
  assert.match((await page.frameLocator('iframe').getByRole('img').getAttribute('src'))!, /^data:image\/png;base64,/);
  await page.getByRole('button', { name: 'Phone' }).click();
  assert.is((await page.getByTitle('The mail as it is read').boundingBox())!.width, 375);
  await page.getByRole('button', { name: 'Dark' }).click();
  const colour = () =>
    page
      .frameLocator('iframe')
      .getByText('Hello')
      .evaluate((element: any) => (globalThis as any).getComputedStyle(element).color as string);
  assert.is(await colour(), 'rgb(4, 5, 6)', 'the mail’s own dark colours');
  await page.getByRole('button', { name: 'Dark' }).click();
  assert.is(await colour(), 'rgb(1, 2, 3)');

  // The mail was shown four times, and its pixel never asked for: the one opening is of the images that were wanted.
  const width = () =>
    page
      .frameLocator('iframe')
      .locator('img[src*="/t/o/"]')
      .evaluate((image: any) => image.naturalWidth as number);
  assert.is(await width(), 0);
  await page.getByRole('button', { name: 'Load images' }).click();
  await until(async () => (await width().catch(() => 0)) === 1);
  await until(async () => (await opens()) > 0);
  assert.is(await opens(), 1);
  // The script of the mail did not run; Chromium says so on the console.
  assert.is(await page.title(), 'Development inbox');
  const panel = page.getByRole('tabpanel');
  for (const [name, words] of Object.entries({
    Text: 'Hello',
    HTML: '<p>Hello',
    Headers: `subject: ${subject}`,
    Links: '/t/c/',
    Attachments: 'note.txt',
    Source: 'MIME-Version: 1.0',
  })) {
    await page.getByRole('tab', { name: new RegExp(`^${name}( \\(\\d+\\))?$`) }).click();
    await panel.getByText(words).first().waitFor();
    // Of the mail in its frame: the script that may not run, and what a frame that was replaced still asked for.
    const own = visitor.problems.filter((one) => !/'allow-scripts'|\/t\/o\/|\/preview\S* net::ERR_ABORTED/.test(one));
    await assertUsable({ ...visitor, problems: own }, name);
  }
  await page.keyboard.press('ArrowLeft');
  assert.is(await page.getByRole('tab', { selected: true }).innerText(), 'Attachments (2)');
  await page.keyboard.press('ArrowLeft');
  // A tracked link says where it leads, and to look at it counts nothing.
  assert.is(await panel.getByRole('link', { name: 'https://example.org/offer', exact: true }).count(), 1);
  assert.is(await panel.getByRole('link', { name: '/t/c/' }).count(), 1);
  await visitor.close();
});

test('a mail that knows of no dark is turned round, its pictures are not; the sender has a name', async () => {
  const visitor = await visit(browser, [new URL(url).origin], { viewport: PHONE, colorScheme: null });
  const { page } = visitor;
  const subject = `Plain ${randomUUID()}`;
  const [to, content] = [`${randomUUID()}@example.com`, { disposition: 'inline', contentId: 'dot', contentType: 'image/png' }];
  const attachments = [{ filename: 'dot.png', content: DOT, ...content }];
  const mail = { to, from: { name: 'Bücher & Söhne', email: from }, subject, body: '<p>Hi <img src="cid:dot" alt="dot"></p>', attachments };
  assert.is((await api.post('/v1/send', mail)).status, 200);
  await page.goto(`${url}/dev/inbox`);
  await page.getByRole('navigation').getByRole('button', { name: subject }).click();
  await page.getByText(`Bücher & Söhne <${from}>`).waitFor();
  const filterOf = (place: Locator) => place.evaluate((element: any) => (globalThis as any).getComputedStyle(element).filter as string);
  const [frame, picture] = [page.getByTitle('The mail as it is read'), page.frameLocator('iframe').getByRole('img', { name: 'dot' })];
  assert.equal([await filterOf(frame), await filterOf(picture)], ['none', 'none']);
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByText('The mail has no dark styles').waitFor();
  assert.match(await filterOf(frame), /^invert\(0\.92\) /);
  assert.match(await filterOf(picture), /^invert\(1\) /);
  const own = visitor.problems.filter((one) => !/\/t\/o\/|\/preview\S* net::ERR_ABORTED/.test(one));
  await assertUsable({ ...visitor, problems: own }, 'in the dark');
  await visitor.close();
});

test.after(() => browser.close());
test.run();
