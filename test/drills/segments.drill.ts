/**
 * Two replicas compute a tracked segment while both are killed in the middle, again and again: entries, exits and entries of those who
 * come back are published as the difference of the sets, no more, no fewer. SEGMENT_CONTACTS sets the size.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { account, api } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { ownStack } from '#test/stack.ts';
import { startServices } from '#local/services.ts';
import type { Services } from '#local/services.ts';
import { until } from '#test/until.ts';

const CONTACTS = Number(process.env['SEGMENT_CONTACTS'] ?? 20_000);
const [HALF, QUARTER] = [CONTACTS / 2, CONTACTS / 4];

type Victim = readonly [replica: Services, process: 'contacts' | 'segments'];

const findings = createFindings({
  kind: 'drill',
  name: 'segments',
  title: 'Segments through kills',
  about:
    `Two replicas compute a tracked segment of ${CONTACTS.toLocaleString('en')} contacts while contacts and segments are killed ` +
    'in the middle of it.',
});
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
    await contacts.insertMany(
      Array.from({ length: Math.min(1_000, CONTACTS - at) }, (_, n) => ({
        _id: crypto.randomUUID(),
        projectId: project.id,
        email: `c${at + n}@example.com`,
        subscribed: true,
        data: { n: at + n },
        createdAt: now,
        updatedAt: now,
      })),
    );
  }
  const made = await clients[0]!.post('/segments', {
    name: 'Drill',
    trackMembership: true,
    condition: { logic: 'AND', groups: [{ filters: [{ field: 'data.n', operator: 'gte', value: HALF }] }] },
  });
  const path = `/segments/${made.body.id}`;
  const present = { projectId: project.id, segments: made.body.id };
  const absent = { projectId: project.id, segments: { $ne: made.body.id } };
  const began = performance.now();
  const clock = (): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;

  /** Both replicas compute, and processes are killed when a third and two thirds of the moves are made; then the rest is done in peace. */
  async function computeUnderFire(moves: number, movesMade: () => Promise<number>, victims: readonly Victim[]): Promise<void> {
    let working = true;
    const asking = clients.map(async (client) => {
      while (working) {
        const answer = await client.post(`${path}/compute`).catch(() => undefined);
        // A refusal comes at once, and those who start again need the machine.
        if (answer?.status !== 200) await sleep(100);
      }
    });
    const restarts: Promise<void>[] = [];
    for (const [index, [replica, name]] of victims.entries()) {
      const due = (moves * (index + 1)) / (victims.length + 1);
      const done = await until(async () => [await movesMade()].find((found) => found >= due), {
        within: 60_000,
        every: 10,
        what: 'a part of the moves',
      });
      const victim = replica.processes[name]!;
      await victim.kill();
      findings.row('Kills', { killed: name, 'after moves': done, of: moves });
      restarts.push(sleep(150).then(() => victim.start()));
    }
    await Promise.all(restarts);
    working = false;
    await Promise.all(asking);
    await until(async () => (await clients[0]!.post(`${path}/compute`)).status === 200, {
      within: 60_000,
      every: 250,
      what: 'a computation in peace',
    });
  }

  const published = async (move: string) => {
    const filter = { projectId: project.id, name: `segment.drill.${move}` };
    return [await events.countDocuments(filter), (await events.distinct('contactId', filter)).length];
  };
  /** Facts and the contacts they are about; what is published too often shows while nothing else happens. */
  async function expectPublished(what: string, entries: readonly number[], exits: readonly number[]): Promise<void> {
    await until(async () => (await published('entry'))[0]! >= entries[0]! && (await published('exit'))[0]! >= exits[0]!, {
      within: 60_000,
      every: 250,
      what: 'the facts',
    });
    await sleep(2_000);
    findings.expect(`${clock()}: ${what}: entries published, and contacts they are about`, await published('entry'), entries);
    findings.expect(`${clock()}: ${what}: exits published, and contacts they are about`, await published('exit'), exits);
  }

  await computeUnderFire(HALF, () => contacts.countDocuments(present), [
    [one, 'contacts'],
    [two, 'segments'],
  ]);
  await expectPublished('half of all come', [HALF, HALF], [0, 0]);

  await contacts.updateMany({ projectId: project.id, 'data.n': { $gte: HALF, $lt: HALF + QUARTER } }, { $set: { 'data.n': -1 } });
  await contacts.updateMany({ projectId: project.id, 'data.n': { $gte: 0, $lt: QUARTER } }, { $set: { 'data.n': CONTACTS } });
  const swapped = async () =>
    (await contacts.countDocuments({ ...absent, 'data.n': -1 })) + (await contacts.countDocuments({ ...present, 'data.n': CONTACTS }));
  await computeUnderFire(HALF, swapped, [
    [two, 'contacts'],
    [one, 'segments'],
  ]);
  await expectPublished('a quarter leave, another comes', [HALF + QUARTER, HALF + QUARTER], [QUARTER, QUARTER]);

  await contacts.updateMany({ projectId: project.id, 'data.n': -1 }, { $set: { 'data.n': CONTACTS + 1 } });
  await computeUnderFire(QUARTER, () => contacts.countDocuments({ ...present, 'data.n': CONTACTS + 1 }), [
    [one, 'contacts'],
    [two, 'contacts'],
  ]);
  await expectPublished('those who left come back', [CONTACTS, HALF + QUARTER], [QUARTER, QUARTER]);
  findings.expect('members', (await clients[0]!.get(path)).body.memberCount, HALF + QUARTER);
  await connection.close();
  await two.stop();
  await one.stop();
  findings.close();
} finally {
  await own.stop();
}
