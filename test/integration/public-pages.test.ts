/** What a recipient reaches without any key (contract "Recipient pages"). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys } from './answers.ts';
import { events } from './events-seen.ts';
import { address, anonymous, sender, tenant } from './tenant.ts';

const test = suite('public pages');

async function contact(data?: object) {
  const mine = await tenant();
  const email = address();
  return { ...mine, email, id: is(await mine.api.post('/contacts', { email, data }), 201).id as string };
}

test('GET /unsubscribe/:id leads to the page and changes nothing', async () => {
  const { api, id } = await contact();
  const { urls } = is(await anonymous.get('/config'), 200);
  const table = [
    [id, ''],
    [id, '?e=1&t=a%20b&e=2'],
    [randomUUID(), '?x'],
    ['a%2Fb%3Fc', '?e=1'],
    ['%F0%9F%A6%84', ''],
  ];
  for (const [path, query] of table) {
    const answer = await anonymous.get(`/unsubscribe/${path}${query}`);
    assert.is(answer.status, 302);
    assert.is(answer.headers.get('location'), `${urls.dashboard}/unsubscribe/${path}${query}`);
  }
  assert.is(is(await api.get(`/contacts/${id}`), 200).subscribed, true);
  assert.equal(await events(api, id, 0), []);
});

test('one click unsubscribes once, whatever is posted', async () => {
  const bodies: [string | undefined, string | undefined][] = [
    ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    [undefined, undefined],
    ['{broken', 'application/json'],
    ['x', 'text/plain'],
    ['x', 'application/x-unheard-of'],
    ['--b\r\nbroken', 'multipart/form-data; boundary=b'],
  ];
  for (const [body, type] of bodies) {
    const { api, id } = await contact();
    for (let i = 0; i < 2; i++) {
      const answer = await anonymous.post(`/unsubscribe/${id}`, body, type ? { 'content-type': type } : {});
      assert.equal([answer.status, answer.text], [200, 'Unsubscribed'], type);
    }
    assert.is(is(await api.get(`/contacts/${id}`), 200).subscribed, false);
    assert.equal(
      (await events(api, id, 1)).map((one) => [one.name, one.data, one.emailId]),
      [['contact.unsubscribed', {}, null]],
    );
  }
});

test('one click for an id that is none, or without one', async () => {
  for (const id of [randomUUID(), 'x', '%00', '%24ne']) {
    const answer = await anonymous.post(`/unsubscribe/${id}`);
    assert.equal([answer.status, answer.text], [200, 'Unsubscribed'], id);
  }
  for (const path of ['/unsubscribe', '/unsubscribe/']) is(await anonymous.post(path), 400);
});

test('the page reads a contact without its data', async () => {
  const { api, id, email } = await contact({ secret: 1 });
  assert.equal(is(await anonymous.get(`/contacts/public/${id}`), 200), { id, email, subscribed: true, language: 'en' });
  is(await api.patch(`/contacts/${id}`, { subscribed: false }), 200);
  assert.is(is(await anonymous.get(`/contacts/public/${id}`), 200).subscribed, false);
});

test('language: the contact, then the project, then English; exact codes only', async () => {
  const { api, owner, project, id } = await contact();
  const language = async () => is(await anonymous.get(`/contacts/public/${id}`), 200).language;
  is(await api.patch(`/contacts/${id}`, { data: { locale: 'zh-TW' } }), 200);
  assert.is(await language(), 'zh-TW');
  is(await owner.session.patch(`/users/@me/projects/${project.id}`, { language: 'fr' }), 200);
  assert.is(await language(), 'zh-TW');
  for (const unknown of ['xx', 'de-DE', 'DE', 'constructor', null]) {
    is(await api.patch(`/contacts/${id}`, { data: { locale: unknown } }), 200);
    assert.is(await language(), 'fr', String(unknown));
  }
  is(await owner.session.patch(`/users/@me/projects/${project.id}`, { language: 'de-AT' }), 200);
  assert.is(await language(), 'en');
  is(await owner.session.patch(`/users/@me/projects/${project.id}`, { language: 'xx' }), 422);
});

test('the buttons set the subscription, with an event on change', async () => {
  const { api, id, email } = await contact();
  const steps = [
    ['subscribe', true],
    ['unsubscribe', false],
    ['unsubscribe', false],
    ['subscribe', true],
  ] as const;
  for (const [action, subscribed] of steps) {
    assert.equal(is(await anonymous.post(`/contacts/public/${id}/${action}`), 200), { id, email, subscribed });
  }
  assert.equal(
    (await events(api, id, 2)).map((one) => one.name),
    ['contact.subscribed', 'contact.unsubscribed'],
  );
});

test('an unknown contact has no page', async () => {
  for (const id of [randomUUID(), 'x', '%24where']) {
    for (const answer of [
      await anonymous.get(`/contacts/public/${id}`),
      await anonymous.post(`/contacts/public/${id}/subscribe`),
      await anonymous.post(`/contacts/public/${id}/unsubscribe`),
    ])
      envelope(answer, 404, 'CONTACT_NOT_FOUND');
  }
});

test('the mail a link came from is recorded when it is this contact’s', async () => {
  const { api, from } = await sender();
  const [mine, other] = [address(), address()];
  const sent = is(await api.post('/v1/send', { to: [mine, other], from, subject: 's', body: 'b', subscribed: true }), 200);
  const [own, foreign] = sent.data.emails.map((one: any) => ({ contact: one.contact.id, mail: one.email }));
  const steps: [string, string | null][] = [
    [own.mail, own.mail],
    [foreign.mail, null],
    [randomUUID(), null],
    ['x', null],
    ['', null],
  ];
  for (const [count, [e, recorded]] of steps.entries()) {
    is(await anonymous.post(`/contacts/public/${own.contact}/subscribe`), 200);
    const answer = await anonymous.post(
      count % 2 ? `/contacts/public/${own.contact}/unsubscribe?e=${e}&t=bad` : `/unsubscribe/${own.contact}?e=${e}&t=bad`,
    );
    is(answer, 200);
    assert.is(is(await api.get(`/contacts/${own.contact}`), 200).subscribed, false);
    const seen = (await events(api, own.contact, count * 2 + 1)).find((one) => one.name === 'contact.unsubscribed');
    assert.is(seen.emailId, recorded, e);
  }
});

test('GET /config tells what is switched on, to anyone', async () => {
  const config = is(await anonymous.get('/config'), 200);
  keys(config, 'environment', 'urls', 'features', 'aws', 'mail');
  keys(config.urls, 'api', 'dashboard', 'landing', 'wiki');
  keys(config.features, 'billing', 'storage', 'authProviders', 'signup', 'email', 'sponsor', 'smtp');
  keys(config.features.smtp, 'enabled', 'domain', 'ports');
  assert.equal(config.features.authProviders, { github: false, google: false });
  assert.is(config.features.billing.enabled, false);
  assert.is(config.features.signup.signupsDisabled, false);
  assert.is(config.features.email.trackingToggleEnabled, true);
  assert.type(config.features.storage.s3Enabled, 'boolean');
  assert.equal(config.aws, { sesRegion: null, mailFromSubdomain: 'posthorn' });
  assert.equal(config.mail, { provider: 'capture', mailFromSubdomain: 'posthorn' });
});

test.run();
