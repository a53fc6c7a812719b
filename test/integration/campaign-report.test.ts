/** What recipients did with a campaign's mails: links, course, and how mail fares by domain (contract 4.6 "What recipients did", 4.9). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '#test/until.ts';
import { webhook } from '#test/webhook.ts';
import { envelope, is } from './answers.ts';
import { mail } from './inbox-mail.ts';
import { anonymous, sender } from './tenant.ts';

const test = suite('campaign report');
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0' };
const SCANNER = { 'user-agent': 'python-requests/2.31.0' };
const [SHOP, BLOG] = ['https://shop.example/?a=1,2', 'https://blog.example/"x"'];

const { api, from } = await sender();
const { urls } = is(await anonymous.get('/config'), 200);
const domains = [`a-${randomUUID()}.example`, `b-${randomUUID()}.example`] as const;
const people = [0, 0, 0, 1].map((domain, index) => `p${index}-${randomUUID()}@${domains[domain]}`);
await Promise.all(people.map((email) => api.post('/contacts', { email })));
const body = `<p><a href="${SHOP}">shop</a> <a href="${BLOG.replaceAll('"', '&quot;')}">blog</a></p>`;
const { id } = is(
  await api.post('/campaigns', { name: 'N', subject: 'S', body, from, audienceType: 'ALL', type: 'TRANSACTIONAL' }),
  201,
).data;

interface Mail {
  emailId: string;
  pixel: string;
  links: string[];
}
let mails: Mail[] = [];

test('a campaign that was sent, read and followed', async () => {
  is(await api.post(`/campaigns/${id}/send`, {}), 200);
  mails = await Promise.all(
    people.map(async (email) => {
      const { html, emailId } = await mail(email);
      const paths = (kind: string) => [...html.matchAll(new RegExp(`"${urls.api}(/t/${kind}/[\\w-]+)"`, 'g'))].map(([, path]) => path);
      return { emailId, pixel: paths('o')[0]!, links: paths('c') };
    }),
  );
  const rows = await until(async () => {
    const { data } = is(await api.get(`/emails?campaignId=${id}`), 200);
    return data.length === 4 && data.every(({ sentAt }: any) => sentAt) && data;
  });
  const last = Math.max(...rows.map(({ sentAt }: any) => Date.parse(sentAt)));
  await until(async () => Date.now() > last + 2_050, { every: 50, what: 'somebody might read it' });
  await anonymous.get(mails[0]!.pixel, BROWSER);
  await anonymous.get(mails[1]!.pixel, SCANNER);
  await anonymous.get(mails[0]!.links[0]!, BROWSER);
  await anonymous.get(mails[0]!.links[0]!, BROWSER);
  await anonymous.get(mails[1]!.links[0]!, SCANNER);
  await anonymous.get(mails[1]!.links[1]!, SCANNER);
  const stats = await until(async () => {
    const found = is(await api.get(`/campaigns/${id}/stats`), 200);
    return found.clickedCount === 2 && found;
  });
  assert.equal([stats.openedCount, stats.humanOpens, stats.clickedCount, stats.humanClicks], [2, 1, 2, 1]);
  const [best] = is(await api.get('/analytics/top-campaigns'), 200);
  assert.equal([best.openedCount, best.humanOpens, best.clickedCount, best.humanClicks], [2, 1, 2, 1]);
});

test('links: clicks, those by people, and contacts', async () => {
  const links = [
    { target: SHOP, clicks: 3, humanClicks: 2, contacts: 2 },
    { target: BLOG, clicks: 1, humanClicks: 0, contacts: 1 },
  ];
  assert.equal(is(await api.get(`/campaigns/${id}/links`), 200), links);
  const csv = await api.get(`/campaigns/${id}/links?format=csv`);
  assert.equal([csv.status, csv.headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
  assert.is(csv.text, `target,clicks,humanClicks,contacts\n"${SHOP}",3,2,2\n"${BLOG.replaceAll('"', '""')}",1,0,1\n`);
  envelope(await api.get(`/campaigns/${randomUUID()}/links`), 404, 'CAMPAIGN_NOT_FOUND');
  is(await api.get('/campaigns/x/links'), 422);
  const other = await sender();
  envelope(await other.api.get(`/campaigns/${id}/links`), 404, 'CAMPAIGN_NOT_FOUND');
});

test('course: each mail once in each column, whatever it became', async () => {
  for (const interval of ['minute', 'hour']) {
    const points = is(await api.get(`/campaigns/${id}/timeline?interval=${interval}`), 200);
    const total = (key: string) => points.reduce((sum: number, point: any) => sum + point[key], 0);
    assert.equal(['sends', 'deliveries', 'opens', 'clicks'].map(total), [4, 4, 2, 2]);
    for (const { at } of points) assert.is(Date.parse(at) % (interval === 'hour' ? 3_600_000 : 60_000), 0);
    const later = points.at(-1).at;
    assert.equal(is(await api.get(`/campaigns/${id}/timeline?interval=${interval}&startDate=${later}`), 200), points.slice(-1));
  }
  const { text } = await api.get(`/campaigns/${id}/timeline?format=csv`);
  const [head, first] = text.split('\n');
  assert.is(head, 'at,sends,deliveries,opens,clicks');
  assert.match(first!, /^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z,\d,\d,\d,\d$/);
});

test('deliverability by domain, bounces by class of reason', async () => {
  const report = webhook(anonymous, process.env['DELIVERY_WEBHOOK_SECRET']!);
  const notice = (one: Mail, type: string, more: object = {}) => ({ id: randomUUID(), type, emailId: one.emailId, ...more });
  const refused = { bounceType: 'Permanent', diagnostic: 'smtp; 550-5.1.1 192.0.2.1 says no such user' };
  is(await report([notice(mails[3]!, 'bounce', refused), notice(mails[2]!, 'complaint')]), 200);
  const figures = await until(async () => {
    const found = is(await api.get('/analytics/deliverability'), 200);
    return found.find(({ domain }: any) => domain === domains[1])?.bounced.address === 1 && found;
  });
  assert.equal(figures, [
    { domain: domains[0], sent: 3, delivered: 3, bounced: {}, deferred: 0, complaints: 1 },
    { domain: domains[1], sent: 1, delivered: 0, bounced: { address: 1 }, deferred: 0, complaints: 0 },
  ]);
  assert.equal(is(await api.get('/analytics/deliverability?limit=1'), 200), figures.slice(0, 1));
  assert.equal(is(await api.get(`/analytics/deliverability?endDate=${new Date(Date.now() - 2 * 86_400_000).toISOString()}`), 200), []);
});

test.run();
