/** The timeline: append, read backwards, forget a project. */
import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import { fault } from '#kit/errors.ts';
import { outboxHint, pending } from '#kit/facts/outbox.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import type { JointFact } from '#kit/facts/joint-fact.ts';
import { erasePages, erasedRows } from '#kit/store/erasure.ts';
import type { Place } from './domain/cursor.ts';
import { eventsOf, jointDocuments, toDocument } from './documents.ts';
import { factOf } from './domain/event.ts';
import type { TimelineEvent } from './domain/event.ts';
import type { EventDocument } from './model.ts';
import { scanTimeline } from './timeline-scan.ts';

/** A document holds its data twice while its fact waits, and MongoDB takes 16 MB. */
const DATA_BYTES = 7_000_000;
const PURGE_PAGE = 5_000;
const DUPLICATE = 11_000;

export interface ListQuery {
  name?: string | null | undefined;
  contactId?: string;
  limit: number;
  from?: Place | undefined;
}

export interface EventsStore {
  /**
   * Stores a tracked event together with its fact; it is on disk on a majority when this resolves. Answers false when an event
   * of that id was there before: nothing is changed then. Faults BODY_TOO_LARGE.
   */
  append(event: TimelineEvent): Promise<boolean>;
  /** Stores events that were published as facts already; those that are there stay as they are. */
  keep(events: readonly TimelineEvent[], joint?: readonly JointFact[]): Promise<void>;
  of(projectId: string): ProjectEvents;
}

export interface ProjectEvents {
  find(id: string): Promise<TimelineEvent | null>;
  /** Newest first. */
  list(query: ListQuery): Promise<TimelineEvent[]>;
  /** Removes the events of a name that happened until then; answers how many. */
  removeNamed(name: string, until: Date): Promise<number>;
  removeBefore(until: Date): Promise<number>;
  purge(until?: Date): Promise<void>;
}

/** Which of an unordered bulk insert were there already; anything else that went wrong is thrown. */
export function duplicates(error: unknown): Set<number> {
  const { writeErrors } = error as { writeErrors?: { code?: number; index: number; err?: { code: number } }[] };
  const failed = [writeErrors ?? []].flat();
  if (failed.length === 0 || failed.some(({ code, err }) => (code ?? err?.code) !== DUPLICATE)) throw error;
  return new Set(failed.map(({ index }) => index));
}

export function createEventsStore(model: Model<EventDocument>): EventsStore {
  /** One answer a document: true when it was new. */
  const insert = createBatcher<EventDocument, boolean>({
    async write(documents) {
      let known = new Set<number>();
      try {
        await model.insertMany(documents, { ordered: false, lean: true });
      } catch (error) {
        known = duplicates(error);
      }
      outboxHint(model);
      return documents.map((_, index) => !known.has(index));
    },
  });

  /** Page by page; may be cut off and repeated. */
  async function remove(those: { projectId: string; name?: string; createdAt: object }): Promise<number> {
    for (let removed = 0; ;) {
      const rows = await model.find(those, { _id: 1 }).limit(PURGE_PAGE).lean<{ _id: string }[]>();
      if (rows.length === 0) return removed;
      removed += (await model.deleteMany({ projectId: those.projectId, _id: { $in: rows.map(({ _id }) => _id) } })).deletedCount;
    }
  }

  return {
    async append(event) {
      const document = toDocument(event);
      if (document.data && mongoose.mongo.BSON.calculateObjectSize(document.data) > DATA_BYTES) {
        throw fault('BODY_TOO_LARGE', { message: 'The data of an event may be 7 MB at most' });
      }
      return insert({ ...document, outbox: [pending(factOf(event), 'tracked')] });
    },

    async keep(events, joint = []) {
      const documents = [...events.map(toDocument), ...joint.flatMap(jointDocuments)] as EventDocument[];
      await model.insertMany(documents, { ordered: false, lean: true }).catch(duplicates);
    },

    of: (projectId) => ({
      async find(id) {
        const document = await model.findOne({ _id: id, projectId }).lean<EventDocument>();
        return document && eventsOf(document)[0]!;
      },

      async list({ name, contactId, limit, from }) {
        let seen = from?.seen ?? 0;
        const found: TimelineEvent[] = [];
        for await (const { events } of scanTimeline(model, { projectId, contactId, names: name ? [name] : undefined, to: from?.at })) {
          const rest = events.slice(seen);
          seen = Math.max(0, seen - events.length);
          found.push(...rest.slice(0, limit - found.length));
          if (found.length === limit) break;
        }
        return found;
      },

      removeNamed: (name, until) => remove({ projectId, name, createdAt: { $lte: until } }),

      removeBefore: (until) => remove({ projectId, createdAt: { $lt: until } }),

      purge: (until) => erasePages(model, erasedRows({ projectId, until })),
    }),
  };
}
