/**
 * What relays have published, kept for a day beside the outboxes: a stream that was lost is filled again from it. A collection of its own,
 * which relays only write to, so that looking for what waits never meets what has left.
 */
import type { Connection, mongo } from 'mongoose';
import type { NatsConnection } from 'nats';
import { derivedId } from '../derived-id.ts';
import { isDuplicateKey } from '../store/fault.ts';
import { publishMessage } from './message.ts';
import type { Message } from './message.ts';
import { ensureStreams } from './stream.ts';
import type { StreamSettings } from './stream.ts';

/** Long enough to notice that NATS lost its disk, and to act; receipts know for longer what consumers acted on. */
export const REPUBLISHABLE_MS = 86_400_000;

const AT_ONCE = 256;
const PUBLISH_TIMEOUT_MS = 5_000;
/** Of payloads in one document, of which MongoDB takes 16 MB. */
const DOCUMENT_BYTES = 2_000_000;

/** Messages that were published together: one document costs a small part of what one each would. */
interface Published {
  /** Follows from the messages' ids. */
  _id: string;
  messages: Kept[];
  at: Date;
}

type Kept = Pick<Message, 'id' | 'subject' | 'payload' | 'traces' | 'omitted'> & {
  /** How many facts it holds. */
  facts: number;
};

function published(connection: Connection): mongo.Collection<Published> {
  if (!connection.db) throw new Error('not connected');
  return connection.db.collection<Published>('published_facts');
}

/** The collection forgets by itself. Harmless when done again. */
export async function ensurePublished(connection: Connection): Promise<void> {
  await published(connection).createIndex({ at: 1 }, { expireAfterSeconds: REPUBLISHABLE_MS / 1_000 });
}

/** Messages by the document. */
function* parts(messages: readonly Message[]): Generator<Kept[]> {
  let [part, bytes]: [Kept[], number] = [[], 0];
  for (const { id, subject, payload, traces, omitted, facts } of messages) {
    const size = Buffer.byteLength(payload);
    if (part.length > 0 && bytes + size > DOCUMENT_BYTES) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push({ id, subject, payload, traces, omitted, facts: facts.length });
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** Durable on a majority when it answers. What several relays publish may be kept by each: it is published again once. */
export async function keepPublished(connection: Connection, messages: readonly Message[], at: Date): Promise<void> {
  const documents = [...parts(messages)].map((own) => ({ _id: derivedId(own.map(({ id }) => id).join()), messages: own, at }));
  if (documents.length === 0) return;
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
 * minutes, and consumers what they have acted on. Makes the streams that are missing. Harmless when done again.
 */
export async function republish({ databases, nats, streams, since }: RepublishParts): Promise<Republished> {
  await ensureStreams(nats, streams);
  const js = nats.jetstream({ timeout: PUBLISH_TIMEOUT_MS });
  const done = { messages: 0, facts: 0 };
  for (const database of databases) {
    // Those of the first release were kept one a document; they are not read any more.
    for await (const { messages } of published(database)
      .find({ at: { $gte: since }, messages: { $type: 'array' } })
      .sort({ at: 1 })) {
      for (let from = 0; from < messages.length; from += AT_ONCE) {
        const batch = messages.slice(from, from + AT_ONCE);
        await Promise.all(batch.map(({ facts: _facts, ...message }) => publishMessage(js, message)));
        done.messages += batch.length;
        done.facts += batch.reduce((sum, { facts }) => sum + facts, 0);
      }
    }
  }
  return done;
}
