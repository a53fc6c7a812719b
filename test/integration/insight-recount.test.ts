/** Kept counts against the rows: true after deletions, found and repaired when somebody changed rows around the service. */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recount } from '#test/posthorn.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { address, person, tenant, type Tenant } from './tenant.ts';

const test = suite('insight recount');
const DAY_MS = 86_400_000;

const connection = await mongoose.createConnection(process.env['MONGODB_URI']!, { directConnection: false }).asPromise();
const database = connection.useDb(`${process.env['MONGODB_PREFIX']}events`);
const events = database.collection<{ _id: string }>('events');
const rollUps = database.collection<{ _id: string }>('rollups');

/** Events of the last days, as the service stores them: so many that counts of them are kept. */
async function history({ project }: Tenant, contactId: string | null = null): Promise<void> {
  const rows = Array.from({ length: 6_000 }, (_, index) => ({
    _id: randomUUID(),
    projectId: project.id,
    name: index % 3 ? 'kept' : 'gone',
    data: null,
    contactId,
    emailId: null,
    createdAt: new Date(Date.now() - (index + 1) * 50_000),
  }));
  await events.insertMany(rows as never);
}

const counts = async ({ api }: Tenant) =>
  Object.fromEntries(is(await api.get('/events/stats'), 200).map(({ name, count }: any) => [name, count]));

test('deleting a name and a contact keeps them true, whatever was kept before', async () => {
  const mine = await tenant();
  const { id } = is(await mine.api.post('/contacts', { email: address() }), 201);
  await history(mine, id);
  assert.equal(await counts(mine), { kept: 4_000, gone: 2_000 });
  assert.ok((await rollUps.countDocuments({ projectId: mine.project.id } as never)) > 0, 'something is kept');
  assert.equal(await recount('events', [mine.project.id]), { code: 0, lines: [] });
  assert.is((await mine.api.delete(`/contacts/${id}`)).status, 204);
  is(await mine.api.delete('/events/gone'), 200);
  assert.equal(await counts(mine), { kept: 4_000 });
  assert.equal(await recount('events', [mine.project.id]), { code: 0, lines: [] });
});

test('what was changed around the service is found, and counted anew once it is repaired', async () => {
  const mine = await tenant();
  await history(mine);
  assert.equal(await counts(mine), { kept: 4_000, gone: 2_000 });
  await events.deleteMany({ projectId: mine.project.id, name: 'gone' } as never);
  assert.ok((await counts(mine))['gone']! > 500, 'nobody noticed');
  const found = await recount('events', [mine.project.id]);
  assert.is(found.code, 1);
  assert.ok(found.lines.length > 0 && found.lines.every(({ size, start, kept }) => size && start && kept[0].name === 'gone'));
  assert.is((await recount('events', [mine.project.id, '--repair'])).code, 0);
  assert.equal(await counts(mine), { kept: 4_000 });
  assert.equal(await recount('events', [mine.project.id]), { code: 0, lines: [] });
});

test('how long a project keeps its events and mails: asked, set, and by an owner only', async () => {
  const mine = await tenant();
  const path = `/users/@me/projects/${mine.project.id}/retention`;
  const { session } = mine.owner;
  assert.equal(is(await session.get(path), 200), { events: null, mailContent: null });
  for (const wrong of [{ events: 0, mailContent: null }, { events: 1.5, mailContent: 1 }, { events: 1 }, { events: 1, mailContent: 3_651 }])
    is(await session.send('PUT', path, wrong), 422);
  await history(mine);
  const before = await counts(mine);
  assert.equal(is(await session.send('PUT', path, { events: 1, mailContent: 30 }), 200), { events: 1, mailContent: 30 });
  const old = { projectId: mine.project.id, createdAt: { $lt: new Date(Date.now() - 2 * DAY_MS) } };
  await until(async () => (await events.countDocuments(old as never)) === 0, { what: 'old events to go' });
  assert.equal(await counts(mine), before, 'numbers survive what they counted');
  assert.equal(is(await session.send('PUT', path, { events: null, mailContent: null }), 200), { events: null, mailContent: null });
  is(await (await person()).session.get(path), 404);
});

test.after(() => connection.close());

test.run();
