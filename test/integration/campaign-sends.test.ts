/**
 * A campaign's send while it lasts: whom it is for, who is left out meanwhile, paused, slowed down, watched, cancelled, and what refers to
 * it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import type { Api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { envelope, is, keys, refused } from './answers.ts';
import { mails } from './inbox-mail.ts';
import { address, anonymous, base, inOneProcess, sender } from './tenant.ts';

const test = suite('campaign sends');
const once = inOneProcess(test);
const PROGRESS = [
  'status',
  'paused',
  'frozen',
  'pending',
  'sending',
  'sent',
  'failed',
  'suppressed',
  'unknown',
  'rateNow',
  'rateLimit',
  'secondsLeft',
];

interface Person {
  id: string;
  email: string;
}

interface Recipients {
  api: Api;
  secret: string;
  people: Person[];
  /** A campaign to all of them. */
  campaign(body?: object): Promise<any>;
}

async function createRecipients(count: number, dataOf: (index: number) => object = (index) => ({ n: index })): Promise<Recipients> {
  const { api, from, project } = await sender();
  const people = await Promise.all(
    Array.from({ length: count }, async (_, index) =>
      is(await api.post('/contacts', { email: address(`r${index}`), data: dataOf(index) }), 201),
    ),
  );
  const campaign = async (body: object = {}) =>
    is(await api.post('/campaigns', { name: 'News', subject: 'S', body: '<p>B {{n}}</p>', from, audienceType: 'ALL', ...body }), 201).data;
  return { api, secret: project.secret, people, campaign };
}

const get = async (api: Api, id: string) => is(await api.get(`/campaigns/${id}`), 200);
const progress = async (api: Api, id: string) => is(await api.get(`/campaigns/${id}/progress`), 200);
const ended = (api: Api, id: string) =>
  until(
    async () => {
      const campaign = await get(api, id);
      return campaign.status === 'SENT' && campaign;
    },
    { every: 100, within: 20_000, what: 'the end' },
  );
const rate = async (api: Api, id: string, perSecond: number | null) => is(await api.post(`/campaigns/${id}/rate`, { perSecond }), 200);
/** Nothing is on its way, or was claimed and is not given back yet. @param count so many are frozen, too */
const atRest = (api: Api, id: string, count?: number) =>
  until(
    async () => {
      const now = await progress(api, id);
      return now.frozen === (count ?? now.frozen) && now.sending === 0 && now;
    },
    { every: 100, what: count === undefined ? 'nothing in flight' : 'the frozen audience' },
  );
/** Mails to an address by now. */
const arrived = async ({ email }: Person): Promise<number> => is(await anonymous.get(`/dev/inbox?to=${email}`), 200).data.length;
const condition = (value: number) => ({ logic: 'AND', groups: [{ filters: [{ field: 'data.n', operator: 'lessThan', value }] }] });

once('audiences: a condition, a dynamic segment, a static one', async () => {
  const { api, people, campaign } = await createRecipients(6);
  const dynamic = is(await api.post('/segments', { name: 'Low', condition: condition(2) }), 201);
  const fixed = is(await api.post('/segments', { name: 'Chosen', type: 'STATIC' }), 201);
  is(await api.post(`/segments/${fixed.id}/members`, { emails: people.slice(3).map(({ email }) => email) }), 200);
  const filtered = await campaign({ audienceType: 'FILTERED', audienceCondition: condition(4) });
  const low = await campaign({ audienceType: 'SEGMENT', segmentId: dynamic.id });
  const chosen = await campaign({ audienceType: 'SEGMENT', segmentId: fixed.id });
  assert.equal(
    [filtered, low, chosen].map(({ totalRecipients }) => totalRecipients),
    [4, 2, 3],
  );
  assert.equal(low.segment, { id: dynamic.id, name: 'Low' });
  for (const { id } of [filtered, low, chosen]) is(await api.post(`/campaigns/${id}/send`), 200);
  const sent = await Promise.all([filtered, low, chosen].map(({ id }) => ended(api, id)));
  assert.equal(
    sent.map(({ sentCount, totalRecipients }) => [sentCount, totalRecipients]),
    [
      [4, 4],
      [2, 2],
      [3, 3],
    ],
  );
  assert.equal(await Promise.all(people.map(arrived)), [2, 2, 1, 2, 1, 1]);
});

test('who leaves between freezing and dispatch is not mailed, and the row says why', async () => {
  const { api, people, campaign } = await createRecipients(4);
  const { id } = await campaign();
  await rate(api, id, 0.1);
  is(await api.post(`/campaigns/${id}/send`), 200);
  is(await api.post(`/campaigns/${id}/pause`), 200);
  await atRest(api, id, 4);
  const first = new Set(
    is(await api.get(`/campaigns/${id}/recipients`), 200)
      .data.filter(({ sentAt }: any) => sentAt)
      .map(({ email }: any) => email),
  );
  const [gone, left, stays] = people.filter(({ email }) => !first.has(email)) as [Person, Person, Person];
  assert.is((await api.delete(`/contacts/${gone.id}`)).status, 204);
  is(await api.patch(`/contacts/${left.id}`, { subscribed: false }), 200);
  await rate(api, id, null);
  is(await api.post(`/campaigns/${id}/resume`), 200);
  const campaign_ = await ended(api, id);
  assert.equal([campaign_.totalRecipients, campaign_.sentCount], [4, 2]);
  assert.equal(await Promise.all([gone, left, stays].map(arrived)), [0, 0, 1]);
  const page = is(await api.get(`/campaigns/${id}/recipients?status=SUPPRESSED`), 200);
  assert.equal([page.total, page.totalPages], [2, 1]);
  assert.equal(page.data.map(({ email }: any) => email).toSorted(), [gone.email, left.email].toSorted());
  for (const { reason } of page.data) assert.match(reason, /unsubscribed|deleted|gone/i);
  const now = await progress(api, id);
  keys(now, ...PROGRESS);
  assert.equal([now.status, now.frozen, now.sent, now.suppressed, now.pending, now.secondsLeft], ['SENT', 4, 2, 2, 0, 0]);
});

test('paused nothing leaves, resumed the rest does; a rate holds', async () => {
  const { api, campaign } = await createRecipients(30);
  const { id } = await campaign();
  // Slow enough that a busy machine still asks amid it.
  await rate(api, id, 1);
  is(await api.post(`/campaigns/${id}/send`), 200);
  await until(async () => (await progress(api, id)).sent >= 3, { every: 100, what: 'the first mails' });
  const paused = is(await api.post(`/campaigns/${id}/pause`), 200);
  assert.equal([paused.status, paused.paused, paused.rateLimit, paused.secondsLeft], ['SENDING', true, 1, null]);
  await sleep(500);
  const held = await atRest(api, id);
  assert.ok(held.sent < 30, 'all had left before the pause');
  await sleep(1_500);
  // What was claimed amid the pause, if anything was, is given back by then.
  const later = await atRest(api, id);
  assert.equal([later.sent, later.pending, later.paused], [held.sent, 30 - held.sent, true]);
  is(await api.post(`/campaigns/${id}/resume`), 200);
  await rate(api, id, null);
  assert.is((await ended(api, id)).sentCount, 30);
});

test('progress as events: sent until the end', async () => {
  const { api, secret, campaign } = await createRecipients(12);
  const { id } = await campaign();
  await rate(api, id, 5);
  is(await api.post(`/campaigns/${id}/send`), 200);
  const answer = await fetch(`${base}/campaigns/${id}/progress`, {
    headers: { authorization: `Bearer ${secret}`, accept: 'text/event-stream' },
    signal: AbortSignal.timeout(stretched(20_000)),
  });
  assert.is(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const events = (await answer.text())
    .trim()
    .split('\n\n')
    .map((text) => /^event: (\w+)\ndata: (.*)$/.exec(text)!)
    .map(([, event, data]) => ({ event, data: JSON.parse(data!) }));
  assert.ok(events.length >= 3, `${events.length} events`);
  assert.equal([...new Set(events.map(({ event }) => event))], ['progress', 'end']);
  for (const { data } of events) keys(data, ...PROGRESS);
  const { status, frozen: people, sent } = events.at(-1)!.data;
  assert.equal([status, people, sent], ['SENT', 12, 12]);
  envelope(await api.get(`/campaigns/${crypto.randomUUID()}/progress`, { accept: 'text/event-stream' }), 404, 'CAMPAIGN_NOT_FOUND');
});

test('cancelled in the middle: for good, and the rest never leaves', async () => {
  const { api, people, campaign } = await createRecipients(20);
  const { id } = await campaign();
  // Slow enough that a busy machine still asks amid it.
  await rate(api, id, 1);
  is(await api.post(`/campaigns/${id}/send`), 200);
  await until(async () => (await progress(api, id)).sent >= 2, { every: 100, what: 'the first mails' });
  const cancelled = is(await api.post(`/campaigns/${id}/cancel`), 200);
  assert.is(cancelled.status, 'CANCELLED');
  await rate(api, id, null).catch(() => undefined);
  const { sent } = await progress(api, id);
  await sleep(2_000);
  const inboxes = (await Promise.all(people.map(arrived))).reduce((sum, count) => sum + count, 0);
  assert.ok(inboxes - sent <= 2, `${inboxes - sent} left after the answer`);
  assert.is(is(await api.get(`/emails?campaignId=${id}`), 200).total, 20);
  await until(async () => (await get(api, id)).sentCount === inboxes, { every: 200, what: 'the counters' });
  assert.is((await get(api, id)).status, 'CANCELLED');
  assert.is(is(await api.post(`/campaigns/${id}/cancel`), 200).status, 'CANCELLED');
});

once('edits after the start change nothing: content and segment are frozen', async () => {
  const { api, people, campaign } = await createRecipients(4);
  const segment = is(await api.post('/segments', { name: 'Low', condition: condition(3) }), 201);
  const { id } = await campaign({ audienceType: 'SEGMENT', segmentId: segment.id });
  await rate(api, id, 0.1);
  is(await api.post(`/campaigns/${id}/send`), 200);
  await atRest(api, id, 3);
  is(await api.patch(`/segments/${segment.id}`, { condition: condition(100) }), 200);
  is(await api.patch(`/contacts/${people[0]!.id}`, { data: { n: 50 } }), 200);
  is(await api.post('/contacts', { email: address('late'), data: { n: 1 } }), 201);
  await rate(api, id, null);
  assert.equal([(await ended(api, id)).sentCount, await arrived(people[0]!), await arrived(people[3]!)], [3, 1, 0]);
});

test('opens and clicks are counted, each mail once', async () => {
  const { api, people, campaign } = await createRecipients(2);
  const { id } = await campaign({ body: '<p><a href="https://example.org/x">x</a></p>' });
  is(await api.post(`/campaigns/${id}/send`), 200);
  await ended(api, id);
  const [{ html }] = (await mails(people[0]!.email)) as [any];
  for (const path of [/"[^"]*(\/t\/c\/[^"]+)"/, /"[^"]*(\/t\/o\/[^"]+)"/, /"[^"]*(\/t\/o\/[^"]+)"/])
    await fetch(base + path.exec(html)![1], { redirect: 'manual' });
  const seen = await until(
    async () => {
      const stats = is(await api.get(`/campaigns/${id}/stats`), 200);
      return stats.openedCount === 1 && stats.clickedCount === 1 && stats;
    },
    { every: 200, what: 'the counters' },
  );
  assert.equal([seen.openRate, seen.clickRate], [50, 50]);
});

once('what an active campaign refers to: segments stay, fields say so', async () => {
  const { api, campaign } = await createRecipients(3);
  const segment = is(await api.post('/segments', { name: 'Low', condition: condition(2) }), 201);
  const named = await campaign({ audienceType: 'SEGMENT', segmentId: segment.id });
  const other = await campaign({
    name: 'By field',
    audienceType: 'FILTERED',
    audienceCondition: {
      logic: 'AND',
      groups: [
        {
          filters: [
            { field: `segment.${segment.id}`, operator: 'memberOfSegment' },
            { field: 'data.n', operator: 'exists' },
          ],
        },
      ],
    },
  });
  envelope(await api.delete(`/segments/${segment.id}`), 409, 'CONFLICT', 'Segment is used by 2 active campaigns');
  const usage = is(await api.get('/contacts/fields/data.n/usage'), 200);
  assert.equal([usage.usedInCampaigns, usage.canDelete], [[{ id: other.id, name: 'By field' }], false]);
  for (const { id } of [named, other]) is(await api.delete(`/campaigns/${id}`), 200);
  assert.is((await api.delete(`/segments/${segment.id}`)).status, 204);
});

once('refusals', async () => {
  const { api, campaign } = await createRecipients(1);
  const { id } = await campaign();
  envelope(await api.post(`/campaigns/${id}/pause`), 400, 'BAD_REQUEST', 'Can only pause or resume');
  envelope(await api.post(`/campaigns/${id}/resume`), 400, 'BAD_REQUEST', 'Can only pause or resume');
  envelope(await api.post(`/campaigns/${id}/resume-unknown`, { decision: 'drop' }), 400, 'BAD_REQUEST', 'Can only decide');
  refused(await api.post(`/campaigns/${id}/resume-unknown`, { decision: 'perhaps' }), 'decision', 'invalid_enum_value');
  for (const perSecond of [-1, 0, 0.099]) refused(await api.post(`/campaigns/${id}/rate`, { perSecond }), 'perSecond', 'too_small');
  refused(await api.post(`/campaigns/${id}/rate`, {}), 'perSecond', 'invalid_type');
  for (const [method, path, body] of [
    ['POST', 'pause'],
    ['POST', 'resume'],
    ['POST', 'rate', { perSecond: 1 }],
    ['GET', 'progress'],
    ['GET', 'recipients'],
    ['POST', 'resume-unknown', { decision: 'drop' }],
  ] as const) {
    refused(await api.send(method, `/campaigns/nonsense/${path}`, body), 'id', 'invalid_string');
    envelope(await api.send(method, `/campaigns/${crypto.randomUUID()}/${path}`, body), 404, 'CAMPAIGN_NOT_FOUND');
  }
});

// The last: what it leaves behind is at work for a while.
once('campaigns that only wait for their rate keep no other from leaving', async () => {
  const { api, campaign } = await createRecipients(12);
  // More than Temporal hands out at once to a process; at 0.1 a second they are at it for two minutes.
  const slow = await Promise.all(Array.from({ length: 104 }, () => campaign()));
  await Promise.all(slow.map(({ id }) => rate(api, id, 0.1)));
  await Promise.all(slow.map(async ({ id }) => is(await api.post(`/campaigns/${id}/send`), 200)));
  const waiting = new Set<string>(slow.map(({ id }) => id));
  await until(
    async () => {
      for (const id of waiting) if ((await progress(api, id)).sent > 0) waiting.delete(id);
      return waiting.size === 0;
    },
    { every: 500, within: 60_000, what: 'the first mail of each' },
  );
  const { id } = await campaign();
  is(await api.post(`/campaigns/${id}/send`), 200);
  assert.is((await ended(api, id)).sentCount, 12);
  const states = await Promise.all(slow.map(async (one) => (await progress(api, one.id)).status));
  assert.ok(states.includes('SENDING'), 'the others wait still');
  await Promise.all(slow.map((one) => api.post(`/campaigns/${one.id}/cancel`)));
});

test.run();
