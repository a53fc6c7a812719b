/** What a service is to the process that runs it. Each `services/<name>/service.ts` exports `create: CreateService`. */
import type { Connection, Model } from 'mongoose';
import type { Redis } from 'ioredis';
import type { Client as TemporalClient } from '@temporalio/client';
import type { Config } from './config/config.ts';
import type { Client, Definition, Handlers } from './contract/definition.ts';
import type { Consumer } from './facts/consumer.ts';
import type { Log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** What the kit hands to a service. */
export interface Kit {
  config: Config;
  log: Log;
  metrics: Metrics;
  clock: () => Date;
  /** Fresh lowercase uuid v4. */
  id: () => string;
  /** Names this process among the owners of leases and claims. */
  processId: string;
  /** The service's own database; connected before `create` is called. */
  mongo: Connection;
  redis: Redis;
  temporal: () => Promise<TemporalClient>;
  /** A client of another service: local when it runs in this process, else over the bus. */
  client<D extends Definition>(definition: D): Client<D>;
}

export interface Service<D extends Definition = any> {
  name: string;
  /** Absent for the edges (gateway, relay). */
  definition?: D;
  handlers?: Handlers<D>;
  /** Every model, so that indexes are built at boot in development and by the migration job in production. */
  models?: Model<any>[];
  /** Models whose documents carry facts to tell (`facts/outbox.ts`). */
  outboxes?: Model<any>[];
  consumers?: Consumer[];
  /** What Temporal may ask; the task queue is the service's name. */
  activities?: Record<string, (...args: any[]) => Promise<unknown>>;
  start?(): Promise<void>;
  /** Stop taking work, finish what is in hand. At most 25 s (main.ts cuts it off). */
  stop?(): Promise<void>;
}

export type CreateService = (kit: Kit) => Promise<Service>;
