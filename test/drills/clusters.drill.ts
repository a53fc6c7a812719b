/**
 * The servers as production has them: MongoDB of three, NATS of three with streams of three copies, Temporal on PostgreSQL. One member of
 * each is killed while mail is sent and a campaign is under way: lost 0, twice 0. Then the integration tests run on the same clusters.
 * DRILL_SUITE: fragments of the names of the test files that are run, with commas; all of them without it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { runFiles } from '#local/suites.ts';
import { check } from '#test/checker.ts';
import { account, api } from '#test/client.ts';
import { csvForm } from '#test/csv-form.ts';
import { startFactCounter } from '#test/fact-counter.ts';
import { createFindings } from '#test/findings.ts';
import { integrationFiles, listening, quickSettings } from '#test/integration-suite.ts';
import { startLoad } from '#test/load.ts';
import { startNatsCluster } from '#test/nats-cluster.ts';
import { startReplicaSet } from '#test/replica-set.ts';
import { reportVerdict } from '#test/report.ts';
import { ownStack } from '#test/stack.ts';
import { startTemporalOnPostgres } from '#test/temporal-on-postgres.ts';
import { until } from '#test/until.ts';

const RECIPIENTS = Number(process.env['DRILL_RECIPIENTS'] ?? 2_000);
/** Mails a second: slow enough that each kill meets the campaign. */
const RATE = 100;
const FILES = integrationFiles(process.env['DRILL_SUITE']?.split(',') ?? []);
const FLOWS = 10;
const BACK_WITHIN_MS = 60_000;
const SENT_WITHIN_MS = 300_000;

const findings = createFindings({
  kind: 'drill',
  name: 'clusters',
  title: 'Clusters',
  about: [
    'MongoDB: a replica set of three. NATS: a cluster of three, FACTS in three copies. Temporal: its server on PostgreSQL. All services in',
    `one process. A campaign to ${RECIPIENTS.toLocaleString('en')} at ${RATE} mails a second and eight clients that send and track, while`,
    'the leader of FACTS, the server of Temporal, PostgreSQL and the primary of MongoDB are killed, one after another. Then',
    `${FILES.length} files of the integration tests, on the same clusters.`,
  ].join(' '),
});
const [set, cluster, temporal] = await Promise.all([startReplicaSet(), startNatsCluster(), startTemporalOnPostgres()]);
const servers = { MONGODB_URI: set.uri, NATS_URL: cluster.url, NATS_REPLICAS: '3', TEMPORAL_ADDRESS: temporal.address };

/** The files of the integration tests, as `npm test` runs them, on the clusters with what is in them: keys are derived from JWT_SECRET. */
async function runSuite(): Promise<void> {
  const suite = await ownStack({ servers: ['redis'], env: { ...servers, ...(await quickSettings()), JWT_SECRET: own.env['JWT_SECRET']! } });
  try {
    Object.assign(suite.env, listening(suite));
    const services = await suite.startServices('one');
    const { NODE_OPTIONS: _ofServices, ...env } = suite.testEnv(services, 'one');
    const { passed, failed } = await runFiles([...FILES], {
      env,
      onFile: (file, { output, seconds, ...count }) => {
        const names = [...output.matchAll(/^ *FAIL +(.+)$/gm)].map(([, name]) => name!.trim()).join('; ');
        findings.row('The integration tests on the clusters', { file, ...count, 'which failed': names, s: seconds });
      },
    });
    findings.holds('tests of the suite that pass', passed, passed > 0);
    findings.expect('tests of the suite that fail', failed, 0);
    await services.stop();
  } finally {
    await suite.stop();
  }
}

const own = await ownStack({
  servers: ['redis'],
  env: {
    ...servers,
    API_RATE_LIMIT_PER_MINUTE: '10000000',
    EMAIL_RATE_LIMIT_PER_SECOND: String(RATE),
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
  },
});

/** How often each recipient of the campaign was mailed, by the inbox: the provider's own word. */
async function mailed(projectId: string): Promise<{ recipients: number; lost: number; twice: number }> {
  const connection = await mongoose.createConnection(set.uri).asPromise();
  try {
    const inbox = connection.useDb(`${own.env['MONGODB_PREFIX']}delivery`).collection('inbox');
    const rows = await inbox.find({ projectId, subject: 'Cluster' }, { projection: { to: 1, attempts: 1 } }).toArray();
    const times = new Map<string, number>();
    for (const row of rows) times.set(row['to'], (times.get(row['to']) ?? 0) + (row['attempts'] as unknown[]).length);
    return {
      recipients: times.size,
      lost: RECIPIENTS - times.size,
      twice: [...times.values()].filter((count) => count > 1).length,
    };
  } finally {
    await connection.close();
  }
}

/** How many there are, once those that were behind have caught up. */
async function allCopies(): Promise<number> {
  const isWhole = async (): Promise<boolean> => (await cluster.copiesOf('FACTS')) === 3;
  return (await until(isWhole, { within: BACK_WITHIN_MS }).catch(() => false)) ? 3 : await cluster.copiesOf('FACTS');
}

try {
  const services = await own.startServices('one');
  const { pid } = services.processes['posthorn']!;
  const counter = await startFactCounter(set.uri, cluster.url);
  findings.expect('copies of FACTS', await allCopies(), 3);

  const { project, domain } = await account(services.url);
  const client = api(services.url, project.secret);
  const lines = Array.from({ length: RECIPIENTS }, (_, n) => `r${n}@example.org`);
  const { body: job } = await client.post('/contacts/import', csvForm(`email\n${lines.join('\n')}\n`));
  const imported = async (): Promise<boolean> => (await client.get(`/contacts/import/${job.jobId}`)).body.status === 'completed';
  await until(imported, { within: SENT_WITHIN_MS, every: 200, what: 'the import' });
  const content = { name: 'Clusters', subject: 'Cluster', body: '<p>Hello</p>', from: `drill@${domain}`, audienceType: 'ALL' };
  const { id } = (await client.post('/campaigns', content)).body.data;
  await client.post(`/campaigns/${id}/send`, {});
  const load = startLoad(services.url, project, `drill@${domain}`);
  const answered = (): number => load.promised.emails.length + load.promised.events.length;
  const isUnderWay = async (): Promise<boolean> => (await client.get(`/campaigns/${id}`)).body.status === 'SENDING';

  const primary = await set.primary();
  const leader = await cluster.leaderOf('FACTS');
  const victims = [
    { name: 'NATS: leader of FACTS', kill: () => leader.kill(), start: () => leader.start() },
    { name: 'Temporal: server', ...temporal.server },
    { name: 'PostgreSQL', ...temporal.postgres },
    { name: 'MongoDB: primary', kill: () => primary.kill(), start: () => primary.start() },
  ];
  for (const victim of victims) {
    const before = answered();
    await until(() => answered() >= before + FLOWS, { within: BACK_WITHIN_MS, what: 'a flow of answers' });
    const meets = await isUnderWay().catch(() => true);
    await victim.kill();
    const [from, since] = [answered(), performance.now()];
    const flows = await until(() => answered() >= from + FLOWS, { within: BACK_WITHIN_MS, every: 20 }).then(
      () => (performance.now() - since) / 1_000,
      () => null,
    );
    await victim.start();
    findings.row('Kills', {
      killed: victim.name,
      'campaign under way': meets ? 'yes' : 'no',
      [`${FLOWS} answers after s, while it is down`]: flows,
    });
    findings.holds(`${victim.name}: answers flow while it is down`, flows, flows !== null);
    await sleep(1_000);
  }
  const promised = await load.stop();
  const sent = async (): Promise<boolean> => (await client.get(`/campaigns/${id}`)).body.status === 'SENT';
  const isSent = await until(sent, { within: SENT_WITHIN_MS, every: 500, what: 'the end of the campaign' }).catch(() => false);
  findings.holds('the campaign is SENT', (await client.get(`/campaigns/${id}`)).body.status, Boolean(isSent));
  if (services.processes['posthorn']!.pid !== pid || !services.processes['posthorn']!.alive()) promised.strange.push('the process ended');
  reportVerdict(findings, 'clusters', promised, await check(set.uri, own.env['MONGODB_PREFIX']!, promised, counter.acted));
  const audience = await mailed(project.id);
  findings.row('The campaign', audience);
  findings.expect('recipients of the campaign lost', audience.lost, 0);
  findings.expect('recipients of the campaign mailed twice', audience.twice, 0);
  findings.expect('copies of FACTS at the end', await allCopies(), 3);
  await counter.stop();
  await services.stop();
  await runSuite();
} finally {
  await own.stop();
  await Promise.all([set.stop(), cluster.stop(), temporal.stop()]);
}
findings.close();
