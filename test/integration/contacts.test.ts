/** Contacts one by one: create, update, read, delete, look up (contract 2.1, 4.4). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, refused, short, TIMESTAMP, UUID } from './answers.ts';
import { events } from './events-seen.ts';
import { address, tenant } from './tenant.ts';

const test = suite('contacts');
const RECORD = ['id', 'email', 'subscribed', 'data', 'projectId', 'createdAt', 'updatedAt'];

test('POST creates, then updates', async () => {
  const { api, project } = await tenant();
  const email = address('Ada.Lovelace');
  const { _meta, ...made } = is(await api.post('/contacts', { email: ` ${email.toUpperCase()}\t` }), 201);
  assert.equal(_meta, { isNew: true, isUpdate: false });
  keys(made, ...RECORD);
  assert.match(made.id, UUID);
  assert.match(made.createdAt, TIMESTAMP);
  assert.match(made.updatedAt, TIMESTAMP);
  assert.equal(
    { ...made, id: 0, createdAt: 0, updatedAt: 0 },
    { id: 0, email: email.toLowerCase(), subscribed: true, data: null, projectId: project.id, createdAt: 0, updatedAt: 0 },
  );

  const again = is(await api.post('/contacts', { email, data: { plan: 'pro' } }), 200);
  assert.equal(again._meta, { isNew: false, isUpdate: true });
  assert.is(again.id, made.id);
  assert.is(again.createdAt, made.createdAt);
  assert.ok(again.updatedAt >= made.updatedAt);
  delete again._meta;
  assert.equal(is(await api.get(`/contacts/${made.id}`), 200), again);
});

test('an address belongs to one project only', async () => {
  const [one, two] = [await tenant(), await tenant()];
  const email = address();
  const ids = [is(await one.api.post('/contacts', { email }), 201).id, is(await two.api.post('/contacts', { email }), 201).id];
  assert.is.not(ids[0], ids[1]);
});

test('subscription: default, kept, set; creation emits nothing, each flip one event', async () => {
  const { api } = await tenant();
  const email = address();
  const { id } = is(await api.post('/contacts', { email }), 201);
  const steps: [given: boolean | undefined, then: boolean][] = [
    [undefined, true],
    [true, true],
    [false, false],
    [undefined, false],
    [false, false],
    [true, true],
  ];
  for (const [subscribed, then] of steps) assert.is(is(await api.post('/contacts', { email, subscribed }), 200).subscribed, then);
  for (const [subscribed, then] of steps) assert.is(is(await api.patch(`/contacts/${id}`, { subscribed }), 200).subscribed, then);
  const flips = await events(api, id, 4);
  assert.equal(
    flips.map((one) => one.name),
    ['contact.subscribed', 'contact.unsubscribed', 'contact.subscribed', 'contact.unsubscribed'],
  );
  for (const one of flips) assert.equal([one.data, one.emailId, one.contactId], [{}, null, id]);

  const born = is(await api.post('/contacts', { email: address(), subscribed: false }), 201);
  assert.is(born.subscribed, false);
  assert.equal(await events(api, born.id, 0), []);
});

const badPosts: [object, (answer: any) => void][] = [
  [{}, (one) => short(one, 400, 'Email is required')],
  [{ email: '' }, (one) => short(one, 400, 'Email is required')],
  [{ email: 'nobody' }, (one) => refused(one, 'email', 'invalid_string')],
  [{ email: 'a@b@example.com' }, (one) => refused(one, 'email', 'invalid_string')],
  [{ email: 5 }, (one) => assert.is(refused(one, 'email', 'invalid_type').received, 'number')],
  [{ email: ['a@example.com'] }, (one) => assert.is(refused(one, 'email', 'invalid_type').received, 'array')],
  [{ email: 'a@example.com', subscribed: 'yes' }, (one) => refused(one, 'subscribed', 'invalid_type')],
  [{ email: 'a@example.com', data: 'x' }, (one) => envelope(one, 400, 'BAD_REQUEST')],
  [{ email: 'a@example.com', data: ['x'] }, (one) => envelope(one, 400, 'BAD_REQUEST')],
  [{ email: 'a@example.com', data: 5 }, (one) => envelope(one, 400, 'BAD_REQUEST')],
  [{ email: 'a@example.com', data: { locale: 5 } }, (one) => envelope(one, 400, 'BAD_REQUEST', 'Locale must be a string')],
];
for (const [body, expected] of badPosts) {
  test(`POST refuses ${JSON.stringify(body)}`, async () => {
    const { api } = await tenant();
    expected(await api.post('/contacts', body));
    assert.is(is(await api.get('/contacts'), 200).total, 0);
  });
}

test('several faults come in one answer', async () => {
  const answer = await (await tenant()).api.post('/contacts', { email: 'nobody', subscribed: 1 });
  refused(answer, 'email', 'invalid_string');
  refused(answer, 'subscribed', 'invalid_type');
});

test('unknown keys of a body are ignored', async () => {
  const { api, project } = await tenant();
  const id = randomUUID();
  const made = is(
    await api.post('/contacts', { email: address(), id, projectId: randomUUID(), createdAt: '2001-01-01T00:00:00.000Z', extra: {} }),
    201,
  );
  assert.is.not(made.id, id);
  assert.is(made.projectId, project.id);
  assert.ok(made.createdAt > '2002');
  assert.is.not('extra' in made, true);
});

test('PATCH changes what is sent', async () => {
  const { api } = await tenant();
  const [email, other] = [address(), address()];
  const made = is(await api.post('/contacts', { email, data: { a: 1 } }), 201);
  is(await api.post('/contacts', { email: other }), 201);
  const path = `/contacts/${made.id}`;

  const renamed = is(await api.patch(path, { email: ` NEW-${email}` }), 200);
  keys(renamed, ...RECORD);
  assert.is(renamed.email, `new-${email}`);
  assert.equal(renamed.data, { a: 1 });
  is(await api.patch(path, { email: `NEW-${email}` }), 200);
  envelope(await api.patch(path, { email: other.toUpperCase() }), 409, 'CONFLICT');
  // Beyond what a note can hold: counted in the write's own transaction.
  envelope(await api.patch(path, { email: other, data: null, subscribed: false }), 409, 'CONFLICT');
  is(await api.post('/contacts', { email }), 201);

  is(await api.patch(path, {}), 200);
  refused(await api.patch(path, { email: 'nobody' }), 'email', 'invalid_string');
  refused(await api.patch(path, { subscribed: 'yes' }), 'subscribed', 'invalid_type');
  for (const data of ['x', [], 7, false]) envelope(await api.patch(path, { data }), 400, 'BAD_REQUEST');
  envelope(await api.patch(path, { data: { locale: true } }), 400, 'BAD_REQUEST', 'Locale must be a string');
  assert.equal(is(await api.patch(path, { data: { locale: 'de' } }), 200).data, { a: 1, locale: 'de' });
  assert.is(is(await api.patch(path, { data: null }), 200).data, null);
});

test('DELETE takes a contact away', async () => {
  const { api } = await tenant();
  const email = address();
  const { id } = is(await api.post('/contacts', { email, data: { a: 1 } }), 201);
  const answer = await api.delete(`/contacts/${id}`);
  assert.equal([answer.status, answer.text], [204, '']);
  envelope(await api.get(`/contacts/${id}`), 404, 'CONTACT_NOT_FOUND');
  const back = is(await api.post('/contacts', { email }), 201);
  assert.is.not(back.id, id);
  assert.is(back.data, null);
});

for (const id of [randomUUID(), 'x', '%24ne', '507f1f77bcf86cd799439011', '..%2f..']) {
  test(`an unknown id (${id})`, async () => {
    const { api } = await tenant();
    for (const answer of [
      await api.get(`/contacts/${id}`),
      await api.patch(`/contacts/${id}`, { subscribed: false }),
      await api.delete(`/contacts/${id}`),
    ]) {
      const error = envelope(answer, 404, 'CONTACT_NOT_FOUND', 'Contact not found');
      assert.equal(error.details, { resource: 'Contact', id: decodeURIComponent(id) });
    }
  });
}

test('lookup answers with the strings as sent', async () => {
  const { api } = await tenant();
  const [known, unknown] = [address('known'), address('unknown')];
  is(await api.post('/contacts', { email: known }), 201);
  const asked = [known.toUpperCase(), unknown, 'no address'];
  assert.equal(is(await api.post('/contacts/lookup', { emails: asked }), 200), {
    found: [known.toUpperCase()],
    notFound: [unknown, 'no address'],
  });
  const many = Array.from({ length: 500 }, () => address());
  assert.is(is(await api.post('/contacts/lookup', { emails: many }), 200).notFound.length, 500);
  for (const emails of [[], undefined, 'a@example.com', { 0: known }, [...many, known]])
    short(await api.post('/contacts/lookup', { emails }), 400);
});

test.run();
