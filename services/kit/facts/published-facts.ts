/**
 * What relays have published, kept for a day beside the outboxes: a stream that was lost is filled again from it. A collection of its own,
 * which relays only write to, so that looking for what waits never meets what has left.
 */
import type { Connection, mongo } from 'mongoose';
import type { NatsConnection } from 'nats';
import { isDuplicateKey } from '../store/fault.ts';
import { publishMessage } from './message.ts';
import type { Message } from './message.ts';
import { ensureStreams } from './stream.ts';
import type { StreamSettings } from './stream.ts';

/** Long enough to notice that NATS lost its disk, and to act; receipts know for longer what consumers acted on. */
export const REPUBLISHABLE_MS = 86_400_000;

const AT_ONCE = 256;
const PUBLISH_TIMEOUT_MS = 5_000;

/** A message as it was published. */
interface Published extends Omit<Message, 'id'> {
  /** The message's id: however many relays publish it, it is kept once. */
  _id: string;
  at: Date;
}

function published(connection: Connection): mongo.Collection<Published> {
  if (!connection.db) throw new Error('not connected');
  return connection.db.collection<Published>('published_facts');
}

/** The collection forgets by itself. Harmless when done again. */
export async function ensurePublished(connection: Connection): Promise<void> {
  await published(connection).createIndex({ at: 1 }, { expireAfterSeconds: REPUBLISHABLE_MS / 1_000 });
}

/** Durable on a majority when it answers. */
export async function keepPublished(connection: Connection, messages: readonly Message[], at: Date): Promise<void> {
  if (messages.length === 0) return;
  const documents = messages.map(({ id, ...message }) => ({ _id: id, ...message, at }));
  try {
    await published(connection).insertMany(documents, { ordered: false, writeConcern: { w: 'majority' } });
  } catch (error) {
    // Another relay, or this one before its answer was lost, has kept some of them.
    const faults = [(error as { writeErrors?: { code?: number }[] }).writeErrors ?? []].flat();
    if (!isDuplicateKey(error) || faults.some(({ code }) => code !== 11_000)) throw error;
  }
}

export interface Republished {
  messages: number;
  facts: number;
}

export interface RepublishParts {
  /** The databases of the services. */
  databases: readonly Connection[];
  nats: NatsConnection;
  streams?: StreamSettings | undefined;
  /** Facts published since then, as far as they are kept. */
  since: Date;
}

/**
 * Publishes again what was published since then, under the same ids: the server drops what its stream still holds from the last two
 * minutes,
 * and consumers what they have acted on. Makes the streams that are missing. Harmless when done again.
 */
export async function republish({ databases, nats, streams, since }: RepublishParts): Promise<Republished> {
  await ensureStreams(nats, streams);
  const js = nats.jetstream({ timeout: PUBLISH_TIMEOUT_MS });
  const done = { messages: 0, facts: 0 };
  const send = async (batch: readonly Published[]): Promise<void> => {
    await Promise.all(batch.map(({ _id, at: _at, ...message }) => publishMessage(js, { ...message, id: _id })));
    done.messages += batch.length;
    done.facts += batch.reduce((sum, { facts }) => sum + facts.length, 0);
  };
  for (const database of databases) {
    let batch: Published[] = [];
    for await (const message of published(database)
      .find({ at: { $gte: since } })
      .sort({ at: 1 })) {
      batch.push(message);
      if (batch.length < AT_ONCE) continue;
      await send(batch);
      batch = [];
    }
    await send(batch);
  }
  return done;
}
