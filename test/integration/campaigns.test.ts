/** Campaigns: write, read, list, send, pause, cancel, test (contract 2.3, 3.1, 4.6). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { envelope, is, keys, refused, TIMESTAMP, UUID } from './answers.ts';
import { header, mail, mails } from './inbox-mail.ts';
import { address, anonymous, sender } from './tenant.ts';

const test = suite('campaigns');
const mine = await sender();
const { api, from } = mine;
const valid = { name: 'News', subject: 'Hello {{name ?? "you"}}', body: '<p>Hi {{name}}</p>', from, audienceType: 'ALL' };
const counters = [
  'totalRecipients',
  'sentCount',
  'deliveredCount',
  'openedCount',
  'clickedCount',
  'bouncedCount',
  'complainedCount',
  'unsubscribedCount',
];
const fields = [
  'id',
  'name',
  'description',
  'subject',
  'body',
  'from',
  'fromName',
  'replyTo',
  'type',
  'status',
  'audienceType',
  'audienceCondition',
  'segmentId',
  'segment',
  'templateId',
  'scheduledFor',
  'projectId',
  'sentAt',
  'createdAt',
  'updatedAt',
  ...counters,
];

const make = async (body: object = {}, as: Api = api) => is(await as.post('/campaigns', { ...valid, ...body }), 201).data;
const get = async (id: string, as: Api = api) => is(await as.get(`/campaigns/${id}`), 200);
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** A project with `count` subscribed contacts. */
async function createRecipients(count: number) {
  const owner = await sender();
  const people = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const email = address(`c${index}`);
      const { id } = is(await owner.api.post('/contacts', { email, data: { name: `N${index}` } }), 201);
      return { id, email };
    }),
  );
  return { ...owner, people, campaign: (body: object = {}) => make({ from: owner.from, ...body }, owner.api) };
}

const ended = (id: string, as: Api) =>
  until(async () => {
    const campaign = await get(id, as);
    return campaign.status === 'SENT' && campaign;
  });

test('POST answers the whole campaign, in DRAFT, counted', async () => {
  const { api: other, campaign } = await createRecipients(3);
  const made = await campaign();
  keys(made, ...fields);
  assert.match(made.id, UUID);
  assert.match(made.createdAt, TIMESTAMP);
  assert.is(made.status, 'DRAFT');
  assert.is(made.type, 'MARKETING');
  assert.is(made.totalRecipients, 3);
  for (const name of [
    'description',
    'fromName',
    'replyTo',
    'segmentId',
    'segment',
    'audienceCondition',
    'templateId',
    'scheduledFor',
    'sentAt',
  ])
    assert.is(made[name], null);
  assert.equal(await get(made.id, other), made);
});

for (const [fault, field, code] of [
  [{ name: undefined }, 'name', 'invalid_type'],
  [{ subject: undefined }, 'subject', 'invalid_type'],
  [{ body: undefined }, 'body', 'invalid_type'],
  [{ from: undefined }, 'from', 'invalid_type'],
  [{ audienceType: undefined }, 'audienceType', 'invalid_type'],
  [{ audienceType: 'SOME' }, 'audienceType', 'invalid_enum_value'],
  [{ from: 'nobody' }, 'from', 'invalid_string'],
  [{ audienceType: 'SEGMENT' }, 'segmentId', 'invalid_type'],
  [{ audienceType: 'SEGMENT', segmentId: 'x' }, 'segmentId', 'invalid_string'],
  [{ audienceType: 'FILTERED' }, 'audienceCondition', 'invalid_type'],
  [{ audienceType: 'FILTERED', audienceCondition: 'x' }, 'audienceCondition', 'invalid_type'],
  [{ subject: 'a\nb' }, 'subject', 'custom'],
  [{ fromName: 'a\r\nb' }, 'fromName', 'custom'],
  [{ type: 'NEWSLETTER' }, 'type', 'invalid_enum_value'],
] as const) {
  test(`POST with ${JSON.stringify(fault)} is a 422 for ${field}`, async () =>
    void refused(await api.post('/campaigns', { ...valid, ...fault }), field, code));
}

test('then come condition, syntax, domain and segment, in this order', async () => {
  const worst = { audienceType: 'FILTERED', audienceCondition: { logic: 'XOR' }, body: '{% if %}', from: 'a@unverified.example' };
  envelope(await api.post('/campaigns', { ...valid, ...worst }), 400, 'BAD_REQUEST', 'Logic must be AND or OR');
  const syntax = envelope(await api.post('/campaigns', { ...valid, ...worst, audienceType: 'ALL' }), 400, 'BAD_REQUEST');
  assert.is(syntax.details.field, 'body');
  envelope(
    await api.post('/campaigns', { ...valid, from: 'a@unverified.example', audienceType: 'SEGMENT', segmentId: randomUUID() }),
    403,
    'INTERNAL_SERVER_ERROR',
    'Domain "unverified.example"',
  );
  envelope(await api.post('/campaigns', { ...valid, audienceType: 'SEGMENT', segmentId: randomUUID() }), 404, 'RESOURCE_NOT_FOUND');
});

test('ids: malformed 422, unknown or foreign 404', async () => {
  const other = await sender();
  const { id } = await make();
  for (const [method, path, body] of [
    ['GET', ''],
    ['PUT', '', {}],
    ['DELETE', ''],
    ['POST', '/duplicate'],
    ['POST', '/send'],
    ['POST', '/cancel'],
    ['POST', '/test', { email: 'a@example.com' }],
    ['GET', '/stats'],
  ] as const) {
    refused(await api.send(method, `/campaigns/nonsense${path}`, body), 'id', 'invalid_string');
    envelope(await api.send(method, `/campaigns/${randomUUID()}${path}`, body), 404, 'CAMPAIGN_NOT_FOUND');
    envelope(await other.api.send(method, `/campaigns/${id}${path}`, body), 404, 'CAMPAIGN_NOT_FOUND');
  }
});

test('PUT replaces with all required fields, changes what is sent without', async () => {
  const made = await make({ description: 'd', type: 'HEADLESS', replyTo: 'r@example.com' });
  const part = is(await api.send('PUT', `/campaigns/${made.id}`, { name: 'Other' }), 200);
  assert.equal({ ...part, updatedAt: null }, { ...made, name: 'Other', updatedAt: null });
  const whole = is(await api.send('PUT', `/campaigns/${made.id}`, { ...valid, name: 'Third' }), 200);
  assert.is(whole.description, null);
  assert.is(whole.type, 'MARKETING');
  assert.is(whole.replyTo, null);
});

test('lists: pages, status, search, sort', async () => {
  const { campaign, api: as } = await createRecipients(1);
  for (const name of ['b', 'A', 'c']) await campaign({ name, subject: `s-${name}` });
  const names = async (query: string) => is(await as.get(`/campaigns?${query}`), 200).data.map(({ name }: { name: string }) => name);
  const page = is(await as.get('/campaigns?pageSize=2&page=2'), 200);
  keys(page, 'data', 'page', 'pageSize', 'total', 'totalPages');
  assert.equal([page.total, page.totalPages, page.data.length], [3, 2, 1]);
  assert.equal(await names('sort=name&dir=asc'), ['A', 'b', 'c']);
  assert.equal(await names('search=%20S-B%20'), ['b']);
  assert.equal(await names('status=SENT'), []);
  assert.is((await names('status=DRAFT')).length, 3);
  envelope(await as.get('/campaigns?status=OPEN'), 400, 'BAD_REQUEST', 'Invalid status value');
});

test('duplicate', async () => {
  const made = await make({ name: 'n'.repeat(255) });
  const copy = is(await api.post(`/campaigns/${made.id}/duplicate`), 201);
  keys(copy, ...fields, 'success', 'data', 'message');
  assert.is(copy.name, `${'n'.repeat(248)} (Copy)`.slice(-255));
  assert.is(copy.success, true);
  assert.is(copy.data.id, copy.id);
  assert.is(copy.status, 'DRAFT');
});

test('a send: everybody subscribed once, counted, and never again', async () => {
  const { api: as, people, campaign } = await createRecipients(5);
  const stranger = address('out');
  is(await as.post('/contacts', { email: stranger, subscribed: false }), 201);
  const { id } = await campaign();
  const answer = is(await as.post(`/campaigns/${id}/send`), 200);
  assert.equal([answer.success, answer.message, answer.data.status], [true, 'Campaign is being sent', 'SENDING']);
  assert.match(answer.data.sentAt, TIMESTAMP);
  const sent = await ended(id, as);
  assert.equal([sent.totalRecipients, sent.sentCount, sent.deliveredCount], [5, 5, 5]);
  for (const [index, { email, id: contactId }] of people.entries()) {
    const got = await mails(email);
    assert.is(got.length, 1);
    assert.is(got[0].subject, `Hello N${index}`);
    assert.match(header(got[0], 'list-unsubscribe')!, new RegExp(contactId));
    assert.is(header(got[0], 'precedence'), 'bulk');
  }
  assert.is(is(await anonymous.get(`/dev/inbox?to=${stranger}`), 200).data.length, 0);
  const rows = is(await as.get(`/emails?campaignId=${id}`), 200);
  assert.is(rows.total, 5);
  assert.is(rows.data[0].sourceType, 'CAMPAIGN');
  const stats = is(await as.get(`/campaigns/${id}/stats`), 200);
  assert.equal([stats.sentCount, stats.deliveryRate, stats.openRate], [5, 100, 0]);
  envelope(await as.post(`/campaigns/${id}/send`), 400, 'BAD_REQUEST', 'Campaign has already been sent or is currently sending');
  envelope(await as.post(`/campaigns/${id}/cancel`), 400, 'BAD_REQUEST', 'Can only cancel scheduled or sending campaigns');
  envelope(
    await as.send('PUT', `/campaigns/${id}`, { name: 'x' }),
    400,
    'BAD_REQUEST',
    'Cannot update campaign that is sending or has been sent',
  );
  assert.equal(is(await as.delete(`/campaigns/${id}`), 200), { success: true, message: 'Campaign deleted successfully' });
  assert.is(is(await as.get(`/emails?campaignId=${id}`), 200).total, 5);
});

test('a transactional campaign goes to unsubscribed contacts too', async () => {
  const { api: as, campaign } = await createRecipients(1);
  const email = address('out');
  is(await as.post('/contacts', { email, subscribed: false }), 201);
  const { id, totalRecipients } = await campaign({ type: 'TRANSACTIONAL' });
  assert.is(totalRecipients, 2);
  is(await as.post(`/campaigns/${id}/send`, { scheduledFor: null }), 200);
  assert.is((await ended(id, as)).sentCount, 2);
  assert.is(header(await mail(email), 'list-unsubscribe'), undefined);
});

test('refusals of send', async () => {
  const empty = await sender();
  const nobody = await make({ from: empty.from }, empty.api);
  envelope(await empty.api.post(`/campaigns/${nobody.id}/send`), 400, 'BAD_REQUEST', 'Campaign has no recipients');
  const { api: as, campaign } = await createRecipients(1);
  const { id } = await campaign();
  envelope(await as.post(`/campaigns/${id}/send`, { scheduledFor: 'soon' }), 400, 'BAD_REQUEST', 'Invalid scheduledFor date format');
  envelope(
    await as.post(`/campaigns/${id}/send`, { scheduledFor: '2020-01-01T00:00:00Z' }),
    400,
    'BAD_REQUEST',
    'Scheduled time must be in the future',
  );
  envelope(await as.post(`/campaigns/${id}/cancel`), 400, 'BAD_REQUEST', 'Can only cancel scheduled or sending campaigns');
});

test('a schedule: changed, withdrawn, and kept', async () => {
  const { api: as, people, campaign } = await createRecipients(1);
  const { id } = await campaign();
  const at = tomorrow();
  const answer = is(await as.post(`/campaigns/${id}/send`, { scheduledFor: at }), 200);
  assert.equal([answer.data.status, answer.data.scheduledFor, answer.message], ['SCHEDULED', at, `Campaign scheduled for ${at}`]);
  envelope(await as.delete(`/campaigns/${id}`), 409, 'CONFLICT');
  const withdrawn = is(await as.post(`/campaigns/${id}/cancel`), 200);
  assert.equal([withdrawn.status, withdrawn.scheduledFor, withdrawn.data.status, withdrawn.success], ['DRAFT', null, 'DRAFT', true]);
  is(await as.post(`/campaigns/${id}/send`, { scheduledFor: at }), 200);
  is(await as.post(`/campaigns/${id}/send`, { scheduledFor: new Date(Date.now() + 1_500).toISOString() }), 200);
  assert.is((await ended(id, as)).sentCount, 1);
  assert.is((await mails(people[0]!.email)).length, 1);
});

test('a test mail: as it is written, to anybody, counted nowhere', async () => {
  const { api: as, campaign } = await createRecipients(1);
  const { id } = await campaign();
  const to = address('tester');
  assert.equal(is(await as.post(`/campaigns/${id}/test`, { email: to }), 200), { success: true, message: `Test email sent to ${to}` });
  const got = await mail(to);
  assert.is(got.subject, '[TEST] Hello {{name ?? "you"}}');
  assert.match(got.html, /Hi \{\{name\}\}/);
  assert.is(header(got, 'x-posthorn-test'), 'true');
  assert.is(header(got, 'list-unsubscribe'), undefined);
  assert.not.match(got.html, /\/t\/o\//);
  assert.is(is(await as.post('/contacts/lookup', { emails: [to] }), 200).found.length, 0);
  assert.is((await get(id, as)).sentCount, 0);
  refused(await as.post(`/campaigns/${id}/test`, { email: 'nobody' }), 'email', 'invalid_string');
});

test.run();
