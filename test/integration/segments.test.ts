/** Segments over HTTP (contract 2.4, 4.7). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, short, TIMESTAMP, UUID } from './answers.ts';
import { events } from './events-seen.ts';
import { address, tenant } from './tenant.ts';
import type { Tenant } from './tenant.ts';

const test = suite('segments');

const where = (field: string, operator: string, value?: unknown, more: object = {}) => ({
  logic: 'AND',
  groups: [{ filters: [{ field, operator, value, ...more }] }],
});
const PRO = where('data.plan', 'equals', 'pro');

const { api } = await tenant();
const person = async (data: object | undefined, by: Tenant['api'] = api, email = address()) =>
  is(await by.post('/contacts', { email, data }), 201) as { id: string; email: string };
const segment = async (body: object, by: Tenant['api'] = api) =>
  is(await by.post('/segments', { name: `Segment ${randomUUID()}`, ...body }), 201);
const members = async (id: string, by: Tenant['api'] = api) =>
  is(await by.get(`/segments/${id}/contacts`), 200).data.map((one: any) => one.id);
const preview = async (condition: object, by: Tenant['api'] = api) => is(await by.post('/segments/preview', { condition }), 200);

test('POST answers the segment with its count', async () => {
  const own = await tenant();
  await person({ plan: 'pro' }, own.api);
  await person({ plan: 'free' }, own.api);
  const made = is(
    await own.api.post('/segments', { name: ' VIP ', description: 'paying', condition: { ...PRO, extra: { $x: 1 } }, unknown: 1 }),
    201,
  );
  keys(made, 'id', 'name', 'description', 'type', 'condition', 'trackMembership', 'memberCount', 'projectId', 'createdAt', 'updatedAt');
  assert.match(made.id, UUID);
  assert.match(made.createdAt, TIMESTAMP);
  const { id, createdAt: _createdAt, updatedAt: _updatedAt, ...rest } = made;
  assert.equal(rest, {
    name: 'VIP',
    description: 'paying',
    type: 'DYNAMIC',
    condition: { ...PRO, extra: { $x: 1 } },
    trackMembership: false,
    memberCount: 1,
    projectId: own.project.id,
  });
  assert.equal(is(await own.api.get(`/segments/${id}`), 200), made);
  const fixed = is(await own.api.post('/segments', { name: 'List', type: 'STATIC', condition: 'ignored' }), 201);
  assert.equal([fixed.type, fixed.condition, fixed.memberCount, fixed.description], ['STATIC', null, 0, null]);
  assert.equal(
    is(await own.api.get('/segments'), 200).map((one: any) => one.id),
    [fixed.id, id],
  );
});

test('POST: refusals, in their order', async () => {
  for (const body of [undefined, {}, { name: '' }, { name: ' ' }, { name: 5 }, { name: null, condition: 'x' }])
    short(await api.post('/segments', body), 400, 'Name is required');
  short(await api.post('/segments', { name: 'n'.repeat(101), condition: PRO }), 400);
  short(await api.post('/segments', { name: 'n', description: 'd'.repeat(501), condition: PRO }), 400);
  short(await api.post('/segments', { name: 'n', type: 'OTHER', condition: PRO }), 400);
  for (const condition of [undefined, null, 'x', [], 5])
    short(await api.post('/segments', { name: 'n', condition }), 400, 'Condition is required and must be an object for DYNAMIC segments');
  envelope(await api.post('/segments', { name: 'n', condition: {} }), 400, 'BAD_REQUEST', 'Logic must be AND or OR');
  envelope(
    await api.post('/segments', { name: 'n', condition: where('data.a', 'within', 1) }),
    400,
    'BAD_REQUEST',
    'Unit is required for within',
  );
  is(await api.post('/segments', { name: 'n'.repeat(100), description: 'd'.repeat(500), condition: PRO }), 201);
});

test('unknown segments', async () => {
  for (const id of [randomUUID(), 'x']) {
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', ''],
      ['GET', '/contacts'],
      ['POST', '/members', { emails: ['a@example.org'] }],
      ['DELETE', '/members', { emails: ['a@example.org'] }],
      ['POST', '/compute'],
      ['POST', '/refresh'],
    ] as const) {
      const error = envelope(await api.send(method, `/segments/${id}${path}`, body), 404, 'RESOURCE_NOT_FOUND', 'Segment not found');
      assert.equal(error.details, { resource: 'Segment', id });
    }
  }
});

test('PATCH changes what is sent and recounts', async () => {
  const own = await tenant();
  await person({ plan: 'pro', age: 40 }, own.api);
  const made = await segment({ condition: PRO, description: 'd' }, own.api);
  await person({ plan: 'pro' }, own.api);
  const renamed = is(await own.api.patch(`/segments/${made.id}`, { name: 'New', type: 'STATIC', id: 'x' }), 200);
  assert.equal([renamed.name, renamed.type, renamed.description, renamed.memberCount, renamed.id], ['New', 'DYNAMIC', 'd', 2, made.id]);
  const changed = is(
    await own.api.patch(`/segments/${made.id}`, { condition: where('data.age', 'gt', 30), description: null, trackMembership: true }),
    200,
  );
  assert.equal([changed.memberCount, changed.description, changed.trackMembership], [1, null, true]);
  for (const condition of [null, 'x', []])
    short(await own.api.patch(`/segments/${made.id}`, { condition }), 400, 'Condition must be an object');
  short(await own.api.patch(`/segments/${made.id}`, { name: '' }), 400, 'Name is required');
  envelope(await own.api.patch(`/segments/${made.id}`, { condition: { logic: 'AND', groups: [] } }), 400, 'BAD_REQUEST');
  const fixed = await segment({ type: 'STATIC' }, own.api);
  assert.is(is(await own.api.patch(`/segments/${fixed.id}`, { condition: 'x' }), 200).condition, null);
});

test('contacts of a segment: live, newest first, by pages', async () => {
  const own = await tenant();
  const made = await segment({ condition: PRO }, own.api);
  const people = [];
  for (let n = 0; n < 5; n += 1) people.unshift((await person({ plan: 'pro' }, own.api)).id);
  await person({ plan: 'free' }, own.api);
  assert.equal(await members(made.id, own.api), people);
  const page = is(await own.api.get(`/segments/${made.id}/contacts?page=2&pageSize=2`), 200);
  assert.equal(
    [page.data.map((one: any) => one.id), page.total, page.page, page.pageSize, page.totalPages],
    [people.slice(2, 4), 5, 2, 2, 3],
  );
  keys(page.data[0], 'id', 'email', 'subscribed', 'data', 'projectId', 'createdAt', 'updatedAt');
  assert.is(is(await own.api.get(`/segments/${made.id}/contacts?pageSize=1000`), 200).pageSize, 100);
  assert.equal(is(await own.api.post(`/segments/${made.id}/refresh`), 200), { memberCount: 5 });
  assert.is(is(await own.api.get(`/segments/${made.id}`), 200).memberCount, 5);
  envelope(await own.api.post(`/segments/${made.id}/compute`), 400, 'BAD_REQUEST');
});

test('static members', async () => {
  const own = await tenant();
  const { id } = await segment({ type: 'STATIC' }, own.api);
  const [ada, bob] = [await person(undefined, own.api), await person(undefined, own.api)];
  const add = async (body: object) => is(await own.api.post(`/segments/${id}/members`, body), 200);
  const count = async () => is(await own.api.get(`/segments/${id}`), 200).memberCount;
  assert.equal(await add({ emails: [ada.email, ada.email.toUpperCase(), bob.email, 'Nobody@Example.org', 'no address'] }), {
    added: 2,
    notFound: ['Nobody@Example.org', 'no address'],
  });
  assert.is(await count(), 2);
  assert.equal(await add({ emails: [ada.email] }), { added: 0, notFound: [] });
  assert.equal(await add({ emails: ['New@example.org', 'no address', ada.email], createMissing: true, subscribed: false }), {
    added: 1,
    notFound: ['no address'],
    created: 1,
  });
  assert.is(await count(), 3);
  assert.equal(
    is(await own.api.get('/contacts?search=new@example.org'), 200).data.map((one: any) => [one.email, one.subscribed]),
    [['new@example.org', false]],
  );
  assert.equal((await members(id, own.api)).slice(1), [bob.id, ada.id]);
  const remove = async (emails: string[]) => is(await own.api.delete(`/segments/${id}/members`, { emails }), 200);
  assert.equal(await remove([ada.email.toUpperCase(), 'nobody@example.org']), { removed: 1 });
  assert.equal(await remove([ada.email]), { removed: 0 });
  assert.is(await count(), 2);
  assert.equal(await add({ emails: [ada.email] }), { added: 1, notFound: [] });
  assert.equal(is(await own.api.post(`/segments/${id}/compute`), 200), { added: 0, removed: 0, total: 3 });
  for (const emails of [undefined, [], 'x', Array.from({ length: 501 }, () => 'a@example.org')]) {
    for (const method of ['POST', 'DELETE']) short(await own.api.send(method, `/segments/${id}/members`, { emails }), 400);
  }
  const dynamic = await segment({ condition: PRO }, own.api);
  for (const method of ['POST', 'DELETE'])
    envelope(await own.api.send(method, `/segments/${dynamic.id}/members`, { emails: [ada.email] }), 400, 'BAD_REQUEST');
  is(await own.api.delete(`/contacts/${bob.id}`), 204);
  assert.equal(is(await own.api.post(`/segments/${id}/refresh`), 200), { memberCount: 2 });
});

test('tracked: who came and who left, each published once', async () => {
  const own = await tenant();
  const [ada, bob] = [await person({ plan: 'pro' }, own.api), await person({ plan: 'free' }, own.api)];
  const { id } = await segment({ name: 'VIP  Users!', condition: PRO, trackMembership: true }, own.api);
  const compute = async () => is(await own.api.post(`/segments/${id}/compute`), 200);
  assert.equal(await compute(), { added: 1, removed: 0, total: 1 });
  assert.equal(await compute(), { added: 0, removed: 0, total: 1 });
  is(await own.api.patch(`/contacts/${ada.id}`, { data: { plan: null } }), 200);
  is(await own.api.patch(`/contacts/${bob.id}`, { data: { plan: 'pro' } }), 200);
  assert.equal(is(await own.api.post(`/segments/${id}/refresh`), 200), { memberCount: 1 });
  assert.equal(await compute(), { added: 1, removed: 1, total: 1 });
  const [left, came] = await events(own.api, ada.id, 2, 'segment.');
  assert.equal([left!.name, came!.name], ['segment.vip-users.exit', 'segment.vip-users.entry']);
  assert.equal(left!.data, { segmentId: id, segmentName: 'VIP  Users!' });
  assert.equal(
    (await events(own.api, bob.id, 1, 'segment.')).map(({ name }) => name),
    ['segment.vip-users.entry'],
  );
  assert.is((await preview(where('event.segment.vip-users.exit', 'triggered'), own.api)).count, 1);
  assert.is((await preview(where('segment.vip-users.entry', 'triggered'), own.api)).count, 2);
});

test('a tracked static segment tells too', async () => {
  const own = await tenant();
  const ada = await person(undefined, own.api);
  const { id } = await segment({ name: 'List', type: 'STATIC', trackMembership: true }, own.api);
  for (const method of ['POST', 'POST', 'DELETE', 'DELETE'])
    is(await own.api.send(method, `/segments/${id}/members`, { emails: [ada.email] }), 200);
  assert.equal(
    (await events(own.api, ada.id, 2, 'segment.')).map(({ name }) => name),
    ['segment.list.exit', 'segment.list.entry'],
  );
});

test('segments in segments', async () => {
  const own = await tenant();
  const [ada, bob] = [await person({ plan: 'pro', age: 40 }, own.api), await person({ plan: 'pro' }, own.api)];
  const inner = await segment({ condition: PRO }, own.api);
  const of = (id: string, operator = 'memberOfSegment') => where(`segment.${id}`, operator);
  const outer = await segment(
    { condition: { logic: 'AND', groups: [{ filters: [of(inner.id).groups[0]!.filters[0], { field: 'data.age', operator: 'exists' }] }] } },
    own.api,
  );
  assert.equal(await members(outer.id, own.api), [ada.id]);
  const tracked = await segment({ condition: PRO, trackMembership: true }, own.api);
  assert.is((await preview(of(tracked.id), own.api)).count, 0);
  is(await own.api.post(`/segments/${tracked.id}/compute`), 200);
  assert.is((await preview(of(tracked.id), own.api)).count, 2);
  const fixed = await segment({ type: 'STATIC' }, own.api);
  is(await own.api.post(`/segments/${fixed.id}/members`, { emails: [bob.email] }), 200);
  assert.equal(
    (await preview(of(fixed.id, 'notMemberOfSegment'), own.api)).sample.map((one: any) => one.id),
    [ada.id],
  );
  for (const operator of ['memberOfSegment', 'notMemberOfSegment'])
    assert.is((await preview(of(randomUUID(), operator), own.api)).count, 0);
  envelope(await own.api.patch(`/segments/${inner.id}`, { condition: of(outer.id) }), 400, 'BAD_REQUEST', 'Circular segment reference');
  envelope(await own.api.patch(`/segments/${inner.id}`, { condition: of(inner.id) }), 400, 'BAD_REQUEST', 'Circular segment reference');
  envelope(await own.api.delete(`/segments/${inner.id}`), 409, 'CONFLICT', 'Segment is used by 1 other segment');
  is(await own.api.delete(`/segments/${outer.id}`), 204);
  is(await own.api.delete(`/segments/${inner.id}`), 204);
  is(await own.api.get(`/segments/${inner.id}`), 404);
  let chain = await segment({ condition: PRO }, own.api);
  for (let n = 1; n < 16; n += 1) chain = await segment({ condition: of(chain.id) }, own.api);
  assert.is(chain.memberCount, 2);
  envelope(await own.api.post('/segments', { name: 'n', condition: of(chain.id) }), 400, 'BAD_REQUEST');
});

test('an event counts from the answer on', async () => {
  const own = await tenant();
  const name = `bought ${randomUUID()}.$x`;
  for (let n = 1; n <= 5; n += 1) {
    is(await own.tracker.post('/v1/track', { email: address(), event: name }), 200);
    assert.is((await preview(where(`event.${name}`, 'triggered'), own.api)).count, n);
    assert.is((await preview(where(name, 'triggeredWithin', 1, { unit: 'minutes' }), own.api)).count, n);
  }
  const ada = await person(undefined, own.api);
  is(await own.api.post('/events/track', { name, contactId: ada.id }), 201);
  assert.is((await preview(where(name, 'triggered'), own.api)).count, 6);
  assert.is((await preview(where(name, 'notTriggered'), own.api)).count, 0);
  assert.is((await preview(where(name, 'triggeredOlderThan', 1, { unit: 'hours' }), own.api)).count, 0);
  assert.is((await preview(where(name, 'triggeredOlderThan', 0, { unit: 'hours' }), own.api)).count, 6);
  is(await own.api.patch(`/contacts/${ada.id}`, { subscribed: false }), 200);
  await events(own.api, ada.id, 1);
  assert.equal(
    (await preview(where('event.contact.unsubscribed', 'triggered'), own.api)).sample.map((one: any) => one.id),
    [ada.id],
  );
});

test('a field says which segments use it', async () => {
  const own = await tenant();
  await person({ plan: 'pro', age: 3 }, own.api);
  const { id, name } = await segment({ condition: PRO }, own.api);
  const usage = async (field: string) => is(await own.api.get(`/contacts/fields/${field}/usage`), 200);
  for (const field of ['data.plan', 'plan']) assert.equal((await usage(field)).usedInSegments, [{ id, name }]);
  assert.is((await usage('data.plan')).canDelete, false);
  assert.equal([(await usage('data.age')).usedInSegments, (await usage('data.age')).canDelete], [[], true]);
});

test('what looks wrong about a condition', async () => {
  const own = await tenant();
  await person({ age: 40, plan: 'pro' }, own.api);
  const warningsOf = async (condition: object) => (await preview(condition, own.api)).warnings as string[];
  assert.equal(await warningsOf(PRO), []);
  assert.equal(await warningsOf(where('data.age', 'gte', 18)), []);
  const table: [object, RegExp][] = [
    [where('data.colour', 'equals', 'red'), /No contact has the field data\.colour/],
    [where('data.age', 'equals', '40'), /data\.age is compared with a text/],
    [where('data.plan', 'gt', 5), /data\.plan is compared with a number/],
    [where('data.plan', 'contains', 5), /matches nobody/],
    [where('email', 'equals', 'ada'), /matches nobody/],
    [where('subscribed', 'equals', 'true'), /matches nobody/],
    [where('createdAt', 'equals', 'yesterday'), /matches nobody/],
    [where('segment.x', 'memberOfSegment'), /does not exist/],
  ];
  for (const [condition, words] of table) {
    const warnings = await warningsOf(condition);
    assert.is(warnings.length, 1, JSON.stringify(condition));
    assert.match(warnings[0]!, words);
  }
  const answer = await preview(PRO, own.api);
  keys(answer, 'count', 'sample', 'warnings');
  for (const body of [{}, { condition: null }, { condition: 'x' }])
    envelope(await own.api.post('/segments/preview', body), 400, 'BAD_REQUEST', 'Condition must be an object');
});

test('counts that the field catalogue knows are those of the contacts, right after every kind of write', async () => {
  const own = await tenant();
  const questions = [
    where('subscribed', 'equals', true),
    where('subscribed', 'notEquals', true),
    ...['plan', 'n', 'd.x'].flatMap((key) => [
      where(`data.${key}`, 'exists'),
      where(`data.${key}`, 'notExists'),
      ...['pro', 'Pro', 1, '1', true].flatMap((value) => [where(`data.${key}`, 'equals', value), where(`data.${key}`, 'notEquals', value)]),
    ]),
  ];
  /** The sample is found by looking at the contacts. */
  async function agree(after: string): Promise<void> {
    for (const condition of questions) {
      const { count, sample } = await preview(condition, own.api);
      assert.is(count, sample.length, `${after}: ${JSON.stringify(condition.groups[0]!.filters[0])}`);
    }
  }
  await agree('nobody');
  const [first, second] = [await person({ plan: 'pro', n: 1, 'd.x': true }, own.api), await person({ plan: ['pro'], n: '1' }, own.api)];
  for (const data of [{ plan: 'Pro', n: true }, { plan: { a: 'pro' }, 'd.x': 'pro' }, { plan: '2026-01-01' }, {}])
    await person(data, own.api);
  await agree('contacts made');
  is(await own.api.patch(`/contacts/${first.id}`, { subscribed: false, data: { plan: 1, n: null } }), 200);
  is(await own.api.post('/contacts', { email: second.email, data: { plan: 'pro' } }), 200);
  is(await own.tracker.post('/v1/track', { email: second.email, event: 'e', data: { n: 1, 'd.x': 1 } }), 200);
  await agree('contacts changed');
  is(await own.api.patch(`/contacts/${first.id}`, { data: null }), 200);
  is(await own.api.delete(`/contacts/${second.id}`), 204);
  await agree('one emptied, one deleted');
  is(await own.api.delete('/contacts/fields/data.plan'), 200);
  await agree('field deleted');
});

test.run();
