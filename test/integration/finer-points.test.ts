/**
 * What two careful readers of the contract read differently, for contacts and segments, a case a line (contract 2.1, 2.4, 4.1, 4.2, 4.4,
 * 4.7): what is asked, and what the answer must be.
 */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer, Api } from '#test/client.ts';
import { envelope, is, refused, short } from './answers.ts';
import { events } from './events-seen.ts';
import { imported } from './importing.ts';
import { address, anonymous, person, tenant, withKey } from './tenant.ts';

type Case = [point: string, check: (answer: Answer) => unknown, method: string, path: string, body?: unknown];

const test = suite('finer points');
const { api, project, tracker } = await tenant();
const ada = await contact({ plan: 'pro' }, 'ada');
const strange = await tenant(await person());
const foreign = is(await strange.api.post('/contacts', { email: address() }), 201);
const unknown = randomUUID();

async function contact(data: object | null, label = 'someone', by: Api = api): Promise<any> {
  return is(await by.post('/contacts', { email: address(label), data }), 201);
}
const badRequest = (head: string) => (answer: Answer) => envelope(answer, 400, 'BAD_REQUEST', head);
const notFound = (code: string) => (answer: Answer) => envelope(answer, 404, code);
const ok =
  (status: number, ...checks: ((body: any) => unknown)[]) =>
  (answer: Answer) => {
    const body = is(answer, status);
    for (const check of checks) assert.ok(check(body), `${check} of ${answer.text.slice(0, 300)}`);
  };
const filled = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]));

const CONTACTS: Case[] = [
  ['paging: what is no page is the default', ok(200, ({ data }) => data.length >= 1), 'GET', '/contacts?limit=0'],
  ['paging: nor is a text', ok(200), 'GET', '/contacts?limit=many&cursor='],
  ['paging: more than the maximum is the maximum', ok(200, ({ data }) => data.length <= 100), 'GET', '/contacts?limit=100000'],
  ['cursor: one that cannot be read', badRequest('Invalid cursor'), 'GET', '/contacts?cursor=%21'],
  [
    'search: trimmed, whatever its case',
    ok(200, ({ data }) => data[0].id === ada.id),
    'GET',
    `/contacts?search=%20${ada.email.toUpperCase()}%20`,
  ],
  ['search: never a pattern', ok(200, ({ data }) => data.length === 0), 'GET', '/contacts?search=.*'],
  ['malformed ids are unknown ids', notFound('CONTACT_NOT_FOUND'), 'GET', '/contacts/no-uuid'],
  ['ids of another project are unknown', notFound('CONTACT_NOT_FOUND'), 'GET', `/contacts/${foreign.id}`],
  [
    'inside a body a malformed id is a fault',
    (answer) => refused(answer, 'contactIds.0', 'invalid_string'),
    'POST',
    '/contacts/bulk-subscribe',
    { contactIds: ['x'] },
  ],
  ['unknown keys and parameters are ignored', ok(200), 'GET', '/contacts?nothing=1&sort=nothing&dir=nothing'],
  ['one trailing slash is ignored', ok(200), 'GET', '/contacts/'],
  [
    'an unknown method names itself',
    (answer) => envelope(answer, 404, 'RESOURCE_NOT_FOUND', 'Unknown route PUT /contacts'),
    'PUT',
    '/contacts',
  ],

  ['POST: data that is a text', badRequest(''), 'POST', '/contacts', { email: address(), data: 'x' }],
  ['POST: data that is a list', badRequest(''), 'POST', '/contacts', { email: address(), data: [] }],
  ['POST: an empty e-mail', (answer) => short(answer, 400, 'Email is required'), 'POST', '/contacts', { email: '' }],
  ['POST: no e-mail', (answer) => short(answer, 400, 'Email is required'), 'POST', '/contacts', {}],
  ['POST: an e-mail that is a number', (answer) => refused(answer, 'email', 'invalid_type'), 'POST', '/contacts', { email: 5 }],
  ['POST: a locale that is no text', badRequest('Locale must be a string'), 'POST', '/contacts', { email: address(), data: { locale: 5 } }],
  ['PATCH: the same', badRequest('Locale must be a string'), 'PATCH', `/contacts/${ada.id}`, { data: { locale: [] } }],
  [
    'data.subscribed is an ordinary key',
    ok(201, ({ data, subscribed }) => data.subscribed === 'x' && subscribed),
    'POST',
    '/contacts',
    { email: address(), data: { subscribed: 'x' } },
  ],
  [
    'reserved keys are not stored',
    ok(201, ({ data }) => data === null),
    'POST',
    '/contacts',
    {
      email: address(),
      data: { id: 1, posthorn_id: 1, posthorn_email: 1, email: 1, unsubscribeUrl: 1, subscribeUrl: 1, manageUrl: 1 },
    },
  ],
  ['no key left is no data', ok(201, ({ data }) => data === null), 'POST', '/contacts', { email: address(), data: { gone: null } }],
  ['keys are literal', ok(201, ({ data }) => data['a.b-c d'] === 1), 'POST', '/contacts', { email: address(), data: { 'a.b-c d': 1 } }],
  [
    'a wrapper that lasts is its value',
    ok(201, ({ data }) => data.a === 1),
    'POST',
    '/contacts',
    { email: address(), data: { a: { value: 1, persistent: true } } },
  ],
  [
    'one that does not is not stored',
    ok(201, ({ data }) => data === null),
    'POST',
    '/contacts',
    { email: address(), data: { a: { value: 1, persistent: false } } },
  ],
  [
    '250 new keys in a call, no more',
    (answer) => assert.match(refused(answer, 'data', 'too_big').message, '250'),
    'POST',
    '/contacts',
    { email: address(), data: filled(251) },
  ],
  [
    '1 MB of data, no more',
    (answer) => assert.match(refused(answer, 'data', 'too_big').message, '1 MB'),
    'POST',
    '/contacts',
    { email: address(), data: { a: 'x'.repeat(1_048_577) } },
  ],
  [
    'addresses of any script, in lower case',
    ok(201, ({ email }) => email === 'käthe@bücher.example'),
    'POST',
    '/contacts',
    { email: ' Käthe@BÜCHER.example ' },
  ],

  [
    'fields: sent only as null or for this time: none',
    ok(200, ({ fields }) => !fields.some(({ field }: any) => ['data.gone', 'data.once'].includes(field))),
    'GET',
    '/contacts/fields',
  ],
  ['values: count is how many come', ok(200, ({ values, count }) => values.length === count), 'GET', '/contacts/fields/plan/values'],
  ['values: at most 200', ok(200, ({ limit }) => limit === 200), 'GET', '/contacts/fields/data.plan/values?limit=999'],
  [
    'values: of subscribed',
    ok(200, ({ values }) => JSON.stringify(values) === '[true,false]'),
    'GET',
    '/contacts/fields/subscribed/values',
  ],
  ['values: of addresses none', ok(200, ({ values }) => values.length === 0), 'GET', '/contacts/fields/email/values'],
  [
    'usage: of a field nobody uses',
    ok(200, ({ canDelete, contactCount }) => canDelete && contactCount === 0),
    'GET',
    '/contacts/fields/data.nobody/usage',
  ],
  ['deletion: a name without data.', (answer) => is(answer, 400), 'DELETE', '/contacts/fields/plan'],
  ['deletion: of nothing', ok(200, ({ deletedFrom }) => deletedFrom === 0), 'DELETE', '/contacts/fields/data.nobody'],

  ['bulk by query: a filter is needed', (answer) => short(answer, 400), 'POST', '/contacts/bulk-subscribe', { mode: 'query' }],
  ['bulk by query: {} is everybody', ok(202), 'POST', '/contacts/bulk-subscribe', { mode: 'query', filter: {} }],
  ['bulk: a job nobody knows', (answer) => is(answer, 404), 'GET', `/contacts/bulk/${unknown}`],
  ['import: a job of another project', (answer) => is(answer, 404), 'GET', `/contacts/import/import-${strange.project.id}-1-abcd`],
  ['events of a contact: unknown', notFound('CONTACT_NOT_FOUND'), 'GET', `/events/contact/${unknown}`],
  ['events of a contact: of another project', notFound('CONTACT_NOT_FOUND'), 'GET', `/events/contact/${foreign.id}`],
];

async function once(): Promise<void> {
  is(await api.post('/contacts', { email: address(), data: { gone: null, once: { value: 1, persistent: false } } }), 201);
}
test.before(once);

for (const [point, check, method, path, body] of CONTACTS)
  test(`contacts: ${point}`, async () => void check(await api.send(method, path, body as object | undefined)));

test('contacts: public pages of an unknown id', async () => {
  for (const path of [`/contacts/public/${unknown}`, '/contacts/public/x']) is(await anonymous.get(path), 404);
});

test('contacts: an event row holds what was sent, its wrappers as their value', async () => {
  const email = address();
  const data = { a: { value: 1, persistent: true }, b: { value: 2, persistent: false }, c: null, d: '', id: 'x', e: { value: 1 } };
  is(await tracker.post('/v1/track', { email, event: 'whole', data }), 200);
  const { id } = is(await api.get(`/contacts?search=${email}`), 200).data[0];
  const [row] = await events(api, id, 1, 'whole');
  assert.equal(row.data, { a: 1, b: 2, c: null, d: '', id: 'x', e: { value: 1 } });
});

test('contacts: an Idempotency-Key is none of tracking’s business', async () => {
  const track = () => api.post('/events/track', { name: 'twice', contactId: ada.id }, { 'idempotency-key': 'one' });
  const [first, second] = [is(await track(), 201), is(await track(), 201)];
  assert.is.not(first.id, second.id);
});

test('contacts: creation emits nothing, a real flip once, an import never', async () => {
  const email = address();
  const { id } = is(await api.post('/contacts', { email, subscribed: false }), 201);
  for (const subscribed of [false, true, true]) is(await api.patch(`/contacts/${id}`, { subscribed }), 200);
  await imported(api, `email,subscribed\n${email},false\n`);
  assert.equal(
    (await events(api, id, 1)).map(({ name }) => name),
    ['contact.subscribed'],
  );
});

test('contacts: rows of an import are records; .csv in any case', async () => {
  const job = await imported(api, `email,note\n${address()},"two\nlines"\n\nno address,x\n`, {
    name: 'LIST.CSV',
    type: 'application/octet-stream',
  });
  assert.equal(
    [job.status, job.result.imported, job.result.errors.map(({ row, reason }: any) => [row, reason])],
    ['completed', 1, [[4, 'invalid_email']]],
  );
  assert.match(job.jobId, new RegExp(`^import-${project.id}-\\d+-[0-9a-f]{4}$`));
});

/** Who there is, by name; a condition names some of them. */
const PEOPLE: Record<string, object | null> = {
  day: { born: '2020-02-29' },
  noon: { born: '2020-02-29T12:00:00Z' },
  next: { born: '2020-03-01T00:00:00.000Z' },
  nodate: { born: '2020-02-30' },
  number: { age: 40 },
  text: { age: '40' },
  list: { age: [40] },
  empty: { note: '' },
  nil: { other: null },
  shout: { note: 'ABC' },
  dotted: { 'a.b': 'literal', a: { b: 'path' } },
  nested: { a: { b: 'path' } },
};

type Expected = string[] | string;
type Filters = [point: string, field: string, operator: string, value: unknown, expected: Expected, more?: object];

/** A refusal's head, or those who match. */
const FILTERS: Filters[] = [
  ['dates: a day equals every moment of it', 'data.born', 'equals', '2020-02-29', ['day', 'noon']],
  ['dates: so does a moment', 'data.born', 'equals', '2020-02-29T23:59:59.999Z', ['day', 'noon']],
  ['dates: notEquals is of those that have the key', 'data.born', 'notEquals', '2020-02-29', ['next', 'nodate']],
  ['dates: a day that does not exist is a text', 'data.born', 'equals', '2020-02-30', ['nodate']],
  ['dates: plain order', 'data.born', 'greaterThan', '2020-02-29T12:00:00Z', ['next']],
  ['dates: its other name', 'data.born', 'gte', '2020-02-29T12:00:00.000Z', ['noon', 'next']],
  ['dates: what is no date is never before or after', 'data.born', 'lt', '2030-01-01', ['day', 'noon', 'next']],
  ['dates: older than', 'data.born', 'olderThan', 1, ['day', 'noon', 'next'], { unit: 'days' }],
  ['values and their type', 'data.age', 'equals', 40, ['number']],
  ['a text is no number', 'data.age', 'equals', '40', ['text']],
  ['without the key nobody differs', 'data.age', 'notEquals', 40, ['text', 'list']],
  ['an order of numbers leaves texts out', 'data.age', 'greaterThanOrEqual', 40, ['number']],
  ['an order needs a number or a date', 'data.age', 'greaterThan', 'many', ''],
  ['texts: contains is of texts only', 'data.age', 'contains', '4', ['text']],
  ['texts: notContains likewise', 'data.age', 'notContains', '5', ['text']],
  ['texts: data keep their case', 'data.note', 'contains', 'abc', []],
  ['texts: an empty one is a value, which no contact has', 'data.note', 'equals', '', []],
  ['null is no value', 'data.note', 'equals', null, 'Operator "equals" requires a value'],
  ['exists: not null', 'data.other', 'exists', undefined, []],
  ['a literal key first, then the path', 'data.a.b', 'equals', 'literal', ['dotted']],
  ['then the path', 'data.a.b', 'equals', 'path', ['nested']],
  ['subscribed takes equality alone', 'subscribed', 'contains', 'x', 'Unsupported operator'],
  ['dates of the contact take no text operators', 'createdAt', 'contains', 'x', 'Unsupported operator'],
  ['addresses take no order', 'email', 'greaterThan', 5, 'Unsupported operator'],
  ['addresses ignore case', 'email', 'contains', 'NOON-', ['noon']],
  ['email.open is no activity', 'email.open', 'triggered', undefined, 'Unsupported email activity'],
  ['event.email.open is an event', 'event.email.open', 'triggered', undefined, []],
  ['a bare name of an event', 'whole', 'triggered', undefined, []],
  ['an unknown field', 'nothing', 'equals', 1, 'Unsupported field'],
  ['an unknown operator', 'data.a', 'like', 1, 'Invalid operator: like'],
  ['no field', '', 'equals', 1, 'field is required'],
  ['no operator', 'data.a', '', 1, 'operator is required'],
  ['a span needs its unit', 'data.born', 'within', 1, 'Unit is required for within'],
  ['of three', 'data.born', 'within', 1, '', { unit: 'weeks' }],
  ['an unknown segment: nobody is in it', `segment.${unknown}`, 'memberOfSegment', undefined, []],
  ['nor out of it', `segment.${unknown}`, 'notMemberOfSegment', undefined, []],
  ['a value is no operator', 'data.note', 'equals', { $ne: null }, []],
];

const own = await tenant();
const filters = (...all: object[]) => ({ logic: 'AND', groups: [{ filters: all }] });
/** The contract names parts of these texts. */
const refusedWith = (answer: Answer, part: string): void => assert.match(envelope(answer, 400, 'BAD_REQUEST').message, part);
const preview = (condition: unknown): Promise<Answer> => own.api.post('/segments/preview', { condition });
const names = new Map<string, string>();

test.before(async () => {
  for (const [name, data] of Object.entries(PEOPLE)) names.set((await contact(data, name, own.api)).id, name);
});

for (const [point, field, operator, value, expected, more] of FILTERS) {
  test(`segments: ${point}`, async () => {
    const answer = await preview(filters({ field, operator, value, ...more }));
    if (typeof expected === 'string') return refusedWith(answer, expected);
    const { count, sample } = is(answer, 200);
    assert.equal(sample.map(({ id }: { id: string }) => names.get(id)).sort(), expected.toSorted());
    assert.is(count, expected.length);
  });
}

const leaf = { field: 'data.age', operator: 'exists' };
const deep = (levels: number): any => (levels === 1 ? filters(leaf) : { logic: 'AND', groups: [{ conditions: deep(levels - 1) }] });

/** Whole trees: the head of a refusal, or how many match. */
const TREES: [point: string, condition: unknown, expected: string | number][] = [
  ['no logic', { groups: [{ filters: [leaf] }] }, 'Logic must be AND or OR'],
  ['another spelling', { logic: 'and', groups: [{ filters: [leaf] }] }, 'Logic must be AND or OR'],
  ['no groups', { logic: 'AND', groups: [] }, 'Condition must have at least one group'],
  ['filters that are no list', { logic: 'AND', groups: [{ filters: {} }] }, 'Group filters must be an array'],
  ['a group of nothing', { logic: 'AND', groups: [{}] }, 'Group must have at least one filter'],
  ['filters may be absent beside conditions', { logic: 'AND', groups: [{ conditions: filters(leaf) }] }, 3],
  ['or empty', { logic: 'AND', groups: [{ filters: [], conditions: filters(leaf) }] }, 3],
  ['logic joins the groups', { logic: 'OR', groups: [{ filters: [leaf] }, { filters: [{ field: 'data.born', operator: 'exists' }] }] }, 7],
  ['10 levels', deep(10), 3],
  ['11 levels', deep(11), ''],
  ['200 filters', filters(...Array.from({ length: 200 }, () => leaf)), 3],
  ['201 filters', filters(...Array.from({ length: 201 }, () => leaf)), ''],
];
for (const [point, condition, expected] of TREES) {
  test(`segments: ${point}`, async () => {
    const answer = await preview(condition);
    if (typeof expected === 'string') refusedWith(answer, expected);
    else assert.is(is(answer, 200).count, expected);
  });
}

test('segments: static members, and who comes first', async () => {
  const { id } = is(await own.api.post('/segments', { name: 'List', type: 'STATIC' }), 201);
  const members = `/segments/${id}/members`;
  for (const emails of [[], Array.from({ length: 501 }, () => 'a@example.org')]) short(await own.api.post(members, { emails }), 400);
  const [first, second] = [await contact(null, 'first', own.api), await contact(null, 'second', own.api)];
  const emails = [first.email, second.email, ' NO Address', 'nobody@Example.org'];
  assert.equal(is(await own.api.post(members, { emails }), 200), { added: 2, notFound: [' NO Address', 'nobody@Example.org'] });
  assert.is(is(await own.api.get(`/segments/${id}`), 200).memberCount, 2, 'at once');
  assert.equal(is(await own.api.post(members, { emails: [first.email] }), 200).added, 0, 'new ones only');
  assert.equal(
    is(await own.api.get(`/segments/${id}/contacts`), 200).data.map((one: any) => one.id),
    [second.id, first.id],
    'newest contact first',
  );
});

test('segments: one that a campaign to be sent or another segment names stays', async () => {
  const domain = `${randomUUID()}.example.org`;
  is(await own.api.post('/domains', { domain }), 201);
  const inner = is(await own.api.post('/segments', { name: 'Inner', condition: filters(leaf) }), 201);
  const of = filters({ field: `segment.${inner.id}`, operator: 'memberOfSegment' });
  const outer = is(await own.api.post('/segments', { name: 'Outer', condition: of }), 201);
  envelope(await own.api.delete(`/segments/${inner.id}`), 409, 'CONFLICT');
  is(await own.api.delete(`/segments/${outer.id}`), 204);
  const campaign = { name: 'n', subject: 's', body: '<p>b</p>', from: `a@${domain}`, audienceType: 'FILTERED', audienceCondition: of };
  const { id } = is(await own.api.post('/campaigns', campaign), 201).data;
  is(await own.api.post(`/campaigns/${id}/send`, { scheduledFor: new Date(Date.now() + 3_600_000).toISOString() }), 200);
  envelope(await own.api.delete(`/segments/${inner.id}`), 409, 'CONFLICT');
  is(await own.api.post(`/campaigns/${id}/cancel`), 200);
  envelope(await own.api.delete(`/segments/${inner.id}`), 409, 'CONFLICT', 'Segment is used by 1 active campaign');
  is(await own.api.delete(`/campaigns/${id}`), 200);
  is(await own.api.delete(`/segments/${inner.id}`), 204);
});

test('segments: malformed and foreign ids are unknown', async () => {
  const { id } = is(await strange.api.post('/segments', { name: 'Theirs', condition: filters(leaf) }), 201);
  for (const path of ['/segments/x', `/segments/${unknown}`, `/segments/${id}`, `/segments/${id}/contacts`])
    envelope(await own.api.get(path), 404, 'RESOURCE_NOT_FOUND');
  envelope(await withKey('pp_no_key').get('/segments'), 401, 'INVALID_API_KEY');
});

test.run();
