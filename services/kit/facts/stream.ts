/** The two streams on JetStream: facts published, and facts that a consumer gave up on. */
import { DiscardPolicy, RetentionPolicy, StorageType, nanos } from 'nats';
import type { JetStreamManager, NatsConnection, StreamConfig } from 'nats';
import { DEAD_SUBJECTS, FACTS, FACTS_DEAD, FACTS_SUBJECTS } from './subject.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** A consumer that was down longer than this misses facts. Receipts live twice as long (receipts.ts). */
export const FACTS_MAX_AGE_MS = 7 * DAY;
const DEAD_MAX_AGE_MS = 90 * DAY;
/** Within it the server itself drops what is published twice; beyond it receipts do. */
const DUPLICATE_WINDOW_MS = 120 * SECOND;

/** How the streams are made where they are missing. */
export interface StreamSettings {
  /** Servers that hold each message. */
  replicas: number;
  /** Bytes of the stream of facts; undefined: NATS's own `max_file_store` holds. */
  maxBytes?: number | undefined;
}

// When a limit of bytes is reached, publishing is refused (never the oldest dropped) and facts wait in their outboxes.
const STREAMS: readonly (Partial<StreamConfig> & { name: string; subjects: string[] })[] = [
  {
    name: FACTS,
    subjects: [FACTS_SUBJECTS],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_age: nanos(FACTS_MAX_AGE_MS),
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  },
  {
    name: FACTS_DEAD,
    subjects: [DEAD_SUBJECTS],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_age: nanos(DEAD_MAX_AGE_MS),
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  },
];

const NOT_FOUND = 404;

/** True when JetStream says that the stream or the consumer asked about does not exist. */
export function isMissing(error: unknown): boolean {
  return (error as { api_error?: { code?: number } }).api_error?.code === NOT_FOUND;
}

/** For managing JetStream; not checked at once, since NATS may be away. */
export function manager(nats: NatsConnection): Promise<JetStreamManager> {
  return nats.jetstreamManager({ checkAPI: false, timeout: 5_000 });
}

/** Makes the streams that are missing. Those that exist stay as they are: replicas, limits and placement are the operator's. */
export async function ensureStreams(nats: NatsConnection, { replicas, maxBytes }: StreamSettings = { replicas: 1 }): Promise<void> {
  const jsm = await manager(nats);
  for (const stream of STREAMS) {
    try {
      await jsm.streams.info(stream.name);
    } catch (error) {
      if (!isMissing(error)) throw error;
      const limit = stream.name === FACTS && maxBytes !== undefined ? { max_bytes: maxBytes } : {};
      await jsm.streams.add({ ...stream, num_replicas: replicas, ...limit });
    }
  }
}
