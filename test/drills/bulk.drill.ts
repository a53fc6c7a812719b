/** A bulk job and imports of new fields while contacts, the workflows' worker and Temporal are killed: counts exact, facts once. */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { account, api } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { createRandom } from '#test/random.ts';
import { recount } from '#test/posthorn.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const CONTACTS = 3_000;
const KILLS = 6;

const random = createRandom();
const findings = createFindings({
  kind: 'drill',
  name: 'bulk',
  title: 'A bulk job through kills',
  about:
    `${CONTACTS.toLocaleString('en')} contacts unsubscribed by one job while contacts and the workflows' worker are killed ` +
    `${KILLS} times, writers beside it.`,
});
const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'error' } });
try {
  const services = await own.startServices('each');
  const { project } = await account(services.url);
  const client = api(services.url, project.secret);
  for (let at = 0; at < CONTACTS; at += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => client.post('/contacts', { email: `c${at + n}@example.com`, data: { n: at + n } })),
    );
  }

  await own.stack.servers.temporal!.kill();
  const { status, body } = await client.post('/contacts/bulk-unsubscribe', { mode: 'query', filter: {} });
  findings.expect('a job is taken while Temporal is away', [status, body.status], [202, 'queued']);
  await own.stack.servers.temporal!.start();

  let writing = true;
  const writers = Array.from({ length: 4 }, async (_, who) => {
    for (let n = 0; writing; n += 1)
      await client
        .post('/contacts', {
          email: `c${(n * 37 + who * 701) % CONTACTS}@example.com`,
          data: { [`w${who}`]: n % 5 ? n : null, [`x${n % 11}`]: n },
        })
        .catch(() => sleep(50));
  });
  const victims = ['contacts', 'accounts'] as const;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = services.processes[victims[kill % 2]!]!;
    await sleep(300 + random.share() * 900);
    await victim.kill();
    await sleep(200);
    await victim.start();
  }
  const job = await until(
    async () => {
      const answer = await client.get(`/contacts/bulk/${body.jobId}`);
      return answer.body?.status === 'completed' && answer.body;
    },
    { within: 180_000, every: 250, what: 'the end of the job' },
  );
  writing = false;
  await Promise.all(writers);

  const { totalRequested, successCount, unchangedCount, failureCount } = job.result;
  findings.expect('counts', [totalRequested, successCount, unchangedCount, failureCount], [CONTACTS, CONTACTS, 0, 0]);
  const list = await client.get('/contacts?subscribed=false&limit=1');
  findings.expect('unsubscribed', list.body.total, CONTACTS);
  const connection = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  const events = connection.useDb(`${own.env['MONGODB_PREFIX']}events`).collection('events');
  const flips = { projectId: project.id, name: 'contact.unsubscribed' };
  await until(async () => (await events.countDocuments(flips)) >= CONTACTS, { within: 60_000, what: 'the facts' });
  await sleep(2_000);
  findings.expect(
    'facts, and contacts they are about',
    [await events.countDocuments(flips), (await events.distinct('contactId', flips)).length],
    [CONTACTS, CONTACTS],
  );
  await connection.close();
  const recounted = await recount('contacts', [project.id], own.testEnv(services, 'each'));
  findings.expect('the recount finds nothing', recounted, { code: 0, lines: [] });
  findings.close();
} finally {
  await own.stop();
}
