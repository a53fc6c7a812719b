/** One process and the services it runs: connects, wires, starts; stops in the reverse order. */
import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '#kit/config/config.ts';
import type { Config } from '#kit/config/config.ts';
import { createGrpcAccess } from '#kit/contract/grpc-access.ts';
import { createGrpcServer } from '#kit/contract/grpc-server.ts';
import { toMoleculer } from '#kit/contract/moleculer.ts';
import { createInFlightCalls, createPerformer } from '#kit/contract/perform.ts';
import { armFailpoints } from '#kit/failpoint.ts';
import type { CreateService, Kit, Service } from '#kit/service.ts';
import { migrate, pendingMigrations } from '#kit/store/migrations.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { startTracing } from '#kit/telemetry/trace.ts';
import { startAdmin } from './admin.ts';
import { createCallers } from './callers.ts';
import type { Callers } from './callers.ts';
import { connectServers, registerConnectionMetrics, registerServices } from './connections.ts';
import { startFacts } from './facts.ts';
import { auditOperators } from './operator-audit.ts';
import { guardPurge } from './purge-guard.ts';
import { activityQueues, polledQueues, runsWorkflows, watchedQueues } from './queues.ts';
import { registerTemporalMetrics } from './temporal/backlog.ts';

/** The longest a stop may take: main.ts ends the process then, and Kubernetes is given as long. */
export const STOP_WITHIN_MS = 25_000;
/**
 * When each part of it is over at the latest, in ms since its beginning: the edges, where the process has other services too; services and
 * Temporal's workers; facts; calls. What takes longer is left to itself, and picked up as after a kill.
 */
const OVER_BY = { edges: 8_000, work: 15_000, facts: 20_500, calls: 23_000 };
/** Of its time, what a service or a worker has left once it has let go. */
const MARGIN_MS = 500;

export interface Host {
  /** Takes no new work, finishes what is in flight, closes connections. */
  stop(): Promise<void>;
}

/** A service of this process and what it was given. */
interface Running {
  service: Service;
  kit: Kit;
}

/** Starts `services` (name → create) in this process and answers when they take work. */
export async function startHost(config: Config, services: ReadonlyMap<string, CreateService>): Promise<Host> {
  const { runtime, auth } = config;
  if (auth.grpcTokens.length === 0)
    throw new ConfigError([{ name: 'GRPC_TOKEN', given: '(unset)', expected: 'required in a process without JWT_SECRET' }]);
  const names = [...services.keys()];
  const group = names.length === 1 ? names[0]! : 'posthorn';
  const processId = `${group}-${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  if (runtime.failpointFile) armFailpoints(runtime.failpointFile);
  const log = createLog(runtime.logLevel, { process: processId });
  const metrics = createMetrics();
  registerServices(metrics, names);
  const clock = (): Date => new Date();
  const waiting = new Set(['start']);
  /** Of what the services rest on. */
  const stops: (() => Promise<unknown>)[] = [];

  stops.push(await startTracing({ ...config.tracing, services: names, processId }));
  const admin = await startAdmin({ ...runtime.admin, metrics, ready: () => [...waiting] });
  stops.push(() => admin.close());
  const servers = await connectServers(config, { group, processId }, { log, metrics });
  stops.push(() => servers.close());
  const callers = createCallers(config, servers.bus);
  stops.push(async () => callers.close());

  const common = { config, metrics, clock, id: randomUUID, processId, redis: servers.redis, temporal: servers.temporal };
  const kitOf = (name: string): Kit => ({
    ...common,
    log: log.child({ service: name }),
    mongo: servers.databases.of(name),
    client: callers.client,
  });
  const inFlight = createInFlightCalls();
  const grpc = createGrpcServer({ access: createGrpcAccess(auth.grpcTokens, config.grpc.callers), tls: config.grpc.tls, metrics });
  const running = await wire(services, kitOf, ({ service: { definition, handlers }, kit }) => {
    if (!definition || !handlers) return;
    const perform = createPerformer(definition, handlers, { log: kit.log, metrics, clock, inFlight });
    callers.addLocal(definition, perform);
    servers.bus.broker.createService(toMoleculer(definition, perform));
    grpc.add(definition, perform);
  });
  const own = running.map(({ service }) => service);
  if (!runtime.production) await Promise.all(own.map(({ models = [] }) => buildIndexes(models)));
  for (const { service, kit } of running) await migrated(service, kit, !runtime.production);

  const grpcPort = await grpc.listen(runtime.grpc.host, runtime.grpc.port);
  await servers.bus.start({ grpc: `${runtime.grpc.advertise}:${grpcPort}` });
  const owned = running.map(({ service, kit }) => ({ service, mongo: kit.mongo }));
  const facts = startFacts({ nats: servers.nats, services: owned, log, metrics, clock, streams: config.stores.streams });
  // Temporal's native worker is loaded only where something is asked of it.
  const { startWorkers } = await import('./temporal/worker.ts');
  // Nobody calls an edge, it calls others: it goes before them.
  const isCalled = own.some(({ definition }) => definition);
  const edges = own.filter(({ definition }) => isCalled && !definition);
  const others = own.filter((service) => !edges.includes(service));
  const workers = startWorkers({
    ...config.stores.temporal,
    services: activityQueues(own),
    workflows: own.some(runsWorkflows),
    stopWithinMs: OVER_BY.work - (edges.length > 0 ? OVER_BY.edges : 0) - MARGIN_MS,
    log,
    metrics,
  });
  registerConnectionMetrics(metrics, { ...servers.up, temporal: workers.running });
  registerTemporalMetrics(metrics, servers.temporal, { queues: watchedQueues(polledQueues(own)), workflows: own.some(runsWorkflows) });
  for (const service of own) await service.start?.();
  await untilOffered(callers);
  waiting.clear();
  log.info({ services: names, adminPort: admin.port }, 'ready');

  async function stop(): Promise<void> {
    waiting.add('stop');
    const began = performance.now();
    const failed = (error: unknown): void => log.warn({ err: error }, 'while stopping');
    /** Waits until all of it has ended, or its time is over. */
    async function end(part: keyof typeof OVER_BY, begin: (withinMs: number) => (Promise<unknown> | undefined)[]): Promise<void> {
      const leftMs = Math.max(0, OVER_BY[part] - (performance.now() - began));
      const all = Promise.all(begin(Math.max(0, leftMs - MARGIN_MS)).map((one) => one?.catch(failed)));
      const isOver = await Promise.race([all.then(() => true), sleep(leftMs, false, { ref: false })]);
      if (!isOver) log.warn({ part, leftMs }, 'let go while stopping');
    }
    await end('edges', (withinMs) => edges.map((service) => service.stop?.(withinMs)));
    await end('work', (withinMs) => [...others.map((service) => service.stop?.(withinMs)), workers.stop()]);
    await end('facts', () => [facts.stop()]);
    // gRPC after the bus, which makes its address known to the others.
    await end('calls', () => [servers.bus.stop(() => inFlight.done()).then(() => grpc.close())]);
    for (const last of stops.reverse()) await last().catch(failed);
  }
  return { stop };
}

/** Creates each service and offers it before the next one is created. */
async function wire(
  services: ReadonlyMap<string, CreateService>,
  kitOf: (name: string) => Kit,
  offer: (one: Running) => void,
): Promise<Running[]> {
  const running: Running[] = [];
  for (const [name, create] of services) {
    const kit = kitOf(name);
    const one = { service: auditOperators(guardPurge(await create(kit), kit), kit), kit };
    offer(one);
    running.push(one);
  }
  return running;
}

/** Migrates the service's data where booting does that; elsewhere what waits for the job is an error: read as new, it would be misread. */
async function migrated({ name, migrations = [] }: Service, { mongo, clock, log, processId }: Kit, here: boolean): Promise<void> {
  if (here) return void (await migrate(migrations, { mongo, by: processId, clock, log }));
  const pending = await pendingMigrations(migrations, mongo);
  if (Object.keys(pending).length > 0) throw new Error(`Data of ${name} waits for services/migrations.ts: ${JSON.stringify(pending)}`);
}

// At boot only: later, a missing service answers 503 instead of taking this process out of rotation with it.
async function untilOffered(callers: Callers): Promise<void> {
  while (!callers.allOffered()) await sleep(20);
}
