/** What a chart must know of its service: `traits.yaml` of each, read from the code. */
import { FACTS } from '#kit/facts/subject.ts';
import { STOP_WITHIN_MS } from '#services/host/host.ts';
import { polledQueues } from '#services/host/queues.ts';
import { OWN_SECRETS } from '#kit/config/concern.ts';
import type { ServiceManifest } from '#services/host/service-manifest.ts';
import type { Queue } from '#services/host/temporal/backlog.ts';

/** How a service takes mail by SMTP. */
export interface Smtp {
  /** The setting that turns it on. */
  setting: string;
  /** Of the pod and of its Service. */
  ports: { name: string; port: number }[];
  /** Set in the pod, so that it listens there. */
  env: Record<string, string>;
  /** In production only with a certificate. */
  certificate: boolean;
}

export interface Traits {
  /** Serves HTTP beside gRPC. */
  http: boolean;
  /** Takes mail by SMTP from outside the cluster, once a setting says so. */
  smtp?: Smtp;
  stopSeconds: number;
  /** Has collections, and so indexes to build before an upgrade. */
  models: boolean;
  /** Has migrations, run after the indexes. */
  migrations: boolean;
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
const HTTP = new Set(['gateway']);
const SMTP: Readonly<Record<string, Smtp>> = {
  relay: {
    setting: 'SMTP_ENABLED',
    ports: [
      { name: 'submissions', port: 465 },
      { name: 'submission', port: 587 },
    ],
    env: { PORT_SECURE: '465', PORT_SUBMISSION: '587' },
    certificate: true,
  },
  // Bounces and inbound mail.
  delivery: {
    setting: 'INBOUND_SMTP_PORT',
    ports: [{ name: 'smtp', port: 25 }],
    env: { INBOUND_SMTP_PORT: '25', INBOUND_SMTP_HOST: '0.0.0.0' },
    certificate: false,
  },
};
const SPOOLS = new Set(['delivery']);
/** What begins with $ the chart puts in. */
const BACKLOGS: Readonly<Record<string, string>> = {
  delivery: 'sum(max by (class) (posthorn_delivery_queue_depth{namespace="$namespace",release="$release",state="pending"}))',
};
const BEYOND: Readonly<Record<string, readonly string[]>> = {
  contacts: ['s3'],
  delivery: ['smtp', 'https', 's3'],
  gateway: ['https', 's3'],
};

/** Every process connects to these (`host/connections.ts`). */
const ALWAYS = ['mongodb', 'nats', 'redis'];

const DERIVED: readonly string[] = ['ENCRYPTION_KEY', 'TRACKING_SECRET'];

export function traitsOf(service: ServiceManifest): Traits {
  const { name, models = [], migrations = [], consumers = [], definition, secrets } = service;
  const [backlog, smtp] = [BACKLOGS[name], SMTP[name]];
  return {
    http: HTTP.has(name),
    ...(smtp ? { smtp } : {}),
    stopSeconds: STOP_WITHIN_MS / 1_000,
    models: models.length > 0,
    migrations: migrations.length > 0,
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
