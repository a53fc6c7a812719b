/** One MongoDB connection pool a process, one database a service. */
import mongoose from 'mongoose';
import type { Connection, mongo } from 'mongoose';
import type { Log } from '../telemetry/log.ts';
import { traceMongo } from '../telemetry/mongo.ts';
import { APP_NAME } from './abandoned-transactions.ts';

export interface MongoAddress {
  uri: string;
  /** What the databases' names start with. */
  prefix: string;
  /** PEM: whom to trust, and who we are; with it only TLS is spoken. */
  tls?: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined } | undefined;
}

export interface Databases {
  /** The service's own database. */
  of(service: string): Connection;
  /** What all of them share. */
  connection: Connection;
  ready(): boolean;
  close(): Promise<void>;
}

const OPTIONS = {
  appName: APP_NAME,
  w: 'majority',
  // A stopped database is said within seconds, not after the driver's default half minute.
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 60_000,
  heartbeatFrequencyMS: 2_000,
  maxPoolSize: 32,
  minPoolSize: 2,
  bufferCommands: false,
} as const;

/** With certificates, TLS and nothing else is spoken. */
export function mongoTls({ tls }: Pick<MongoAddress, 'tls'>): mongo.MongoClientOptions {
  return tls ? { tls: true, ...Object.fromEntries(Object.entries(tls).filter(([, pem]) => pem !== undefined)) } : {};
}

/** Connects, trying again until the database answers. `traced`: each command becomes a span of the trace it belongs to. */
export async function connectMongo({ uri, prefix, tls }: MongoAddress, log: Log, traced: boolean): Promise<Databases> {
  for (;;) {
    const connection = mongoose.createConnection(uri, { ...OPTIONS, ...mongoTls({ tls }), monitorCommands: traced });
    try {
      await connection.asPromise();
      connection.on('error', (error) => log.warn({ error: error.message }, 'mongo connection error'));
      if (traced) traceMongo(connection);
      return {
        connection,
        of: (service) => connection.useDb(`${prefix}${service}`, { useCache: true }),
        ready: () => connection.readyState === mongoose.ConnectionStates.connected,
        close: () => connection.close(),
      };
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'mongo is not there yet');
      await connection.destroy().catch(() => undefined);
    }
  }
}
