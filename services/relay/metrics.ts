/** What the relay counts of itself. */
import type { Metrics } from '#kit/telemetry/metrics.ts';

export interface RelayMetrics {
  logins: { inc(labels: { outcome: 'ok' | 'refused' | 'error' }): void };
  /** A message had this reply (`none` when nobody was there to hear it), seconds after its final dot. */
  replied(reply: string, seconds: number): void;
}

/** Read when they are asked for. */
export interface RelayGauges {
  connections: () => number;
  bytes: () => number;
  waiting: () => number;
  /** Seconds since the epoch; 0 without a certificate. */
  certificateExpires: () => number;
}

export function createRelayMetrics(metrics: Metrics, gauges: RelayGauges): RelayMetrics {
  const logins = metrics.counter('posthorn_relay_logins_total', 'Logins at the relay by what became of them', ['outcome']);
  const seconds = metrics.histogram('posthorn_relay_message_seconds', 'Time from the final dot of a message to its reply, by the reply', {
    labels: ['reply'],
  });
  const read = (name: string, help: string, value: () => number): void => {
    metrics.gauge(`posthorn_relay_${name}`, help, { collect: (gauge) => gauge.set(value()) });
  };
  read('connections', 'Open connections of the relay', gauges.connections);
  read('bytes', 'Bytes of messages that the relay holds', gauges.bytes);
  read('waiting', 'Messages that wait to be worked on', gauges.waiting);
  read(
    'certificate_expires_seconds',
    'When the certificate of the relay ends, seconds since the epoch; 0 without one',
    gauges.certificateExpires,
  );
  return {
    logins,
    replied: (reply, took) => seconds.observe({ reply }, took),
  };
}
