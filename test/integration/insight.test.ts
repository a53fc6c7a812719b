/** What a project's people look at all day: names, activity, analytics (contract 4.9). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { TIMESTAMP, is, keys } from './answers.ts';
import { mail } from './inbox-mail.ts';
import { address, anonymous, sender, tenant } from './tenant.ts';
import { workflow } from './workflow-graphs.ts';

const test = suite('insight');
const { urls } = is(await anonymous.get('/config'), 200);
const DAY_MS = 86_400_000;

const feed = async (api: Api, query = ''): Promise<any[]> => is(await api.get(`/activity${query}`), 200).data;
const typesOf = (items: any[]): string[] => items.map(({ type }) => type);

/** The feed once it shows so many items. */
function shown(api: Api, count: number, query = ''): Promise<any[]> {
  return until(
    async () => {
      const items = await feed(api, query);
      return items.length >= count ? items : null;
    },
    { within: 20_000, what: `${count} activities` },
  );
}

test('an empty project has empty lists and zeros', async () => {
  const { api } = await tenant();
  assert.equal(is(await api.get('/activity'), 200), { data: [], cursor: null, hasMore: false });
  assert.equal(is(await api.get('/activity/stats'), 200), {
    totalEvents: 0,
    totalEmailsSent: 0,
    totalEmailsOpened: 0,
    totalEmailsClicked: 0,
    totalWorkflowsStarted: 0,
    openRate: 0,
    clickRate: 0,
  });
  assert.equal(is(await api.get('/activity/recent-count'), 200), { count: 0, minutes: 5 });
  assert.equal(is(await api.get('/activity/upcoming'), 200), { activities: [] });
  assert.equal(is(await api.get('/events/stats'), 200), []);
  assert.equal(is(await api.get('/events/names'), 200), { eventNames: [] });
  assert.equal(is(await api.get('/analytics/top-campaigns'), 200), []);
  assert.equal(is(await api.get('/analytics/top-events'), 200), []);
  assert.equal(is(await api.get('/analytics/campaign-stats'), 200), {
    total: 0,
    active: 0,
    completed: 0,
    averageOpenRate: 0,
    averageClickRate: 0,
  });
  const days = is(await api.get('/analytics/timeseries'), 200);
  assert.is(days.length, 31);
  const today = new Date().toISOString().slice(0, 10);
  assert.equal(days.at(-1), { date: today, emails: 0, opens: 0, clicks: 0, bounces: 0, delivered: 0, humanOpens: 0, humanClicks: 0 });
});

test('names and their counts, most frequent first', async () => {
  const { api, tracker } = await tenant();
  const email = address();
  for (const event of ['seldom', 'often', 'often', 'often', 'twice', 'twice']) is(await tracker.post('/v1/track', { email, event }), 200);
  assert.equal(is(await api.get('/events/names'), 200), { eventNames: ['often', 'twice', 'seldom'] });
  assert.equal(is(await api.get('/events/stats'), 200), [
    { name: 'often', count: 3 },
    { name: 'twice', count: 2 },
    { name: 'seldom', count: 1 },
  ]);
  assert.equal(is(await api.get(`/events/stats?endDate=${new Date(Date.now() - DAY_MS).toISOString()}`), 200), []);
  is(await api.delete('/events/often'), 200);
  assert.equal(is(await api.get('/events/names'), 200), { eventNames: ['twice', 'seldom'] });
  assert.equal(is(await api.get('/analytics/top-events?limit=1'), 200), [{ name: 'twice', count: 2, trend: 100 }]);
});

test('a mail that is sent, opened twice and followed shows in the feed, in the totals and on its day', async () => {
  const { api, from } = await sender();
  const to = address();
  const body = '<p><a href="https://example.com/x">x</a></p>';
  const sent = is(await api.post('/v1/send', { to, from, subject: 'Hello', body }), 200).data.emails[0];
  const { email: emailId, contact } = sent;
  const { html } = await mail(to);
  const pathOf = (kind: string): string => new RegExp(`"${urls.api}(/t/${kind}/[\\w-]+)"`).exec(html)![1]!;
  for (let index = 0; index < 2; index += 1) assert.is((await anonymous.get(pathOf('o'))).status, 200);
  assert.is((await anonymous.get(pathOf('c'))).status, 302);
  const items = await shown(api, 5);
  assert.equal(new Set(typesOf(items)), new Set(['email.sent', 'email.delivered', 'email.opened', 'email.clicked']));
  for (const one of items) {
    keys(one, 'id', 'type', 'timestamp', 'contactEmail', 'contactId', 'metadata');
    assert.match(one.timestamp, TIMESTAMP);
    assert.equal([one.contactEmail, one.contactId], [to, contact.id]);
    assert.equal([one.metadata.emailId, one.metadata.subject, one.metadata.sourceType], [emailId, 'Hello', 'TRANSACTIONAL']);
  }
  const ids = items.map(({ id }) => id);
  for (const suffix of ['sent', 'delivered', 'opened', 'clicked']) assert.ok(ids.includes(`${emailId}_${suffix}`), suffix);
  assert.is(items.find(({ type }) => type === 'email.clicked').metadata.link, 'https://example.com/x');
  const stats = is(await api.get('/activity/stats'), 200);
  assert.equal(
    [stats.totalEmailsSent, stats.totalEmailsOpened, stats.totalEmailsClicked, stats.openRate, stats.clickRate],
    [1, 1, 1, 100, 100],
  );
  const { emails, opens, clicks, bounces, delivered } = is(await api.get('/analytics/timeseries'), 200).at(-1);
  assert.equal([emails, opens, clicks, bounces, delivered], [1, 1, 1, 0, 1]);
});

test('pages follow each other by their cursor, filtered by type, contact and time', async () => {
  const { api, tracker } = await tenant();
  const [one, two] = [address(), address()];
  for (let index = 0; index < 9; index += 1)
    is(await tracker.post('/v1/track', { email: index % 3 ? one : two, event: `e${index}`, data: { index } }), 200);
  const whole = await shown(api, 9);
  assert.equal(
    whole.filter(({ type }) => type === 'event.triggered').map(({ metadata }) => metadata),
    [8, 7, 6, 5, 4, 3, 2, 1, 0].map((index) => ({ eventName: `e${index}`, data: { index } })),
  );
  const paged: any[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: any = is(await api.get(`/activity?limit=4&types=event.triggered&cursor=${encodeURIComponent(cursor)}`), 200);
    assert.is(page.hasMore, page.cursor !== null);
    paged.push(...page.data);
    cursor = page.cursor;
  }
  assert.equal(
    paged,
    whole.filter(({ type }) => type === 'event.triggered'),
  );
  const contactId = whole.find(({ contactEmail }) => contactEmail === two).contactId;
  assert.is((await feed(api, `?contactId=${contactId}&types=event.triggered`)).length, 3);
  assert.equal(await feed(api, '?types=email.sent,nonsense'), []);
  assert.equal(await feed(api, `?endDate=${new Date(Date.now() - DAY_MS).toISOString()}`), []);
  assert.is(is(await api.get('/activity/recent-count?minutes=99'), 200).minutes, 60);
  assert.ok(is(await api.get('/activity/recent-count?minutes=30'), 200).count >= 9);
  const foreign = await tenant();
  assert.equal(await feed(foreign.api, `?contactId=${contactId}`), []);
});

test('campaigns: scheduled, sent, the best of them and their averages', async () => {
  const { api, from } = await sender();
  is(await api.post('/contacts', { email: address() }), 201);
  const content = { name: 'News', subject: 'News', body: '<p>b</p>', from, audienceType: 'ALL' };
  const later = is(await api.post('/campaigns', content), 201).data.id;
  const scheduledFor = new Date(Date.now() + 3 * DAY_MS).toISOString();
  is(await api.post(`/campaigns/${later}/send`, { scheduledFor }), 200);
  const now = is(await api.post('/campaigns', content), 201).data.id;
  is(await api.post(`/campaigns/${now}/send`, {}), 200);
  const items = await shown(api, 2, '?types=campaign.sent,campaign.scheduled');
  assert.equal(typesOf(items), ['campaign.sent', 'campaign.scheduled']);
  assert.equal(
    items.map(({ metadata }) => metadata),
    [
      { campaignId: now, name: 'News' },
      { campaignId: later, name: 'News' },
    ],
  );
  const { activities } = is(await api.get('/activity/upcoming'), 200);
  assert.equal(activities, [
    {
      id: `${later}_scheduled`,
      type: 'campaign.scheduled',
      timestamp: scheduledFor,
      contactEmail: null,
      contactId: null,
      metadata: { campaignId: later, name: 'News' },
    },
  ]);
  assert.equal(is(await api.get('/activity/upcoming?daysAhead=2'), 200), { activities: [] });
  const [best, ...others] = await until(async () => {
    const top = is(await api.get('/analytics/top-campaigns'), 200);
    return top[0]?.sentCount === 1 && top;
  });
  assert.equal(others, []);
  assert.equal(best, {
    id: now,
    subject: 'News',
    sentCount: 1,
    openedCount: 0,
    clickedCount: 0,
    openRate: 0,
    clickRate: 0,
    humanOpens: 0,
    humanClicks: 0,
  });
  const { total, active, completed } = is(await api.get('/analytics/campaign-stats'), 200);
  assert.equal([total, active, completed], [2, 1, 1]);
});

test('executions that start and wait', async () => {
  const { api, tracker } = await tenant();
  const built = await workflow(api, 'came', {
    wait: { type: 'DELAY', config: { amount: 2, unit: 'days' } },
    end: { type: 'EXIT' },
  });
  const email = address();
  is(await tracker.post('/v1/track', { email, event: 'came' }), 200);
  const [started] = await shown(api, 1, '?types=workflow.started');
  assert.is(started.metadata.workflowId, built.id);
  assert.is(started.contactEmail, email);
  const [waiting] = await until(async () => {
    const { activities } = is(await api.get('/activity/upcoming'), 200);
    return activities.length > 0 && activities;
  });
  assert.is(waiting.type, 'workflow.email.scheduled');
  assert.is(waiting.metadata.executionId, started.metadata.executionId);
  assert.ok(Math.abs(Date.parse(waiting.timestamp) - Date.now() - 2 * DAY_MS) < 120_000);
  assert.is(is(await api.get('/activity/stats'), 200).totalWorkflowsStarted, 1);
});

test('types, and no key', async () => {
  const { api } = await tenant();
  assert.is(is(await api.get('/activity/types'), 200).types.length, 15);
  for (const path of ['/activity', '/activity/types', '/analytics/timeseries', '/events/stats'])
    assert.is((await anonymous.get(path)).status, 401);
});

test.run();
