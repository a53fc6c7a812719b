/** A stream of facts that is lost: what relays published within a day is published again, and acts once. */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startConsumer } from '#kit/facts/consumer.ts';
import { factBatchSchema } from '#kit/facts/fact-batch.ts';
import type { FactBatch } from '#kit/facts/fact-batch.ts';
import { pending } from '#kit/facts/outbox.ts';
import { startRelay } from '#kit/facts/relay.ts';
import { connectNats } from '#kit/nats.ts';
import { buildIndexes, tenantSchema } from '#kit/store/schema.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { posthorn } from '#test/posthorn.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const own = await ownStack({ servers: ['mongodb', 'nats'] });
const log = createLog('silent');
const metrics = createMetrics();
const [consumed, dead] = [metrics.counter('test_consumed', '-', ['consumer']), metrics.counter('test_dead', '-', ['consumer'])];
const relayed = metrics.counter('test_relayed', '-', ['service']);
const nats = await connectNats({ url: own.stack.urls['NATS_URL']! }, 'test', log);
// Where the command looks for what events has published.
const dbName = `${own.env['MONGODB_PREFIX']}events`;
const mongo = await mongoose.createConnection(own.stack.urls['MONGODB_URI']!, { dbName, w: 'majority' }).asPromise();
const rows = mongo.model<{ _id: string; projectId: string }>('Row', tenantSchema({}, { outbox: true }), 'rows');
const batches = mongo.model<FactBatch>('FactBatch', factBatchSchema({}), 'fact_batches');
await buildIndexes([rows, batches]);

const acted: string[] = [];
const startActing = () =>
  startConsumer({
    consumer: {
      name: 'republish-test',
      subjects: ['facts.*.test.>'],
      async handle(facts) {
        acted.push(...facts.map(({ id }) => id));
      },
    },
    mongo,
    nats,
    log,
    consumed,
    dead,
    clock: () => new Date(),
    retryMs: 5,
  });
const clock = () => new Date();
const relays = [rows, batches].map((model) => startRelay({ service: 'test', model, nats, log, clock, relayed }));

const fact = (id: string) => pending({ id, projectId: 'p1', name: 'tried', at: new Date().toISOString(), data: { 'a.b': 1 } });
const waiting = async (): Promise<number> =>
  (await rows.collection.countDocuments({ outbox: { $exists: true } })) + (await batches.collection.countDocuments());
const ids = (from: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${from}-${String(n).padStart(3, '0')}`);

/** Facts alone in their documents, and as many in one batch. */
async function write(from: string, count: number): Promise<string[]> {
  const [alone, together] = [ids(`${from}-alone`, count), ids(`${from}-batch`, count)];
  await rows.collection.insertMany(alone.map((id) => ({ _id: id as never, projectId: 'p1', outbox: [fact(id)] })));
  await batches.collection.insertOne({ _id: from as never, batch: true, outbox: together.map(fact) });
  await until(async () => (await waiting()) === 0, { within: 20_000, what: 'empty outboxes' });
  return [...alone, ...together];
}

const command = (...args: string[]) => posthorn(['facts', ...args], own.env);
const test = suite('republish');

test('a stream that was lost is filled again: every fact acts once, those that had acted before too', async () => {
  const first = startActing();
  const seen = await write('seen', 120);
  await until(() => acted.length === seen.length, { within: 20_000, what: 'the first facts' });
  await first.stop();
  const unseen = await write('unseen', 120);

  const jsm = await nats.jetstreamManager();
  await jsm.streams.delete('FACTS');
  const second = startActing();
  const after = await write('after', 1);
  await until(() => after.every((id) => acted.includes(id)), { within: 20_000, what: 'facts over the stream made anew' });
  assert.equal(
    unseen.filter((id) => acted.includes(id)),
    [],
    'they are lost with the stream',
  );

  // 121 facts alone and a batch a message, of each of three writes; one of the last.
  assert.equal(await command('republish', '--since', '1h'), {
    code: 0,
    stdout: `${seen.length + unseen.length + after.length} facts published again in 244 messages\n`,
    stderr: '',
  });
  await until(() => unseen.every((id) => acted.includes(id)), { within: 20_000, what: 'the facts that were lost' });
  assert.is((await command('republish', '--since', new Date(Date.now() - 3_600_000).toISOString())).code, 0, 'as often as one likes');
  const last = await write('last', 1);
  await until(() => last.every((id) => acted.includes(id)), { within: 20_000, what: 'what came after all of them' });
  assert.equal(acted.toSorted(), [...seen, ...unseen, ...after, ...last].sort());
  await second.stop();
});

test('nothing older than asked for is published again', async () => {
  assert.is(
    (await command('republish', '--since', new Date(Date.now() + 60_000).toISOString())).stdout,
    '0 facts published again in 0 messages\n',
  );
  for (const wrong of [['republish'], ['republish', '--since'], ['republish', '--since', 'yesterday'], ['republish', '2h']])
    assert.is((await command(...wrong)).code, 2, wrong.join(' '));
});

test('what was published is kept for a day, out of the way of relays', async () => {
  const kept = mongo.db!.collection('published_facts');
  assert.ok((await kept.countDocuments()) > 0);
  const expiry = (await kept.indexes()).find(({ key }) => Object.keys(key).join() === 'at');
  assert.is(expiry?.expireAfterSeconds, 86_400);
});

test.after(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await nats.close();
  await mongo.close();
  await own.stop();
});

test.run();
