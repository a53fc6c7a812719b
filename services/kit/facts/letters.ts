/**
 * Dead letters, for a person: `node services/kit/facts/letters.ts list | replay <seq|all>`.
 * NATS is found through the configuration (NATS_URL).
 */
import { headers } from 'nats';
import type { NatsConnection, StoredMsg } from 'nats';
import type { Fact } from '#proto/events/v1/fact.ts';
import { readConfig } from '../config/config.ts';
import { connectNats } from '../nats.ts';
import { makeLog } from '../telemetry/log.ts';
import { CONSUMER, ERROR, ONLY, SUBJECT } from './deadletter.ts';
import { ensureStreams, isMissing, manager } from './stream.ts';
import { FACTS_DEAD } from './subject.ts';

export interface Letter {
  /** Its number in the stream of dead letters. */
  seq: number;
  /** The consumer that could not act on the fact. */
  consumer: string;
  /** Where the fact was told. */
  subject: string;
  error: string;
  /** When it was set aside (ISO). */
  at: string;
  /** Undefined when what was told is no fact at all. */
  fact: Fact | undefined;
}

function parse(message: StoredMsg): Letter {
  let fact: Fact | undefined;
  try {
    fact = message.json<Fact>();
  } catch {
    fact = undefined;
  }
  const { header } = message;
  return { seq: message.seq, consumer: header.get(CONSUMER), subject: header.get(SUBJECT), error: header.get(ERROR), at: message.time.toISOString(), fact };
}

async function* stored(nats: NatsConnection): AsyncGenerator<StoredMsg> {
  await ensureStreams(nats);
  const jsm = await manager(nats);
  const { state } = await jsm.streams.info(FACTS_DEAD);
  if (state.messages === 0) return;
  for (let seq = state.first_seq; seq <= state.last_seq; ) {
    let message: StoredMsg;
    try {
      // The next letter on any subject from `seq` on: the server skips the gaps that replays left. (The client's types lag behind.)
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
export async function* listLetters(nats: NatsConnection): AsyncGenerator<Letter> {
  for await (const message of stored(nats)) yield parse(message);
}

/**
 * Tells facts again to the consumers that could not act on them, and to no other, and takes the letters away.
 * Answers how many. The fact keeps its id, so a consumer that has acted on it meanwhile leaves it.
 */
export async function replayLetters(nats: NatsConnection, which: number | 'all'): Promise<number> {
  const jsm = await manager(nats);
  const js = nats.jetstream({ timeout: 5_000 });
  let replayed = 0;
  for await (const message of stored(nats)) {
    if (which !== 'all' && message.seq !== which) continue;
    const told = headers();
    told.set(ONLY, message.header.get(CONSUMER));
    await js.publish(message.header.get(SUBJECT), message.data, { msgID: `replay:${message.seq}:${crypto.randomUUID()}`, headers: told });
    await jsm.streams.deleteMessage(FACTS_DEAD, message.seq);
    replayed += 1;
  }
  return replayed;
}

/** The command line: prints what it did; answers the exit code. */
export async function lettersCommand(nats: NatsConnection, [command, which]: readonly string[]): Promise<number> {
  if (command === 'list') {
    for await (const letter of listLetters(nats)) console.log(JSON.stringify(letter));
    return 0;
  }
  if (command === 'replay' && which && /^(all|\d+)$/.test(which)) {
    const replayed = await replayLetters(nats, which === 'all' ? which : Number(which));
    console.log(`${replayed} replayed`);
    return replayed > 0 || which === 'all' ? 0 : 1;
  }
  console.error('Usage: letters list | letters replay <seq|all>');
  return 2;
}

if (import.meta.main) {
  const config = readConfig(process.env);
  const nats = await connectNats(config.stores.nats.url, 'letters', makeLog('warn'));
  process.exitCode = await lettersCommand(nats, process.argv.slice(2)).finally(() => nats.close());
}
