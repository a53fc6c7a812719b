/**
 * The set that other tests kill primaries of: what was written with majority is there after a failover, what was not may be gone, and
 * the killed one comes back.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startReplicaSet } from '#test/replica-set.ts';
import { until } from '#test/until.ts';

const test = suite('replica set');
const set = await startReplicaSet();
const connection = await mongoose.createConnection(set.uri, { w: 'majority' }).asPromise();
const rows = connection.useDb('failover').collection<{ _id: number }>('rows');

test('the primary is killed: another one is elected, majority writes are there, and the killed one follows again', async () => {
  await rows.insertOne({ _id: 1 });
  const killed = await set.killPrimary();
  assert.is.not((await set.primary()).pid, killed.pid);
  await until(() => rows.updateOne({ _id: 2 }, { $set: { after: true } }, { upsert: true }), { within: 30_000, what: 'a write' });
  assert.equal(
    (await rows.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id),
    [1, 2],
  );
  await killed.start();
  const follower = await mongoose.createConnection(`mongodb://127.0.0.1:${killed.port}/?directConnection=true`).asPromise();
  try {
    const own = follower.useDb('failover').collection('rows');
    await until(async () => (await own.countDocuments({}, { readPreference: 'secondaryPreferred' })) === 2, {
      within: 60_000,
      what: 'what was missed',
    });
  } finally {
    await follower.close();
  }
});

test('the primary is killed with writes that no other member has: they are gone, and it rolls them back', async () => {
  await until(async () => set.members.every((one) => one.alive()), { what: 'three members' });
  let kept: Promise<unknown> | undefined;
  const killed = await set.killPrimaryUnreplicated(async () => {
    const lost = await rows.insertOne({ _id: 3 }, { writeConcern: { w: 1 } });
    assert.ok(lost.acknowledged);
    // The driver tries again once, which may meet the dead member as well.
    kept = until(() => rows.updateOne({ _id: 4 }, { $set: { after: true } }, { upsert: true }), { within: 30_000, what: 'a write' });
    await sleep(250);
  });
  await kept;
  assert.is(await rows.findOne({ _id: 3 }), null, 'taken by one member alone');
  assert.ok(await rows.findOne({ _id: 4 }), 'a majority write is made again at the new primary');
  await killed.start();
  await until(async () => (await killed.rollbacks()) > 0, { within: 60_000, what: 'a rollback' });
});

test.after(async () => {
  await connection.close();
  await set.stop();
});
test.run();
