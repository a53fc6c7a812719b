/** What the code of every service says of itself, without a server: the truth behind charts, boards and alerts. */
import mongoose from 'mongoose';
import { readConfig } from '#kit/config/config.ts';
import { InHand, performer } from '#kit/contract/perform.ts';
import { startFacts } from '#kit/facts/facts.ts';
import type { CreateService, Service } from '#kit/service.ts';
import { watchTemporal } from '#kit/telemetry/backlog.ts';
import { watchConnections } from '#kit/telemetry/connections.ts';
import { makeLog } from '#kit/telemetry/log.ts';
import { makeMetrics } from '#kit/telemetry/metrics.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { activityAttempts } from '#kit/telemetry/temporal.ts';
import { unstarted } from '#kit/unstarted.ts';
import { SERVICE_NAMES } from '#services/names.ts';

export interface Anatomy {
  services: ReadonlyMap<string, Service>;
  /** Every metric there is, with no value yet. */
  metrics: Metrics;
}

/** Wires every service and starts none. */
export async function anatomy(): Promise<Anatomy> {
  const config = readConfig({ JWT_SECRET: 'only for looking at what there is' });
  const [log, metrics, mongo, clock] = [makeLog('silent'), makeMetrics(), mongoose.createConnection(), () => new Date()];
  const services = new Map<string, Service>();
  for (const name of SERVICE_NAMES) {
    const { create } = (await import(`#services/${name}/service.ts`)) as { create: CreateService };
    const service = await unstarted(create, { config, log, metrics, mongo: mongo.useDb(name) });
    if (service.definition && service.handlers) performer(service.definition, service.handlers, { log, metrics, clock, inHand: new InHand() });
    services.set(name, service);
  }
  activityAttempts(metrics);
  watchConnections(metrics, {} as never);
  watchTemporal(metrics, () => Promise.reject(new Error('nobody is asked')), [], true);
  await startFacts({ nats: { flush: async () => undefined } as never, services: [], log, metrics, clock }).stop();
  // What a service holds from its wiring on (render threads, say) is let go.
  await Promise.all([...services.values()].map((service) => service.stop?.()));
  return { services, metrics };
}
