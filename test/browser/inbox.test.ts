/** The development inbox as a page in real Chromium. */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DESKTOP, openBrowser, visit } from '#test/browser.ts';
import { until } from '#test/until.ts';
import { house, sound } from './visits.ts';

const test = suite('development inbox in Chromium');
const url = process.env['POSTHORN_URL']!;
const { api, from } = await house(url);
const browser = await openBrowser();

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const SCRIPT = "<script>parent.document.title = 'ran'</script>";

async function mailed(subject: string): Promise<string> {
  const to = `${randomUUID()}@example.com`;
  const body = `<p>Hello <a href="https://example.org/offer">offer</a><img src="cid:dot" alt="dot"></p>${SCRIPT}`;
  const attachments = [
    { filename: 'dot.png', content: DOT, contentType: 'image/png', disposition: 'inline', contentId: 'dot' },
    { filename: 'note.txt', content: 'SGk=', contentType: 'text/plain' },
  ];
  assert.is((await api.post('/v1/send', { to, from, subject, body, attachments })).status, 200);
  await until(async () => (await api.get(`/dev/inbox?to=${to}`)).body.data.length === 1);
  return to;
}

test('a mail appears by itself, and all of its parts can be read', async () => {
  const visitor = await visit(browser, [new URL(url).origin], { viewport: DESKTOP });
  const { page } = visitor;
  await page.goto(`${url}/dev/inbox`);
  assert.is(await page.title(), 'Development inbox');
  const subject = `Offer ${randomUUID()}`;
  const to = await mailed(subject);
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
  assert.match((await page.getByTitle('The mail as it is read').getAttribute('class'))!, /dark/);
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
    await page.getByRole('tab', { name, exact: true }).click();
    await panel.getByText(words).first().waitFor();
    // Of the mail in its frame: the script that may not run, and what a frame that was replaced still asked for.
    const own = visitor.problems.filter((one) => !/'allow-scripts'|\/t\/o\/|\/preview net::ERR_ABORTED/.test(one));
    await sound({ ...visitor, problems: own }, name);
  }
  await page.keyboard.press('ArrowLeft');
  assert.is(await page.getByRole('tab', { selected: true }).innerText(), 'Attachments');
  await visitor.close();
});

test.after(() => browser.close());
test.run();
