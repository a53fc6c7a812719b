/**
 * Pages of numbers over a long history: each endpoint asked for the first time and then again, beside a bare read along an index of the
 * same run; then again while events come. BENCH_EVENTS (10,000,000) and BENCH_MAILS (5,000,000) are of one project, beside BENCH_PROJECTS
 * (1,000) small ones; BENCH_ROUNDS repetitions.
 */
import { readFileSync } from 'node:fs';
import mongoose from 'mongoose';
import { account, api } from '#test/client.ts';
import type { Answer } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { quantile } from '#test/quantile.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { putEvents, putMails, putOnward } from './insight/history.ts';
import { counting } from './sending/costs.ts';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 10_000_000);
const MAILS = Number(process.env['BENCH_MAILS'] ?? 5_000_000);
const PROJECTS = Number(process.env['BENCH_PROJECTS'] ?? 1_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 100);
const GOAL_MS = 100;
/** Of the CPU that a campaign's mail takes. */
const GOAL_SHARE = 0.05;
/** While it is asked. */
const PER_SECOND = 200;
const COUNTED_WITHIN_MS = 600_000;
const TABLE = 'Endpoints over HTTP, one request at a time, beside reading 100 events along their index; nothing is throttled';

const findings = createFindings({
  kind: 'bench',
  name: 'insight',
  title: 'Numbers over a long history',
  about:
    `${EVENTS.toLocaleString('en')} events of 90 days (one in ten stored by joint facts) and ` +
    `${MAILS.toLocaleString('en')} mails of a campaign in one project, beside ` +
    `${PROJECTS.toLocaleString('en')} small ones, all services in one process.`,
});

function must({ status, text, body }: Answer): any {
  if (status >= 300) throw new Error(`answered ${status} ${text.slice(0, 300)}`);
  return body;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Seconds, services and MongoDB, as the bench of campaigns has found them. */
function cpuOfMail(): number {
  const kept = JSON.parse(readFileSync('docs/results/bench-campaigns.json', 'utf8')) as { tables: { rows: Record<string, unknown>[] }[] };
  const [run] = kept.tables.flatMap(({ rows }) => rows.filter((row) => 'sum without the sink' in row));
  return Number(run!['sum without the sink']) / 1_000;
}

async function repeated(work: () => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(work));
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

const own = await ownStack({
  env: { API_RATE_LIMIT_PER_MINUTE: '100000000', LOG_LEVEL: 'error', REQUEST_LOGGING: 'false' },
});
const services = await own.startServices('one');
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!).asPromise();
try {
  const { project } = await account(services.url);
  const client = api(services.url, project.secret);
  const contacts: string[] = [];
  for (let n = 0; n < 100; n += 1) contacts.push(must(await client.post('/contacts', { email: `c${n}@example.com` })).id);
  const domain = `bench.example.org`;
  must(await client.post('/domains', { domain }));
  const content = { name: 'News', subject: 'News', body: '<p>News</p>', from: `a@${domain}`, audienceType: 'ALL' };
  const campaignId = must(await client.post('/campaigns', content)).data.id as string;
  const history = { projectId: project.id, events: EVENTS, mails: MAILS, campaignId, contacts, smallProjects: PROJECTS, now: Date.now() };
  const databases = ['events', 'delivery'].map((name) => connection.useDb(`${own.env['MONGODB_PREFIX']}${name}`, { useCache: true }));
  const [events, delivery] = databases as [mongoose.Connection, mongoose.Connection];
  findings.note(`Events put there in ${(await putEvents(events, history)).toFixed(0)} s.`);
  findings.note(`Mails put there in ${(await putMails(delivery, history)).toFixed(0)} s.`);

  const bare = await repeated(() =>
    events.collection('events').find({ projectId: project.id }).sort({ createdAt: -1 }).limit(100).toArray(),
  );
  findings.row(TABLE, { endpoint: 'bare read of 100 events', 'first ms': null, 'p50 ms': bare.p50, 'p99 ms': bare.p99, ratio: 1 });
  const processes = [services.processes['posthorn']!.pid, own.stack.servers.mongodb!.pid];
  const cost = await counting({ all: processes }, connection);
  const counted = await timed(() =>
    until(async () => (await client.get('/events/stats')).status === 200, { within: COUNTED_WITHIN_MS, what: 'a history to be counted' }),
  );
  const rows = await events.collection('events').countDocuments({ projectId: project.id });
  const perRow = (await cost()).cpu['all']! / rows;
  findings.note(
    `The whole history, which the services have not seen coming, is counted ${(counted / 1_000).toFixed(0)} s after the first question: ` +
      `${(perRow * 1e6).toFixed(1)} µs of CPU a document, MongoDB's included. Until then questions are answered by 504.`,
  );

  async function endpoint(table: string, path: string): Promise<void> {
    const ask = async () => must(await client.get(path));
    const first = await timed(ask);
    const { p50, p99 } = await repeated(ask);
    const name = path.replace(/[0-9a-f-]{36}/, ':id');
    findings.row(table, { endpoint: name, 'first ms': first, 'p50 ms': p50, 'p99 ms': p99, ratio: p50 / bare.p50 });
    findings.holds(`${table === TABLE ? '' : 'while events come, '}${name}: p99 in ms, at most ${GOAL_MS}`, p99, p99 <= GOAL_MS);
  }
  for (const path of [
    '/events/stats',
    '/events/names',
    '/events?limit=100',
    '/events?limit=100&eventName=tracked.3',
    `/events/contact/${contacts[7]}?limit=100`,
    '/events/tracked.3/usage',
    '/activity',
    '/activity?types=email.clicked,campaign.sent',
    `/activity?contactId=${contacts[7]}`,
    '/activity/stats',
    '/activity/recent-count',
    '/activity/upcoming',
    '/analytics/timeseries',
    '/analytics/top-events',
    '/analytics/top-campaigns',
    '/analytics/campaign-stats',
    '/analytics/deliverability',
    `/campaigns/${campaignId}/links`,
    `/campaigns/${campaignId}/timeline?interval=minute`,
    `/campaigns/${campaignId}/timeline?interval=hour`,
  ])
    await endpoint(TABLE, path);

  const stop = await putOnward(events, history, PER_SECOND);
  const live = `The same while ${PER_SECOND} events a second come, behind ten minutes of such`;
  for (const path of ['/events/stats', '/activity', '/activity/stats', '/activity/recent-count', '/analytics/timeseries'])
    await endpoint(live, path);
  await stop();

  // Documents of events that a mail leaves: its share of two joint ones, and one for an open.
  const ofMail = 2 / 200 + 1;
  const perMail = cpuOfMail();
  const share = (ofMail * perRow) / perMail;
  findings.goal(
    `Keeping the counts of a campaign's mail that is opened costs ${(ofMail * perRow * 1e6).toFixed(1)} µs of CPU, ` +
      `${(share * 100).toFixed(1)} % of the ${(perMail * 1e6).toFixed(0)} µs that the mail took in the bench of campaigns`,
    `≤ ${GOAL_SHARE * 100} %`,
    share <= GOAL_SHARE,
  );
  for (const [database, name] of [
    [events, 'events'],
    [events, 'rollups'],
    [delivery, 'pages'],
    [delivery, 'progress'],
    [delivery, 'emails'],
    [delivery, 'deliverability'],
  ] as const) {
    const [stats] = await database
      .collection(name)
      .aggregate([{ $collStats: { storageStats: {} } }])
      .toArray();
    const { count, storageSize, totalIndexSize } = stats!['storageStats'];
    findings.row('Size on disk', { collection: name, documents: count, 'data MB': storageSize / 1e6, 'indexes MB': totalIndexSize / 1e6 });
  }
} finally {
  await connection.close();
  await own.stop();
}
findings.close();
process.exit();
