/**
 * The servers as production has them: MongoDB of three, NATS of three with streams of three copies, Temporal on PostgreSQL. First a part of
 * the suite runs on them; then one member of each is killed while mail is sent and a campaign is under way. Lost 0, twice 0.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { ROOT } from '#local/binaries.mjs';
import { stretched } from '#local/time-scale.ts';
import { run } from '#local/tool.ts';
import { check } from '#test/checker.ts';
import { account, api } from '#test/client.ts';
import { csvForm } from '#test/csv-form.ts';
import { startFactCounter } from '#test/fact-counter.ts';
import { createFindings } from '#test/findings.ts';
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
const PARTS = ['send', 'events', 'campaign-sends', 'workflow-runs'];
const FLOWS = 10;
const BACK_WITHIN_MS = 60_000;
const SENT_WITHIN_MS = 300_000;

const findings = createFindings({
  kind: 'drill',
  name: 'clusters',
  title: 'Clusters',
  about: [
    'MongoDB: a replica set of three. NATS: a cluster of three, FACTS in three copies. Temporal: its server on PostgreSQL. All services in',
    `one process. ${PARTS.length} files of the integration tests; then a campaign to ${RECIPIENTS} at ${RATE}`,
    `mails a second and eight clients`,
    'that send and track, while the leader of FACTS, the server of Temporal, PostgreSQL and the primary of',
    'MongoDB are killed, one after another.',
  ].join(' '),
});
const [set, cluster, temporal] = await Promise.all([startReplicaSet(), startNatsCluster(), startTemporalOnPostgres()]);
const own = await ownStack({
  servers: ['redis'],
  env: {
    MONGODB_URI: set.uri,
    NATS_URL: cluster.url,
    NATS_REPLICAS: '3',
    TEMPORAL_ADDRESS: temporal.address,
    API_RATE_LIMIT_PER_MINUTE: '10000000',
    EMAIL_RATE_LIMIT_PER_SECOND: '1000',
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

try {
  let services = await own.startServices('one');
  for (const part of PARTS) {
    const { ok, output, seconds } = await run(process.execPath, [join(ROOT, `test/integration/${part}.test.ts`)], {
      env: own.testEnv(services, 'one'),
      timeoutMs: stretched(180_000),
    });
    const passed = /Passed:\s+(\d+)/.exec(output)?.[1] ?? '0';
    const failed = [...output.matchAll(/^ *FAIL +(.+)$/gm)].map(([, name]) => name).join('; ');
    findings.row('The suite on clusters', { file: `test/integration/${part}.test.ts`, passed: Number(passed), failed, s: seconds });
    findings.holds(`${part} passes`, passed, ok);
    if (!ok) console.log(output.slice(-3_000));
  }
  await services.stop();
  own.env['EMAIL_RATE_LIMIT_PER_SECOND'] = String(RATE);
  services = await own.startServices('one');
  const { pid } = services.processes['posthorn']!;
  const counter = await startFactCounter(set.uri, cluster.url);
  findings.expect('copies of FACTS', await cluster.copiesOf('FACTS'), 3);

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
  findings.expect(
    'copies of FACTS at the end',
    await until(async () => (await cluster.copiesOf('FACTS')) === 3 && 3, { within: 60_000 }).catch(() => 0),
    3,
  );
  await counter.stop();
} finally {
  await own.stop();
  await Promise.all([set.stop(), cluster.stop(), temporal.stop()]);
}
findings.close();
