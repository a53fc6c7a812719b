/**
 * A mail as a reader has it: rendered in Chromium, its pictures fetched, its links followed (contract "Send pipeline: Footer, Tracking").
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DESKTOP, NARROWEST, PHONE, openBrowser, overhang, visit } from '#test/browser.ts';
import { api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { button, heading, createProject } from './recipient-pages.ts';

const test = suite('mail in Chromium');
const base = process.env['POSTHORN_URL']!;
const { api: client, from, recipient } = await createProject(base);
const browser = await openBrowser();

/** Shows the mails, as a webmail does, and is the shop they link to. */
const mails = new Map<string, string>();
const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const mail = mails.get(request.url!);
  response.end(mail ?? `<!DOCTYPE html><html lang="en"><title>Shop</title><h1>${request.url}</h1>`);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const origins = [base, there];

/** Sends the template to somebody new; answers the mail's id in the ledger and where it can be read. */
async function sent(type: string, body: string): Promise<{ id: string; address: string; one: Awaited<ReturnType<typeof recipient>> }> {
  const one = await recipient({ name: 'Ada' });
  const template = await client.post('/templates', { name: 'T', subject: 'News for {{name}}', body, from, type });
  const answer = await client.post('/v1/send', { to: one.email, template: template.body.id });
  assert.is(answer.status, 200, answer.text);
  const { email: id } = answer.body.data.emails[0];
  const item = await until(async () => (await api(base).get(`/dev/inbox?to=${one.email}`)).body.data[0]);
  mails.set(`/mail/${id}`, (await api(base).get(`/dev/inbox/${item.id}`)).body.html);
  return { id, address: `${there}/mail/${id}`, one };
}

const row = async (id: string) => (await client.get(`/emails/${id}`)).body;
const BODY =
  `<h1>Hello {{name}}</h1><p>${'Some words for a mail. '.repeat(20)}</p><p><a href="${there}/offer?a=1&b=2#top">The offer</a> ` +
  '<a href="mailto:help@example.com">Help</a></p>';

for (const [name, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP, narrowest: NARROWEST })) {
  test(`${name}: read, followed, counted`, async () => {
    const { id, address } = await sent('MARKETING', BODY);
    const visitor = await visit(browser, origins, { viewport });
    const { page } = visitor;
    await page.goto(address, { waitUntil: 'networkidle' });
    assert.is(await heading(page), 'Hello Ada');
    assert.is(await overhang(page), 0);
    const footer = page.getByRole('link', { name: 'Unsubscribe' });
    await footer.scrollIntoViewIfNeeded();
    assert.ok(await footer.isVisible());
    assert.is(await page.getByRole('link', { name: 'Help' }).getAttribute('href'), 'mailto:help@example.com');
    const pixel = page.locator('img[src*="/t/o/"]');
    assert.equal(await pixel.evaluate((image: any) => [image.complete, image.naturalWidth]), [true, 1]);
    await until(async () => (await row(id)).opens === 1, { what: 'the open' });

    const href = (await page.getByRole('link', { name: 'The offer' }).getAttribute('href'))!;
    assert.ok(href.startsWith(`${base}/t/c/`));
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url() === href),
      page.getByRole('link', { name: 'The offer' }).click(),
    ]);
    assert.is(answer.status(), 302);
    await page.waitForURL(`${there}/offer?a=1&b=2#top`);
    assert.is(await heading(page), '/offer?a=1&b=2');
    const counted = await until(
      async () => {
        const found = await row(id);
        return found.clicks === 1 && found;
      },
      { what: 'the click' },
    );
    assert.equal([counted.status, counted.opens, typeof counted.openedAt, typeof counted.clickedAt], ['CLICKED', 1, 'string', 'string']);
    assert.equal(visitor.problems, []);
    await visitor.close();
  });
}

test('the footer’s link leads to the page, the page’s button out', async () => {
  const { id, address, one } = await sent('MARKETING', BODY);
  const visitor = await visit(browser, origins, { viewport: PHONE, isMobile: true });
  const { page } = visitor;
  await page.goto(address);
  await page.getByRole('link', { name: 'Unsubscribe' }).click();
  assert.is(await heading(page), 'Unsubscribe');
  assert.is(await one.subscribed(), true);
  await button(page).click();
  await page.getByRole('status').waitFor();
  assert.is(await one.subscribed(), false);
  const left = await until(async () =>
    (await client.get(`/events/contact/${one.id}`)).body.events.find((event: any) => event.name === 'contact.unsubscribed'),
  );
  assert.is(left.emailId, id);
  assert.equal(visitor.problems, []);
  await visitor.close();
});

test('transactional mail has no footer; a fragment is a whole document all the same', async () => {
  const { address } = await sent('TRANSACTIONAL', BODY);
  const visitor = await visit(browser, origins, { viewport: PHONE });
  await visitor.page.goto(address, { waitUntil: 'networkidle' });
  assert.is(await visitor.page.getByRole('link', { name: 'Unsubscribe' }).count(), 0);
  assert.is(await visitor.page.evaluate('document.compatMode'), 'CSS1Compat');
  assert.equal(visitor.problems, []);
  await visitor.close();
});

test.after(async () => {
  await browser.close();
  server.close();
});
test.run();
