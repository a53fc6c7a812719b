/** Reading the timeline, system events included (contract 6, 4.9). */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { factsDrained } from '#test/facts-drained.ts';
import { createCatalogue } from '#services/contacts/fields/catalogue.ts';
import { contactModel } from '#services/contacts/model.ts';
import { createLastEventTimes } from '#services/contacts/memberships/last-event-times.ts';
import { envelope, is, keys, short, TIMESTAMP } from './answers.ts';
import { address, sender, tenant } from './tenant.ts';
import { until } from '#test/until.ts';
import { workflow } from './workflow-graphs.ts';

const test = suite('events');

test('a sent mail shows as email.sent and email.delivery', async () => {
  const { api, from, project } = await sender();
  const to = address();
  const {
    data: {
      emails: [{ contact, email }],
    },
  } = is(await api.post('/v1/send', { to, from: { email: from, name: 'F' }, subject: 'Hello', body: 'b' }), 200);
  const list = await until(async () => {
    const { events } = is(await api.get('/events'), 200);
    return events.length >= 2 && events;
  });
  const row = is(await api.get(`/emails/${email}`), 200);
  const common = {
    subject: 'Hello',
    from,
    fromName: 'F',
    messageId: row.messageId,
    emailId: email,
    templateId: null,
    campaignId: null,
    sourceType: 'TRANSACTIONAL',
  };
  const data = (name: string) => list.find((one: any) => one.name === name)?.data;
  assert.equal(data('email.sent'), { ...common, sentAt: row.sentAt });
  assert.equal(data('email.delivery'), { ...common, deliveredAt: row.deliveredAt });
  for (const one of list) {
    keys(one, 'id', 'name', 'data', 'projectId', 'contactId', 'emailId', 'createdAt', 'contact');
    assert.match(one.createdAt, TIMESTAMP);
    assert.equal([one.projectId, one.contactId, one.emailId, one.contact], [project.id, contact.id, email, { id: contact.id, email: to }]);
  }
  assert.is(list.length, 2);
});

test('newest first, by name, up to a limit', async () => {
  const { api, tracker } = await tenant();
  const email = address();
  const made: string[] = [];
  for (let i = 0; i < 12; i++)
    made.push(is(await tracker.post('/v1/track', { email, event: i % 3 ? 'often' : 'seldom', data: { i } }), 200).data.event);
  const contact = is(await api.get('/contacts'), 200).data[0].id;
  const newest = [...made].reverse();
  const ids = async (path: string) => is(await api.get(path), 200).events.map((one: any) => one.id);
  assert.equal(await ids('/events'), newest);
  assert.equal(await ids('/events?limit=5'), newest.slice(0, 5));
  assert.equal(
    await ids('/events?eventName=seldom'),
    newest.filter((id) => made.indexOf(id) % 3 === 0),
  );
  assert.equal(await ids('/events?eventName=Seldom'), []);
  assert.equal(await ids('/events?eventName=.*'), []);
  assert.equal(await ids(`/events/contact/${contact}`), newest);
  assert.equal(await ids(`/events/contact/${contact}?limit=3`), newest.slice(0, 3));
  for (const limit of ['0', '-1', 'x', '1.5', '999999']) assert.is((await ids(`/events?limit=${limit}`)).length, 12);
});

test('limits: 100 and 50 by default, 1,000 at most', async () => {
  const { api, tracker } = await tenant();
  const email = address();
  const {
    data: { contact },
  } = is(await tracker.post('/v1/track', { email, event: 'e' }), 200);
  await Promise.all(Array.from({ length: 109 }, () => tracker.post('/v1/track', { email, event: 'e' })));
  const count = async (path: string) => is(await api.get(path), 200).events.length;
  for (const [path, expected] of [
    ['/events', 100],
    ['/events?limit=0', 100],
    ['/events?limit=2000', 110],
    [`/events/contact/${contact}`, 50],
    [`/events/contact/${contact}?limit=x`, 50],
    [`/events/contact/${contact}?limit=1000`, 110],
  ] as const) {
    assert.is(await count(path), expected, path);
  }
});

test('a contact’s timeline asks for a contact', async () => {
  const { api } = await tenant();
  const foreign = is(await (await tenant()).api.post('/contacts', { email: address() }), 201);
  for (const id of [randomUUID(), foreign.id, 'x', '%24ne']) envelope(await api.get(`/events/contact/${id}`), 404, 'CONTACT_NOT_FOUND');
  const { id } = is(await api.post('/contacts', { email: address() }), 201);
  assert.equal(is(await api.get(`/events/contact/${id}`), 200), { events: [] });
});

test('an empty project', async () => {
  assert.equal(is(await (await tenant()).api.get('/events'), 200), { events: [] });
});

test('usage of a name: what refers to it, how often it happened, to how many', async () => {
  const { api, tracker } = await tenant();
  const [one, two] = [address(), address()];
  for (const email of [one, one, two]) is(await tracker.post('/v1/track', { email, event: 'order placed', data: {} }), 200);
  is(await api.post('/events/track', { name: 'order placed' }), 201);
  const usage = async (name: string) => is(await api.get(`/events/${encodeURIComponent(name)}/usage`), 200);
  assert.equal(await usage('order placed'), { usedInSegments: [], usedInWorkflows: [], totalCount: 4, uniqueContacts: 2, canDelete: true });
  const condition = {
    logic: 'AND',
    groups: [
      {
        filters: [
          { field: 'event.order placed', operator: 'triggered' },
          { field: 'email.opened', operator: 'notTriggered' },
        ],
      },
    ],
  };
  const { id, name } = is(await api.post('/segments', { name: 'Buyers', condition }), 201);
  assert.equal(await usage('order placed'), {
    usedInSegments: [{ id, name }],
    usedInWorkflows: [],
    totalCount: 4,
    uniqueContacts: 2,
    canDelete: false,
  });
  assert.equal(await usage('email.open'), {
    usedInSegments: [{ id, name }],
    usedInWorkflows: [],
    totalCount: 0,
    uniqueContacts: 0,
    canDelete: false,
  });
  assert.equal(await usage('never'), { usedInSegments: [], usedInWorkflows: [], totalCount: 0, uniqueContacts: 0, canDelete: true });
  const foreign = await tenant();
  assert.equal(is(await foreign.api.get('/events/order%20placed/usage'), 200).totalCount, 0);
  assert.equal(is(await foreign.api.delete('/events/order%20placed'), 200), { deletedCount: 0 });
  assert.is((await usage('order placed')).totalCount, 4);
});

test('usage finds a name wherever conditions and steps have it: nested ten deep, waited for, in each group', async () => {
  const { api } = await tenant();
  const event = 'order.shipped';
  const about = { field: `event.${event}`, operator: 'notTriggeredWithin', value: 3, unit: 'days' };
  const other = { field: 'event.other', operator: 'triggered' };
  const nest = (levels: number): object => ({
    logic: 'OR',
    groups: [
      { filters: [other], ...(levels > 1 ? { conditions: nest(levels - 1) } : {}) },
      ...(levels === 1 ? [{ filters: [about] }] : []),
    ],
  });
  const deep = is(await api.post('/segments', { name: 'Deep', condition: nest(10) }), 201);
  const bare = is(
    await api.post('/segments', { name: 'Bare', condition: { logic: 'AND', groups: [{ filters: [{ ...about, field: event }] }] } }),
    201,
  );
  const dynamic = is(await api.post('/segments', { name: 'Other', condition: { logic: 'AND', groups: [{ filters: [other] }] } }), 201);
  const started = await workflow(api, event, { end: { type: 'EXIT' } });
  const waiting = await workflow(api, 'other', { wait: { type: 'WAIT_FOR_EVENT', config: { eventName: event, timeout: 60 } } });
  const used = async (name: string) => {
    const { usedInSegments, usedInWorkflows, canDelete } = is(await api.get(`/events/${name}/usage`), 200);
    const idsOf = (all: any[]) => all.map(({ id }) => id).sort();
    return [idsOf(usedInSegments), idsOf(usedInWorkflows), canDelete];
  };
  assert.equal(await used(event), [[deep.id, bare.id].sort(), [started.id, waiting.id].sort(), false]);
  assert.equal(await used('other'), [[deep.id, dynamic.id].sort(), [waiting.id], false]);
  assert.equal(await used('shipped'), [[], [], true]);
});

test('a deleted name: its events go, conditions forget it, other names stay', async () => {
  const { api, tracker } = await tenant();
  const email = address();
  for (const event of ['a.b', 'a.b', 'kept']) is(await tracker.post('/v1/track', { email, event }), 200);
  const members = async (field: string, operator: string) =>
    is(await api.post('/segments/preview', { condition: { logic: 'AND', groups: [{ filters: [{ field, operator }] }] } }), 200).count;
  const { id } = is(
    await api.post('/segments', {
      name: 'In use',
      condition: { logic: 'AND', groups: [{ filters: [{ field: 'event.a.b', operator: 'triggered' }] }] },
    }),
    201,
  );
  assert.equal([await members('event.a.b', 'triggered'), await members('event.kept', 'triggered')], [1, 1]);
  assert.equal(is(await api.delete('/events/a.b'), 200), { deletedCount: 2 });
  assert.equal(is(await api.delete('/events/a.b'), 200), { deletedCount: 0 });
  assert.equal(
    is(await api.get('/events'), 200).events.map((one: any) => one.name),
    ['kept'],
  );
  // The facts of what was deleted arrive late, if at all.
  await factsDrained();
  assert.equal(
    [await members('event.a.b', 'triggered'), await members('event.a.b', 'notTriggered'), await members('event.kept', 'triggered')],
    [0, 1, 1],
  );
  assert.is(is(await api.post(`/segments/${id}/refresh`), 200).memberCount, 0);
  is(await tracker.post('/v1/track', { email, event: 'a.b' }), 200);
  assert.is(await members('event.a.b', 'triggered'), 1);
  for (const name of ['email.sent', 'contact.subscribed', 'segment.vip.entry']) short(await api.delete(`/events/${name}`), 400);
});

test('an event that is published late is not noted again once its name was deleted', async () => {
  const connection = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
  try {
    const own = connection.useDb(`forgetting-${randomUUID()}`);
    const contacts = contactModel(own);
    const catalogue = createCatalogue(contacts);
    const times = createLastEventTimes(contacts, catalogue);
    const [projectId, contactId, now] = [randomUUID(), randomUUID(), Date.now()];
    await contacts.collection.insertOne({
      _id: contactId as never,
      projectId,
      email: address(),
      subscribed: true,
      data: {},
      createdAt: new Date(),
      updatedAt: new Date(),
    });
    const track = (name: string, ms: number) =>
      times.consumer.handle(
        [{ id: randomUUID(), projectId, contactId, name, at: new Date(now + ms).toISOString() }] as never,
        undefined as never,
      );
    const seen = async () =>
      Object.entries((await contacts.collection.findOne({ _id: contactId as never }))!['seen'] ?? {}).map(([name, at]) => [
        name,
        (at as Date).getTime() - now,
      ]);
    await track('a.b', 1);
    await track('kept', 1);
    assert.equal(await seen(), [
      ['a%2Eb', 1],
      ['kept', 1],
    ]);
    await times.forget(projectId, 'a.b', new Date(now + 5));
    await track('a.b', 5);
    await track('kept', 5);
    assert.equal(await seen(), [['kept', 5]]);
    await track('a.b', 6);
    assert.equal((await seen()).sort(), [
      ['a%2Eb', 6],
      ['kept', 5],
    ]);
    await own.dropDatabase();
  } finally {
    await connection.close();
  }
});

test.run();
