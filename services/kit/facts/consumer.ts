/**
 * A durable pull consumer: facts come in batches, act in one transaction with their receipts (unless they may act twice), and are
 * acknowledged after it.
 */
import type { JsMsg, NatsConnection } from 'nats';
import type { Connection } from 'mongoose';
import type { Counter } from 'prom-client';
import type { Fact } from '#proto/events/v1/fact.ts';
import { Fault } from '../errors.ts';
import { isDatabaseDown } from '../store/fault.ts';
import type { Log } from '../telemetry/log.ts';
import { span } from '../telemetry/trace.ts';
import { createBackoff, createSleeper } from '../sleeper.ts';
import { singly } from './joint-fact.ts';
import { GivenBack, eventsOf, groupsOf } from './message-groups.ts';
import type { Entry, Failure } from './message-groups.ts';
import { ONLY, setAside } from './dead-letters.ts';
import { PullSubscription } from './pull-subscription.ts';
import { factsIn } from './message.ts';
import { ReceiptsHeld, actOnce, ensureReceipts } from './receipts.ts';
import type { Acting, Repeatable } from './receipts.ts';
import type { Running } from './relay.ts';
import type { StreamSettings } from './stream.ts';

export type Consumer = (Acting | Repeatable) & {
  /** `facts.*.<service>.<kind>` with NATS's wildcards. A joint fact has the subject of its first name. */
  subjects: readonly string[];
  /** Takes joint facts as they are (joint-fact.ts); otherwise it gets the facts they stand for, of all their names. */
  joint?: boolean;
};

export interface ConsumerParts {
  consumer: Consumer;
  mongo: Connection;
  nats: NatsConnection;
  log: Log;
  clock: () => Date;
  consumed: Counter<'consumer'>;
  dead: Counter<'consumer'>;
  streams?: StreamSettings | undefined;
  /** First delay before a failed fact comes again; it doubles up to a minute. */
  retryMs?: number;
}

export interface RunningConsumer extends Running {
  name: string;
  /** Facts published and not yet acted on, estimated from the number of messages. */
  waiting(): number;
}

const BATCH = 200;
/** Events that act together: each a fact, or many in one. */
const SINGLY_AT_ONCE = 400;
const JOINTLY_AT_ONCE = 4_000;
const DELIVERIES = 8;
const RETRY_MOST_MS = 60_000;
/** Facts whose receipts another transaction holds come again after this, and let others go first. */
const HELD_MS = 10_000;
const UNAVAILABLE = new Set([503, 504]);

/** Something the consumer needs is away; the fact is not to blame. */
function isOutage(error: unknown): boolean {
  return isDatabaseDown(error) || (error instanceof Fault && UNAVAILABLE.has(error.status));
}

/** Consumes until stopped, whatever NATS and MongoDB do meanwhile. */
export function startConsumer({
  consumer,
  mongo,
  nats,
  log,
  clock,
  consumed,
  dead,
  streams,
  retryMs = 1_000,
}: ConsumerParts): RunningConsumer {
  const { name } = consumer;
  const js = nats.jetstream({ timeout: 5_000 });
  const intake = new PullSubscription({ nats, name, subjects: consumer.subjects, log, streams });
  const outage = createBackoff(250, 5_000);
  const pause = createSleeper();
  const stopping = new AbortController();
  /** As was seen last. */
  let factsAMessage = 1;

  /**
   * Gives up on what failed of a message: for now or, after its last delivery, for good. What acted acts no more when the message comes
   * again.
   */
  async function giveUp(message: JsMsg, failures: readonly Failure[], last: boolean): Promise<void> {
    if (!last) {
      message.nak(Math.min(retryMs * 2 ** (message.info.deliveryCount - 1), RETRY_MOST_MS));
      return;
    }
    const { seq, subject } = message;
    try {
      for (const { part, data, error } of failures) await setAside(js, name, { seq, part, subject, data, error });
      message.ack();
      dead.inc({ consumer: name }, failures.length);
      for (const { error } of failures) log.error({ consumer: name, subject, seq, err: error }, 'fact set aside as a dead letter');
    } catch (failure) {
      message.nak(RETRY_MOST_MS);
      log.warn({ consumer: name, error: (failure as Error).message }, 'dead letter could not be stored');
    }
  }

  /** The message with its facts, or undefined when there is nothing to act on. */
  async function read(message: JsMsg): Promise<Entry | undefined> {
    const only = message.headers?.get(ONLY);
    if (only && only !== name) {
      message.ack();
      return undefined;
    }
    try {
      const facts = factsIn(message);
      return { message, facts: consumer.joint ? facts : facts.flatMap((fact) => singly(fact)) };
    } catch (error) {
      await giveUp(message, [{ part: 0, data: message.data, error }], true);
      return undefined;
    }
  }

  /** Answers how many were new, as far as that is known. */
  async function handle(facts: Fact[]): Promise<number> {
    if (!consumer.repeatable) return await actOnce(mongo, consumer, { facts, at: clock() });
    await consumer.handle(facts);
    return facts.length;
  }

  /** Waits as long as something that the consumer needs is away. Throws GivenBack, or what is wrong with the facts. */
  async function act(messages: readonly JsMsg[], facts: Fact[]): Promise<void> {
    // A batch belongs to its first trace and points to the others.
    const [traceparent = '', ...links] = new Set(messages.flatMap(({ headers }) => headers?.values('traceparent') ?? []));
    const attributes = { 'messaging.system': 'nats', 'messaging.consumer.group.name': name, 'messaging.batch.message_count': facts.length };
    for (;;) {
      try {
        const handled = await span(`${name} consume`, () => handle(facts), {
          kind: 'CONSUMER',
          attributes,
          parent: { traceparent },
          links,
        });
        consumed.inc({ consumer: name }, handled);
        return outage.reset();
      } catch (error) {
        if (error instanceof ReceiptsHeld) throw new GivenBack(HELD_MS);
        if (!isOutage(error)) throw error;
        if (stopping.signal.aborted) throw new GivenBack(0);
        log.warn({ consumer: name, error: (error as Error).message }, 'facts wait: something their consumer needs is away');
        await pause.sleep(outage.next());
      }
    }
  }

  /** Fact by fact, so that a bad one does not hold its neighbours. */
  async function failuresOf({ message, facts }: Entry, error: unknown): Promise<Failure[]> {
    if (facts.length === 1) return [{ part: 0, data: message.data, error }];
    const failures: Failure[] = [];
    for (const [part, fact] of facts.entries()) {
      try {
        await act([message], [fact]);
      } catch (cause) {
        if (cause instanceof GivenBack) throw cause;
        failures.push({ part, data: Buffer.from(JSON.stringify(fact)), error: cause });
      }
    }
    return failures;
  }

  /** Messages that fail together are tried one by one. */
  async function settle(entries: readonly Entry[]): Promise<void> {
    const messages = entries.map(({ message }) => message);
    try {
      await act(
        messages,
        entries.flatMap(({ facts }) => facts),
      );
      messages.forEach((message) => message.ack());
    } catch (error) {
      if (error instanceof GivenBack) return messages.forEach((message) => message.nak(error.delayMs || undefined));
      if (entries.length > 1) {
        for (const entry of entries) await settle([entry]);
        return;
      }
      await blame(entries[0]!, error);
    }
  }

  async function blame(entry: Entry, error: unknown): Promise<void> {
    const { message } = entry;
    try {
      const failures = await failuresOf(entry, error);
      if (failures.length === 0) return message.ack();
      log.warn(
        { consumer: name, subject: message.subject, deliveries: message.info.deliveryCount, err: failures[0]!.error },
        'fact failed',
      );
      await giveUp(message, failures, message.info.deliveryCount >= DELIVERIES);
    } catch (givenBack) {
      message.nak((givenBack as GivenBack).delayMs || undefined);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (!consumer.repeatable) await ensureReceipts(mongo);
        break;
      } catch (error) {
        log.warn({ consumer: name, error: (error as Error).message }, 'receipts are out of reach');
        await pause.sleep(outage.next());
      }
    }
    for (let batch = await intake.take(BATCH); batch.length > 0; batch = await intake.take(BATCH)) {
      const entries = (await Promise.all(batch.map(read))).filter((entry) => entry !== undefined);
      for (const together of groupsOf(entries, consumer.joint ? JOINTLY_AT_ONCE : SINGLY_AT_ONCE)) await settle(together);
      if (entries.length > 0) factsAMessage = entries.reduce((sum, entry) => sum + eventsOf(entry), 0) / entries.length;
      intake.done();
    }
  }

  const finished = run();
  return {
    name,
    waiting: () => Math.round(intake.waiting * factsAMessage),
    /** Finishes the batch under way and gives the rest back. */
    async stop() {
      stopping.abort();
      pause.wake();
      await intake.stop();
      await finished;
    },
  };
}
