/** How MongoDB is used by this process: its pool, how long commands take, transactions that were begun again. */
import type { Connection, mongo } from 'mongoose';
import type { Counter } from 'prom-client';
import type { Metrics } from './metrics.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

/** Counts how often the work of a transaction was done again: another had written what it read or wrote. */
function countRetries(client: mongo.MongoClient, retries: Counter): void {
  const startSession = client.startSession.bind(client);
  client.startSession = (options) => {
    const session = startSession(options);
    // The driver opens one of its own for each command.
    if ((options as { explicit?: boolean } | undefined)?.explicit === false) return session;
    const withTransaction = session.withTransaction.bind(session);
    session.withTransaction = (work, how) => {
      let tries = 0;
      return withTransaction((own) => {
        if (tries > 0) retries.inc();
        tries += 1;
        return work(own);
      }, how);
    };
    return session;
  };
}

/** Registers the metrics; without a connection they have no values. */
export function registerMongoMetrics(metrics: Metrics, connection?: Connection): void {
  /** Connections that were seen, and since when those in use are. Some were opened before anybody looked: seen when they are used. */
  const open = new Set<string>();
  const used = new Map<string, number>();
  let waiting = 0;
  // A command holds its connection from its leaving to its answer: cheaper than the driver's monitoring of commands, which copies each.
  const seconds = metrics.histogram('posthorn_mongodb_command_seconds', 'Time a connection to MongoDB was held by a command', {
    buckets: SECONDS,
  });
  const retries = metrics.counter('posthorn_mongodb_transaction_retries_total', 'Transactions whose work was done again');
  metrics.gauge('posthorn_mongodb_connections', 'Connections of the pool to MongoDB: open; used by a command', {
    labels: ['state'],
    collect: (gauge) => {
      gauge.set({ state: 'open' }, open.size);
      gauge.set({ state: 'used' }, used.size);
    },
  });
  metrics.gauge('posthorn_mongodb_waiting', 'Commands that wait for a connection to MongoDB', {
    collect: (gauge) => gauge.set(waiting),
  });
  if (!connection) return;
  const client = connection.getClient();
  const key = ({ address, connectionId }: { address: string; connectionId: number | '<monitor>' }): string => `${address} ${connectionId}`;
  client
    .on('connectionCreated', (created) => void open.add(key(created)))
    .on('connectionClosed', (closed) => {
      open.delete(key(closed));
      used.delete(key(closed));
    })
    .on('connectionCheckOutStarted', () => (waiting += 1))
    .on('connectionCheckOutFailed', () => (waiting = Math.max(0, waiting - 1)))
    .on('connectionCheckedOut', (taken) => {
      waiting = Math.max(0, waiting - 1);
      open.add(key(taken));
      used.set(key(taken), performance.now());
    })
    .on('connectionCheckedIn', (given) => {
      const began = used.get(key(given));
      used.delete(key(given));
      if (began !== undefined) seconds.observe((performance.now() - began) / 1_000);
    });
  countRetries(client as mongo.MongoClient, retries);
}
