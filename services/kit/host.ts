/** One process and the services it runs: connects, wires, starts; stops in the reverse order. */
import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { makeBus } from './bus.ts';
import type { Config } from './config/config.ts';
import { clientFor, viaBus, viaLocal } from './contract/client.ts';
import type { Via } from './contract/client.ts';
import { fault } from './errors.ts';
import { serviceName } from './contract/definition.ts';
import type { Definition } from './contract/definition.ts';
import { GrpcServer, viaGrpc } from './contract/grpc.ts';
import { toMoleculer } from './contract/moleculer.ts';
import { InHand, performer } from './contract/perform.ts';
import { startFacts } from './facts/facts.ts';
import { obeyKillFile } from './killpoint.ts';
import { connectNats } from './nats.ts';
import { connectRedis } from './redis.ts';
import type { CreateService, Kit, Service } from './service.ts';
import { connectMongo } from './store/connection.ts';
import { buildIndexes } from './store/schema.ts';
import { startAdmin } from './telemetry/admin.ts';
import { watchTemporal } from './telemetry/backlog.ts';
import type { Queue } from './telemetry/backlog.ts';
import { watchConnections } from './telemetry/connections.ts';
import { makeLog } from './telemetry/log.ts';
import type { Log } from './telemetry/log.ts';
import { makeMetrics } from './telemetry/metrics.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { startTracing } from './telemetry/trace.ts';
import { temporalClient } from './temporal.ts';
import { DATA_OWNERS, WORKFLOW_QUEUE } from '#temporal/lifecycle.ts';
import type { Workers } from '#temporal/worker.ts';

/** The longest a stop may take: main.ts ends the process then, and Kubernetes is told as well. */
export const STOP_WITHIN_MS = 25_000;

export interface Host {
  /** Takes no new work, finishes what is in hand, closes connections. */
  stop(): Promise<void>;
}

type Stop = () => Promise<unknown>;

/** Starts `services` (name → create) in this process and answers when they take work. */
export async function startHost(config: Config, services: ReadonlyMap<string, CreateService>): Promise<Host> {
  const { runtime, stores } = config;
  const names = [...services.keys()];
  const processId = `${names.length === 1 ? names[0] : 'posthorn'}-${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  if (runtime.killAtFile) obeyKillFile(runtime.killAtFile);
  const log = makeLog(runtime.logLevel, { process: processId });
  const metrics = makeMetrics();
  const clock = (): Date => new Date();
  const stops: Stop[] = [];
  const waiting = new Set(['start']);
  const inHand = new InHand();

  stops.push(startTracing(runtime.otlpEndpoint, names, processId));
  const admin = await startAdmin(runtime.admin.host, runtime.admin.port, metrics, () => [...waiting]);
  stops.push(() => admin.close());

  const bus = makeBus({ url: stores.nats.url, namespace: stores.mongo.prefix, nodeId: processId, requestTimeoutMs: runtime.busRequestTimeoutMs, log });
  const [databases, nats] = await Promise.all([connectMongo(stores.mongo.uri, stores.mongo.prefix, log, runtime.otlpEndpoint !== undefined), connectNats(stores.nats.url, processId, log)]);
  const redis = connectRedis(stores.redis.url, log);
  const temporal = temporalClient(stores.temporal);
  stops.push(() => temporal.close(), () => databases.close(), async () => redis.disconnect(), () => nats.close());

  const grpc = new GrpcServer(config.auth.grpcToken, metrics);
  const local = new Map<string, Via>();
  const needed = new Set<string>();
  const kitOf = (name: string): Kit => ({
    config,
    log: log.child({ service: name }),
    metrics,
    clock,
    id: randomUUID,
    processId,
    mongo: databases.of(name),
    redis,
    temporal,
    client: <D extends Definition>(definition: D) => {
      needed.add(serviceName(definition));
      return clientFor(definition, local, viaBus(bus.broker, definition, bus.up, heavy(definition)));
    },
  });
  const callers = new Map<string, ReturnType<typeof viaGrpc>>();
  stops.push(async () => callers.forEach((caller) => caller.close()));
  // What does not fit a message of the bus goes straight to some process that offers the service.
  const heavy = (definition: Definition): Via => async (method, request, meta) => {
    const address = bus.grpcAddressOf(serviceName(definition));
    if (!address) throw fault('SERVICE_UNAVAILABLE');
    const key = `${address}/${definition.fullName}`;
    const caller = callers.get(key) ?? viaGrpc(definition, address, config.auth.grpcToken, runtime.busRequestTimeoutMs);
    callers.set(key, caller);
    return caller.via(method, request, meta);
  };

  const running: { service: Service; kit: Kit }[] = [];
  for (const [name, create] of services) {
    const kit = kitOf(name);
    const service = await create(kit);
    running.push({ service, kit });
    if (!service.definition || !service.handlers) continue;
    const perform = performer(service.definition, service.handlers, { log: kit.log, metrics, clock, inHand });
    local.set(name, viaLocal(perform));
    bus.broker.createService(toMoleculer(service.definition, perform));
    grpc.add(service.definition, perform);
  }
  if (!runtime.production) await Promise.all(running.map(({ service }) => buildIndexes(service.models ?? [])));

  const grpcPort = await grpc.listen(runtime.grpc.host, runtime.grpc.port);
  await bus.start({ grpc: `${runtime.grpc.advertise}:${grpcPort}` });
  const facts = await startFacts({ nats, services: running.map(({ service, kit }) => ({ service, mongo: kit.mongo })), log, metrics, clock });
  const workers = await startWorkersOf(running.map(({ service }) => service), config, log, metrics);
  watchConnections(metrics, { nats: bus.up, mongodb: databases.ready, redis: () => redis.status === 'ready', temporal: workers.running });
  watchTemporal(metrics, temporal, watchedQueues(running.map(({ service }) => service)), services.has(WORKFLOW_POLLER));
  // gRPC after the bus, which tells the others its address.
  stops.push(() => grpc.close(), () => bus.stop(() => inHand.done()), () => facts.stop(), () => workers.stop());

  for (const { service } of running) {
    await service.start?.();
    stops.push(async () => service.stop?.());
  }
  await untilOffered([...needed], (service) => local.has(service) || bus.offers(service));
  waiting.clear();
  log.info({ services: names, adminPort: admin.port }, 'ready');

  return {
    async stop() {
      waiting.add('stop');
      for (const stop of stops.reverse()) await stop().catch((error: unknown) => log.warn({ err: error }, 'while stopping'));
    },
  };
}

/** The service whose processes run the workflows themselves. */
export const WORKFLOW_POLLER = 'accounts';

/** The task queues that a process with these services polls. */
export function queuesOf(services: readonly Service[]): Queue[] {
  return services.flatMap(({ name, activities = {} }): Queue[] => [
    ...(Object.keys(activities).length > 0 ? [{ name, type: 'activity' as const }] : []),
    ...(name === WORKFLOW_POLLER ? [{ name: WORKFLOW_QUEUE, type: 'workflow' as const }] : []),
  ]);
}

/** A queue that nobody polls is told of by who runs the workflows that wait for it. */
function watchedQueues(services: readonly Service[]): Queue[] {
  const own = queuesOf(services);
  if (!own.some(({ type }) => type === 'workflow')) return own;
  return [...own, ...DATA_OWNERS.filter((owner) => !own.some(({ name }) => name === owner)).map((name): Queue => ({ name, type: 'activity' }))];
}

// Temporal's native worker is loaded only where something is asked of it.
async function startWorkersOf(services: Service[], config: Config, log: Log, metrics: Metrics): Promise<Workers> {
  const { startWorkers } = await import('#temporal/worker.ts');
  return startWorkers({ ...config.stores.temporal, services, workflows: services.some(({ name }) => name === WORKFLOW_POLLER), log, metrics });
}

// At boot only: later, a missing service answers 503 instead of taking this process out of rotation with it.
async function untilOffered(services: string[], offered: (service: string) => boolean): Promise<void> {
  while (!services.every(offered)) await new Promise((resolve) => setTimeout(resolve, 20));
}
