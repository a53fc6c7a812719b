/** What a chart must know of its service: `traits.yaml` of each, read from the code. */
import { FACTS } from '#kit/facts/subject.ts';
import { STOP_WITHIN_MS } from '#services/host/host.ts';
import { polledQueues } from '#services/host/queues.ts';
import { OWN_SECRETS } from '#kit/config/concern.ts';
import type { ServiceManifest } from '#services/host/service-manifest.ts';
import type { Queue } from '#services/host/temporal/backlog.ts';

export interface Traits {
  /** Serves HTTP beside gRPC. */
  http: boolean;
  /** Takes mail by SMTP, from outside the cluster. */
  smtp: boolean;
  stopSeconds: number;
  /** Has collections, and so indexes to build before an upgrade. */
  models: boolean;
  stream: string;
  /** Durable consumers of the stream. */
  consumers: string[];
  taskQueues: Queue[];
  /** Rows that wait to be carried, as Prometheus counts them. */
  backlog?: { query: string };
  secrets: {
    /** Of other services: its pods get none of them. */
    withheld: string[];
    /** Those it needs that are derived from JWT_SECRET when unset. */
    derived: string[];
  };
  /** Keeps a spool in a folder that outlives its container. */
  spool?: true;
  /** Servers its network policy lets it reach: keys of `global.networkPolicy.egress`. */
  reaches: string[];
}

/** What the code does not say of itself: who listens to the world, and who talks to it. */
const EDGES: Readonly<Record<string, 'http' | 'smtp'>> = { gateway: 'http', relay: 'smtp' };
const SPOOLS = new Set(['delivery']);
const BACKLOGS: Readonly<Record<string, string>> = { delivery: 'sum(max by (class) (posthorn_delivery_queue_depth{state="pending"}))' };
const BEYOND: Readonly<Record<string, readonly string[]>> = { delivery: ['smtp', 'https'], gateway: ['https'] };

/** Every process connects to these (`host/connections.ts`). */
const ALWAYS = ['mongodb', 'nats', 'redis'];

const DERIVED: readonly string[] = ['ENCRYPTION_KEY', 'TRACKING_SECRET'];

export function traitsOf(service: ServiceManifest): Traits {
  const { name, models = [], consumers = [], definition, secrets } = service;
  const backlog = BACKLOGS[name];
  return {
    http: EDGES[name] === 'http',
    smtp: EDGES[name] === 'smtp',
    stopSeconds: STOP_WITHIN_MS / 1_000,
    models: models.length > 0,
    stream: FACTS,
    consumers: consumers.map((consumer) => consumer.name),
    taskQueues: polledQueues([service]),
    ...(backlog ? { backlog: { query: backlog } } : {}),
    secrets: {
      withheld: OWN_SECRETS.filter((secret) => !secrets.includes(secret)),
      derived: ['GRPC_TOKEN', ...secrets.filter((secret) => DERIVED.includes(secret))],
    },
    ...(SPOOLS.has(name) ? { spool: true } : {}),
    // A service may start workflows without running any.
    reaches: [...ALWAYS, ...(definition ? ['temporal'] : []), 'otlp', ...(BEYOND[name] ?? [])],
  };
}
