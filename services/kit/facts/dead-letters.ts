/** Dead letters: facts that a consumer could not act on, kept with the reason, for a person to see and replay. */
import { headers } from 'nats';
import type { JetStreamClient, NatsConnection, StoredMsg } from 'nats';
import type { Fact } from '#proto/events/v1/fact.ts';
import { ensureStreams, isMissing, manager } from './stream.ts';
import { FACTS_DEAD, deadSubject } from './subject.ts';

/** Headers of a dead letter. */
const ERROR = 'Posthorn-Error';
const CONSUMER = 'Posthorn-Consumer';
const SUBJECT = 'Posthorn-Subject';
/** Header of a replayed fact: the one consumer that is to see it. */
export const ONLY = 'Posthorn-Only';

const ERROR_LENGTH = 500;

export interface Undeliverable {
  seq: number;
  /** Its place in a message of several. */
  part: number;
  subject: string;
  data: Uint8Array;
  /** Why it was given up. */
  error: unknown;
}

/** Resolves once it is stored. The same fact of the same consumer is set aside once. */
export async function setAside(js: JetStreamClient, consumer: string, { seq, part, subject, data, error }: Undeliverable): Promise<void> {
  const described = headers();
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // A header is one line of printable text.
  described.set(ERROR, text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, ERROR_LENGTH));
  described.set(CONSUMER, consumer);
  described.set(SUBJECT, subject);
  await js.publish(deadSubject(consumer, subject), data, { msgID: `${consumer}:${seq}:${part}`, headers: described });
}

export interface DeadLetter {
  /** Its number in the stream of dead letters. */
  seq: number;
  /** The consumer that could not act on the fact. */
  consumer: string;
  /** Where the fact was published. */
  subject: string;
  error: string;
  /** When it was set aside (ISO). */
  at: string;
  /** Undefined when what was published is no fact at all. */
  fact: Fact | undefined;
}

function parse(message: StoredMsg): DeadLetter {
  let fact: Fact | undefined;
  try {
    fact = message.json<Fact>();
  } catch {
    fact = undefined;
  }
  const { header } = message;
  return {
    seq: message.seq,
    consumer: header.get(CONSUMER),
    subject: header.get(SUBJECT),
    error: header.get(ERROR),
    at: message.time.toISOString(),
    fact,
  };
}

async function* stored(nats: NatsConnection): AsyncGenerator<StoredMsg> {
  await ensureStreams(nats);
  const jsm = await manager(nats);
  const { state } = await jsm.streams.info(FACTS_DEAD);
  if (state.messages === 0) return;
  for (let seq = state.first_seq; seq <= state.last_seq;) {
    let message: StoredMsg;
    try {
      // The next one on any subject from `seq` on: the server skips the gaps that replays left. (The client's types lag behind.)
      message = await jsm.streams.getMessage(FACTS_DEAD, { seq, next_by_subj: '>' } as { seq: number });
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    // Set aside since the look began, perhaps because of a replay under way: left for the next look.
    if (message.seq > state.last_seq) return;
    yield message;
    seq = message.seq + 1;
  }
}

/** Every dead letter, oldest first. */
export async function* listDeadLetters(nats: NatsConnection): AsyncGenerator<DeadLetter> {
  for await (const message of stored(nats)) yield parse(message);
}

/**
 * Publishes facts again to the consumers that could not act on them, and to no other, and removes the dead letters.
 * Answers how many. The fact keeps its id, so a consumer that has acted on it meanwhile leaves it.
 */
export async function replayDeadLetters(nats: NatsConnection, which: number | 'all'): Promise<number> {
  const jsm = await manager(nats);
  const js = nats.jetstream({ timeout: 5_000 });
  let replayed = 0;
  for await (const message of stored(nats)) {
    if (which !== 'all' && message.seq !== which) continue;
    const addressed = headers();
    addressed.set(ONLY, message.header.get(CONSUMER));
    await js.publish(message.header.get(SUBJECT), message.data, {
      msgID: `replay:${message.seq}:${crypto.randomUUID()}`,
      headers: addressed,
    });
    await jsm.streams.deleteMessage(FACTS_DEAD, message.seq);
    replayed += 1;
  }
  return replayed;
}
