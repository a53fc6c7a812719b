/** Contacts of one project, and the few things that are asked about a contact by its bare id. */
import { setTimeout } from 'node:timers/promises';
import { outboxHint } from '#kit/facts/outbox.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { fault, notFound } from '#kit/errors.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { joinCalls } from '#kit/store/joiner.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { DataPatch } from './domain/data.ts';
import type { Position } from './domain/cursor.ts';
import type { Direction, SortColumn } from './domain/listing.ts';
import { isTooLarge, patchUpdate, telling, tooLarge, touchedAt } from './fields.ts';
import type { ContactModel, ContactRow } from './model.ts';

export interface ListQuery {
  sort: SortColumn;
  direction: Direction;
  limit: number;
  after?: Position | undefined;
  subscribed?: boolean | undefined;
  /** Regular expression over the address. */
  pattern?: string;
}

export interface Change {
  email?: string | undefined;
  /** Instead of a patch: the whole of the custom fields. */
  clearData: boolean;
  /** Under encoded names. */
  patch: DataPatch;
  subscribed?: boolean | undefined;
  /** Told if `subscribed` flips. */
  fact?: PendingFact | undefined;
  now: Date;
}

export type ContactsStore = ReturnType<typeof contactsStore>;

/** A write misses twice only when others flip the contact there and back in between. */
const TRIES = 10;
const PURGE_PAGE = 1_000;
const TELL_WAIT_MS = 50;
const TELL_LOOKS = 20;

/** Position → the rows behind it. */
function behind({ sort, direction, after }: ListQuery): Record<string, unknown> {
  if (!after) return {};
  const [beyond, from] = direction === 'asc' ? (['$gt', '$gte'] as const) : (['$lt', '$lte'] as const);
  if (sort === 'email') return { email: { [beyond]: after.value } };
  const value = new Date(after.value);
  return { createdAt: { [from]: value }, $or: [{ createdAt: { [beyond]: value } }, { _id: { $lt: after.id } }] };
}

const missing = (id: string) => notFound('CONTACT_NOT_FOUND', 'Contact', id);

interface Key {
  projectId: string;
  id: string;
}

type Read = (key: Key) => Promise<ContactRow | undefined>;

/** Reads that arrive together are one look-up, over projects; each gets a row of its own project or none. */
function joinedReads(model: ContactModel): Read {
  return joinCalls<Key, ContactRow | undefined>({
    max: 200,
    write: async (keys) => {
      const filter = { _id: { $in: keys.map(({ id }) => id) }, projectId: { $in: [...new Set(keys.map(({ projectId }) => projectId))] } };
      const rows = new Map((await acrossProjects(model.find(filter)).lean<ContactRow[]>()).map((row) => [row._id, row]));
      return keys.map(({ projectId, id }) => (rows.get(id)?.projectId === projectId ? rows.get(id) : undefined));
    },
  });
}

export function contactsStore(model: ContactModel) {
  const read = joinedReads(model);
  return {
    of: (projectId: string) => ofProject(model, read, projectId),
    /** Whatever its project: recipient pages. */
    async findPublic(id: string): Promise<ContactRow> {
      const row = await acrossProjects(model.findOne({ _id: id })).lean<ContactRow>();
      if (!row) throw missing(id);
      return row;
    },
  };
}

function ofProject(model: ContactModel, read: Read, projectId: string) {
  const filterOf = ({ subscribed, pattern }: ListQuery) => ({
    projectId,
    ...(subscribed === undefined ? {} : { subscribed }),
    ...(pattern ? { email: { $regex: pattern } } : {}),
  });

  async function find(id: string): Promise<ContactRow> {
    const row = await read({ projectId, id });
    if (!row) throw missing(id);
    return row;
  }

  return {
    find,

    findByEmails: (emails: string[], fields?: Record<string, 0 | 1>): Promise<ContactRow[]> =>
      model.find({ projectId, email: { $in: emails } }, fields).lean<ContactRow[]>(),

    findRefs: (ids: string[]): Promise<Pick<ContactRow, '_id' | 'email' | 'subscribed'>[]> => model.find({ projectId, _id: { $in: ids } }, { email: 1, subscribed: 1 }).lean<ContactRow[]>(),

    /** One row more than `limit` says that there is more. */
    list(query: ListQuery): Promise<ContactRow[]> {
      const order = query.direction === 'asc' ? 1 : -1;
      // Addresses are unique in a project, so only dates have ties.
      const sort: Record<string, 1 | -1> = query.sort === 'email' ? { email: order } : { createdAt: order, _id: -1 };
      return model.find({ $and: [filterOf(query), behind(query)], projectId }).sort(sort).limit(query.limit + 1).lean<ContactRow[]>();
    },

    count: (query: ListQuery): Promise<number> => model.countDocuments(filterOf(query)).exec(),

    /** All or nothing; a flip and its fact with it. Faults CONTACT_NOT_FOUND, CONFLICT, BAD_REQUEST. */
    async change(id: string, change: Change): Promise<ContactRow> {
      const { subscribed, fact } = change;
      const update = updateOf(change);
      const flip = fact ? [...update, { $set: { subscribed, ...telling(fact) } }] : update;
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const row = subscribed === undefined
          ? await write(model, { _id: id, projectId }, update)
          : (await write(model, { _id: id, projectId, subscribed: !subscribed }, flip)) ?? (await write(model, { _id: id, projectId, subscribed }, update));
        if (row) {
          if (fact) outboxHint(model);
          return row;
        }
        await find(id);
      }
      throw fault('CONFLICT', { message: 'The contact keeps changing, try again' });
    },

    /** Facts that wait in the contact are given a second to be told first; a bus that is away does not keep it longer. */
    async remove(id: string): Promise<void> {
      for (let look = 0; look < TELL_LOOKS; look += 1) {
        const { deletedCount } = await model.deleteOne({ _id: id, projectId, outbox: { $exists: false } });
        if (deletedCount > 0) return;
        await find(id);
        outboxHint(model);
        await setTimeout(TELL_WAIT_MS);
      }
      await model.deleteOne({ _id: id, projectId });
    },

    /** Every contact of the project, in pages. Harmless when repeated. */
    async purge(): Promise<void> {
      for (;;) {
        const page = await model.find({ projectId }, { _id: 1 }).limit(PURGE_PAGE).lean<{ _id: string }[]>();
        if (page.length === 0) return;
        await model.deleteMany({ projectId, _id: { $in: page.map(({ _id }) => _id) } });
      }
    },
  };
}

function updateOf({ email, clearData, patch, now }: Change): object[] {
  const changed = patchUpdate(patch, { ...(email === undefined ? {} : { email: { $literal: email } }), ...touchedAt(now) });
  return clearData ? [{ $set: { data: { $literal: {} } } }, ...changed] : changed;
}

async function write(model: ContactModel, filter: { _id: string; projectId: string; subscribed?: boolean }, update: object[]): Promise<ContactRow | null> {
  try {
    return await model.findOneAndUpdate(filter, update as never, { returnDocument: 'after', updatePipeline: true }).lean<ContactRow>();
  } catch (error) {
    if (isDuplicateKey(error)) throw fault('CONFLICT', { message: 'Another contact has this email', details: { field: 'email' } });
    throw isTooLarge(error) ? tooLarge() : error;
  }
}
