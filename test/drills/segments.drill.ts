/**
 * Two replicas compute a tracked segment while both are killed in the middle, again and again: entries and exits told are the
 * difference of the sets, no more, no fewer. SEGMENT_CONTACTS sets the size.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { account, api } from '#test/client.ts';
import { ownStack } from '#test/stack.ts';
import { startServices } from '#local/services.ts';
import { until } from '#test/until.ts';

const CONTACTS = Number(process.env['SEGMENT_CONTACTS'] ?? 20_000);
const KILLS = 6;

function expect(what: string, found: unknown, expected: unknown): void {
  const same = JSON.stringify(found) === JSON.stringify(expected);
  console.log(`${same ? 'ok  ' : 'FAIL'} ${what}: ${JSON.stringify(found)}${same ? '' : `, expected ${JSON.stringify(expected)}`}`);
  if (!same) process.exitCode = 1;
}

const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'error' } });
try {
  const [one, two] = [await own.startServices('each'), await startServices({ env: own.env, mode: 'each', dir: `${own.dir}/two` })];
  const { project } = await account(one.url);
  const clients = [api(one.url, project.secret), api(two.url, project.secret)];
  const connection = await mongoose.createConnection(own.env['MONGODB_URI']!, { w: 'majority' }).asPromise();
  const database = (name: string) => connection.useDb(`${own.env['MONGODB_PREFIX']}${name}`);
  const contacts = database('contacts').collection<any>('contacts');
  const events = database('events').collection<any>('events');
  const now = new Date();
  for (let at = 0; at < CONTACTS; at += 1_000) {
    await contacts.insertMany(Array.from({ length: Math.min(1_000, CONTACTS - at) }, (_, n) => (
      { _id: crypto.randomUUID(), projectId: project.id, email: `c${at + n}@example.com`, subscribed: true, data: { n: at + n }, createdAt: now, updatedAt: now })));
  }
  const made = await clients[0]!.post('/segments', { name: 'Drill', trackMembership: true, condition: { logic: 'AND', groups: [{ filters: [{ field: 'data.n', operator: 'gte', value: CONTACTS / 2 }] }] } });
  const path = `/segments/${made.body.id}`;

  /** Both replicas compute and are killed meanwhile; then the rest is done in peace. */
  async function computeUnderFire(): Promise<void> {
    let working = true;
    const asking = clients.map(async (client) => {
      while (working) await client.post(`${path}/compute`).catch(() => sleep(50));
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(100 + Math.random() * 400);
      const victim = [one, two][kill % 2]!.processes[(['contacts', 'segments', 'contacts'] as const)[kill % 3]!]!;
      await victim.kill();
      await sleep(150);
      await victim.start();
    }
    working = false;
    await Promise.all(asking);
    await until(async () => (await clients[0]!.post(`${path}/compute`)).status === 200, { within: 60_000, every: 250, what: 'a computation in peace' });
  }
  const told = async (move: string) => {
    const filter = { projectId: project.id, name: `segment.drill.${move}` };
    return [await events.countDocuments(filter), (await events.distinct('contactId', filter)).length];
  };

  await computeUnderFire();
  await until(async () => (await told('entry'))[0]! >= CONTACTS / 2, { within: 120_000, every: 500, what: 'the entries' });
  await sleep(3_000);
  expect('entries told, and contacts they are about', await told('entry'), [CONTACTS / 2, CONTACTS / 2]);
  expect('exits told', await told('exit'), [0, 0]);

  // A quarter of all leave, a quarter come.
  await contacts.updateMany({ projectId: project.id, 'data.n': { $gte: CONTACTS / 2, $lt: (CONTACTS * 3) / 4 } }, { $set: { 'data.n': -1 } });
  await contacts.updateMany({ projectId: project.id, 'data.n': { $gte: 0, $lt: CONTACTS / 4 } }, { $set: { 'data.n': CONTACTS } });
  await computeUnderFire();
  await until(async () => (await told('exit'))[0]! >= CONTACTS / 4 && (await told('entry'))[0]! >= (CONTACTS * 3) / 4, { within: 120_000, every: 500, what: 'exits and entries' });
  await sleep(3_000);
  expect('entries told in all, and contacts they are about', await told('entry'), [(CONTACTS * 3) / 4, (CONTACTS * 3) / 4]);
  expect('exits told, and contacts they are about', await told('exit'), [CONTACTS / 4, CONTACTS / 4]);
  expect('members', (await clients[0]!.get(path)).body.memberCount, CONTACTS / 2);
  await connection.close();
  await two.stop();
  await one.stop();
} finally {
  await own.stop();
}
