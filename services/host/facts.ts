/** Facts of one process: a relay for every outbox and every consumer of the services that run here. */
import type { Connection } from 'mongoose';
import type { NatsConnection } from 'nats';
import type { Service } from '#kit/service.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { startConsumer } from '#kit/facts/consumer.ts';
import { startRelay } from '#kit/facts/relay.ts';
import type { Running } from '#kit/facts/relay.ts';
import type { StreamSettings } from '#kit/facts/stream.ts';

export interface FactsParts {
  nats: NatsConnection;
  /** Each with the connection to its own database. */
  services: readonly { service: Service; mongo: Connection }[];
  log: Log;
  metrics: Metrics;
  clock: () => Date;
  /** How missing streams are made; one replica by default. */
  streams?: StreamSettings;
}

/** Starts relaying and consuming, at once, whether or not NATS and MongoDB answer. */
export function startFacts({ nats, services, log, metrics, clock, streams }: FactsParts): Running {
  const relayed = metrics.counter('posthorn_facts_relayed_total', 'Facts published on JetStream', ['service']);
  const consumed = metrics.counter('posthorn_facts_consumed_total', 'Facts acted on, each once', ['consumer']);
  const dead = metrics.counter('posthorn_facts_dead_total', 'Facts set aside as dead letters', ['consumer']);

  const relays = services.flatMap(({ service }) =>
    (service.outboxes ?? []).map((model) => startRelay({ service: service.name, model, nats, log, clock, relayed, streams })),
  );
  const consumers = services.flatMap(({ service, mongo }) =>
    (service.consumers ?? []).map((consumer) => startConsumer({ consumer, mongo, nats, log, clock, consumed, dead, streams })),
  );
  metrics.gauge('posthorn_facts_outbox_age_seconds', 'How long the oldest fact of an outbox has waited to be published', {
    labels: ['service', 'model'],
    collect: (gauge) => relays.forEach(({ label, waited }) => gauge.set(label, waited())),
  });
  // Counted from 0 on: the first one that is given up is an increase as well.
  for (const { name } of consumers) dead.inc({ consumer: name }, 0);
  metrics.gauge('posthorn_facts_waiting', 'Facts published and not yet acted on: messages that wait, at as many facts as messages have', {
    labels: ['consumer'],
    collect: (gauge) => consumers.forEach(({ name, waiting }) => gauge.set({ consumer: name }, waiting())),
  });

  return {
    /** Consumers first: what they still write, the relays publish. */
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await Promise.all(relays.map((relay) => relay.stop()));
      await nats.flush().catch(() => undefined);
    },
  };
}
