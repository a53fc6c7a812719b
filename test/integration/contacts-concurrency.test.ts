/** Many callers at one contact (contract 2.1 "Concurrency", 2.1 "Events"): one contact, no change lost, one event a flip. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { factsDrained } from '#test/facts-drained.ts';
import { envelope, is } from './answers.ts';
import { events } from './events-seen.ts';
import { address, anonymous, tenant } from './tenant.ts';

const test = suite('contacts under concurrency');
const times = <T>(count: number, make: (i: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, i) => make(i)));

test('parallel first upserts make one contact', async () => {
  const { api } = await tenant();
  for (let round = 0; round < 5; round++) {
    const email = address();
    const answers = await times(40, (i) => api.post('/contacts', { email, data: { [`k${i}`]: i } }));
    const made = answers.findIndex((one) => one.status === 201);
    assert.equal(answers.map((one) => one.body._meta.isNew).filter(Boolean).length, 1);
    assert.is(new Set(answers.map((one) => one.body.id)).size, 1);
    for (const [i, one] of answers.entries()) is(one, i === made ? 201 : 200);
    const contact = is(await api.get(`/contacts/${answers[0]!.body.id}`), 200);
    assert.is(contact.data[`k${made}`], made);
    for (const [key, value] of Object.entries(contact.data)) assert.is(key, `k${value}`);
    assert.is(is(await api.get(`/contacts?search=${email}`), 200).total, 1);
  }
});

test('a losing unsubscription is applied, with one event', async () => {
  const { api } = await tenant();
  for (let round = 0; round < 5; round++) {
    const email = address();
    const answers = await times(20, (i) => api.post('/contacts', { email, subscribed: i === 13 ? false : undefined }));
    const { id } = answers[0]!.body;
    assert.is(is(await api.get(`/contacts/${id}`), 200).subscribed, false);
    const won = answers[13]!.body._meta.isNew;
    const seen = await events(api, id, won ? 0 : 1);
    if (!won) assert.is(seen[0].name, 'contact.unsubscribed');
  }
});

test('a flip that many ask for happens once, whatever the path', async () => {
  const { api, tracker } = await tenant();
  const email = address();
  const { id } = is(await api.post('/contacts', { email }), 201);
  const off = [
    () => api.patch(`/contacts/${id}`, { subscribed: false }),
    () => api.post('/contacts', { email, subscribed: false }),
    () => tracker.post('/v1/track', { email, event: 'off', subscribed: false }),
    () => anonymous.post(`/unsubscribe/${id}`),
    () => anonymous.post(`/contacts/public/${id}/unsubscribe`),
  ];
  for (const one of await times(50, (i) => off[i % off.length]!())) is(one, 200);
  assert.is((await events(api, id, 1))[0].name, 'contact.unsubscribed');
  const on = [
    () => api.patch(`/contacts/${id}`, { subscribed: true }),
    () => api.post('/contacts', { email, subscribed: true }),
    () => anonymous.post(`/contacts/public/${id}/subscribe`),
  ];
  for (const one of await times(30, (i) => on[i % on.length]!())) is(one, 200);
  assert.is((await events(api, id, 2))[0].name, 'contact.subscribed');
});

test('flips there and back are counted exactly', async () => {
  const { api } = await tenant();
  const { id } = is(await api.post('/contacts', { email: address() }), 201);
  for (const one of await times(60, (i) => api.patch(`/contacts/${id}`, { subscribed: i % 2 === 0 }))) is(one, 200);
  const { subscribed } = is(await api.get(`/contacts/${id}`), 200);
  await factsDrained();
  const names = is(await api.get(`/events/contact/${id}?limit=1000`), 200).events.map((one: any) => one.name);
  const off = names.filter((one: string) => one === 'contact.unsubscribed').length;
  assert.is(off - (names.length - off), subscribed ? 0 : 1, names.join());
});

test('parallel patches of different keys are all kept', async () => {
  const { api, tracker } = await tenant();
  const email = address();
  const { id } = is(await api.post('/contacts', { email }), 201);
  const write = [
    (data: object) => api.patch(`/contacts/${id}`, { data }),
    (data: object) => api.post('/contacts', { email, data }),
    (data: object) => tracker.post('/v1/track', { email, event: 'e', data }),
  ];
  for (const one of await times(60, (i) => write[i % 3]!({ [`k.${i}`]: i }))) is(one, 200);
  assert.equal(is(await api.get(`/contacts/${id}`), 200).data, Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k.${i}`, i])));
});

test('one of two contacts gets the address both want', async () => {
  const { api } = await tenant();
  const contacts = await times(5, async () => is(await api.post('/contacts', { email: address() }), 201).id as string);
  const email = address('wanted');
  const answers = await times(5, (i) => api.patch(`/contacts/${contacts[i]}`, { email }));
  assert.equal(answers.map((one) => one.status).sort(), [200, 409, 409, 409, 409]);
  for (const one of answers) if (one.status === 409) envelope(one, 409, 'CONFLICT');
});

test('a deletion happens once', async () => {
  const { api } = await tenant();
  const { id } = is(await api.post('/contacts', { email: address() }), 201);
  const answers = await times(10, () => api.delete(`/contacts/${id}`));
  assert.equal(answers.map((one) => one.status).sort(), [204, ...Array<number>(9).fill(404)]);
});

test('parallel tracks of a new address make one contact and every event', async () => {
  const { api, tracker } = await tenant();
  const email = address();
  const answers = await times(40, () => tracker.post('/v1/track', { email, event: 'click' }));
  const ids = new Set(answers.map((one) => is(one, 200).data.contact));
  assert.is(ids.size, 1);
  assert.is(new Set(answers.map((one) => one.body.data.event)).size, 40);
  assert.is(is(await api.get(`/events/contact/${[...ids][0]}`), 200).events.length, 40);
  assert.equal(await events(api, [...ids][0], 0), []);
});

test.run();
