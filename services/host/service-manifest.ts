/** A service before it starts: what its code says of itself (models, consumers, activities, metrics), for tools that run none of it. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { OwnSecret } from '#kit/config/concern.ts';
import type { Config } from '#kit/config/config.ts';
import { createClient } from '#kit/contract/client.ts';
import { serviceName } from '#kit/contract/definition.ts';
import type { Definition, MethodName } from '#kit/contract/definition.ts';
import { fault } from '#kit/errors.ts';
import type { CreateService, Kit, Service } from '#kit/service.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { auditOperators } from './operator-audit.ts';
import { guardPurge } from './purge-guard.ts';

export interface ManifestParts {
  /** What the service's module says it holds. */
  secrets?: readonly OwnSecret[] | undefined;
  config: Config;
  log: Log;
  metrics: Metrics;
  /** The service's own database; it may be unconnected where nothing is read. */
  mongo: Connection;
}

/** A service's wiring, and what it may ask of others. */
export interface ServiceManifest extends Service {
  /** Service → methods, both sorted. */
  calls: Readonly<Record<string, readonly string[]>>;
  /** Of OWN_SECRETS. */
  secrets: readonly OwnSecret[];
}

const away = async (): Promise<never> => {
  throw fault('SERVICE_UNAVAILABLE');
};

/** Never connects. */
const NO_REDIS = new Proxy({}, { get: () => () => undefined }) as Redis;

/** Wires the service without servers but MongoDB's; whoever asks another service or Temporal through it is refused. */
export async function serviceManifest(
  create: CreateService,
  { secrets = [], config, log, metrics, mongo }: ManifestParts,
): Promise<ServiceManifest> {
  const calls = new Map<string, Set<string>>();
  const kit: Kit = {
    config,
    log,
    metrics,
    mongo,
    clock: () => new Date(),
    id: randomUUID,
    processId: `tool-${process.pid}`,
    redis: NO_REDIS,
    temporal: away,
    client<D extends Definition, M extends MethodName<D>>(definition: D, ...methods: [M, ...M[]]) {
      const service = serviceName(definition);
      calls.set(service, new Set([...(calls.get(service) ?? []), ...methods]));
      return createClient(definition, away, methods);
    },
  };
  const service = auditOperators(guardPurge(await create(kit), kit), kit);
  const sorted = [...calls].sort(([one], [other]) => (one < other ? -1 : 1));
  return { ...service, secrets, calls: Object.fromEntries(sorted.map(([name, methods]) => [name, [...methods].sort()])) };
}
