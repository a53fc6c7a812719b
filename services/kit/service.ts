/** What a service is to the process that runs it. Each `services/<name>/service.ts` exports `create: CreateService`. */
import type { Connection, Model } from 'mongoose';
import type { Redis } from 'ioredis';
import type { Client as TemporalClient } from '@temporalio/client';
import type { OwnSecret } from './config/concern.ts';
import type { Config } from './config/config.ts';
import type { Client, Definition, Handlers, MethodName } from './contract/definition.ts';
import type { Consumer } from './facts/consumer.ts';
import type { Migration } from './store/migrations.ts';
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
  /**
   * A client of another service: local when it runs in this process, else over the bus. It has the methods that are named and no others:
   * what a service may ask at NATS and by gRPC follows from them (`host/service-manifest.ts`), so it is made at wiring, whatever the
   * configuration.
   */
  client<D extends Definition, M extends MethodName<D>>(definition: D, ...methods: [M, ...M[]]): Pick<Client<D>, M>;
}

export interface Service<D extends Definition = any> {
  name: string;
  /** Absent for the edges (gateway, relay). */
  definition?: D;
  handlers?: Handlers<D>;
  /** Every model, so that indexes are built at boot in development and by a job in production. */
  models?: Model<any>[];
  /** Of stored data, in the order in which they are run: at boot in development, by a job in production (`store/migrations.ts`). */
  migrations?: readonly Migration[];
  /** Models whose documents carry pending facts (`facts/outbox.ts`). */
  outboxes?: Model<any>[];
  consumers?: Consumer[];
  /** What Temporal may ask; the task queue is the service's name unless it says otherwise. */
  activities?: Record<string, (...args: any[]) => Promise<unknown>>;
  /** Those that last, on a queue of their own (`<name>-bulk`): however many there are, none keeps a slot from what is quick. */
  bulkActivities?: Record<string, (...args: any[]) => Promise<unknown>>;
  /** The service's activities and its workflows share a task queue of their own. */
  ownQueue?: string;
  start?(): Promise<void>;
  /** Takes no more work and finishes what is in flight; what is not finished within so many ms is let go, as a kill would. */
  stop?(withinMs: number): Promise<void>;
}

export type CreateService = (kit: Kit) => Promise<Service>;

/** What `services/<name>/service.ts` exports. */
export interface ServiceModule {
  create: CreateService;
  /** Secrets of its own that it holds; in a process without it they are not read, and its pods alone get them. */
  secrets?: readonly OwnSecret[];
}
