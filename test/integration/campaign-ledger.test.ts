/**
 * A campaign's mails: what each says, who is left out between freezing and dispatch, what is published and counted of them
 * (contract 3.1, 4.6, 4.9 "E-mails").
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { header, mail } from './inbox-mail.ts';
import { address, anonymous, sender, tenant } from './tenant.ts';

const test = suite('campaign ledger');

/** A project with a contact for each of `data`, and a campaign to all of them. */
async function sentCampaign(data: object[], content: object = {}) {
  const owner = await sender();
  const { api } = owner;
  const people = await Promise.all(
    data.map(async (one) => {
      const email = address('m');
      return { email, id: is(await api.post('/contacts', { email, data: one }), 201).id as string };
    }),
  );
  const { id } = is(
    await api.post('/campaigns', {
      name: 'News',
      subject: 'Hello {{name}}',
      body: '<p>Hi {{name}}</p>',
      from: owner.from,
      audienceType: 'ALL',
      ...content,
    }),
    201,
  ).data;
  const at = `/campaigns/${id}`;
  const progress = async () => is(await api.get(`${at}/progress`), 200);
  return {
    api,
    people,
    at,
    progress,
    stats: async () => is(await api.get(`${at}/stats`), 200),
    send: async () => is(await api.post(`${at}/send`, {}), 200),
    ended: () => until(async () => is(await api.get(at), 200).status === 'SENT'),
    rows: async () => is(await api.get(`/emails?campaignId=${id}`), 200).data as any[],
    recipients: async (query = '') => is(await api.get(`${at}/recipients?pageSize=100${query}`), 200).data as any[],
    /** Frozen and paused. */
    async held() {
      is(await api.post(`${at}/send`, {}), 200);
      is(await api.post(`${at}/pause`, {}), 200);
      await until(async () => {
        const { frozen, pending, sending } = await progress();
        return frozen === data.length && sending === 0 && pending === data.length;
      });
    },
  };
}

for (const [what, body] of [
  ['plain placeholders', '<p>Hi {{name}}, {{plan ?? "no plan"}}: {{email}}</p>'],
  ['tags', '<p>Hi {{name}}, {% if plan %}{{plan}}{% else %}no plan{% endif %}: {{email}}</p>'],
] as const) {
  test(`content of ${what}: each mail whole and its own`, async () => {
    const { api, people, send, ended, rows } = await sentCampaign([{ name: 'Ada', plan: 'gold' }, { name: 'Bo\r\nBcc: x' }], { body });
    await send();
    await ended();
    const said = people.map(
      ({ email }, index) =>
        [`Hi ${['Ada', 'Bo\r\nBcc: x'][index]}, ${['gold', 'no plan'][index]}: ${email}`, ['Hello Ada', 'Hello Bo Bcc: x'][index]] as const,
    );
    for (const [index, { email, id }] of people.entries()) {
      const [text, subject] = said[index]!;
      const got = await mail(email);
      assert.is(got.subject, subject);
      assert.is(got.html.replace(/\r\n/g, '\n').includes(text.replace(/\r\n/g, '\n')), true, got.html);
      const [row] = (await rows()).filter((one) => one.contactId === id);
      const whole = is(await api.get(`/emails/${row.id}`), 200);
      assert.equal([whole.sourceType, whole.status, whole.body.includes(text)], ['CAMPAIGN', 'DELIVERED', true]);
      assert.equal(
        is(await api.get(`/emails/${row.id}/trace`), 200).data.map(({ to }: any) => to),
        ['PENDING', 'SENDING', 'SENT', 'DELIVERED'],
      );
    }
  });
}

test('unsubscribed and deleted meanwhile: not mailed, and the list says why', async () => {
  const {
    api,
    people: [left, gone, stays],
    at,
    held,
    ended,
    recipients,
  } = await sentCampaign([{}, {}, {}]);
  await held();
  is(await api.patch(`/contacts/${left!.id}`, { subscribed: false }), 200);
  is(await api.delete(`/contacts/${gone!.id}`), 204);
  is(await api.post(`${at}/resume`, {}), 200);
  await ended();
  const found = new Map((await recipients()).map((one) => [one.contactId, [one.status, one.reason, one.sentAt !== null]]));
  assert.equal(found.get(left!.id), ['SUPPRESSED', 'Contact is unsubscribed', false]);
  assert.equal(found.get(gone!.id), ['SUPPRESSED', 'Contact was deleted', false]);
  assert.equal(found.get(stays!.id), ['DELIVERED', null, true]);
  assert.equal((await recipients('&status=SUPPRESSED')).length, 2);
  assert.is(is(await anonymous.get(`/dev/inbox?to=${left!.email}`), 200).data.length, 0);
});

test('a transactional campaign goes to whom unsubscribed meanwhile too', async () => {
  const {
    api,
    people: [left],
    at,
    held,
    ended,
    recipients,
  } = await sentCampaign([{}], { type: 'TRANSACTIONAL' });
  await held();
  is(await api.patch(`/contacts/${left!.id}`, { subscribed: false }), 200);
  is(await api.post(`${at}/resume`, {}), 200);
  await ended();
  assert.equal(
    (await recipients()).map(({ status }) => status),
    ['DELIVERED'],
  );
});

test('what is changed behind the freezing changes nothing; what was held keeps its attempts', async () => {
  const {
    api,
    people: [ada],
    at,
    held,
    ended,
    progress,
    recipients,
  } = await sentCampaign([{ name: 'Ada' }]);
  await held();
  is(await api.patch(`/contacts/${ada!.id}`, { data: { name: 'Eve' } }), 200);
  is(await api.post('/contacts', { email: address('late'), data: { name: 'Late' } }), 201);
  assert.is((await progress()).paused, true);
  is(await api.post(`${at}/resume`, {}), 200);
  await ended();
  assert.is((await mail(ada!.email)).subject, 'Hello Ada');
  assert.equal(
    (await recipients()).map(({ attempts }) => attempts),
    [1],
  );
});

test('a click and an open of a campaign’s mail, and leaving by its link, are counted once', async () => {
  const {
    people: [ada],
    send,
    ended,
    stats,
    recipients,
  } = await sentCampaign([{}, {}], { body: '<p><a href="https://example.com/x">x</a></p>' });
  await send();
  await ended();
  const got = await mail(ada!.email);
  const path = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');
  const links = [...got.html.matchAll(/(?:href|src)="([^"]*\/t\/[oc]\/[^"]*)"/g)].map(([, url]) => path(url as string));
  assert.is(links.length, 2);
  for (const link of [...links, ...links]) await anonymous.get(link);
  const way = path(/<([^>]+)>/.exec(header(got, 'list-unsubscribe')!)![1]!);
  for (let times = 0; times < 2; times += 1) assert.is((await anonymous.post(way, {})).status, 200);
  await until(
    async () => {
      const { openedCount, clickedCount, unsubscribedCount } = await stats();
      return openedCount === 1 && clickedCount === 1 && unsubscribedCount === 1;
    },
    { within: 20_000 },
  );
  const [row] = (await recipients()).filter(({ contactId }) => contactId === ada!.id);
  assert.equal([row.status, row.openedAt !== null, row.clickedAt !== null, row.unsubscribedAt !== null], ['CLICKED', true, true, true]);
});

test('a rate of its own holds from the first mail on', async () => {
  const { api, at, ended, progress } = await sentCampaign(Array.from({ length: 12 }, () => ({})));
  is(await api.post(`${at}/rate`, { perSecond: 4 }), 200);
  is(await api.post(`${at}/send`, {}), 200);
  const begun = Date.now();
  await ended();
  assert.ok(Date.now() - begun > 2_000, `${Date.now() - begun} ms`);
  assert.is((await progress()).rateLimit, 4);
});

test('a test mail is a row of its own: no contact, no campaign, no pixel', async () => {
  const { api, at, rows } = await sentCampaign([{}], { body: '<p><a href="https://example.com/unsubscribe/">x</a></p>' });
  const to = address('tester');
  is(await api.post(`${at}/test`, { email: to }), 200);
  const got = await mail(to);
  assert.equal(
    [header(got, 'x-posthorn-test'), header(got, 'list-unsubscribe'), header(got, 'precedence')],
    ['true', undefined, undefined],
  );
  assert.match(got.html, 'href="https://example.com/unsubscribe/"');
  const row = is(await api.get(`/emails?to=${encodeURIComponent(to)}`), 200).data[0];
  assert.equal([row.contactId, row.campaignId, row.subject], [null, null, '[TEST] Hello {{name}}']);
  assert.equal(await rows(), []);
});

test('nobody else’s: another project sees neither recipients nor rows', async () => {
  const { at, send, ended } = await sentCampaign([{}]);
  await send();
  await ended();
  const other = await tenant();
  assert.is((await other.api.get(`${at}/recipients`)).status, 404);
  assert.is(is(await other.api.get(`/emails?campaignId=${at.slice('/campaigns/'.length)}`), 200).total, 0);
});

test.run();
