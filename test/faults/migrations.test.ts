/** The job that migrates stored data: tried on a copy, killed in its middle, run twice at once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '#kit/telemetry/log.ts';
import { migrate, migrationModel } from '#kit/store/migrations.ts';
import type { Migration, MigrationEntry } from '#kit/store/migrations.ts';
import { ROOT } from '#local/binaries.mjs';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const test = suite('migrations');
const own = await ownStack({ servers: ['mongodb', 'nats'] });
const connection = await mongoose.createConnection(own.stack.urls['MONGODB_URI']!).asPromise();
const delivery = connection.useDb(`${own.env['MONGODB_PREFIX']}delivery`);
const [former, sends, ledger] = ['mailings', 'campaign_sends', 'migrations'].map((name) => delivery.collection<any>(name));
const NAME = '2026-12-01-mailings-moved-to-campaign-sends';
const COUNT = 20_000;

function start(entry: string, args: readonly string[] = []) {
  const env = {
    ...own.env,
    SERVICES: 'delivery',
    NODE_ENV: 'production',
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DOMAIN_AUTO_VERIFY: '',
    NATS_FEWER_REPLICAS: 'true',
    REDIS_URL: 'redis://127.0.0.1:1',
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    ADMIN_PORT: '0',
    GRPC_PORT: '0',
  };
  const child = spawn(process.execPath, [entry, ...args], { cwd: ROOT, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { child, ended: once(child, 'close').then(([code, signal]) => ({ code, signal, output })) };
}
const entry = (): Promise<MigrationEntry | null> => ledger!.findOne({ _id: NAME }) as Promise<MigrationEntry | null>;

const rows = Array.from({ length: COUNT }, (_, n) => ({
  _id: `campaign-${n}`,
  projectId: 'p',
  letter: { subject: `Number ${n}`, body: '<p>Here</p>' },
  state: 'OPEN',
  number: n,
}));
await former!.insertMany(rows as never[]);
// One was moved by a process that died, and was sent on since.
await sends!.insertOne({ _id: 'campaign-7', projectId: 'p', content: { subject: 'Number 7' }, state: 'ENDED', number: 7, count: 'kept' });
await sends!.createIndex({ number: 1 }, { unique: true });

test('a count changes nothing, and a trial nothing but a copy that is gone afterwards', async () => {
  for (const option of ['--dry-run', '--copy']) {
    const { code, output } = await start('services/migrations.ts', [option]).ended;
    assert.is(code, 0, output);
    assert.ok(output.includes(`"${NAME}":${COUNT}`), output);
    assert.is(output.includes(`"changed":{"${NAME}":${COUNT}}`), option === '--copy');
    assert.equal([await former!.countDocuments(), await sends!.countDocuments(), await entry()], [COUNT, 1, null]);
  }
  const { databases } = await connection.db!.admin().listDatabases();
  assert.not(databases.some(({ name }) => name.includes('trial')));
});

test('what cannot be migrated is found on the copy', async () => {
  await former!.insertOne({ _id: 'twice', projectId: 'p', letter: {}, number: 7 } as never);
  const { code, output } = await start('services/migrations.ts', ['--copy']).ended;
  await former!.deleteOne({ _id: 'twice' as never });
  assert.is(code, 1);
  assert.match(output, /duplicate key|E11000/i);
  assert.is(await former!.countDocuments(), COUNT);
});

test('a version that would misread what waits does not start', async () => {
  const { code, output } = await start('services/main.ts').ended;
  assert.is.not(code, 0);
  assert.ok(output.includes('waits for services/migrations.ts') && output.includes(NAME), output);
});

test('killed in the middle, the next one goes on; two at once do it once; nothing is lost or changed twice', async () => {
  const first = start('services/migrations.ts');
  await until(async () => ((await entry())?.changed ?? 0) > 0, { within: 30_000, every: 2, what: 'a migration under way' });
  first.child.kill('SIGKILL');
  assert.is((await first.ended).signal, 'SIGKILL');
  const left = await former!.countDocuments();
  assert.ok(left > 0 && left < COUNT, `${left} left`);
  const halfway = (await entry())!;
  assert.is(halfway.finishedAt, null);
  // As if the lease had run out meanwhile.
  await ledger!.updateOne({ _id: NAME }, { $set: { lease: new Date() } });
  const both = await Promise.all([start('services/migrations.ts').ended, start('services/migrations.ts').ended]);
  for (const { code, output } of both) assert.is(code, 0, output);
  const done = (await entry())!;
  assert.ok(done.finishedAt! >= halfway.startedAt);
  assert.equal(done.startedAt, halfway.startedAt);
  assert.ok(done.by.startsWith('migrations-') && done.by !== halfway.by, `${done.by} after ${halfway.by}`);
  // A step that was cut off may have moved rows that no run counted.
  assert.ok(done.changed >= halfway.changed + left && done.changed <= COUNT, `${done.changed} of ${COUNT}`);
  assert.equal([await former!.countDocuments(), await sends!.countDocuments()], [0, COUNT]);
  assert.equal(await sends!.findOne({ _id: 'campaign-7' as never }, { projection: { state: 1, count: 1, _id: 0 } }), {
    state: 'ENDED',
    count: 'kept',
  });
  const last = await sends!.findOne({ _id: `campaign-${COUNT - 1}` as never });
  assert.equal([last.content, last.letter, last.count], [rows.at(-1)!.letter, undefined, null]);
});

test('again is harmless', async () => {
  const before = await entry();
  assert.is((await start('services/migrations.ts').ended).code, 0);
  assert.equal(await entry(), before);
  const { output } = await start('services/migrations.ts', ['--dry-run']).ended;
  const line = output.split('\n').find((one) => one.includes('what was done'))!;
  assert.equal(JSON.parse(line).ledger, JSON.parse(JSON.stringify([before])));
});

test('whoever lost the lease stops; one that leaves documents as they were fails and stays unfinished', async () => {
  const mongo = connection.useDb('migrations_of_nobody');
  const clock = (): Date => new Date();
  const parts = { mongo, by: 'one', clock, log: createLog('silent') };
  const migration = (step: () => Promise<number>): Migration => ({ name: 'a', collections: [], left: async () => 1, step });
  const robbed = migration(async () => {
    await migrationModel(mongo).updateOne({ _id: 'a' }, { $set: { by: 'two', lease: clock() } });
    return 1;
  });
  const said = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: Error) => error.message,
    );
  assert.is(await said(migrate([robbed], parts)), 'Another process has taken over a');
  assert.is(await said(migrate([migration(async () => 0)], parts)), 'a left 1 documents as they were');
  assert.is((await migrationModel(mongo).findById('a').lean())!.finishedAt, null);
});

test.after(async () => {
  await connection.close();
  await own.stop();
});

test.run();
