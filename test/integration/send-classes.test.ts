/**
 * What a mail's class adds to it: the footer, the List-Unsubscribe pair and the bulk headers (contract "Send pipeline", "Recipient pages").
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { is } from './answers.ts';
import { header, mail } from './inbox-mail.ts';
import { address, anonymous, sender } from './tenant.ts';

const test = suite('classes of mail');
const { api, from } = await sender();
const { urls } = is(await anonymous.get('/config'), 200);
const BULK = ['precedence', 'auto-submitted', 'x-auto-response-suppress'];

/** Sends to a new address and reads the mail. */
async function received(body: object): Promise<any> {
  const to = address();
  const {
    data: {
      emails: [{ contact, email }],
    },
  } = is(await api.post('/v1/send', { to, from, subject: 'Subject', body: '<p>Hello</p>', ...body }), 200);
  return { ...(await mail(to)), contactId: contact.id as string, row: email as string };
}

const template = async (type: string) =>
  is(await api.post('/templates', { name: 'T', subject: 'S', body: '<p>Hi</p>', from, type }), 201).id as string;
const headers = (got: any, names: string[]) => names.map((name) => header(got, name));

test('transactional and headless mail has none', async () => {
  for (const body of [{}, { template: await template('TRANSACTIONAL') }, { template: await template('HEADLESS'), subscribed: true }]) {
    const got = await received(body);
    assert.not.match(got.html, /unsubscribe/i);
    assert.equal(headers(got, ['list-unsubscribe', 'list-unsubscribe-post', ...BULK]), Array(5).fill(undefined));
  }
});

test('marketing mail has both, and one click leaves', async () => {
  const got = await received({ template: await template('MARKETING'), subscribed: true });
  const list = header(got, 'list-unsubscribe')!;
  assert.match(list, new RegExp(`^<${urls.api}/unsubscribe/${got.contactId}\\?e=${got.row}&t=[^>]+>$`));
  assert.is(header(got, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  assert.equal(headers(got, BULK), ['bulk', 'auto-generated', 'All']);

  const { pathname, search } = new URL(list.slice(1, -1));
  is(await anonymous.post(pathname + search, 'List-Unsubscribe=One-Click', { 'content-type': 'application/x-www-form-urlencoded' }), 200);
  assert.is(is(await api.get(`/contacts/${got.contactId}`), 200).subscribed, false);
});

test('marketing mail ends with a footer, in the contact’s language, else the project’s', async () => {
  const other = await sender();
  const id = is(
    await other.api.post('/templates', {
      name: 'T',
      subject: 'S',
      body: '<!DOCTYPE html><html><body><p>Hi</p></body></html>',
      from: other.from,
      type: 'MARKETING',
    }),
    201,
  ).id;
  is(await other.owner.session.patch(`/users/@me/projects/${other.project.id}`, { language: 'sv', tracking: 'DISABLED' }), 200);
  await sleep(1_100);
  for (const [locale, language, word] of [
    ['de', 'de', 'Abmelden'],
    ['zh-HK', 'zh-HK', '取消訂閱'],
    ['de-DE', 'sv', 'Avsluta prenumerationen'],
    [undefined, 'sv', 'Avsluta prenumerationen'],
  ] as const) {
    const to = address();
    const {
      data: {
        emails: [{ contact, email }],
      },
    } = is(await other.api.post('/v1/send', { to, template: id, subscribed: true, ...(locale ? { data: { locale } } : {}) }), 200);
    const got = await mail(to);
    const [, lang, href, text] =
      /<p>Hi<\/p><div lang="([^"]*)"[\s\S]*<a href="([^"]*)"[^>]*>([^<]*)<\/a><\/p><\/div>\s*<\/body><\/html>/.exec(got.html)!;
    assert.equal([lang, text], [language, word]);
    assert.match(href!.replaceAll('&amp;', '&'), new RegExp(`^${urls.dashboard}/unsubscribe/${contact.id}\\?e=${email}&t=[\\w-]+$`));
    assert.ok(got.text.includes(word));
  }
});

test('either list header given removes both of ours', async () => {
  const id = await template('MARKETING');
  const post = await received({ template: id, subscribed: true, headers: { 'list-unsubscribe-post': 'mine' } });
  assert.equal(headers(post, ['list-unsubscribe', 'list-unsubscribe-post']), [undefined, 'mine']);
  const list = await received({ template: id, subscribed: true, headers: { 'List-UNSUBSCRIBE': '<mailto:a@example.com>' } });
  assert.equal(headers(list, ['list-unsubscribe', 'list-unsubscribe-post']), ['<mailto:a@example.com>', undefined]);
});

test('any mail that holds the contact’s own link gets the pair alone; another contact’s link does not count', async () => {
  const left = await received({ body: '<p><a href="{{unsubscribeUrl}}">leave</a></p>' });
  assert.match(left.html, new RegExp(`${urls.dashboard}/unsubscribe/${left.contactId}`));
  for (const got of [left, await received({ body: '{{manageUrl}}' })]) {
    assert.ok(header(got, 'list-unsubscribe'));
    assert.is(header(got, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.equal(headers(got, BULK), [undefined, undefined, undefined]);
  }
  assert.is(
    header(await received({ body: `<a href="${urls.dashboard}/unsubscribe/${left.contactId}">x</a>` }), 'list-unsubscribe'),
    undefined,
  );
});

test.run();
