/** A service before it starts: what its code says of itself (models, consumers, activities, metrics), for tools that run none of it. */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Config } from './config/config.ts';
import { clientFor } from './contract/client.ts';
import type { Definition } from './contract/definition.ts';
import { fault } from './errors.ts';
import type { CreateService, Service } from './service.ts';
import type { Log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';

export interface UnstartedParts {
  config: Config;
  log: Log;
  metrics: Metrics;
  /** The service's own database; it may be unconnected where nothing is read. */
  mongo: Connection;
}

const away = async (): Promise<never> => {
  throw fault('SERVICE_UNAVAILABLE');
};

/** Never connects. */
const NO_REDIS = new Proxy({}, { get: () => () => undefined }) as never;

/** Wires the service without servers but MongoDB's; whoever asks another service or Temporal through it is refused. */
export function unstarted(create: CreateService, { config, log, metrics, mongo }: UnstartedParts): Promise<Service> {
  return create({
    config,
    log,
    metrics,
    mongo,
    clock: () => new Date(),
    id: randomUUID,
    processId: `tool-${process.pid}`,
    redis: NO_REDIS,
    temporal: away,
    client: <D extends Definition>(definition: D) => clientFor(definition, new Map(), away),
  });
}
