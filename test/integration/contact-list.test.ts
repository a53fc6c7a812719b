/** GET /contacts: paging, search, filter, sort (contract 4.2). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys } from './answers.ts';
import type { Api } from '#test/client.ts';
import { tenant } from './tenant.ts';

const test = suite('contact list');

/** Contacts by these addresses, made one after the other or all at once. */
async function filled(emails: string[], together = false) {
  const { api } = await tenant();
  const make = async (email: string) => is(await api.post('/contacts', { email, subscribed: !email.startsWith('un') }), 201);
  const made = [];
  if (together) made.push(...(await Promise.all(emails.map(make))));
  else for (const email of emails) made.push(await make(email));
  return { api, made };
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `c${String(i).padStart(3, '0')}@example.com`);

/** Every contact of a listing, page by page. */
async function walk(api: Api, query: string): Promise<any[]> {
  const all: any[] = [];
  for (let cursor = '', first = true; ; first = false) {
    const page = is(await api.get(`/contacts?${query}${cursor}`), 200);
    if (!first) assert.is(page.total, 0);
    all.push(...page.data);
    if (!page.hasMore) {
      keys(page, 'data', 'hasMore', 'total');
      return all;
    }
    keys(page, 'data', 'cursor', 'hasMore', 'total');
    cursor = `&cursor=${encodeURIComponent(page.cursor)}`;
  }
}

test('an empty project', async () => {
  const { api } = await tenant();
  assert.equal(is(await api.get('/contacts'), 200), { data: [], hasMore: false, total: 0 });
});

test('limits', async () => {
  const { api } = await filled(numbered(105), true);
  const table: [string, number][] = [
    ['', 20],
    ['limit=1', 1],
    ['limit=100', 100],
    ['limit=101', 100],
    ['limit=99999999999', 100],
    ['limit=0', 20],
    ['limit=-5', 20],
    ['limit=abc', 20],
    ['limit=2.5', 20],
    ['limit=', 20],
    ['unknown=1', 20],
  ];
  for (const [query, length] of table) {
    const page = is(await api.get(`/contacts?${query}`), 200);
    assert.is(page.data.length, length, query);
    assert.is(page.total, 105);
    assert.is(page.hasMore, true);
    assert.type(page.cursor, 'string');
  }
});

test('a last page that is full ends the list', async () => {
  const { api } = await filled(numbered(6), true);
  const first = is(await api.get('/contacts?limit=3'), 200);
  assert.equal([first.hasMore, first.total], [true, 6]);
  const last = is(await api.get(`/contacts?limit=3&cursor=${first.cursor}`), 200);
  assert.equal([last.hasMore, last.total, 'cursor' in last, last.data.length], [false, 0, false, 3]);
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
for (const [query, column, direction] of [
  ['', 'createdAt', -1],
  ['sort=createdAt&dir=asc', 'createdAt', 1],
  ['sort=email', 'email', -1],
  ['sort=email&dir=asc', 'email', 1],
  ['sort=data.x&dir=sideways', 'createdAt', -1],
  ['sort=$where&dir=ASC', 'createdAt', -1],
] as const) {
  test(`order of ?${query}`, async () => {
    const { api, made } = await filled(numbered(23), true);
    const order = [...made].sort((a, b) => direction * compare(a[column], b[column]) || -compare(a.id, b.id));
    const walked = await walk(api, `limit=5&${query}`);
    assert.equal(
      walked.map((one) => one.id),
      order.map((one) => one.id),
    );
  });
}

test('a cursor outlives the contact it names, changed or deleted', async () => {
  const { api } = await filled(numbered(9));
  const first = is(await api.get('/contacts?limit=3'), 200);
  const last = first.data[2];
  const next = async () => is(await api.get(`/contacts?limit=3&cursor=${first.cursor}`), 200).data.map((one: any) => one.email);
  const expected = ['c005@example.com', 'c004@example.com', 'c003@example.com'];
  assert.equal(await next(), expected);
  is(await api.patch(`/contacts/${last.id}`, { email: 'zzz@example.com' }), 200);
  assert.equal(await next(), expected);
  is(await api.delete(`/contacts/${last.id}`), 204);
  assert.equal(await next(), expected);
});

test('by address too', async () => {
  const { api } = await filled(numbered(6));
  const first = is(await api.get('/contacts?limit=2&sort=email&dir=asc'), 200);
  is(await api.delete(`/contacts/${first.data[1].id}`), 204);
  const next = is(await api.get(`/contacts?limit=2&sort=email&dir=asc&cursor=${first.cursor}`), 200);
  assert.equal(
    next.data.map((one: any) => one.email),
    ['c002@example.com', 'c003@example.com'],
  );
});

test('a cursor that cannot be read', async () => {
  const { api } = await filled(numbered(3), true);
  for (const cursor of ['x', '%00', '{}', "'", '%24ne', '-'])
    envelope(await api.get(`/contacts?cursor=${cursor}`), 400, 'BAD_REQUEST', 'Invalid cursor');
});

test('search is a fragment of the address, never a pattern', async () => {
  const { api } = await filled(['ada.lovelace@example.com', 'a+b_c-d@example.com', 'unrelated@sample.org']);
  const table: [string, string[]][] = [
    ['LOVE', ['ada.lovelace@example.com']],
    ['  love\t', ['ada.lovelace@example.com']],
    ['@example', ['a+b_c-d@example.com', 'ada.lovelace@example.com']],
    ['.*', []],
    ['a.a', []],
    ['^a', []],
    ['[a-z]', []],
    ['(', []],
    ['\\', []],
    ['+b_c-', ['a+b_c-d@example.com']],
    ['_c-d', ['a+b_c-d@example.com']],
    ['%', []],
    ['$', []],
    ['', ['unrelated@sample.org', 'a+b_c-d@example.com', 'ada.lovelace@example.com']],
  ];
  for (const [search, found] of table) {
    const page = is(await api.get(`/contacts?search=${encodeURIComponent(search)}`), 200);
    assert.equal(
      page.data.map((one: any) => one.email),
      found,
      search,
    );
    assert.is(page.total, found.length, search);
  }
});

test('subscribed counts only when exactly true or false', async () => {
  const { api } = await filled(['un1@example.com', 'c1@example.com', 'un2@example.com']);
  const table: [string, number][] = [
    ['true', 1],
    ['false', 2],
    ['TRUE', 3],
    ['1', 3],
    ['', 3],
    ['0', 3],
  ];
  for (const [value, count] of table) {
    const page = is(await api.get(`/contacts?subscribed=${value}`), 200);
    assert.equal([page.data.length, page.total], [count, count], value);
  }
  const both = is(await api.get('/contacts?subscribed=false&search=UN2'), 200);
  assert.equal(
    both.data.map((one: any) => one.email),
    ['un2@example.com'],
  );
});

test('the cursor carries no filter: page on with the same query', async () => {
  const { api } = await filled([...numbered(7), ...numbered(7).map((one) => `un${one}`)], true);
  const walked = await walk(api, 'limit=2&subscribed=false&search=c00&sort=email&dir=asc');
  assert.equal(
    walked.map((one) => one.email),
    numbered(7).map((one) => `un${one}`),
  );
});

test.run();
