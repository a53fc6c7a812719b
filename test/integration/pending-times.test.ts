/** When mails were sent, kept beside the contacts until a condition asks: every filter sees what it would have seen in the contacts. */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPendingTimes } from '#services/contacts/memberships/pending-times.ts';
import type { JointTimes } from '#services/contacts/memberships/pending-times.ts';
import { contactModel } from '#services/contacts/model.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { createLog } from '#kit/telemetry/log.ts';

const connection = await mongoose.createConnection(process.env['MONGODB_URI']!, { w: 'majority' }).asPromise();
const own = connection.useDb(`pending-times-${randomUUID()}`);
const contacts = contactModel(own);
let now = Date.parse('2026-11-22T10:00:00Z');
const create = () => createPendingTimes({ mongo: own, contacts, clock: () => new Date(now), log: createLog('silent') });
const times = create();
await buildIndexes([contacts, ...times.models]);
const [pending] = times.models as [mongoose.Model<any>];

const SENT = { 'mail.any.sent': { $exists: true } };
const MAILED = [
  { name: 'email.sent', activity: 'sent' },
  { name: 'email.delivery', activity: 'delivered' },
];
const jointTimesOf = (projectId: string, contactIds: readonly string[], at: number, id: string = randomUUID()): JointTimes => ({
  id,
  projectId,
  contactIds,
  at: new Date(at),
  events: MAILED,
  templateId: 'a.b',
});

async function people(projectId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await contacts.collection.insertMany(
    ids.map((_id) => ({
      _id: _id as never,
      projectId,
      email: `${_id}@x.example`,
      subscribed: true,
      data: {},
      createdAt: new Date(now),
      updatedAt: new Date(now),
    })),
  );
  return ids;
}
const written = async (projectId: string): Promise<number> => await contacts.collection.countDocuments({ projectId, ...SENT });
const waiting = async (projectId: string): Promise<number> => await pending.countDocuments({ projectId });

const test = suite('pending times');

test('nobody asks: no contact is touched; whoever asks finds all of it, each at its last time', async () => {
  const projectId = randomUUID();
  const ids = await people(projectId, 600);
  const again = jointTimesOf(projectId, ids.slice(0, 200), now - 1_000);
  await times.add(projectId, [jointTimesOf(projectId, ids, now), again]);
  await times.add(projectId, [again]);
  await times.settle(projectId, { 'mail.any.opened': { $exists: true }, 'seen.email%2Eopen': { $exists: true } });
  assert.equal([await written(projectId), await waiting(projectId)], [0, 2], 'an open is no sending');
  await times.settle(projectId, { $and: [{ $or: [SENT] }] });
  assert.equal([await written(projectId), await waiting(projectId)], [600, 0]);
  const found = (await contacts.collection.findOne({ _id: ids[0] as never }))!;
  assert.equal(
    [found['seen'], found['mail']],
    [
      { 'email%2Esent': new Date(now), 'email%2Edelivery': new Date(now) },
      { any: { sent: new Date(now), delivered: new Date(now) }, 'a%2Eb': { sent: new Date(now), delivered: new Date(now) } },
    ],
  );
});

for (const filter of [
  { 'seen.email%2Esent': { $gt: new Date(0) } },
  { $nor: [{ 'seen.email%2Edelivery': { $exists: true } }] },
  { 'mail.a%2Eb.delivered': { $exists: true } },
])
  test(`${Object.keys(filter).join()}: asked for`, async () => {
    const projectId = randomUUID();
    await times.add(projectId, [jointTimesOf(projectId, await people(projectId, 3), now)]);
    await times.settle(projectId, filter);
    assert.is(await written(projectId), 3);
  });

test('a project that asks has its contacts written at once, by every process, for a month', async () => {
  const projectId = randomUUID();
  const [first, second, third] = (await people(projectId, 3)) as [string, string, string];
  await times.settle(projectId, SENT);
  await times.add(projectId, [jointTimesOf(projectId, [first], now)]);
  await create().add(projectId, [jointTimesOf(projectId, [second], now)]);
  assert.equal([await written(projectId), await waiting(projectId)], [2, 0]);
  const [, asked] = times.models as [unknown, mongoose.Model<any>];
  const indexes = await asked.collection.indexes();
  assert.is(indexes.find(({ key }) => 'at' in key)?.expireAfterSeconds, 30 * 86_400);
  // A process that does not know of the question yet.
  await pending.collection.insertOne({
    _id: 'x' as never,
    projectId,
    addedAt: new Date(now),
    at: new Date(now),
    paths: ['mail.any.sent'],
    contactIds: [third],
  });
  await times.settle(projectId, SENT);
  assert.is(await written(projectId), 3);
});

test('several ask while mails are sent: each sees what was there when it asked', async () => {
  const projectId = randomUUID();
  const ids = await people(projectId, 400);
  let sent = 0;
  const sending = (async () => {
    for (; sent < ids.length; sent += 10) await times.add(projectId, [jointTimesOf(projectId, ids.slice(sent, sent + 10), now)]);
  })();
  await Promise.all(
    [1, 2, 3].map(async () => {
      while (sent < ids.length) {
        const before = sent;
        await times.settle(projectId, SENT);
        const found = await written(projectId);
        assert.ok(found >= before, `${found} of ${before}`);
      }
    }),
  );
  await sending;
  await times.settle(projectId, SENT);
  assert.equal([await written(projectId), await waiting(projectId)], [400, 0]);
});

test('what nobody asked for in a day is written in the background; a purge leaves nothing', async () => {
  const projectId = randomUUID();
  const ids = await people(projectId, 5);
  await times.add(projectId, [jointTimesOf(projectId, ids.slice(0, 2), now)]);
  now += 25 * 3_600_000;
  await times.add(projectId, [jointTimesOf(projectId, ids.slice(2), now)]);
  times.sweeper.hint();
  await times.sweeper.stop();
  assert.equal([await written(projectId), await waiting(projectId)], [2, 1]);
  await times.settle(projectId, SENT);
  await times.add(projectId, [jointTimesOf(projectId, ids, now)]);
  await times.purge(projectId);
  for (const model of times.models) assert.is(await model.countDocuments({ projectId }), 0);
});

test.after(async () => {
  await own.dropDatabase();
  await connection.close();
});

test.run();
