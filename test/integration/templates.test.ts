/** Templates: create, read, change, delete, duplicate, list (contract 2.2, 4.5 "Faults on save"). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, short, TIMESTAMP, UUID } from './answers.ts';
import { address, sender, tenant } from './tenant.ts';
import { until } from '#test/until.ts';

const test = suite('templates');
const mine = await sender();
const { api, from } = mine;
const valid = { name: 'Welcome', subject: 'Hello {{name}}', body: '<p>Hi</p>', from };

test('POST answers the whole template', async () => {
  const made = is(await api.post('/templates', valid), 201);
  keys(made, 'id', 'name', 'description', 'subject', 'body', 'from', 'fromName', 'replyTo', 'type', 'projectId', 'createdAt', 'updatedAt');
  const { id, createdAt, updatedAt, ...rest } = made;
  assert.match(id, UUID);
  assert.match(createdAt, TIMESTAMP);
  assert.match(updatedAt, TIMESTAMP);
  assert.equal(rest, { ...valid, description: null, fromName: null, replyTo: null, type: 'MARKETING', projectId: mine.project.id });
  assert.equal(is(await api.get(`/templates/${id}`), 200), made);
  const full = {
    ...valid,
    description: 'd'.repeat(500),
    name: 'n'.repeat(100),
    fromName: 'f'.repeat(100),
    replyTo: 'r@example.com',
    type: 'HEADLESS',
  };
  const { id: _, createdAt: __, updatedAt: ___, ...second } = is(await api.post('/templates', full), 201);
  assert.equal(second, { ...full, projectId: mine.project.id });
});

const without = (...names: string[]) => Object.fromEntries(Object.entries(valid).filter(([key]) => !names.includes(key)));
const missing: [object, string][] = [
  [{}, 'Name is required'],
  [without('name'), 'Name is required'],
  [without('name', 'from'), 'Name is required'],
  [{ ...valid, name: '' }, 'Name is required'],
  [without('subject', 'body', 'from'), 'Subject is required'],
  [without('body', 'from'), 'Body is required'],
  [without('from'), 'From address is required'],
];
for (const [body, text] of missing) {
  test(`POST of ${Object.keys(body)} says ${text}`, async () => short(await api.post('/templates', body), 400, text));
}

const malformed: object[] = [
  { from: 'nobody' },
  { replyTo: 'nobody' },
  { type: 'NEWSLETTER' },
  { type: 'marketing' },
  { name: 'n'.repeat(101) },
  { description: 'd'.repeat(501) },
  { fromName: 'f'.repeat(101) },
  { subject: 'a\nb' },
  { subject: 'a\rb' },
  { fromName: 'a\r\nBcc: x@example.com' },
  { name: { $gt: '' } },
  { body: ['x'] },
];
for (const fault of malformed) {
  test(`${JSON.stringify(fault).slice(0, 40)} is refused by POST and PATCH`, async () => {
    const { id } = is(await api.post('/templates', valid), 201);
    short(await api.post('/templates', { ...valid, ...fault }), 400);
    short(await api.patch(`/templates/${id}`, fault), 400);
  });
}

/** source, field, line, words. */
const faulty: [object, string, number, RegExp][] = [
  [{ body: '{% if a %}' }, 'body', 1, /./],
  [{ body: 'a\nb\n{{ a | shout }}' }, 'body', 3, /shout/],
  [{ body: 'a\n{{ a' }, 'body', 2, /./],
  [{ subject: '{% for %}' }, 'subject', 1, /./],
  [{ subject: '{{ x | nope }}', body: '{% broken %}' }, 'subject', 1, /nope/],
  [{ body: '{% include "x" %}' }, 'body', 1, /include.*tag is not available|tag is not available.*include/i],
  [{ body: '\n{% render "x" %}' }, 'body', 2, /render.*tag is not available|tag is not available.*render/i],
  [{ body: '{% layout "x" %}' }, 'body', 1, /layout.*tag is not available|tag is not available.*layout/i],
  [{ body: '{% unheardof %}' }, 'body', 1, /./],
];
for (const [fault, field, line, words] of faulty) {
  test(`${JSON.stringify(fault)} cannot be saved`, async () => {
    const { id } = is(await api.post('/templates', valid), 201);
    const unverified = { ...valid, from: 'a@unverified.example', ...fault };
    for (const answer of [await api.post('/templates', unverified), await api.patch(`/templates/${id}`, fault)]) {
      const error = envelope(answer, 400, 'BAD_REQUEST');
      assert.equal(error.details, { field, line });
      assert.match(error.message, words);
    }
  });
}

test('what looks odd and is fine', async () => {
  const bodies = [
    '<style>a { b: c } @media x { .y{z:1} }</style>',
    '{{first name}}',
    '{{ a ?? b }}',
    '{{ a ?? "x" | upcase }}',
    '{{}}',
    '{{ }}',
    '{{\n a\t}}',
    '{{a.b-c}}',
    '{ { a } }',
    '{{ data.a.b ?? &quot;x&quot; }}',
    '{% if a ?? "b" %}x{% endif %}',
    '{% for i in items %}{{ i }}{{ forloop.index }}{% endfor %}',
    '{% raw %}{{ x | nope }}{% endraw %}',
    '}} {{a}}',
  ];
  for (const body of bodies) is(await api.post('/templates', { ...valid, body }), 201);
});

test('the sender has to be on a verified domain', async () => {
  const other = await sender();
  for (const stranger of [`a@sub.${mine.domain}`, `a@${other.domain}`, 'a@unverified.example']) {
    const domain = stranger.split('@')[1];
    const { id } = is(await api.post('/templates', valid), 201);
    for (const answer of [
      await api.post('/templates', { ...valid, from: stranger }),
      await api.patch(`/templates/${id}`, { from: stranger }),
    ]) {
      envelope(answer, 403, 'INTERNAL_SERVER_ERROR', `Domain "${domain}" is not verified`);
    }
  }
  is(await api.post('/templates', { ...valid, from: from.toUpperCase() }), 201);
});

test('PATCH changes only what is sent', async () => {
  const made = is(await api.post('/templates', { ...valid, description: 'kept' }), 201);
  const changed = is(
    await api.patch(`/templates/${made.id}`, { name: 'Renamed', type: 'TRANSACTIONAL', id: randomUUID(), projectId: randomUUID() }),
    200,
  );
  assert.ok(changed.updatedAt >= made.updatedAt);
  assert.equal({ ...changed, updatedAt: 0 }, { ...made, name: 'Renamed', type: 'TRANSACTIONAL', updatedAt: 0 });
  assert.equal(is(await api.get(`/templates/${made.id}`), 200), changed);
});

test('unknown templates', async () => {
  for (const id of [randomUUID(), 'x', '%24ne']) {
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', ''],
      ['POST', '/duplicate'],
      ['GET', '/usage'],
    ] as const) {
      const error = envelope(await api.send(method, `/templates/${id}${path}`, body), 404, 'TEMPLATE_NOT_FOUND', 'Template not found');
      assert.equal(error.details, { resource: 'Template', id: decodeURIComponent(id) });
    }
  }
});

test('usage: campaigns that name it or ask for its mail, and mails of it that left', async () => {
  const { id } = is(await api.post('/templates', { ...valid, type: 'TRANSACTIONAL' }), 201);
  const usage = async () => is(await api.get(`/templates/${id}/usage`), 200);
  assert.equal(await usage(), { campaigns: [], workflowSteps: [], emailsSent: 0 });
  const content = { subject: 's', body: 'b', from };
  const condition = { logic: 'AND', groups: [{ filters: [{ field: 'email.opened', operator: 'triggered', templateId: id }] }] };
  const asks = is(
    await api.post('/campaigns', { ...content, name: 'asks', audienceType: 'FILTERED', audienceCondition: condition }),
    201,
  ).data;
  const names = is(await api.post('/campaigns', { ...content, name: 'names', audienceType: 'ALL', templateId: id }), 201).data;
  is(await api.post('/campaigns', { ...content, name: 'neither', audienceType: 'ALL' }), 201);
  is(await api.post('/v1/send', { to: [address(), address()], template: id }), 200);
  is(await api.post('/v1/send', { to: address(), from, subject: 's', body: 'b' }), 200);
  const used = await until(async () => {
    const now = await usage();
    return now.emailsSent === 2 && now;
  });
  assert.equal(used, {
    campaigns: [names, asks].map((one) => ({ id: one.id, name: one.name, status: 'DRAFT' })),
    workflowSteps: [],
    emailsSent: 2,
  });
});

test('DELETE', async () => {
  const { id } = is(await api.post('/templates', valid), 201);
  is(await api.delete(`/templates/${id}`), 204);
  envelope(await api.get(`/templates/${id}`), 404, 'TEMPLATE_NOT_FOUND');
  envelope(await api.delete(`/templates/${id}`), 404, 'TEMPLATE_NOT_FOUND');
});

test('a duplicate is the same under another name that fits', async () => {
  for (const name of ['Welcome', 'n'.repeat(100)]) {
    const made = is(
      await api.post('/templates', { ...valid, name, description: 'd', fromName: 'f', replyTo: 'r@example.com', type: 'HEADLESS' }),
      201,
    );
    const copy = is(await api.post(`/templates/${made.id}/duplicate`), 201);
    assert.is.not(copy.id, made.id);
    assert.is(copy.name, `${name.slice(0, 93)} (Copy)`);
    const rest = { id: 0, name: 0, createdAt: 0, updatedAt: 0 };
    assert.equal({ ...copy, ...rest }, { ...made, ...rest });
  }
});

test('the list: page, type, search, order', async () => {
  const other = await tenant();
  assert.equal(is(await other.api.get('/templates'), 200), { data: [], total: 0, page: 1, pageSize: 20, totalPages: 0 });

  const own = await sender();
  const make = async (name: string, more: object = {}) =>
    is(await own.api.post('/templates', { ...valid, from: own.from, name, ...more }), 201);
  await make('banana', { type: 'HEADLESS', description: 'yellow fruit' });
  await make('Apple', { type: 'TRANSACTIONAL', subject: 'Red (fresh)' });
  await make('cherry.*');
  const names = async (query: string) => is(await own.api.get(`/templates?${query}`), 200).data.map((one: any) => one.name);
  const table: [string, string[]][] = [
    ['', ['cherry.*', 'Apple', 'banana']],
    ['dir=asc', ['banana', 'Apple', 'cherry.*']],
    ['sort=name', ['cherry.*', 'banana', 'Apple']],
    ['sort=name&dir=asc', ['Apple', 'banana', 'cherry.*']],
    ['sort=body&dir=up', ['cherry.*', 'Apple', 'banana']],
    ['sort=updatedAt&dir=asc', ['banana', 'Apple', 'cherry.*']],
    ['type=HEADLESS', ['banana']],
    ['type=MARKETING', ['cherry.*']],
    ['type=OTHER', ['cherry.*', 'Apple', 'banana']],
    ['search=APPLE', ['Apple']],
    ['search=%20yellow%20', ['banana']],
    ['search=red%20(', ['Apple']],
    ['search=.*', ['cherry.*']],
    ['search=zzz', []],
    ['search=a&type=TRANSACTIONAL', ['Apple']],
    ['page=2&pageSize=2', ['banana']],
    ['page=9&pageSize=2', []],
  ];
  for (const [query, expected] of table) assert.equal(await names(query), expected, query);
  const pages: [string, object][] = [
    ['page=2&pageSize=2', { total: 3, page: 2, pageSize: 2, totalPages: 2 }],
    ['pageSize=1000', { total: 3, page: 1, pageSize: 100, totalPages: 1 }],
    ['page=0&pageSize=0', { total: 3, page: 1, pageSize: 20, totalPages: 1 }],
    ['page=x&pageSize=-1', { total: 3, page: 1, pageSize: 20, totalPages: 1 }],
    ['page=1.5&pageSize=2.5', { total: 3, page: 1, pageSize: 20, totalPages: 1 }],
    ['search=zzz', { total: 0, page: 1, pageSize: 20, totalPages: 0 }],
  ];
  for (const [query, expected] of pages) {
    const { data: _, ...page } = is(await own.api.get(`/templates?${query}`), 200);
    assert.equal(page, expected, query);
  }
});

test.run();
