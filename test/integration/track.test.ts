/** POST /v1/track and POST /events/track (contract 4.3, 6, 4.9). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, refused, TIMESTAMP, UUID } from './answers.ts';
import { events } from './events-seen.ts';
import { address, tenant } from './tenant.ts';

const test = suite('track');
const { api, tracker, project } = await tenant();

/** The two routes, which answer alike. */
const ROUTES = [
  ['/v1/track', tracker],
  ['/events/track', api],
] as const;
const named = async (event: string) => is(await api.get(`/events?eventName=${encodeURIComponent(event)}`), 200).events as any[];

for (const [path, who] of ROUTES) {
  const track = (body: object) => who.post(path, body);

  test(`${path} answers contact, event and time`, async () => {
    const [email, event] = [address('New'), `signed-${randomUUID()}`];
    const answer = is(await track({ email: ` ${email.toUpperCase()} `, event: `  ${event}\t` }), 200);
    keys(answer, 'success', 'data');
    keys(answer.data, 'contact', 'event', 'timestamp');
    assert.is(answer.success, true);
    assert.match(answer.data.event, UUID);
    assert.match(answer.data.timestamp, TIMESTAMP);
    const contact = is(await api.get(`/contacts/${answer.data.contact}`), 200);
    assert.equal([contact.email, contact.subscribed], [email.toLowerCase(), true]);
    const [row] = await named(event);
    assert.equal([row.id, row.name, row.contactId, row.emailId, row.projectId], [answer.data.event, event, contact.id, null, project.id]);
    assert.equal(row.contact, { id: contact.id, email: contact.email });
  });

  test(`${path}: subscription`, async () => {
    const id = async (body: object) => is(await track({ event: 'e', ...body }), 200).data.contact as string;
    const state = async (one: string) => is(await api.get(`/contacts/${one}`), 200).subscribed;
    const refusing = await id({ email: address(), subscribed: false });
    assert.is(await state(refusing), false);
    assert.equal(await events(api, refusing, 0), []);
    const email = address();
    const one = await id({ email });
    const steps: [boolean | undefined, boolean][] = [
      [undefined, true],
      [false, false],
      [undefined, false],
      [false, false],
      [true, true],
    ];
    for (const [subscribed, then] of steps) {
      await id({ email, subscribed });
      assert.is(await state(one), then);
    }
    assert.equal(
      (await events(api, one, 2)).map((seen) => seen.name),
      ['contact.subscribed', 'contact.unsubscribed'],
    );
  });

  test(`${path}: the event keeps all data, the contact what persists`, async () => {
    const event = `data-${randomUUID()}`;
    const wrapper = { value: { deep: [1] }, persistent: false };
    const data = {
      plan: 'pro',
      once: wrapper,
      kept: { value: 2, persistent: true },
      gone: null,
      blank: '',
      email: 'x@example.com',
      'a.b': { $gt: 1, w: wrapper },
      list: [null, ''],
    };
    const {
      data: { contact },
    } = is(await track({ email: address(), event, data }), 200);
    assert.equal((await named(event))[0].data, { ...data, once: wrapper.value, kept: 2 });
    assert.equal(is(await api.get(`/contacts/${contact}`), 200).data, {
      plan: 'pro',
      kept: 2,
      'a.b': { $gt: 1, w: wrapper },
      list: [null, ''],
    });
  });

  test(`${path}: every call is an event`, async () => {
    const [email, event] = [address(), `again-${randomUUID()}`];
    for (let i = 0; i < 3; i++) is(await track({ email, event }), 200);
    assert.is((await named(event)).length, 3);
  });

  for (const name of [
    'email.sent',
    'email.',
    'email.anything.at.all',
    'contact.subscribed',
    'contact.unsubscribed',
    'segment.vip.entry',
    'segment.vip.exit',
    'segment.a.b.exit',
    '  email.open ',
  ]) {
    test(`${path}: ${name} is reserved`, async () => {
      const email = address();
      const answer = await track({ email, event: name });
      assert.is(refused(answer, 'event', 'reserved_event').received.trim(), name.trim());
      assert.is(answer.body.error.message, 'Cannot track reserved system event');
      assert.equal(is(await api.post('/contacts/lookup', { emails: [email] }), 200).found, []);
    });
  }

  for (const name of [
    'contact.foo',
    'contact.subscribed.not',
    'segment.created',
    'segment.entry',
    'Email.sent',
    'CONTACT.SUBSCRIBED',
    'email',
    'emails.sent',
    'segment.vip.entry.x',
    '$where',
    '__proto__',
    'a b/c?d#é',
  ]) {
    test(`${path}: ${name} is not`, async () => {
      is(await track({ email: address(), event: name }), 200);
      assert.is((await named(name))[0].name, name);
    });
  }

  const malformed: [object, string, string?][] = [
    [{ email: 'a@example.com', event: 5 }, 'event', 'invalid_type'],
    [{ email: 'a@example.com', event: '' }, 'event'],
    [{ email: 'a@example.com', event: '  ' }, 'event'],
    [{ email: 'nobody', event: 'e' }, 'email', 'invalid_string'],
    [{ email: { $gt: '' }, event: 'e' }, 'email', 'invalid_type'],
    [{ email: 'a@example.com', event: 'e', subscribed: 1 }, 'subscribed', 'invalid_type'],
    [{ email: 'a@example.com', event: 'e', data: [] }, 'data', 'invalid_type'],
  ];
  for (const [body, field, code] of malformed) {
    test(`${path} refuses ${JSON.stringify(body)}`, async () => {
      const answer = await track(body);
      if (code) refused(answer, field, code);
      else
        assert.ok(
          envelope(answer, 422, 'VALIDATION_ERROR').errors.some((one: any) => one.field === field),
          answer.text,
        );
    });
  }
}

test('/v1/track: what is missing', async () => {
  assert.is(refused(await tracker.post('/v1/track', { event: 'e' }), 'email', 'invalid_type').received, 'undefined');
  assert.is(refused(await tracker.post('/v1/track', { email: 'a@example.com' }), 'event', 'invalid_type').received, 'undefined');
});

test('POST /events/track by name', async () => {
  const contact = is(await api.post('/contacts', { email: address() }), 201);
  const name = `named-${randomUUID()}`;
  const made = is(
    await api.post('/events/track', { name, contactId: contact.id, data: { a: { value: 1, persistent: false }, 'b.c': null } }),
    201,
  );
  keys(made, 'id', 'name', 'data', 'projectId', 'contactId', 'emailId', 'createdAt');
  assert.equal([made.name, made.projectId, made.contactId, made.emailId], [name, project.id, contact.id, null]);
  assert.is(is(await api.get(`/contacts/${contact.id}`), 200).data, null);
  const bare = is(await api.post('/events/track', { name }), 201);
  assert.equal([bare.contactId, bare.emailId], [null, null]);
  assert.equal(
    (await named(name)).map((one) => one.id),
    [bare.id, made.id],
  );
});

test('POST /events/track by name: refusals', async () => {
  const other = await tenant();
  const foreign = is(await other.api.post('/contacts', { email: address() }), 201);
  for (const body of [{}, { name: '' }, { name: '  ' }, { contactId: foreign.id }])
    envelope(await api.post('/events/track', body), 400, 'BAD_REQUEST', 'Event name is required');
  assert.is(refused(await api.post('/events/track', { name: 'email.sent' }), 'name', 'reserved_event').received, 'email.sent');
  for (const id of [foreign.id, randomUUID()]) {
    is(await api.post('/events/track', { name: 'n', contactId: id }), 404);
    is(await api.post('/events/track', { name: 'n', emailId: id }), 404);
  }
  for (const body of [
    { name: 'n', contactId: 'x' },
    { name: 'n', emailId: 'x' },
    { name: 'n', contactId: { $ne: null } },
  ])
    envelope(await api.post('/events/track', body), 422, 'VALIDATION_ERROR');
});

test.run();
