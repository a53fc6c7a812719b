/** Resetting a project (contract 4.10): what it holds goes, what it is stays, and it is as good as new. */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { connect } from 'nats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdingsOf } from '#test/holdings.ts';
import { until } from '#test/until.ts';
import { envelope, is, keys } from './answers.ts';
import { address, person, sender } from './tenant.ts';
import type { Tenant } from './tenant.ts';

const test = suite('reset');
const mongo = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();

/** A project with something of everything. */
async function furnished() {
  const made = await sender();
  const { api, tracker, from } = made;
  const email = address();
  is(await api.post('/contacts', { email, data: { plan: 'pro' } }), 201);
  is(await api.post('/segments', { name: 'Pros', type: 'DYNAMIC', condition: PROS }), 201);
  const template = is(await api.post('/templates', { name: 't', subject: 's', body: 'b', from, type: 'TRANSACTIONAL' }), 201);
  is(await api.post('/campaigns', { name: 'c', subject: 's', body: 'b', from, audienceType: 'ALL' }), 201);
  const { id: workflow } = is(await api.post('/workflows', { name: 'w', eventName: 'go' }), 201);
  const wait = { type: 'WAIT_FOR_EVENT', name: 'wait', position: { x: 0, y: 0 }, config: { eventName: 'never' } };
  is(await api.post(`/workflows/${workflow}/steps`, wait), 201);
  is(await api.patch(`/workflows/${workflow}`, { enabled: true }), 200);
  is(await tracker.post('/v1/track', { email, event: 'go' }), 200);
  is(await api.post('/v1/send', { to: email, template: template.id, from }), 200);
  await until(async () => (await namesOf(made)).includes('email.sent'), { within: 20_000, what: 'the mail’s event' });
  return { ...made, email, workflow };
}

const PROS = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };

async function namesOf({ api }: Pick<Tenant, 'api'>): Promise<string[]> {
  return is(await api.get('/events/names'), 200).eventNames;
}

test('everything goes but domains, members and keys', async () => {
  const one = await furnished();
  const { api, tracker, owner, project, domain, email, from } = one;
  const before = await holdingsOf(one.api);
  for (const [name, count] of Object.entries(before)) assert.ok(count > 0, `${name}: ${count}`);
  envelope(await owner.session.get(`/users/@me/projects/${project.id}/reset`), 404, 'RESOURCE_NOT_FOUND');

  const answer = is(await owner.session.post(`/users/@me/projects/${project.id}/reset`), 200);
  assert.equal(answer, { success: true, message: 'Project reset successfully' });
  await until(async () => is(await owner.session.get(`/users/@me/projects/${project.id}/reset`), 200).state === 'completed', {
    within: 30_000,
    what: 'the reset',
  });
  const { progress, ...rest } = is(await owner.session.get(`/users/@me/projects/${project.id}/reset`), 200);
  keys({ progress, ...rest }, 'state', 'progress', 'requestedAt', 'endedAt');
  assert.is(progress, 100);
  const nothing = Object.fromEntries(Object.keys(before).map((name) => [name, 0]));
  assert.equal(await holdingsOf(one.api), nothing);

  assert.equal(
    is(await api.get(`/domains/project/${project.id}`), 200).map((record: any) => [record.domain, record.verified]),
    [[domain, true]],
  );
  assert.is(is(await owner.session.get(`/projects/${project.id}/members`), 200).data.length, 1);
  assert.is(is(await owner.session.get('/users/@me/projects'), 200).filter(({ id }: any) => id === project.id).length, 1);

  // As good as new: the same address is a new contact, and what is counted is counted from nothing.
  is(await tracker.post('/v1/track', { email, event: 'go', data: { plan: 'free' } }), 200);
  is(await api.post('/v1/send', { to: email, subject: 's', body: 'b', from }), 200);
  await until(async () => (await namesOf(one)).includes('email.sent'), { within: 20_000, what: 'the next mail’s event' });
  const after = await holdingsOf(one.api);
  assert.equal([after['contacts'], after['fields'], after['emails'], after['sent'], after['workflows']], [1, 1, 1, 1, 0]);
});

test('a reset leaves other projects alone, and is for admins', async () => {
  const [mine, theirs] = [await furnished(), await furnished()];
  const before = await holdingsOf(theirs.api);
  const path = `/users/@me/projects/${mine.project.id}/reset`;
  const [member, stranger] = [await person(), await person()];
  is(await mine.owner.session.post(`/projects/${mine.project.id}/members`, { email: member.email }), 200);
  envelope(await member.session.post(path), 403, 'FORBIDDEN');
  envelope(await stranger.session.post(path), 404, 'RESOURCE_NOT_FOUND');
  assert.is((await holdingsOf(mine.api))['contacts'], 1);
  is(await mine.owner.session.post(path), 200);
  await until(async () => (await holdingsOf(mine.api))['contacts'] === 0, { within: 30_000, what: 'the reset' });
  assert.equal(await holdingsOf(theirs.api), before);
});

/** As the relay of contacts publishes it. */
async function publishEntry({ project }: Pick<Tenant, 'project'>, name: string, at: Date): Promise<void> {
  const nats = await connect({ servers: process.env['NATS_URL']! });
  const fact = { id: randomUUID(), projectId: project.id, name, at: at.toISOString(), contactId: randomUUID(), data: {} };
  await nats.jetstream().publish(`facts.${project.id}.contacts.segment.entry`, JSON.stringify(fact), { msgID: fact.id });
  await nats.close();
}

test('a fact of before the reset that is delivered behind it leaves no event', async () => {
  const made = await furnished();
  const path = `/users/@me/projects/${made.project.id}/reset`;
  is(await made.owner.session.post(path), 200);
  const { requestedAt } = await until(
    async () => {
      const reset = is(await made.owner.session.get(path), 200);
      return reset.state === 'completed' && reset;
    },
    { within: 30_000, what: 'the reset' },
  );
  await publishEntry(made, 'segment.late.entry', new Date(requestedAt));
  await publishEntry(made, 'segment.new.entry', new Date());
  // Delivered in their order.
  await until(async () => (await namesOf(made)).includes('segment.new.entry'), { within: 20_000, what: 'the later fact' });
  assert.equal(await namesOf(made), ['segment.new.entry']);
  assert.equal(
    is(await made.api.get('/events'), 200).events.map(({ name }: any) => name),
    ['segment.new.entry'],
  );
});

test('who comes into a segment that a reset is about to erase is not published', async () => {
  const made = await furnished();
  const { id } = is(await made.api.post('/segments', { name: 'Tracked', type: 'DYNAMIC', condition: PROS, trackMembership: true }), 201);
  // A reset that was asked for and has not come to the segments.
  const reset = { until: new Date(), services: ['segments'], done: [], endedAt: null };
  const projects = mongo.useDb(`${process.env['MONGODB_PREFIX']}accounts`).collection<{ _id: string }>('projects');
  await projects.updateOne({ _id: made.project.id }, { $set: { reset } });
  envelope(await made.api.post(`/segments/${id}/compute`), 404, 'RESOURCE_NOT_FOUND');
  const later = is(await made.api.post('/segments', { name: 'Later', type: 'DYNAMIC', condition: PROS, trackMembership: true }), 201);
  assert.is(is(await made.api.post(`/segments/${later.id}/compute`), 200).added, 1);
  await projects.updateOne({ _id: made.project.id }, { $unset: { reset: 1 } });
  await until(async () => (await namesOf(made)).includes('segment.later.entry'), { within: 20_000, what: 'the entry' });
  assert.not((await namesOf(made)).includes('segment.tracked.entry'));
});

test.after(() => mongo.close());
test.run();
