/** What the servers behind Posthorn take by themselves, asked as its services ask them: JetStream, Valkey, Temporal on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { connect } from 'nats';
import type { NatsConnection } from 'nats';
import { createRateLimiter } from '#kit/limits/rate-limiter.ts';
import { connectRedis } from '#kit/redis.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { ensureStreams } from '#kit/facts/stream.ts';
import { createFindings } from '#test/findings.ts';
import { startNatsCluster } from '#test/nats-cluster.ts';
import { rateOf } from '#test/rate.ts';
import { ownStack } from '#test/stack.ts';
import { startTemporalOnPostgres } from '#test/temporal-on-postgres.ts';
import { startBareTemporal } from './workflows/bare-temporal.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const WORKFLOWS = Number(process.env['BENCH_WORKFLOWS'] ?? 1_000);
const IN_FLIGHT = 64;
/** About what a batch of facts has. */
const MESSAGE_BYTES = 2_000;
const PROJECTS = 100;

const findings = createFindings({
  kind: 'bench',
  name: 'servers',
  title: 'The servers by themselves',
  about: [
    'Each server asked as the services ask it, by one process on the same two cores, nothing else at work. JetStream:',
    `messages of ${MESSAGE_BYTES.toLocaleString('en')} bytes with ids, each acknowledged, ${IN_FLIGHT} in flight, one server and a cluster of three. Valkey:`,
    `the count of a request, ${PROJECTS} projects, ${IN_FLIGHT} in flight. Both ${SECONDS} s. Temporal: its server on`,
    `PostgreSQL, ${WORKFLOWS.toLocaleString('en')} empty workflows, 16 started at once, each a start, one task and an end.`,
  ].join(' '),
});
const TITLE = 'Operations a second';
const row = (server: string, operation: string, perSecond: number): void => findings.row(TITLE, { server, operation, '/s': perSecond });

async function publishing(url: string, replicas: number): Promise<number> {
  const nats: NatsConnection = await connect({ servers: url.split(',') });
  try {
    await ensureStreams(nats, { replicas });
    const stream = nats.jetstream();
    const message = new Uint8Array(MESSAGE_BYTES);
    const publish = (): Promise<unknown> => stream.publish('facts.bench.bench.bench', message, { msgID: randomUUID() });
    await rateOf(IN_FLIGHT, publish, 1);
    return (await rateOf(IN_FLIGHT, publish, SECONDS)).perSecond;
  } finally {
    await nats.close();
  }
}

const own = await ownStack({ servers: ['nats', 'redis'] });
try {
  row('JetStream', 'publish, one copy', await publishing(own.env['NATS_URL']!, 1));
  const log = createLog('warn');
  const redis = connectRedis({ url: own.env['REDIS_URL']! }, log);
  await redis.ping().catch(() => undefined);
  const limit = createRateLimiter(redis, { perMinute: 1_000_000_000, buckets: null }, log);
  const count = (n: number): Promise<unknown> => limit(`project-${n % PROJECTS}`, undefined, Date.now());
  await rateOf(IN_FLIGHT, count, 1);
  row('Valkey', 'count of a request', (await rateOf(IN_FLIGHT, count, SECONDS)).perSecond);
  redis.disconnect();
} finally {
  await own.stop();
}
const cluster = await startNatsCluster();
try {
  row('JetStream', 'publish, three copies', await publishing(cluster.url, 3));
} finally {
  await cluster.stop();
}
const temporal = await startTemporalOnPostgres();
try {
  const bare = await startBareTemporal(temporal.address);
  await bare.rate(WORKFLOWS / 10);
  row('Temporal', 'empty workflow, on PostgreSQL', await bare.rate(WORKFLOWS));
  await bare.stop();
} finally {
  await temporal.stop();
}
findings.close();
process.exit();
