/** What really happens to the contacts of a project, as the database saw it, and what is published of it, as the bus has it. */
import mongoose from 'mongoose';
import { connectNats } from '#kit/nats.ts';
import { factsIn } from '#kit/facts/message.ts';
import { FACTS } from '#kit/facts/subject.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { factsDrained } from '#test/facts-drained.ts';
import { until } from '#test/until.ts';

/** Kind of fact → how many, for each contact: `<id> <name>`. */
export type Counts = Map<string, number>;

export interface Changes {
  /** Changes made, once all of them are seen. */
  made(): Promise<Counts>;
  /** Facts published, with their ids: waits for `count` and that no more come. */
  published(count: number): Promise<Counts>;
  stop(): Promise<void>;
}

/** A collection of the same database, for what must be seen last. */
const MARKERS = 'test_markers';
const FETCH_MS = 1_500;

const count = (counts: Counts, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** Watches from now on: creations, changes of address or fields, and flips, each write by itself. */
export async function watchChanges(projectId: string): Promise<Changes> {
  const { MONGODB_URI, MONGODB_PREFIX = 'posthorn_', NATS_URL } = process.env;
  const connection = await mongoose.createConnection(MONGODB_URI!).asPromise();
  const database = connection.useDb(`${MONGODB_PREFIX}contacts`);
  const { operationTime } = await database.db!.command({ ping: 1 });
  const nats = await connectNats({ url: NATS_URL! }, 'watch', createLog('silent'));
  const [made, published] = [new Map<string, number>(), new Map<string, number>()];
  const ids = new Set<string>();
  let marked: unknown;
  const watched = { $or: [{ 'ns.coll': 'contacts', 'fullDocument.projectId': projectId }, { 'ns.coll': MARKERS }] };
  const stream = database.db!.watch<any>([{ $match: watched }], { fullDocument: 'updateLookup', startAtOperationTime: operationTime });
  stream.on('change', (change: any) => {
    if (change.ns.coll === MARKERS) marked = change.documentKey._id;
    else if (change.operationType === 'insert') count(made, `${change.documentKey._id} contact.created`);
    if (change.operationType !== 'update') return;
    const { updatedFields = {}, removedFields = [] } = change.updateDescription;
    const paths = [...Object.keys(updatedFields), ...removedFields];
    if (paths.some((path) => path === 'email' || path === 'data' || path.startsWith('data.')))
      count(made, `${change.documentKey._id} contact.updated`);
    if ('subscribed' in updatedFields)
      count(made, `${change.documentKey._id} contact.${updatedFields['subscribed'] ? 'subscribed' : 'unsubscribed'}`);
  });

  return {
    async made() {
      // What was written before the marker comes before it.
      const { insertedId } = await database.collection(MARKERS).insertOne({});
      await until(() => String(marked) === String(insertedId), { within: 20_000, what: 'the marker behind the changes' });
      return made;
    },
    async published(expected) {
      const consumer = await nats.jetstream().consumers.get(FACTS, { filterSubjects: `facts.${projectId}.contacts.contact.*` });
      const read = async () => {
        for await (const message of await consumer.fetch({ max_messages: 1_000, expires: FETCH_MS })) {
          for (const { id, name, contactId } of factsIn(message)) {
            if (ids.has(id)) continue;
            ids.add(id);
            count(published, `${contactId} ${name}`);
          }
        }
        return ids.size >= expected;
      };
      await until(read, { within: 20_000, what: `${expected} facts` });
      // Whatever else there is to publish is on the stream by then.
      await factsDrained();
      await read();
      return published;
    },
    async stop() {
      await stream.close();
      await nats.close();
      await connection.close();
    },
  };
}
