/**
 * Facts arrive while events is killed twenty times and somebody asks for numbers all the time: what is kept equals a recount, and no fact
 * is lost or counted twice. DRILL_FACTS sets the size.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { connect } from 'nats';
import { account, api } from '#test/client.ts';
import { factsDrained } from '#test/facts-drained.ts';
import { createFindings } from '#test/findings.ts';
import { createRandom } from '#test/random.ts';
import { recount } from '#test/posthorn.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const FACTS = Number(process.env['DRILL_FACTS'] ?? 200_000);
const KILLS = 20;
/** Facts of one message. */
const BATCH = 100;
/** Messages on their way at once. */
const AT_ONCE = 8;
const WITHIN_MS = 300_000;
const DAY_MS = 86_400_000;
const NAMES = ['email.sent', 'email.delivery', 'email.open', 'email.click'] as const;

const random = createRandom();
const findings = createFindings({
  kind: 'drill',
  name: 'insight',
  title: 'Numbers through kills',
  about:
    `${FACTS.toLocaleString('en')} facts of three days, every hundredth message twice, while events is killed ${KILLS} times and the ` +
    `numbers are asked for all the time (SEED=${random.seed}).`,
});

/** Half of them of now, half late, across midnights. */
function factOf(projectId: string, n: number, began: number) {
  const name = NAMES[n % NAMES.length]!;
  const at = n % 2 ? Date.now() : began - ((n * 7_919) % (3 * DAY_MS));
  const data = { human: n % 3 === 0, isFirstHuman: n % 3 === 0, isFirstOpen: n % 5 > 0, isFirstClick: n % 5 > 0 };
  return { id: `${projectId}-${n}`, projectId, name, at: new Date(at).toISOString(), contactId: null, emailId: `mail-${n}`, data };
}

const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'error' } });
try {
  const services = await own.startServices('each');
  const { project } = await account(services.url);
  const client = api(services.url, project.secret);
  const connection = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  const events = connection.useDb(`${own.env['MONGODB_PREFIX']}events`).collection('events');
  const nats = await connect({ servers: own.env['NATS_URL']! });
  const victim = services.processes['events']!;
  const began = Date.now();

  let [published, running, answers, refused] = [0, true, 0, 0];
  async function publish(worker: number): Promise<void> {
    for (let batch = worker; batch * BATCH < FACTS; batch += AT_ONCE) {
      const size = Math.min(BATCH, FACTS - batch * BATCH);
      const facts = Array.from({ length: size }, (_, index) => factOf(project.id, batch * BATCH + index, began));
      const [first] = facts as [(typeof facts)[0]];
      const subject = `facts.${project.id}.delivery.${first.name}`;
      for (let again = 0; again <= (batch % 100 === 0 ? 1 : 0); again += 1)
        await nats.jetstream().publish(subject, JSON.stringify(facts), { msgID: `${first.id}-${again}` });
      published += size;
      // Kills fall while facts arrive: publishing waits for those that were stored.
      while (published - (await events.countDocuments({ projectId: project.id })) > FACTS / KILLS) await sleep(20);
    }
  }

  async function ask(): Promise<void> {
    for (let n = 0; running; n += 1) {
      const path = ['/events/stats', '/activity/stats', '/analytics/timeseries', '/analytics/top-events'][n % 4]!;
      const { status } = await client.get(path).catch(() => ({ status: 0 }));
      if (status === 200) answers += 1;
      else refused += 1;
      await sleep(20);
    }
  }

  const asking = ask();
  const publishing = Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => publish(worker)));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const wanted = Math.floor(((kill - random.share()) * FACTS * 0.95) / KILLS);
    const stored = await until(
      async () => {
        const count = await events.countDocuments({ projectId: project.id });
        return count >= wanted ? { count } : undefined;
      },
      { within: WITHIN_MS, every: 10, what: `${wanted} facts` },
    );
    await victim.kill();
    await sleep(random.share() * 300);
    await victim.start();
    findings.row('Kills of events', { kill, 'at fact': stored.count, 'after s': (Date.now() - began) / 1_000 });
  }
  await publishing;
  await factsDrained({
    mongoUri: own.env['MONGODB_URI']!,
    prefix: own.env['MONGODB_PREFIX']!,
    natsUrl: own.env['NATS_URL']!,
    within: WITHIN_MS,
  });
  running = false;
  await asking;
  findings.note(`${FACTS} facts in ${((Date.now() - began) / 1_000).toFixed(0)} s; ${answers} answers meanwhile, ${refused} refused.`);

  const counts = (await client.get('/events/stats')).body as { name: string; count: number }[];
  const expected = NAMES.map((name, index) => [name, Math.floor((FACTS - index + NAMES.length - 1) / NAMES.length)]);
  findings.expect('rows: every fact once', await events.countDocuments({ projectId: project.id }), FACTS);
  findings.expect(
    'numbers: every fact once',
    NAMES.map((name) => [name, counts.find((one) => one.name === name)?.count ?? 0]),
    expected,
  );
  const recounted = await recount('events', [project.id], own.testEnv(services, 'each'));
  findings.expect('what is kept equals a recount', recounted, { code: 0, lines: [] });
  await nats.close();
  await connection.close();
  findings.close();
} finally {
  await own.stop();
}
