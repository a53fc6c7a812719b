/** The servers a process rests on: connected once, and whether each can be reached. */
import type { Redis } from 'ioredis';
import type { NatsConnection } from 'nats';
import { createBus } from '#kit/bus.ts';
import type { StartableBus } from '#kit/bus.ts';
import type { Config } from '#kit/config/config.ts';
import { nodeIdOf } from '#kit/named-requests.ts';
import { connectNats } from '#kit/nats.ts';
import { connectRedis } from '#kit/redis.ts';
import { connectMongo } from '#kit/store/connection.ts';
import type { Databases } from '#kit/store/connection.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { registerMongoMetrics } from '#kit/telemetry/mongo-metrics.ts';
import { createTemporalClient } from './temporal/client.ts';
import type { TemporalLink } from './temporal/client.ts';

/** Server → whether the connection to it stands. */
export type Connections = Readonly<Record<'nats' | 'mongodb' | 'redis' | 'temporal', () => boolean>>;

export interface Servers {
  /** Not started yet: services are added first. */
  bus: StartableBus;
  databases: Databases;
  nats: NatsConnection;
  redis: Redis;
  temporal: TemporalLink;
  up: Omit<Connections, 'temporal'>;
  close(): Promise<void>;
}

/** Who connects. */
export interface ProcessName {
  /** The service that the process runs, `posthorn` for several: how its subjects at NATS begin. */
  group: string;
  processId: string;
}

/** Where answers to a group's requests at NATS arrive. */
export const inboxOf = (group: string): string => `_INBOX.${group}`;

/** Waits for MongoDB and NATS as long as it takes; the others are connected to while the process runs. */
export async function connectServers(
  { runtime, stores, tracing }: Config,
  { group, processId }: ProcessName,
  { log, metrics }: { log: Log; metrics: Metrics },
): Promise<Servers> {
  const address = { ...stores.nats, inbox: inboxOf(group) };
  const bus = createBus({
    ...address,
    namespace: stores.mongo.prefix,
    nodeId: nodeIdOf(group, processId),
    requestTimeoutMs: runtime.busRequestTimeoutMs,
    log,
  });
  const [databases, nats] = await Promise.all([connectMongo(stores.mongo, log, tracing.exporting), connectNats(address, processId, log)]);
  registerMongoMetrics(metrics, databases.connection);
  const redis = connectRedis(stores.redis, log);
  const temporal = createTemporalClient(stores.temporal);

  async function close(): Promise<void> {
    redis.disconnect();
    await Promise.allSettled([nats.close(), databases.close(), temporal.close()]);
  }

  return {
    bus,
    databases,
    nats,
    redis,
    temporal,
    up: { nats: bus.up, mongodb: databases.ready, redis: () => redis.status === 'ready' },
    close,
  };
}

/** 1 for each service that this process runs, whatever state it is in: what nobody runs is missing. */
export function registerServices(metrics: Metrics, names: readonly string[]): void {
  metrics.gauge('posthorn_service_up', 'Services that this process runs', {
    labels: ['service'],
    collect: (gauge) => {
      for (const service of names) gauge.set({ service }, 1);
    },
  });
}

/** A gauge each, 1 or 0, read when it is asked for. */
export function registerConnectionMetrics(metrics: Metrics, connections: Readonly<Record<string, () => boolean>>): void {
  metrics.gauge('posthorn_connection_up', 'Whether the connection to a server stands', {
    labels: ['server'],
    collect: (gauge) => {
      for (const [server, up] of Object.entries(connections)) gauge.set({ server }, up() ? 1 : 0);
    },
  });
}
