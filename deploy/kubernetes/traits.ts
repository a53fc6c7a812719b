/** What a chart must know of its service: `traits.yaml` of each, read from the code. */
import { FACTS } from '#kit/facts/subject.ts';
import { STOP_WITHIN_MS, queuesOf } from '#kit/host.ts';
import type { Service } from '#kit/service.ts';
import type { Queue } from '#kit/telemetry/backlog.ts';

export interface Traits {
  /** Serves HTTP beside gRPC. */
  http: boolean;
  stopSeconds: number;
  /** Has collections, and so indexes to build before an upgrade. */
  models: boolean;
  stream: string;
  /** Durable consumers of the stream. */
  consumers: string[];
  taskQueues: Queue[];
  /** Rows that wait to be carried, as Prometheus tells them. */
  backlog?: { query: string };
  /** Servers its network policy lets it reach: keys of `global.networkPolicy.egress`. */
  reaches: string[];
}

/** What the code does not say of itself: who listens to the world, and who talks to it. */
const EDGES = new Set(['gateway']);
const BACKLOGS: Readonly<Record<string, string>> = { delivery: 'sum(max by (class) (posthorn_delivery_queue_depth{state="pending"}))' };
const BEYOND: Readonly<Record<string, readonly string[]>> = { delivery: ['smtp', 'https'], gateway: ['https'] };

/** Every process connects to these (`kit/host.ts`). */
const ALWAYS = ['mongodb', 'nats', 'redis'];

export function traitsOf(service: Service): Traits {
  const { name, models = [], consumers = [], definition } = service;
  const backlog = BACKLOGS[name];
  return {
    http: EDGES.has(name),
    stopSeconds: STOP_WITHIN_MS / 1_000,
    models: models.length > 0,
    stream: FACTS,
    consumers: consumers.map((consumer) => consumer.name),
    taskQueues: queuesOf([service]),
    ...(backlog ? { backlog: { query: backlog } } : {}),
    // A service may start workflows without running any.
    reaches: [...ALWAYS, ...(definition ? ['temporal'] : []), 'otlp', ...(BEYOND[name] ?? [])],
  };
}
