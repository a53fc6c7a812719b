/** Facts that a consumer cannot act on: set aside, listed, replayed to that consumer alone. */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startConsumer } from '#kit/facts/consumer.ts';
import { listDeadLetters, replayDeadLetters } from '#kit/facts/dead-letters.ts';
import type { DeadLetter } from '#kit/facts/dead-letters.ts';
import { pending } from '#kit/facts/outbox.ts';
import { factBatchSchema } from '#kit/facts/fact-batch.ts';
import type { FactBatch } from '#kit/facts/fact-batch.ts';
import { startRelay } from '#kit/facts/relay.ts';
import { connectNats } from '#kit/nats.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { posthorn } from '#test/posthorn.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const own = await ownStack({ servers: ['mongodb', 'nats'] });
const log = createLog('silent');
const metrics = createMetrics();
const [consumed, dead] = [metrics.counter('test_consumed', '-', ['consumer']), metrics.counter('test_dead', '-', ['consumer'])];
const nats = await connectNats({ url: own.stack.urls['NATS_URL']! }, 'test', log);
const mongo = await mongoose.createConnection(own.stack.urls['MONGODB_URI']!, { dbName: 'posthorn_test_letters' }).asPromise();

/** What each consumer acted on, and what it cannot stand for now. */
const acted = { first: [] as string[], second: [] as string[] };
const poison = new Set(['poison']);

function consumer(name: keyof typeof acted, hates: ReadonlySet<string>) {
  return startConsumer({
    consumer: {
      name,
      subjects: ['facts.*.test.>'],
      async handle(facts) {
        if (facts.some(({ id }) => hates.has(id))) throw new Error('cannot stand this one');
        acted[name].push(...facts.map(({ id }) => id));
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
}
const consumers = [consumer('first', poison), consumer('second', new Set())];

async function letters(): Promise<DeadLetter[]> {
  const all: DeadLetter[] = [];
  for await (const letter of listDeadLetters(nats)) all.push(letter);
  return all;
}

const publish = (payload: string) => nats.jetstream().publish('facts.p1.test.tried', payload);
const fact = (id: string): string => JSON.stringify({ id, projectId: 'p1', name: 'tried', at: new Date().toISOString(), data: {} });

const test = suite('dead letters');

test('a fact that fails is given up on, its neighbours act, once', async () => {
  await until(() => publish(fact('before')), { what: 'the stream' });
  for (const id of ['poison', 'after', 'after']) await publish(fact(id));
  await until(async () => (await letters()).length === 1, { within: 15_000, what: 'a dead letter' });
  await until(() => acted.first.length === 2 && acted.second.length === 3);
  assert.equal(
    [acted.first.sort(), acted.second.sort()],
    [
      ['after', 'before'],
      ['after', 'before', 'poison'],
    ],
  );
});

test('what is no fact is given up on at once, by each consumer', async () => {
  await publish('no fact at all {');
  await until(async () => (await letters()).length === 3, { what: 'two more dead letters' });
});

test('the command lists them', async () => {
  const { code, stdout } = await posthorn(['dead-letters', 'list', '--json'], own.env);
  assert.is(code, 0);
  const [poisoned, ...garbage] = JSON.parse(stdout);
  assert.equal(
    [poisoned.consumer, poisoned.fact.id, poisoned.error, poisoned.subject],
    ['first', 'poison', 'Error: cannot stand this one', 'facts.p1.test.tried'],
  );
  assert.equal(garbage.map(({ consumer: name, fact: none }: DeadLetter) => [name, none]).sort(), [
    ['first', undefined],
    ['second', undefined],
  ]);
});

test('a replayed fact acts once, and only where it had failed', async () => {
  poison.clear();
  const [poisoned, ...garbage] = await letters();
  assert.is(await replayDeadLetters(nats, poisoned!.seq), 1);
  await until(() => acted.first.includes('poison'));
  assert.equal(
    (await letters()).map(({ seq }) => seq),
    garbage.map(({ seq }) => seq),
  );
  assert.equal(
    [acted.first.sort(), acted.second.sort()],
    [
      ['after', 'before', 'poison'],
      ['after', 'before', 'poison'],
    ],
  );
  assert.is(await replayDeadLetters(nats, poisoned!.seq), 0, 'it is gone');
});

test('replaying all ends, even when letters come straight back', async () => {
  const last = (await letters()).at(-1)!.seq;
  assert.is(await replayDeadLetters(nats, 'all'), 2);
  await until(async () => (await letters()).filter(({ seq }) => seq > last).length === 2);
  assert.is((await letters()).length, 2);
});

test('facts that came together: those that fail become letters of their own, the others act, once', async () => {
  for (const id of ['bad', 'worse']) poison.add(id);
  const known = new Set((await letters()).map(({ seq }) => seq));
  await publish(`[${['near', 'bad', 'nearer', 'worse'].map(fact).join()}]`);
  const set = async () => (await letters()).filter(({ seq }) => !known.has(seq));
  await until(async () => (await set()).length === 2, { within: 15_000, what: 'two dead letters' });
  assert.equal(
    (await set()).map(({ consumer: name, fact: failed }) => [name, failed!.id]),
    [
      ['first', 'bad'],
      ['first', 'worse'],
    ],
  );
  await until(() => acted.second.includes('worse'));
  const of = (name: keyof typeof acted) => acted[name].filter((id) => ['near', 'bad', 'nearer', 'worse'].includes(id));
  assert.equal(
    [of('first'), of('second')],
    [
      ['near', 'nearer'],
      ['near', 'bad', 'nearer', 'worse'],
    ],
  );
  poison.clear();
  assert.is(await replayDeadLetters(nats, (await set())[0]!.seq), 1);
  await until(() => of('first').includes('bad'));
  assert.equal(
    [of('first'), of('second')],
    [
      ['near', 'nearer', 'bad'],
      ['near', 'bad', 'nearer', 'worse'],
    ],
  );
});

test('a batch that two processes relay: few messages, each fact acts once, and the batch is gone', async () => {
  const batches = mongo.model<FactBatch>('FactBatch', factBatchSchema({}), 'fact_batches');
  await buildIndexes([batches]);
  const outbox = Array.from({ length: 450 }, (_, index) =>
    pending({ id: `batch-${index}`, projectId: 'p1', name: 'tried', at: new Date().toISOString(), data: {} }),
  );
  await batches.collection.insertOne({ _id: 'one' as never, batch: true, outbox });
  const relayed = metrics.counter('test_relayed', '-', ['service']);
  const before = (await (await nats.jetstreamManager()).streams.info('FACTS')).state.messages;
  const relays = [1, 2].map(() => startRelay({ service: 'test', model: batches, nats, log, clock: () => new Date(), relayed }));
  await until(async () => (await batches.collection.countDocuments()) === 0, { what: 'the batch published' });
  await Promise.all(relays.map((relay) => relay.stop()));
  assert.is((await (await nats.jetstreamManager()).streams.info('FACTS')).state.messages, before + 3);
  const ids = outbox.map(({ id }) => id).sort();
  for (const name of ['first', 'second'] as const) {
    await until(() => acted[name].filter((id) => id.startsWith('batch-')).length >= 450);
    assert.equal(acted[name].filter((id) => id.startsWith('batch-')).sort(), ids);
  }
});

test.after(async () => {
  await Promise.all(consumers.map((one) => one.stop()));
  await nats.close();
  await mongo.close();
  await own.stop();
});

test.run();
