/** The ledger as clients see it (contract 2.8 "Email", 4.9 "E-mails"). */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, TIMESTAMP } from './answers.ts';
import { address, sender, tenant } from './tenant.ts';
import { until } from '#test/until.ts';

const test = suite('emails');
const { api, from, project } = await sender();
const RECORD = [
  'id',
  'projectId',
  'contactId',
  'toName',
  'subject',
  'body',
  'from',
  'fromName',
  'replyTo',
  'headers',
  'attachments',
  'messageId',
  'sourceType',
  'templateId',
  'campaignId',
  'workflowExecutionId',
  'workflowStepExecutionId',
  'status',
  'sentAt',
  'deliveredAt',
  'openedAt',
  'clickedAt',
  'bouncedAt',
  'complainedAt',
  'opens',
  'clicks',
  'humanOpens',
  'humanClicks',
  'error',
  'createdAt',
  'updatedAt',
];

/** Sends, waits for the end, answers the row. */
async function delivered(body: object): Promise<any> {
  const {
    data: {
      emails: [{ email }],
    },
  } = is(await api.post('/v1/send', { from, subject: 's', body: 'b', ...body }), 200);
  return until(async () => {
    const row = is(await api.get(`/emails/${email}`), 200);
    return row.status === 'DELIVERED' && row;
  });
}

test('the whole record', async () => {
  const attachment = { filename: 'a.txt', content: 'YQ==', contentType: 'text/plain', disposition: 'attachment' };
  const row = await delivered({
    to: { email: address(), name: 'Ada' },
    subject: 'Hi {{name}}',
    body: '<p>{{name}}</p>',
    reply: 'r@example.com',
    headers: { 'X-A': 'b' },
    attachments: [attachment],
  });
  for (const key of RECORD) assert.ok(key in row, key);
  assert.equal(
    [row.projectId, row.toName, row.subject, row.from, row.fromName, row.replyTo, row.sourceType, row.opens, row.clicks, row.error],
    [project.id, 'Ada', 'Hi Ada', from, project.name, 'r@example.com', 'TRANSACTIONAL', 0, 0, null],
  );
  for (const key of [
    'templateId',
    'campaignId',
    'workflowExecutionId',
    'workflowStepExecutionId',
    'openedAt',
    'clickedAt',
    'bouncedAt',
    'complainedAt',
  ])
    assert.is(row[key], null, key);
  for (const key of ['sentAt', 'deliveredAt', 'createdAt', 'updatedAt']) assert.match(row[key], TIMESTAMP);
  assert.match(row.body, /<p>Ada<\/p>/);
  assert.equal(row.headers, { 'X-A': 'b' });
  assert.is(row.attachments.length, 1);
  for (const [key, value] of Object.entries(attachment)) assert.is(row.attachments[0][key], value);
  assert.type(row.messageId, 'string');
});

test('mails of a template: each has the whole body, whatever its rows share', async () => {
  const [long, list] = ['x'.repeat(200_000), ['a', 'b']];
  const body = `<p>{{name ?? "nobody"}} {{data.plan}}</p>{% if vip %}<b>{{ name | upcase }}</b>{% endif %}<ul>{{list}}</ul>${long}{{gone}}`;
  const template = is(
    await api.post('/templates', { name: 'n', subject: '{{name}}: {{plan}}', body, from, type: 'TRANSACTIONAL' }),
    201,
  ).id;
  const named = { template, subject: undefined, body: undefined, from: undefined };
  const rows = await Promise.all([
    delivered({ to: address(), ...named, data: { name: 'Ada', plan: '$1 {{x}}', vip: true, list } }),
    delivered({ to: address(), ...named, data: { plan: '<i>', list } }),
    delivered({ to: address(), ...named, data: { name: long, plan: 'p' } }),
  ]);
  const items = '<li>a</li>\n<li>b</li>';
  assert.equal(
    rows.map((one) => one.body),
    [
      `<p>Ada $1 {{x}}</p><b>ADA</b><ul>${items}</ul>${long}`,
      `<p>nobody <i></p><ul>${items}</ul>${long}`,
      `<p>${long} p</p><ul></ul>${long}`,
    ],
  );
  assert.equal(
    rows.map((one) => [one.subject, one.templateId]),
    [
      ['Ada: $1 {{x}}', template],
      [': <i>', template],
      [`${long}: p`, template],
    ],
  );
  is(await api.patch(`/templates/${template}`, { body: 'changed' }), 200);
  assert.is(is(await api.get(`/emails/${rows[0].id}`), 200).body, rows[0].body, 'the mail stays as it was sent');
});

test('message ids are unique', async () => {
  const rows = await Promise.all([delivered({ to: address() }), delivered({ to: address() })]);
  assert.is.not(rows[0].messageId, rows[1].messageId);
});

test('the trace tells every move of a mail, oldest first', async () => {
  const { id } = await delivered({ to: address() });
  const { data } = is(await api.get(`/emails/${id}/trace`), 200);
  assert.ok(data.length >= 2);
  for (const [i, one] of data.entries()) {
    for (const key of ['at', 'from', 'to', 'actor', 'attempt', 'detail']) assert.ok(key in one, key);
    assert.match(one.at, TIMESTAMP);
    assert.is(one.from, i === 0 ? null : data[i - 1].to);
    if (i > 0) assert.ok(one.at >= data[i - 1].at);
  }
  assert.is(data[0].to, 'PENDING');
  assert.is(data.at(-1).to, 'DELIVERED');
});

test('unknown mails', async () => {
  const foreign = await sender();
  const {
    data: {
      emails: [{ email }],
    },
  } = is(await foreign.api.post('/v1/send', { to: address(), from: foreign.from, subject: 's', body: 'b' }), 200);
  for (const id of [randomUUID(), 'x', '%24ne', email]) {
    for (const path of [`/emails/${id}`, `/emails/${id}/trace`]) envelope(await api.get(path), 404, 'RESOURCE_NOT_FOUND');
  }
});

test('the list: pages and filters', async () => {
  const own = await sender();
  const post = async (body: object) =>
    is(await own.api.post('/v1/send', { from: own.from, subject: 'Plain', body: 'b', ...body }), 200).data.emails[0];
  const [one, two] = [address('one'), address('two')];
  const template = is(
    await own.api.post('/templates', { name: 'n', subject: 'From template (x)', body: 'b', from: own.from, type: 'TRANSACTIONAL' }),
    201,
  );
  const attachments = [{ filename: 'a.txt', content: 'YQ==', contentType: 'text/plain' }];
  const first = await post({ to: one, attachments });
  await sleep(5);
  const middle = new Date().toISOString();
  await sleep(5);
  const second = await post({ to: two });
  const third = await post({ to: two, subject: undefined, body: undefined, template: template.id });
  await until(async () => is(await own.api.get('/emails?status=DELIVERED'), 200).total === 3);

  const { data, ...page } = is(await own.api.get('/emails'), 200);
  assert.equal(page, { total: 3, page: 1, pageSize: 20, totalPages: 1 });
  for (const item of data) {
    for (const key of RECORD.filter((name) => name !== 'body')) assert.ok(key in item, key);
    assert.not('body' in item);
    for (const file of item.attachments) assert.not('content' in file);
  }
  assert.is(data[2].attachments[0].filename, 'a.txt');

  const [c, b, a] = [third.email, second.email, first.email];
  const table: [string, string[]][] = [
    ['', [c, b, a]],
    ['pageSize=2', [c, b]],
    ['pageSize=2&page=2', [a]],
    ['page=3&pageSize=2', []],
    ['page=x&pageSize=0', [c, b, a]],
    ['status=DELIVERED', [c, b, a]],
    ['status=PENDING', []],
    ['sourceType=TRANSACTIONAL', [c, b, a]],
    ['sourceType=CAMPAIGN', []],
    [`campaignId=${randomUUID()}`, []],
    [`contactId=${first.contact.id}`, [a]],
    [`to=${two}`, [c, b]],
    [`to=${two.toUpperCase()}`, [c, b]],
    ['search=TEMPLATE%20(', [c]],
    ['search=.*', []],
    ['search=%20plain%20', [b, a]],
    [`startDate=${middle}`, [c, b]],
    [`endDate=${middle}`, [a]],
    [`startDate=${middle}&endDate=${middle}`, []],
    [`to=${two}&search=plain`, [b]],
    [`contactId[$ne]=x`, [c, b, a]],
  ];
  for (const [query, expected] of table) {
    assert.equal(
      is(await own.api.get(`/emails?${query}`), 200).data.map((item: any) => item.id),
      expected,
      query,
    );
  }
  assert.equal(is(await (await tenant()).api.get('/emails'), 200), { data: [], total: 0, page: 1, pageSize: 20, totalPages: 0 });
});

test.run();
