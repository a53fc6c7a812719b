/**
 * Takes facts from a model's outboxes to JetStream, and keeps what it published for a day (published-facts.ts). Of several processes one
 * relays a model (relay-lease.ts); where two do at once, message ids make it once.
 */
import { setTimeout } from 'node:timers/promises';
import { collectionOf } from '../store/bulk-write.ts';
import type { JetStreamClient, NatsConnection } from 'nats';
import type { Model } from 'mongoose';
import type { Counter } from 'prom-client';
import type { Log } from '../telemetry/log.ts';
import { createBackoff, createSleeper } from '../sleeper.ts';
import { joinedMessages, loneMessages, publishMessage } from './message.ts';
import type { Message } from './message.ts';
import { onOutboxHint } from './outbox.ts';
import type { PendingFact } from './outbox.ts';
import { ensurePublished, keepPublished } from './published-facts.ts';
import { createRelayLease } from './relay-lease.ts';
import { ensureStreams } from './stream.ts';
import type { StreamSettings } from './stream.ts';

const PAGE = 500;
const IN_FLIGHT = 256;
/** A page ends early when its facts are larger than this, so that large data cannot fill the memory. */
const PAGE_BYTES = 16_000_000;
/** What headers and subject may take of NATS's payload limit. */
const HEADROOM = 4_096;
const PUBLISH_TIMEOUT_MS = 5_000;
const DRAIN_MS = 5_000;
/** After a short page the relay rests, so that facts of a busy moment leave together. */
const SHORT_PAGE = 100;
const REST_MS = 50;
/** Between two looks at a lease that another process holds. */
const STANDBY_MS = 1_000;

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
  streams?: StreamSettings | undefined;
}

interface Waiting {
  _id: string;
  /** Whose it is; absent in collections of no project. */
  projectId?: string;
  /** Goes when its facts are published (fact-batch.ts). */
  batch: boolean;
  outbox: PendingFact[];
  messages: Message[];
}

interface Published {
  owner: string;
  message: Message;
}

export interface RunningRelay extends Running {
  label: { service: string; model: string };
  /** Seconds that the oldest fact has waited, as far as was seen when the outbox was last read; it grows while nothing can be published. */
  waited(): number;
}

/** Says on which shards documents are, where their collection has projects. */
function ofTheirProjects(documents: readonly Waiting[]): { projectId?: { $in: string[] } } {
  const projectIds = [...new Set(documents.flatMap(({ projectId }) => projectId ?? []))];
  return projectIds.length > 0 ? { projectId: { $in: projectIds } } : {};
}

/** Relays until stopped, whatever NATS and MongoDB do meanwhile. */
export function startRelay({ service, model, nats, log, clock, relayed, streams }: RelayParts): RunningRelay {
  const js: JetStreamClient = nats.jetstream({ timeout: PUBLISH_TIMEOUT_MS });
  const sleeper = createSleeper();
  const lease = createRelayLease(model);
  const unhook = onOutboxHint(model, () => {
    if (lease.isHeld()) sleeper.wake();
  });
  const idle = createBackoff(100, 500);
  const trouble = createBackoff(250, 5_000);
  const label = { service, model: model.modelName };
  let stopBy = Infinity;
  let oldestAt: number | undefined;

  const payloadMax = (): number => (nats.info?.max_payload ?? 1_048_576) - HEADROOM;

  async function publish(message: Message): Promise<void> {
    if (message.omitted) log.warn({ service, fact: message.facts[0] }, 'fact published without its data: over the payload limit of NATS');
    await publishMessage(js, message);
  }

  async function page(): Promise<Waiting[]> {
    const documents: Waiting[] = [];
    let bytes = 0;
    // Below mongoose, and so below the tenancy lock: the relay works for every project.
    const cursor = model.collection.find(
      { outbox: { $exists: true }, heldAt: { $exists: false } },
      {
        projection: { projectId: 1, outbox: 1, batch: 1 },
        sort: { 'outbox.at': 1 },
        limit: PAGE,
        // What could still be rolled back is not published.
        readConcern: { level: 'majority' },
      },
    );
    for await (const document of cursor) {
      const { _id, projectId, outbox, batch = false } = document as unknown as Waiting;
      // Several processes may see a batch, and all of them the same facts in it; what is in other outboxes grows meanwhile.
      const messages = (batch ? joinedMessages : loneMessages)(service, outbox, payloadMax());
      documents.push({ _id, outbox, batch, messages, ...(projectId === undefined ? {} : { projectId }) });
      bytes += messages.reduce((sum, { payload }) => sum + payload.length, 0);
      if (bytes > PAGE_BYTES) break;
    }
    return documents;
  }

  /** A batch goes once all of it is published; until then all of it is published again, which nobody acts on twice. */
  async function remove(batches: readonly Waiting[], published: ReadonlySet<string>): Promise<void> {
    const whole = batches.filter(({ outbox }) => outbox.every(({ id }) => published.has(id))).map(({ _id }) => _id);
    if (whole.length > 0) await collectionOf(model).deleteMany({ _id: { $in: whole } }, { writeConcern: { w: 'majority' } });
  }

  /** One bulk change that takes out just what was published: facts pushed meanwhile stay. */
  async function clear(owners: readonly Waiting[], published: string[]): Promise<void> {
    const left = { $filter: { input: { $ifNull: ['$outbox', []] }, cond: { $not: [{ $in: ['$$this.id', { $literal: published }] }] } } };
    await collectionOf(model).updateMany(
      { _id: { $in: owners.map(({ _id }) => _id) }, ...ofTheirProjects(owners), outbox: { $exists: true } },
      [{ $set: { outbox: { $let: { vars: { left }, in: { $cond: [{ $eq: ['$$left', []] }, '$$REMOVE', '$$left'] } } } } }],
      // The next page is read at the majority's state: what was published must be gone from it.
      { writeConcern: { w: 'majority' } },
    );
  }

  /** Takes published facts out of their outboxes. */
  async function settle(documents: readonly Waiting[], published: readonly Published[]): Promise<void> {
    const batches = documents.filter(({ batch }) => batch);
    await remove(batches, new Set(published.flatMap(({ message }) => message.facts)));
    const carriers = new Set(documents.filter(({ batch }) => !batch).map(({ _id }) => _id));
    const cleared = published.filter(({ owner }) => carriers.has(owner));
    const emptied = documents.filter(({ outbox, batch }) => !batch && outbox.length === 0).map(({ _id }) => _id);
    if (cleared.length + emptied.length === 0) return;
    const owners = new Set([...cleared.map(({ owner }) => owner), ...emptied]);
    await clear(
      documents.filter(({ _id }) => owners.has(_id)),
      cleared.flatMap(({ message }) => message.facts),
    );
  }

  /** Publishes one page. Answers how many documents it was about. */
  async function round(): Promise<number> {
    const documents = await page();
    const [oldest] = documents;
    oldestAt = oldest?.outbox[0]?.at ? Date.parse(oldest.outbox[0].at) : undefined;
    if (documents.length === 0) return 0;

    const queue = documents.flatMap(({ _id, messages }) => messages.map((message) => ({ owner: _id, message })));
    const published: Published[] = [];
    let failure: unknown;
    const lane = async (): Promise<void> => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        try {
          await publish(next.message);
          published.push(next);
        } catch (error) {
          failure = error;
        }
      }
    };
    queue.reverse();
    await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, queue.length) }, lane));
    // Before they leave the outboxes, so that there is no moment at which a published fact is kept nowhere.
    const messages = published.map(({ message }) => message);
    await keepPublished(model.db, messages, clock());
    await settle(documents, published);
    relayed.inc({ service }, messages.flatMap(({ facts }) => facts).length);
    if (failure) throw failure;
    return documents.length;
  }

  async function run(): Promise<void> {
    let ready = false;
    while (Date.now() < stopBy && !nats.isClosed()) {
      try {
        if (!ready) {
          await ensureStreams(nats, streams);
          await ensurePublished(model.db);
          await lease.ensure();
        }
        ready = true;
        if (!(await lease.take())) {
          oldestAt = undefined;
          if (stopBy < Infinity) break;
          await sleeper.sleep(STANDBY_MS);
          continue;
        }
        const documents = await round();
        trouble.reset();
        if (documents > 0) idle.reset();
        if (documents >= SHORT_PAGE) continue;
        if (documents > 0) await setTimeout(REST_MS);
        else if (stopBy < Infinity) break;
        else await sleeper.sleep(idle.next());
      } catch (error) {
        ready = false;
        log.warn({ ...label, error: (error as Error).message }, 'facts wait in the outbox');
        // Another process may fare better.
        await lease.release().catch(() => undefined);
        await sleeper.sleep(trouble.next());
      }
    }
    await lease.release().catch(() => undefined);
  }

  const finished = run();
  return {
    label,
    waited: () => (oldestAt === undefined ? 0 : Math.max(0, (clock().getTime() - oldestAt) / 1_000)),
    /** Publishes what is there, within five seconds; the rest waits in the database. */
    async stop() {
      stopBy = Date.now() + DRAIN_MS;
      sleeper.wake();
      await finished;
      unhook();
    },
  };
}
