/** Messages of one durable as they arrive: pulled ahead, held alive until they are done, pulled anew after any interruption. */
import { setTimeout } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, nanos } from 'nats';
import type { ConsumerMessages, ConsumerUpdateConfig, JsMsg, NatsConnection } from 'nats';
import type { Log } from '../telemetry/log.ts';
import { createBackoff, createSleeper } from '../sleeper.ts';
import { ensureStreams, isMissing, manager } from './stream.ts';
import type { StreamSettings } from './stream.ts';
import { FACTS } from './subject.ts';

/** Most messages held here and not done. */
const HELD = 400;
/** A killed process's facts come to another after this long. */
const ACK_WAIT_MS = 15_000;
/** A message held is said to be in work this often, so that a long outage does not count as deliveries. */
const ALIVE_EVERY_MS = 5_000;
const PULL_EXPIRES_MS = 2_000;
/** What is published together arrives one after the other. */
const GATHER_MS = 10;

export interface PullSubscriptionParts {
  nats: NatsConnection;
  name: string;
  subjects: readonly string[];
  log: Log;
  streams?: StreamSettings | undefined;
}

export class PullSubscription {
  readonly #parts: PullSubscriptionParts;
  readonly #arrival = createSleeper();
  readonly #room = createSleeper();
  readonly #pause = createSleeper();
  readonly #alive: NodeJS.Timeout;
  readonly #finished: Promise<void>;
  #held: JsMsg[] = [];
  #inFlight: JsMsg[] = [];
  #messages: ConsumerMessages | undefined;
  #behind = 0;
  #stopping = false;

  constructor(parts: PullSubscriptionParts) {
    this.#parts = parts;
    this.#alive = setInterval(() => void this.#keepAlive(), ALIVE_EVERY_MS).unref();
    this.#finished = this.#run();
  }

  /** Facts that are published and not yet done here, as far as known. */
  get waiting(): number {
    return this.#behind + this.#held.length + this.#inFlight.length;
  }

  /** What has arrived, at most `most`; waits for the first. Empty only when stopped. */
  async take(most: number): Promise<JsMsg[]> {
    while (this.#held.length === 0 && !this.#stopping) await this.#arrival.sleep(PULL_EXPIRES_MS);
    if (this.#held.length < most && !this.#stopping) await setTimeout(GATHER_MS);
    if (this.#stopping) return [];
    this.#inFlight = this.#held.splice(0, most);
    this.#room.wake();
    return this.#inFlight;
  }

  /** The messages last taken are acknowledged or given back. */
  done(): void {
    this.#inFlight = [];
  }

  /** Pulls no more and gives back what nobody took. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#alive);
    for (const sleeper of [this.#arrival, this.#room, this.#pause]) sleeper.wake();
    await this.#messages?.close();
    await this.#finished;
    for (const message of this.#held.splice(0)) message.nak();
  }

  async #run(): Promise<void> {
    const { nats, name, log } = this.#parts;
    const trouble = createBackoff(250, 5_000);
    while (!this.#stopping && !nats.isClosed()) {
      try {
        await this.#ensure();
        const consumer = await nats.jetstream({ timeout: 5_000 }).consumers.get(FACTS, name);
        // Ends when the stream or the durable is gone (NATS lost its disk, or an operator removed them); both are then made anew.
        this.#messages = await consumer.consume({ max_messages: HELD / 2, expires: PULL_EXPIRES_MS, abort_on_missing_resource: true });
        trouble.reset();
        if (this.#stopping) await this.#messages.close();
        await this.#receive(this.#messages);
      } catch (error) {
        log.warn({ consumer: name, error: (error as Error).message }, 'facts cannot be pulled');
      }
      if (!this.#stopping) await this.#pause.sleep(trouble.next());
    }
  }

  async #receive(messages: ConsumerMessages): Promise<void> {
    for await (const message of messages) {
      this.#held.push(message);
      this.#behind = message.info.pending;
      this.#arrival.wake();
      while (this.#held.length >= HELD && !this.#stopping) await this.#room.sleep(ALIVE_EVERY_MS);
    }
  }

  async #ensure(): Promise<void> {
    const { nats, name, subjects, streams } = this.#parts;
    await ensureStreams(nats, streams);
    const jsm = await manager(nats);
    const config: ConsumerUpdateConfig = {
      filter_subjects: [...subjects],
      ack_wait: nanos(ACK_WAIT_MS),
      // Consumers count deliveries themselves and set aside what fails; an outage must not lose a fact.
      max_deliver: -1,
      max_ack_pending: 5_000,
    };
    try {
      await jsm.consumers.info(FACTS, name);
      await jsm.consumers.update(FACTS, name, config);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await jsm.consumers.add(FACTS, { ...config, durable_name: name, ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All });
    }
  }

  async #keepAlive(): Promise<void> {
    const { nats, name, log } = this.#parts;
    for (const message of [...this.#held, ...this.#inFlight]) message.working();
    try {
      this.#behind = (await (await manager(nats)).consumers.info(FACTS, name)).num_pending;
    } catch (error) {
      log.debug({ consumer: name, error: (error as Error).message }, 'how many facts wait is unknown');
    }
  }
}
