/** The end of all that follows from what was done: every fact is published and every consumer has acted on it. Nothing comes later. */
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';
import { connect } from 'nats';
import type { JetStreamManager } from 'nats';
import { until } from './until.ts';

export interface Stores {
  mongoUri: string;
  /** Of the databases. */
  prefix: string;
  natsUrl: string;
}

/** Collections whose documents carry facts that are to be published, as `[database, collection]`: those with the index of it. */
async function outboxes(connection: Connection, prefix: string): Promise<[string, string][]> {
  const { databases } = await connection.db!.admin().listDatabases({ nameOnly: true });
  const found = await Promise.all(
    databases
      .filter(({ name }) => name.startsWith(prefix))
      .map(async ({ name }) => {
        const collections = await connection.useDb(name, { useCache: true }).db!.collections();
        const indexed = await Promise.all(
          collections.map(async (one) => (await one.indexes()).some(({ partialFilterExpression }) => partialFilterExpression?.['outbox'])),
        );
        return collections.filter((_, index) => indexed[index]).map((one): [string, string] => [name, one.collectionName]);
      }),
  );
  return found.flat();
}

/** By server and prefix: services make all their collections before they are ready, and a look at every index takes its time. */
const known = new Map<string, [string, string][]>();

/** Facts that durable consumers have not acted on: others are onlookers, which are left behind when their test ends. */
async function lag(manager: JetStreamManager): Promise<number> {
  let waiting = 0;
  for await (const stream of manager.streams.list())
    for await (const { config, num_pending, num_ack_pending } of manager.consumers.list(stream.config.name))
      if (config.durable_name) waiting += num_pending + num_ack_pending;
  return waiting;
}

/** Of the services under test, unless stores are given. What acts may cause facts itself, so two looks in a row must find nothing. */
export async function factsDrained({ within = 60_000, ...given }: Partial<Stores> & { within?: number } = {}): Promise<void> {
  const { MONGODB_URI, MONGODB_PREFIX, NATS_URL } = process.env;
  const stores: Stores = { mongoUri: MONGODB_URI!, prefix: MONGODB_PREFIX!, natsUrl: NATS_URL!, ...given };
  const connection = await mongoose.createConnection(stores.mongoUri).asPromise();
  const nats = await connect({ servers: stores.natsUrl });
  try {
    const manager = await nats.jetstreamManager();
    const key = `${stores.mongoUri} ${stores.prefix}`;
    if (!known.has(key)) known.set(key, await outboxes(connection, stores.prefix));
    const collections = known.get(key)!.map(([name, collection]) => connection.useDb(name, { useCache: true }).db!.collection(collection));
    const isEmpty = async (): Promise<boolean> => {
      for (const one of collections) if ((await one.countDocuments({ outbox: { $exists: true } }, { limit: 1 })) > 0) return false;
      return (await lag(manager)) === 0;
    };
    await until(async () => (await isEmpty()) && (await isEmpty()), { within, every: 50, what: 'the end of all facts' });
  } finally {
    await nats.close();
    await connection.close();
  }
}
