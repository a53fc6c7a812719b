/** What the servers behind Posthorn take by themselves, asked as its services ask them: JetStream, Valkey, Temporal on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'nats';
import { createRateLimiter } from '#kit/limits/rate-limiter.ts';
import { connectRedis } from '#kit/redis.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { ensureStreams } from '#kit/facts/stream.ts';
import { createFindings } from '#test/findings.ts';
import { startNatsCluster } from '#test/nats-cluster.ts';
import { comparedInTurn, rateOf } from '#test/rate.ts';
import type { Rate } from '#test/rate.ts';
import { ownStack } from '#test/stack.ts';
import { startTemporalOnPostgres } from '#test/temporal-on-postgres.ts';
import { startBareTemporal } from './workflows/bare-temporal.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const ROUNDS = 3;
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
    `messages of ${MESSAGE_BYTES.toLocaleString('en')} bytes with ids, each acknowledged, ${IN_FLIGHT} in flight, one server`,
    `and a cluster of three in turn, medians of ${ROUNDS} rounds of ${SECONDS} s. Valkey: the count of a request, ${PROJECTS} projects,`,
    `${IN_FLIGHT} in flight. Temporal: its server on PostgreSQL, ${WORKFLOWS.toLocaleString('en')} empty workflows, 16 started at once,`,
    'each a start, one task and an end.',
  ].join(' '),
});
const TITLE = 'Operations a second';
const row = (server: string, operation: string, perSecond: number): void => findings.row(TITLE, { server, operation, '/s': perSecond });

/** Publishes to a stream of so many copies, as the relay of facts does. */
async function publisher(url: string, replicas: number): Promise<{ rate: () => Promise<Rate>; close: () => Promise<void> }> {
  const nats = await connect({ servers: url.split(',') });
  await ensureStreams(nats, { replicas });
  const stream = nats.jetstream();
  const message = new Uint8Array(MESSAGE_BYTES);
  const publish = (): Promise<unknown> => stream.publish('facts.bench.bench.bench', message, { msgID: randomUUID() });
  return { rate: () => rateOf(IN_FLIGHT, publish, SECONDS), close: () => nats.close() };
}

const [own, cluster] = await Promise.all([ownStack({ servers: ['nats', 'redis'] }), startNatsCluster()]);
try {
  const [one, three] = await Promise.all([publisher(own.env['NATS_URL']!, 1), publisher(cluster.url, 3)]);
  const { ours, limits } = await comparedInTurn(three.rate, [{ beside: 'one copy', rate: one.rate }], ROUNDS);
  row('JetStream', 'publish, one copy', limits[0]!.limit.perSecond);
  row('JetStream', 'publish, three copies', ours.perSecond);
  await Promise.all([one.close(), three.close()]);
  const log = createLog('warn');
  const redis = connectRedis({ url: own.env['REDIS_URL']! }, log);
  await once(redis, 'ready');
  const limit = createRateLimiter(redis, { perMinute: 1_000_000_000, buckets: null }, log);
  const count = async (n: number): Promise<void> => {
    if (!(await limit(`project-${n % PROJECTS}`, undefined, Date.now()))) throw new Error('a request was not counted');
  };
  await rateOf(IN_FLIGHT, count, 1);
  row('Valkey', 'count of a request', (await rateOf(IN_FLIGHT, count, SECONDS)).perSecond);
  redis.disconnect();
} finally {
  await Promise.all([own.stop(), cluster.stop()]);
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
