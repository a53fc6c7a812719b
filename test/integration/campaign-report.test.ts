/** What recipients did with a campaign's mails: links, course, and how mail fares by domain (contract 4.6 "What recipients did", 4.9). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recount } from '#test/posthorn.ts';
import { until } from '#test/until.ts';
import { webhook } from '#test/webhook.ts';
import { envelope, is } from './answers.ts';
import { mail } from './inbox-mail.ts';
import { anonymous, sender } from './tenant.ts';
import { workflow } from './workflow-graphs.ts';

const test = suite('campaign report');
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0' };
const SCANNER = { 'user-agent': 'python-requests/2.31.0' };
const [SHOP, BLOG] = ['https://shop.example/?a=1,2', 'https://blog.example/"x"'];

const { api, from, owner, project } = await sender();
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
  const built = await workflow(api, 'email.open', {
    ask: { type: 'CONDITION', config: { field: 'event.human', operator: 'equals', value: true } },
    mark: { type: 'UPDATE_CONTACT', config: { updates: { read: true } }, autoConnect: false },
  });
  is(
    await api.post(`/workflows/${built.id}/transitions`, { fromStepId: built.steps['ask'], toStepId: built.steps['mark'], branch: 'yes' }),
    201,
  );
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
  await until(async () => is(await api.get(`/workflows/${built.id}/executions?status=COMPLETED`), 200).total === 2, {
    within: 20_000,
    what: 'the openings to be handled',
  });
  const { data } = is(await api.get('/contacts'), 200);
  assert.equal(
    people.slice(0, 3).map((email) => data.find((one: any) => one.email === email).data),
    [{ read: true }, null, null],
    'a workflow acts on what a person opened',
  );
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

/** All that counts mails and events, whoever they were made by. */
async function totals() {
  const of = async (path: string) => is(await api.get(path), 200);
  return {
    activity: await of('/activity/stats'),
    days: (await of('/analytics/timeseries')).slice(-2),
    names: await of('/events/stats'),
    domains: await of('/analytics/deliverability'),
    usage: await of('/events/email.click/usage'),
    mails: (await of(`/emails?campaignId=${id}`)).total,
    feed: (await of('/activity?limit=100')).data.map((one: any) => one.id),
  };
}

test('deleting a contact takes nothing out of what was counted', async () => {
  const before = await totals();
  const { data } = is(await api.get(`/contacts?search=${encodeURIComponent(people[2]!)}`), 200);
  assert.is((await api.delete(`/contacts/${data[0].id}`)).status, 204);
  assert.equal(await totals(), before);
  assert.equal(await recount('events', [project.id]), { code: 0, lines: [] });
});

test('deleting the campaign takes its report and its place among the best; what happened stays, and a recount agrees', async () => {
  const before = await totals();
  assert.is(before.activity.totalEmailsSent, 4);
  assert.is(is(await api.get('/analytics/campaign-stats'), 200).total, 1);
  is(await api.delete(`/campaigns/${id}`), 200);
  for (const what of ['links', 'timeline', 'stats']) envelope(await api.get(`/campaigns/${id}/${what}`), 404, 'CAMPAIGN_NOT_FOUND');
  assert.equal(is(await api.get('/analytics/top-campaigns'), 200), []);
  const { total, active, completed } = is(await api.get('/analytics/campaign-stats'), 200);
  assert.equal([total, active, completed], [0, 0, 0]);
  assert.equal(await totals(), before);
  // Whoever reads the mail now is counted still, and asks for no campaign that is gone.
  await anonymous.get(mails[2]!.pixel, BROWSER);
  await until(async () => is(await api.get('/activity/stats'), 200).totalEmailsOpened === before.activity.totalEmailsOpened + 1);
  assert.equal(is(await api.get('/analytics/top-campaigns'), 200), []);
  assert.equal(await recount('events', [project.id]), { code: 0, lines: [] });
});

test('a reset leaves nothing of it in any number', async () => {
  is(await owner.session.post(`/users/@me/projects/${project.id}/reset`), 200);
  await until(async () => is(await owner.session.get(`/users/@me/projects/${project.id}/reset`), 200).state === 'completed', {
    within: 30_000,
    what: 'the reset',
  });
  const { activity, days, ...lists } = await totals();
  assert.equal([...new Set(Object.values(activity))], [0]);
  assert.equal([...new Set(days.flatMap(({ date: _day, ...numbers }: any) => Object.values(numbers)))], [0]);
  assert.equal(lists, {
    names: [],
    domains: [],
    usage: { usedInSegments: [], usedInWorkflows: [], totalCount: 0, uniqueContacts: 0, canDelete: false },
    mails: 0,
    feed: [],
  });
  assert.equal(await recount('events', [project.id]), { code: 0, lines: [] });
});

test.run();
