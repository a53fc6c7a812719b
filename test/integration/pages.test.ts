/** The recipient pages (contract "Recipient pages"), followed as a browser without scripts would. */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { is } from './answers.ts';
import { events } from './events-seen.ts';
import { header, mail } from './inbox-mail.ts';
import { address, anonymous, sender, tenant } from './tenant.ts';

const test = suite('recipient pages');
const { urls } = is(await anonymous.get('/config'), 200);
const at = (page: string, id: string, query = '') => `${urls.dashboard}/${page}/${id}${query}`;

interface Page {
  url: string;
  status: number;
  html: string;
  language: string;
  headers: Headers;
}

async function read(url: string, response: Response): Promise<Page> {
  const html = await response.text();
  return { url, status: response.status, html, language: /<html lang="([^"]*)"/.exec(html)?.[1] ?? '', headers: response.headers };
}

async function open(url: string, headers: Record<string, string> = {}): Promise<Page> {
  return read(url, await fetch(url, { headers, redirect: 'manual' }));
}

/** Presses the page's one button. */
async function press({ url, html }: Page): Promise<Page> {
  const [, action] = /<form method="post" action="([^"]*)">/.exec(html)!;
  const target = new URL(action!.replaceAll('&amp;', '&'), url).href;
  const answer = await fetch(target, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.is(answer.status, 303, await answer.text());
  return open(answer.headers.get('location')!);
}

async function contact(data?: object) {
  const mine = await tenant();
  const email = address();
  const { id } = is(await mine.api.post('/contacts', { email, data }), 201);
  const subscribed = async () => is(await mine.api.get(`/contacts/${id}`), 200).subscribed as boolean;
  return { ...mine, email, id: id as string, subscribed };
}

test('unsubscribe: opening the page changes nothing, the button does, once, and there is a way back', async () => {
  const { api, id, email, subscribed } = await contact();
  const page = await open(at('unsubscribe', id));
  assert.equal(
    [page.status, page.headers.get('content-type'), page.headers.get('cache-control'), page.language],
    [200, 'text/html; charset=utf-8', 'no-store', 'en'],
  );
  assert.match(page.headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'self'/);
  assert.ok(page.html.includes(email));
  assert.not.match(page.html, /<script/i);
  assert.is(await subscribed(), true);
  const done = await press(page);
  assert.match(done.html, /role="status"/);
  assert.is(await subscribed(), false);
  is(await anonymous.post(new URL(at('unsubscribe', id)).pathname), 303);
  assert.is((await open(at('unsubscribe', id))).html, done.html);
  const back = await press(done);
  assert.ok(back.url.startsWith(at('subscribe', id)));
  assert.is(await subscribed(), true);
  assert.equal(
    (await events(api, id, 2)).map((one) => one.name),
    ['contact.subscribed', 'contact.unsubscribed'],
  );
});

test('subscribe and manage', async () => {
  const { api, id, subscribed } = await contact();
  is(await api.patch(`/contacts/${id}`, { subscribed: false }), 200);
  await press(await open(at('subscribe', id)));
  assert.is(await subscribed(), true);
  let page = await open(at('manage', id));
  for (const expected of [false, true, false]) {
    page = await press(page);
    assert.ok(page.url.startsWith(at('manage', id)));
    assert.is(await subscribed(), expected);
  }
  is(await anonymous.post(new URL(at('manage', id, '?subscribed=maybe')).pathname), 303);
  assert.is(await subscribed(), false);
});

test('in the contact’s language, else the project’s', async () => {
  const languages = ['en', 'nl', 'fr', 'hi', 'de', 'pt', 'bg', 'cs', 'cy', 'pl', 'es', 'it', 'zh-TW', 'zh-HK', 'zh-CN', 'ja', 'sv'];
  const { api, id, owner, project } = await contact();
  const seen = new Set<string>();
  for (const locale of languages) {
    is(await api.patch(`/contacts/${id}`, { data: { locale } }), 200);
    const page = await open(at('unsubscribe', id), { 'accept-language': 'xx' });
    assert.is(page.language, locale);
    seen.add(/<p>([\s\S]*?)<\/p>/.exec(page.html)![1]!);
  }
  assert.is(seen.size, languages.length);
  is(await api.patch(`/contacts/${id}`, { data: { locale: 'de-DE' } }), 200);
  is(await owner.session.patch(`/users/@me/projects/${project.id}`, { language: 'ja' }), 200);
  assert.is((await open(at('manage', id))).language, 'ja');
});

test('a contact that is unknown', async () => {
  for (const id of [randomUUID(), 'x', '%24where', '%3Cscript%3E']) {
    for (const page of ['unsubscribe', 'subscribe', 'manage']) {
      const got = await open(at(page, id), { 'accept-language': 'de-AT,en;q=0.5' });
      assert.equal([got.status, got.language, got.headers.get('content-type')], [404, 'de', 'text/html; charset=utf-8'], id);
      assert.match(got.html, /role="alert"/);
    }
    is(await anonymous.post(new URL(at('unsubscribe', id)).pathname), 404);
  }
});

test('the mail that led here is recorded, over the redirect and the page', async () => {
  const { api, from } = await sender();
  const to = address();
  const template = is(await api.post('/templates', { name: 'T', subject: 'S', body: '<p>Hi</p>', from, type: 'MARKETING' }), 201).id;
  const {
    data: {
      emails: [
        {
          contact: { id },
          email,
        },
      ],
    },
  } = is(await api.post('/v1/send', { to, template, subscribed: true }), 200);
  const got = await mail(to);
  const list = header(got, 'list-unsubscribe')!.slice(1, -1);
  const led = await fetch(list, { redirect: 'manual' });
  const footer = /<a href="([^"]*)"[^>]*>Unsubscribe<\/a>/.exec(got.html)![1]!.replaceAll('&amp;', '&');
  assert.is(led.headers.get('location'), footer);
  const done = await press(await open(footer));
  assert.is(new URL(done.url).search, new URL(footer).search);
  const [left] = await events(api, id, 1);
  assert.equal([left.name, left.emailId], ['contact.unsubscribed', email]);
});

test.run();
