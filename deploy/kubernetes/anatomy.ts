/** What the code of every service says of itself, without a server: the truth behind charts, boards and alerts. */
import mongoose from 'mongoose';
import type { NatsConnection } from 'nats';
import { readConfig } from '#kit/config/config.ts';
import { createInFlightCalls, createPerformer } from '#kit/contract/perform.ts';
import { startFacts } from '#services/host/facts.ts';
import type { ServiceModule } from '#kit/service.ts';
import { registerTemporalMetrics } from '#services/host/temporal/backlog.ts';
import { registerConnectionMetrics, registerServices } from '#services/host/connections.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { registerMongoMetrics } from '#kit/telemetry/mongo-metrics.ts';
import { activityAttempts } from '#services/host/temporal/interceptors.ts';
import { serviceManifest } from '#services/host/service-manifest.ts';
import type { ServiceManifest } from '#services/host/service-manifest.ts';
import { SERVICE_NAMES } from '#services/names.ts';

export interface Anatomy {
  services: ReadonlyMap<string, ServiceManifest>;
  /** Every metric there is, with no value yet. */
  metrics: Metrics;
}

/** Never connected: there is nothing to publish. */
const NO_NATS = { flush: async () => undefined } as Partial<NatsConnection> as NatsConnection;

/** Wires every service and starts none. */
export async function anatomy(): Promise<Anatomy> {
  // With what is wired only where it is set up.
  const config = readConfig({ JWT_SECRET: 'only for looking at what there is', STRIPE_SK: 'sk_for_looking' });
  const [log, metrics, mongo, clock] = [createLog('silent'), createMetrics(), mongoose.createConnection(), () => new Date()];
  const services = new Map<string, ServiceManifest>();
  for (const name of SERVICE_NAMES) {
    const { create, secrets } = (await import(`#services/${name}/service.ts`)) as ServiceModule;
    const service = await serviceManifest(create, { secrets, config, log, metrics, mongo: mongo.useDb(name) });
    if (service.definition && service.handlers)
      createPerformer(service.definition, service.handlers, { log, metrics, clock, inFlight: createInFlightCalls() });
    services.set(name, service);
  }
  activityAttempts(metrics);
  registerMongoMetrics(metrics);
  registerServices(metrics, SERVICE_NAMES);
  registerConnectionMetrics(metrics, {});
  registerTemporalMetrics(metrics, () => Promise.reject(new Error('nobody is asked')), { queues: [], workflows: true });
  await startFacts({ nats: NO_NATS, services: [], log, metrics, clock }).stop();
  // What a service holds from its wiring on (render threads, say) is let go.
  await Promise.all([...services.values()].map((service) => service.stop?.(0)));
  return { services, metrics };
}
