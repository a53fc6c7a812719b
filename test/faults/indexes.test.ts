/** The job that builds indexes in production, where booting does not. */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { run } from '#local/tool.ts';
import { ownStack } from '#test/stack.ts';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';

const test = suite('indexes');
const own = await ownStack({ servers: ['mongodb'] });
const prefix = own.env['MONGODB_PREFIX']!;
const build = (env: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, ['services/indexes.ts'], {
    cwd: ROOT,
    env: {
      ...own.env,
      NODE_ENV: 'production',
      MAIL_PROVIDER: 'smtp',
      SMTP_URL: 'smtp://127.0.0.1:1',
      DOMAIN_AUTO_VERIFY: '',
      NATS_URL: 'nats://127.0.0.1:1',
      REDIS_URL: 'redis://127.0.0.1:1',
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      // Wired only where it is set up.
      STRIPE_SK: 'sk_test_indexes',
      ...env,
    },
    timeoutMs: 60_000,
  });
const connection = await mongoose.createConnection(own.stack.urls['MONGODB_URI']!).asPromise();

test('builds every index of every model, in production, with MongoDB alone; and again is harmless', async () => {
  for (const _time of [1, 2]) {
    const { ok, output } = await build();
    assert.ok(ok, output);
  }
  const { services } = await anatomy();
  let checked = 0;
  for (const { name, models = [] } of services.values()) {
    for (const model of models) {
      const there = await connection
        .useDb(prefix + name)
        .collection(model.collection.collectionName)
        .indexes();
      const wanted = model.schema.indexes().map(([keys]) => JSON.stringify(keys));
      assert.equal(
        wanted.filter((keys) => !there.some((index) => JSON.stringify(index.key) === keys)),
        [],
        `${name}.${model.modelName}`,
      );
      checked += wanted.length;
    }
  }
  assert.ok(checked > 10, `${checked} indexes`);
});

test('indexes that others have replaced are dropped', async () => {
  const executions = connection.useDb(`${prefix}workflows`).collection('executions');
  await executions.createIndex({ workflowId: 1, contactId: 1, entry: 1 }, { unique: true, name: 'entry' });
  assert.ok((await build({ SERVICES: 'workflows' })).ok);
  const names = (await executions.indexes()).map(({ name }) => name);
  assert.not(names.includes('entry'));
  assert.ok(names.includes('one_entry'));
});

test('one that cannot be built ends badly and says which', async () => {
  const emails = connection.useDb(`${prefix}delivery`).collection('domains');
  await emails.dropIndexes();
  await emails.insertMany([
    { _id: 'a' as never, domain: 'twice.example', projectId: 'p' },
    { _id: 'b' as never, domain: 'twice.example', projectId: 'p' },
  ]);
  const { ok, output } = await build({ SERVICES: 'delivery' });
  assert.not.ok(ok);
  assert.match(output, /duplicate key[^]*domain/);
});

test.after(async () => {
  await connection.close();
  await own.stop();
});

test.run();
