/** Several processes with the same outboxes: one of them publishes, and another goes on when it is gone. */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pending } from '#kit/facts/outbox.ts';
import { LEASE_MS } from '#kit/facts/relay-lease.ts';
import { startRelay } from '#kit/facts/relay.ts';
import type { RunningRelay } from '#kit/facts/relay.ts';
import { connectNats } from '#kit/nats.ts';
import { buildIndexes, tenantSchema } from '#kit/store/schema.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const own = await ownStack({ servers: ['mongodb', 'nats'] });
const log = createLog('silent');
const url = own.stack.urls['NATS_URL']!;
/** Each replica has connections and metrics of its own, as a process has. */
const replicas = await Promise.all(
  ['a', 'b', 'c', 'd'].map(async (name) => {
    const metrics = createMetrics();
    const relayed = metrics.counter('test_relayed', '-', ['service']);
    const mongo = await mongoose
      .createConnection(own.stack.urls['MONGODB_URI']!, { dbName: 'posthorn_test_leases', w: 'majority' })
      .asPromise();
    const model = mongo.model<{ _id: string; projectId: string }>('Row', tenantSchema({}, { outbox: true }), 'rows');
    const published = async (): Promise<number> => (await relayed.get()).values.reduce((sum, { value }) => sum + value, 0);
    return { nats: await connectNats({ url }, name, log), mongo, model, relayed, published };
  }),
);
const [{ model: rows, mongo }] = replicas as [(typeof replicas)[number]];
await buildIndexes([rows]);
const start = ({ nats, model, relayed }: (typeof replicas)[number]): RunningRelay =>
  startRelay({ service: 'test', model, nats, log, clock: () => new Date(), relayed });

const COUNT = 1_000;
const isEmpty = async (): Promise<boolean> => (await rows.collection.countDocuments({ outbox: { $exists: true } })) === 0;
const counts = (): Promise<number[]> => Promise.all(replicas.map(({ published }) => published()));

/** Facts that come while relays run, some at a time. */
async function write(from: string, count = COUNT): Promise<void> {
  for (let n = 0; n < count; n += 10) {
    const ids = Array.from({ length: 10 }, (_, index) => `${from}-${n + index}`);
    const fact = (id: string) => pending({ id, projectId: 'p1', name: 'tried', at: new Date().toISOString(), data: {} });
    await rows.collection.insertMany(ids.map((id) => ({ _id: id as never, projectId: 'p1', outbox: [fact(id)] })));
  }
  await until(isEmpty, { within: 20_000, what: 'empty outboxes' });
}

const test = suite('relay lease');
let relays: RunningRelay[] = [];

test('four replicas publish a fact once, or hardly more often', async () => {
  relays = replicas.map(start);
  await write('together');
  // Counted when they have left the outbox.
  const sum = await until(async () => {
    const all = (await counts()).reduce((so, count) => so + count, 0);
    return all >= COUNT ? all : 0;
  });
  assert.ok(sum <= 1.05 * COUNT, `${sum} publications of ${COUNT} facts`);
});

test('who stops hands over at once', async () => {
  const before = await counts();
  const holder = before.indexOf(Math.max(...before));
  await relays[holder]!.stop();
  await write('handed over', 50);
  const after = await counts();
  assert.is(after[holder], before[holder]);
  relays = relays.filter((_, index) => index !== holder);
});

test('who was killed is followed when its lease has ended', async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  const leases = mongo.db!.collection<{ _id: string; owner: string; until: Date }>('relay_leases');
  const dead = { owner: 'killed', until: new Date(Date.now() + LEASE_MS) };
  await leases.updateOne({ _id: 'rows' }, { $set: dead });
  relays = replicas.map(start);
  await write('after a kill', 50);
  assert.ok(Date.now() >= dead.until.getTime(), 'nobody went on before its lease had ended');
  assert.is.not((await leases.findOne({ _id: 'rows' }))!.owner, 'killed');
});

test.after(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await Promise.all(replicas.map(({ nats }) => nats.close()));
  await Promise.all(replicas.map(({ mongo: connection }) => connection.close()));
  await own.stop();
});

test.run();
