/** The connection that carries facts. The bus has its own (Moleculer's). */
import { connect } from 'nats';
import type { NatsConnection } from 'nats';
import type { Log } from './telemetry/log.ts';

/** Connects, waiting for NATS as long as it takes, and reconnects for ever. */
export async function connectNats(url: string, name: string, log: Log): Promise<NatsConnection> {
  const nats = await connect({
    servers: url.split(','),
    name,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    waitOnFirstConnect: true,
    // A peer that is gone without a word is noticed within ten seconds.
    pingInterval: 5_000,
    maxPingOut: 2,
  });
  void (async () => {
    for await (const { type, data } of nats.status()) {
      if (type === 'disconnect' || type === 'reconnect' || type === 'error') log.warn({ type, data: String(data) }, 'facts connection');
    }
  })();
  return nats;
}
