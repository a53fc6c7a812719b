/** Whether this process reaches what it rests on. A gauge each, 1 or 0, read when it is asked for. */
import type { Metrics } from './metrics.ts';

/** Server → whether the connection to it stands. */
export type Connections = Readonly<Record<'nats' | 'mongodb' | 'redis' | 'temporal', () => boolean>>;

export function watchConnections(metrics: Metrics, connections: Connections): void {
  metrics.gauge('posthorn_connection_up', 'Whether the connection to a server stands', ['server'], (gauge) => {
    for (const [server, up] of Object.entries(connections)) gauge.set({ server }, up() ? 1 : 0);
  });
}
