/** Metrics of MongoDB and of the backlog, against a real server: connections, commands, transactions done again, projects by rows. */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildIndexes } from '#kit/store/schema.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { registerMongoMetrics } from '#kit/telemetry/mongo-metrics.ts';
import { registerBacklogMetrics } from '#services/delivery/ledger/backlog-metrics.ts';
import { deliveryModels } from '#services/delivery/model.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const test = suite('metrics of servers');

const own = await ownStack({ servers: ['mongodb'] });
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!, { w: 'majority', maxPoolSize: 4 } as never).asPromise();
const mongo = connection.useDb('metrics');

type Values = { value: number; labels: Record<string, string>; metricName?: string }[];

const read = async (metrics: ReturnType<typeof createMetrics>, name: string): Promise<Values> =>
  ((await metrics.registry.getSingleMetric(name)!.get()) as unknown as { values: Values }).values;

test('connections of the pool, commands that wait for one, and how long they take', async () => {
  const metrics = createMetrics();
  registerMongoMetrics(metrics, connection);
  await mongo.collection('slow').insertOne({ n: 1 });
  const slow = { $where: 'sleep(1000) || true' };
  const asked = Array.from({ length: 12 }, () => mongo.collection('slow').findOne(slow));
  await until(
    async () => {
      const connections = await read(metrics, 'posthorn_mongodb_connections');
      const [{ value: waiting }] = (await read(metrics, 'posthorn_mongodb_waiting')) as [Values[number]];
      const shown = connections.map(({ labels, value }) => `${labels['state']} ${value}`).join();
      return shown === 'open 4,used 4' && (waiting === 8 || waiting === 4);
    },
    { what: 'all connections used, and commands that wait' },
  );
  await Promise.all(asked);
  assert.is((await read(metrics, 'posthorn_mongodb_waiting'))[0]!.value, 0);
  const seconds = await read(metrics, 'posthorn_mongodb_command_seconds');
  const of = (name: string): number => seconds.find(({ metricName }) => metricName === `posthorn_mongodb_command_seconds_${name}`)!.value;
  assert.ok(of('count') >= 13, `${of('count')} commands`);
  assert.ok(of('sum') >= 12, `${of('sum')} s`);
});

test('a transaction that met another is counted once for each time it was done again', async () => {
  const metrics = createMetrics();
  registerMongoMetrics(metrics, connection);
  const rows = mongo.collection<{ _id: string; n: number }>('rows');
  await rows.insertOne({ _id: 'one', n: 0 });
  let runs = 0;
  await mongo.transaction(async (session) => {
    runs += 1;
    await rows.findOne({ _id: 'one' }, { session: session as never });
    // Somebody else writes what this one has read and will write.
    if (runs === 1) await rows.updateOne({ _id: 'one' }, { $inc: { n: 1 } });
    await rows.updateOne({ _id: 'one' }, { $inc: { n: 1 } }, { session: session as never });
  });
  assert.is(runs, 2);
  assert.is((await rows.findOne({ _id: 'one' }))!.n, 2);
  assert.is((await read(metrics, 'posthorn_mongodb_transaction_retries_total'))[0]!.value, 1);
});

test('of the backlog ten projects are shown, counts of a class and state are bounded, and the oldest of each class is known', async () => {
  const { emails } = deliveryModels(mongo);
  await buildIndexes([emails]);
  const now = Date.now();
  const rows = Array.from({ length: 12 }, (_, project) =>
    Array.from({ length: (project + 1) * 10 }, (__, n) => ({
      _id: `${project}-${n}`,
      projectId: `project-${project}`,
      status: 'PENDING',
      priority: 1,
      dueAt: new Date(now - (project + 1) * 1_000),
    })),
  ).flat();
  const bulk = Array.from({ length: 20_500 }, (_, n) => ({
    _id: `bulk-${n}`,
    projectId: 'project-bulk',
    status: 'PENDING',
    priority: 10,
    dueAt: new Date(now),
  }));
  await emails.collection.insertMany([...rows, ...bulk] as never);
  let [metrics, depth]: [ReturnType<typeof createMetrics>, Values] = [createMetrics(), []];
  // On a machine that is too slow for the look, nothing is shown.
  await until(
    async () => {
      metrics = createMetrics();
      registerBacklogMetrics(emails, metrics, () => new Date(now));
      depth = await read(metrics, 'posthorn_delivery_queue_depth');
      return depth.length > 0;
    },
    { what: 'the backlog' },
  );
  const of = (name: string): number => depth.find(({ labels }) => labels['class'] === name && labels['state'] === 'pending')!.value;
  assert.equal([of('transactional'), of('workflow'), of('campaign')], [780, 0, 20_000]);
  const age = await read(metrics, 'posthorn_delivery_queue_age_seconds');
  assert.is(age.find(({ labels }) => labels['class'] === 'transactional')!.value, 12);
  const projects = await read(metrics, 'posthorn_delivery_project_backlog');
  assert.equal(
    projects.map(({ labels, value }) => [labels['project'], value]),
    [['project-bulk', 20_000], ...Array.from({ length: 9 }, (_, n) => [`project-${11 - n}`, (12 - n) * 10])],
  );
});

test.after(async () => {
  await connection.close();
  await own.stop();
});

test.run();
