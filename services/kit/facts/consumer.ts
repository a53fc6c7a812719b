/** A durable pull consumer: facts come in batches, act in one transaction with their receipts (unless they may act twice), and are acknowledged after it. */
import type { JsMsg, NatsConnection } from 'nats';
import type { Connection } from 'mongoose';
import type { Counter } from 'prom-client';
import type { Fact } from '#proto/events/v1/fact.ts';
import { Fault } from '../errors.ts';
import { isDatabaseDown } from '../store/fault.ts';
import type { Log } from '../telemetry/log.ts';
import { span } from '../telemetry/trace.ts';
import { Alarm, backoff } from './alarm.ts';
import { ONLY, setAside } from './deadletter.ts';
import { Intake } from './intake.ts';
import { ReceiptsHeld, actOnce, ensureReceipts } from './receipts.ts';
import type { Acting, Repeatable } from './receipts.ts';
import type { Running } from './relay.ts';

export type Consumer = (Acting | Repeatable) & {
  /** `facts.*.<service>.<kind>` with NATS's wildcards. */
  subjects: readonly string[];
};

export interface ConsumerParts {
  consumer: Consumer;
  mongo: Connection;
  nats: NatsConnection;
  log: Log;
  clock: () => Date;
  consumed: Counter<'consumer'>;
  dead: Counter<'consumer'>;
  /** First delay before a failed fact comes again; it doubles up to a minute. */
  retryMs?: number;
}

export interface RunningConsumer extends Running {
  name: string;
  /** Facts told and not yet acted on. */
  waiting(): number;
}

const BATCH = 200;
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
export function startConsumer({ consumer, mongo, nats, log, clock, consumed, dead, retryMs = 1_000 }: ConsumerParts): RunningConsumer {
  const { name } = consumer;
  const js = nats.jetstream({ timeout: 5_000 });
  const intake = new Intake({ nats, name, subjects: consumer.subjects, log });
  const outage = backoff(250, 5_000);
  const pause = new Alarm();
  const stopping = new AbortController();

  /** Gives up on a fact for now or, after its last delivery, for good. */
  async function giveUp(message: JsMsg, error: unknown, last: boolean): Promise<void> {
    if (!last) {
      message.nak(Math.min(retryMs * 2 ** (message.info.deliveryCount - 1), RETRY_MOST_MS));
      return;
    }
    try {
      await setAside(js, name, message, error);
      message.ack();
      dead.inc({ consumer: name });
      log.error({ consumer: name, subject: message.subject, seq: message.seq, err: error }, 'fact set aside as a dead letter');
    } catch (failure) {
      message.nak(RETRY_MOST_MS);
      log.warn({ consumer: name, error: (failure as Error).message }, 'dead letter could not be stored');
    }
  }

  /** The message's fact, or undefined when there is nothing to act on. */
  async function read(message: JsMsg): Promise<Fact | undefined> {
    const only = message.headers?.get(ONLY);
    if (only && only !== name) {
      message.ack();
      return undefined;
    }
    try {
      const fact = message.json<Fact>();
      if (typeof fact?.id !== 'string' || fact.id === '') throw new TypeError('not a fact');
      return fact;
    } catch (error) {
      await giveUp(message, error, true);
      return undefined;
    }
  }

  /** Answers how many were new, as far as that is known. */
  async function tell(facts: Fact[]): Promise<number> {
    if (!consumer.repeatable) return await actOnce(mongo, consumer, facts, clock());
    await consumer.handle(facts);
    return facts.length;
  }

  async function act(messages: JsMsg[], facts: Fact[]): Promise<void> {
    // A batch belongs to its first trace and points to the others.
    const [traceparent = '', ...links] = new Set(messages.map(({ headers }) => headers?.get('traceparent') ?? '').filter(Boolean));
    const attributes = { 'messaging.system': 'nats', 'messaging.consumer.group.name': name, 'messaging.batch.message_count': facts.length };
    const fresh = await span(`${name} consume`, 'CONSUMER', attributes, () => tell(facts), { parent: { traceparent }, links });
    for (const message of messages) message.ack();
    consumed.inc({ consumer: name }, fresh);
  }

  /** A batch that fails is tried one by one, so that one bad fact does not hold its neighbours. */
  async function settle(messages: JsMsg[], facts: Fact[]): Promise<void> {
    for (;;) {
      try {
        await act(messages, facts);
        return outage.reset();
      } catch (error) {
        if (isOutage(error)) {
          if (stopping.signal.aborted) return messages.forEach((message) => message.nak());
          log.warn({ consumer: name, error: (error as Error).message }, 'facts wait: something their consumer needs is away');
          await pause.sleep(outage.next());
        } else if (error instanceof ReceiptsHeld) {
          return messages.forEach((message) => message.nak(HELD_MS));
        } else if (messages.length === 1) {
          log.warn({ consumer: name, subject: messages[0]!.subject, deliveries: messages[0]!.info.deliveryCount, err: error }, 'fact failed');
          return giveUp(messages[0]!, error, messages[0]!.info.deliveryCount >= DELIVERIES);
        } else {
          for (const [index, message] of messages.entries()) await settle([message], [facts[index]!]);
          return;
        }
      }
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
      const entries = await Promise.all(batch.map(async (message) => ({ message, fact: await read(message) })));
      const good = entries.filter((entry): entry is { message: JsMsg; fact: Fact } => entry.fact !== undefined);
      if (good.length > 0) await settle(good.map(({ message }) => message), good.map(({ fact }) => fact));
      intake.done();
    }
  }

  const finished = run();
  return {
    name,
    waiting: () => intake.waiting,
    /** Finishes the batch in hand and gives the rest back. */
    async stop() {
      stopping.abort();
      pause.ring();
      await intake.stop();
      await finished;
    },
  };
}
