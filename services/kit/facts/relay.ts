/** Takes facts from a model's outboxes to JetStream. Several processes may relay the same model: message ids make it once. */
import { setTimeout } from 'node:timers/promises';
import { headers } from 'nats';
import type { JetStreamClient, NatsConnection } from 'nats';
import type { Model } from 'mongoose';
import type { Counter } from 'prom-client';
import type { Log } from '../telemetry/log.ts';
import { Alarm, backoff } from './alarm.ts';
import { joinedMessages, loneMessages } from './message.ts';
import type { Message } from './message.ts';
import { onOutboxHint } from './outbox.ts';
import type { PendingFact } from './outbox.ts';
import { ensureStreams } from './stream.ts';

const PAGE = 500;
const IN_FLIGHT = 256;
/** A page ends early when its facts weigh more than this, so that large data cannot fill the memory. */
const PAGE_BYTES = 16_000_000;
/** What headers and subject may take of NATS's payload limit. */
const HEADROOM = 4_096;
const PUBLISH_TIMEOUT_MS = 5_000;
const DRAIN_MS = 5_000;
/** After a short page the relay rests, so that facts of a busy moment leave together. */
const SHORT_PAGE = 100;
const REST_MS = 50;

export interface Running {
  stop(): Promise<void>;
}

export interface RelayParts {
  service: string;
  model: Model<any>;
  nats: NatsConnection;
  log: Log;
  clock: () => Date;
  relayed: Counter<'service'>;
}

interface Waiting {
  _id: string;
  /** Goes when its facts are told (parcel.ts). */
  parcel: boolean;
  outbox: PendingFact[];
  messages: Message[];
}

interface Told {
  owner: string;
  id: string;
}

export interface RunningRelay extends Running {
  label: { service: string; model: string };
  /** Seconds that the oldest fact has waited, as far as was seen when the outbox was last read; it grows while nothing can be told. */
  waited(): number;
}

/** Relays until stopped, whatever NATS and MongoDB do meanwhile. */
export function startRelay({ service, model, nats, log, clock, relayed }: RelayParts): RunningRelay {
  const js: JetStreamClient = nats.jetstream({ timeout: PUBLISH_TIMEOUT_MS });
  const alarm = new Alarm();
  const unhook = onOutboxHint(model, () => alarm.ring());
  const idle = backoff(100, 500);
  const trouble = backoff(250, 5_000);
  const label = { service, model: model.modelName };
  let stopBy = Infinity;
  let oldestAt: number | undefined;

  const payloadMax = (): number => (nats.info?.max_payload ?? 1_048_576) - HEADROOM;

  async function publish({ subject, id, payload, facts, traces, omitted }: Message): Promise<void> {
    const told = headers();
    for (const trace of traces) told.append('traceparent', trace);
    if (omitted) {
      told.set('Posthorn-Data', 'omitted');
      log.warn({ service, fact: facts[0] }, 'fact told without its data: over the payload limit of NATS');
    }
    await js.publish(subject, payload, { msgID: id, headers: told });
  }

  async function page(): Promise<Waiting[]> {
    const documents: Waiting[] = [];
    let bytes = 0;
    // Below mongoose, and so below the tenancy lock: the relay works for every project.
    const cursor = model.collection.find({ outbox: { $exists: true }, heldAt: { $exists: false } }, {
      projection: { outbox: 1, parcel: 1 },
      sort: { 'outbox.at': 1 },
      limit: PAGE,
      // What could still be rolled back is not told.
      readConcern: { level: 'majority' },
    });
    for await (const document of cursor) {
      const { _id, outbox, parcel = false } = document as unknown as Waiting;
      // Several processes may see a parcel, and all of them the same facts in it; what is in other outboxes grows meanwhile.
      const messages = (parcel ? joinedMessages : loneMessages)(service, outbox, payloadMax());
      documents.push({ _id, outbox, parcel, messages });
      bytes += messages.reduce((sum, { payload }) => sum + payload.length, 0);
      if (bytes > PAGE_BYTES) break;
    }
    return documents;
  }

  /** A parcel goes once all of it is told; until then all of it is told again, which nobody acts on twice. */
  async function remove(parcels: readonly Waiting[], told: ReadonlySet<string>): Promise<void> {
    const whole = parcels.filter(({ outbox }) => outbox.every(({ id }) => told.has(id))).map(({ _id }) => _id);
    if (whole.length > 0) await model.collection.deleteMany({ _id: { $in: whole as never[] } }, { writeConcern: { w: 'majority' } });
  }

  /** One bulk change that takes out just what was told: facts pushed meanwhile stay. */
  async function clear(owners: string[], told: string[]): Promise<void> {
    const left = { $filter: { input: { $ifNull: ['$outbox', []] }, cond: { $not: [{ $in: ['$$this.id', { $literal: told }] }] } } };
    await model.collection.updateMany(
      { _id: { $in: owners as never[] }, outbox: { $exists: true } },
      [{ $set: { outbox: { $let: { vars: { left }, in: { $cond: [{ $eq: ['$$left', []] }, '$$REMOVE', '$$left'] } } } } }],
      // The next page is read at the majority's state: what was told must be gone from it.
      { writeConcern: { w: 'majority' } },
    );
  }

  /** Tells one page. Answers how many documents it was about. */
  async function round(): Promise<number> {
    const documents = await page();
    const [oldest] = documents;
    oldestAt = oldest?.outbox[0]?.at ? Date.parse(oldest.outbox[0].at) : undefined;
    if (documents.length === 0) return 0;

    const queue = documents.flatMap(({ _id, messages }) => messages.map((message) => ({ owner: _id, message })));
    const told: Told[] = [];
    let failure: unknown;
    const lane = async (): Promise<void> => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        try {
          const { owner, message } = next;
          await publish(message);
          for (const id of message.facts) told.push({ owner, id });
        } catch (error) {
          failure = error;
        }
      }
    };
    queue.reverse();
    await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, queue.length) }, lane));
    await remove(documents.filter(({ parcel }) => parcel), new Set(told.map(({ id }) => id)));
    const carriers = new Set(documents.filter(({ parcel }) => !parcel).map(({ _id }) => _id));
    const cleared = told.filter(({ owner }) => carriers.has(owner));
    const emptied = documents.filter(({ outbox, parcel }) => !parcel && outbox.length === 0).map(({ _id }) => _id);
    if (cleared.length + emptied.length > 0) await clear([...new Set([...cleared.map(({ owner }) => owner), ...emptied])], cleared.map(({ id }) => id));
    relayed.inc({ service }, told.length);
    if (failure) throw failure;
    return documents.length;
  }

  async function run(): Promise<void> {
    let ready = false;
    while (Date.now() < stopBy && !nats.isClosed()) {
      try {
        if (!ready) await ensureStreams(nats);
        ready = true;
        const documents = await round();
        trouble.reset();
        if (documents > 0) idle.reset();
        if (documents >= SHORT_PAGE) continue;
        if (documents > 0) await setTimeout(REST_MS);
        else if (stopBy < Infinity) return;
        else await alarm.sleep(idle.next());
      } catch (error) {
        ready = false;
        log.warn({ ...label, error: (error as Error).message }, 'facts wait in the outbox');
        await alarm.sleep(trouble.next());
      }
    }
  }

  const finished = run();
  return {
    label,
    waited: () => (oldestAt === undefined ? 0 : Math.max(0, (clock().getTime() - oldestAt) / 1_000)),
    /** Tells what is there, within five seconds; the rest waits in the database. */
    async stop() {
      stopBy = Date.now() + DRAIN_MS;
      alarm.ring();
      await finished;
      unhook();
    },
  };
}
