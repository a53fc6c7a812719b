/** Facts of one process: a relay for every outbox and every consumer of the services that run here. */
import type { Connection } from 'mongoose';
import type { NatsConnection } from 'nats';
import type { Service } from '../service.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { startConsumer } from './consumer.ts';
import { startRelay } from './relay.ts';
import type { Running } from './relay.ts';

export interface FactsParts {
  nats: NatsConnection;
  /** Each with the connection to its own database. */
  services: readonly { service: Service; mongo: Connection }[];
  log: Log;
  metrics: Metrics;
  clock: () => Date;
}

/** Starts relaying and consuming, at once, whether or not NATS and MongoDB answer. */
export function startFacts({ nats, services, log, metrics, clock }: FactsParts): Running {
  const relayed = metrics.counter('posthorn_facts_relayed_total', 'Facts told on JetStream', ['service']);
  const consumed = metrics.counter('posthorn_facts_consumed_total', 'Facts acted on, each once', ['consumer']);
  const dead = metrics.counter('posthorn_facts_dead_total', 'Facts set aside as dead letters', ['consumer']);

  const relays = services.flatMap(({ service }) =>
    (service.outboxes ?? []).map((model) => startRelay({ service: service.name, model, nats, log, clock, relayed })));
  const consumers = services.flatMap(({ service, mongo }) =>
    (service.consumers ?? []).map((consumer) => startConsumer({ consumer, mongo, nats, log, clock, consumed, dead })));
  metrics.gauge('posthorn_facts_outbox_age_seconds', 'How long the oldest fact of an outbox has waited to be told', ['service', 'model'], (gauge) =>
    relays.forEach(({ label, waited }) => gauge.set(label, waited())));
  // Counted from 0 on: the first one that is given up is an increase as well.
  for (const { name } of consumers) dead.inc({ consumer: name }, 0);
  metrics.gauge('posthorn_facts_waiting', 'Facts told and not yet acted on: messages that wait, at as many facts as messages have', ['consumer'], (gauge) =>
    consumers.forEach(({ name, waiting }) => gauge.set({ consumer: name }, waiting())));

  return {
    /** Consumers first: what they still write, the relays tell. */
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await Promise.all(relays.map((relay) => relay.stop()));
      await nats.flush().catch(() => undefined);
    },
  };
}
