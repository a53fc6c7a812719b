/** Contacts of one project, and the few things that are asked about a contact by its bare id. */
import { setTimeout } from 'node:timers/promises';
import { outboxHint } from '#kit/facts/outbox.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { fault, notFound } from '#kit/errors.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { joinCalls } from '#kit/store/joiner.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Catalogue } from './catalogue.ts';
import type { DataPatch } from './domain/data.ts';
import { notedChange } from './domain/change.ts';
import { countedOf, sightingsOf } from './domain/tally.ts';
import { addressTaken, isHeavy, isTooLarge, notingFlip, notingPatch, patchUpdate, telling, tooLarge, touchedAt } from './fields.ts';
import type { ContactModel, ContactRow } from './model.ts';
import type { Pages } from './pages.ts';

export interface Change {
  email?: string | undefined;
  /** Instead of a patch: the whole of the custom fields. */
  clearData: boolean;
  /** Under encoded names. */
  patch: DataPatch;
  /** What the patch takes in the store. */
  bytes: number;
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

const missing = (id: string) => notFound('CONTACT_NOT_FOUND', 'Contact', id);

interface Parts {
  model: ContactModel;
  catalogue: Catalogue;
  pages: Pages;
  clock: () => Date;
}

interface Key {
  projectId: string;
  id: string;
}

interface Removal extends Key {
  /** Even if facts wait in it. */
  untold: boolean;
}

type Remove = (removal: Removal) => Promise<boolean>;

const REMOVAL = { projectId: 1, email: 1, subscribed: 1, data: 1, tally: 1, outbox: 1, block: 1, createdAt: 1, updatedAt: 1 } as const;

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

/** Deletions that arrive together are one transaction. Answers whether the contact was there. */
function joinedRemovals({ model, catalogue, clock }: Parts): Remove {
  return joinCalls<Removal, boolean>({
    max: 200,
    write: (asked) => catalogue.commit(asked.map(({ projectId }) => projectId), async ({ session, tally, book, tell }) => {
      const wanted = new Map(asked.map((one) => [one.id, one]));
      const projectIds = [...new Set(asked.map(({ projectId }) => projectId))];
      const rows = await acrossProjects(model.find({ _id: { $in: [...wanted.keys()] }, projectId: { $in: projectIds } }, REMOVAL, { session })).lean<ContactRow[]>();
      const going = rows.filter(({ _id, projectId, outbox }) => asked.some((one) => one.id === _id && one.projectId === projectId && (one.untold || !outbox)));
      if (going.length > 0) await acrossProjects(model.deleteMany({ _id: { $in: going.map(({ _id }) => _id) } }, { session }));
      for (const row of going) {
        tally.moved(row.projectId, countedOf(row), null, sightingsOf(row), clock());
        tell(row, notedChange(row.tally));
        if (row.block !== undefined) book.remove(row.projectId, row.tally?.email ?? row.email, row.block);
      }
      const gone = new Map(going.map((row) => [row._id, row.projectId]));
      // Asked for twice in one batch, it went once.
      return asked.map(({ projectId, id }) => gone.get(id) === projectId && gone.delete(id));
    }),
  });
}

export function contactsStore(parts: Parts) {
  const { model } = parts;
  const read = joinedReads(model);
  const remove = joinedRemovals(parts);
  return {
    of: (projectId: string) => ofProject(parts, read, remove, projectId),
    /** Whatever its project: recipient pages. */
    async findPublic(id: string): Promise<ContactRow> {
      const row = await acrossProjects(model.findOne({ _id: id })).lean<ContactRow>();
      if (!row) throw missing(id);
      return row;
    },
  };
}

function ofProject({ model, catalogue, pages }: Parts, read: Read, removeOne: Remove, projectId: string) {
  async function find(id: string): Promise<ContactRow> {
    const row = await read({ projectId, id });
    if (!row) throw missing(id);
    return row;
  }

  return {
    find,

    findByEmails: (emails: string[], fields?: Record<string, 0 | 1>): Promise<ContactRow[]> =>
      model.find({ projectId, email: { $in: emails } }, fields).lean<ContactRow[]>(),

    findRefs: (ids: string[]): Promise<Pick<ContactRow, '_id' | 'email' | 'subscribed'>[]> => model.find({ projectId, _id: { $in: ids } }, { email: 1, subscribed: 1 }).hint({ _id: 1 }).lean<ContactRow[]>(),

    /** All or nothing; a flip and its fact with it. Faults CONTACT_NOT_FOUND, CONFLICT, BAD_REQUEST. */
    async change(id: string, change: Change): Promise<ContactRow> {
      const { subscribed, fact, now } = change;
      const heavy = change.clearData || isHeavy(change);
      const update = updateOf(change, !heavy);
      const flip = fact ? [...update, { $set: { subscribed, ...(heavy ? {} : notingFlip(now)), ...telling(fact) } }] : update;
      const write = (stages: object[], condition: { subscribed?: boolean } = {}): Promise<ContactRow | null> =>
        refusing(heavy ? pages.changeAlone(projectId, { _id: id, ...condition }, stages, now) : writeOne(model, { _id: id, projectId, ...condition }, stages));
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const row = subscribed === undefined ? await write(update) : (await write(flip, { subscribed: !subscribed })) ?? (await write(update, { subscribed }));
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
        if (await removeOne({ projectId, id, untold: false })) return;
        await find(id);
        outboxHint(model);
        await setTimeout(TELL_WAIT_MS);
      }
      if (!(await removeOne({ projectId, id, untold: true }))) throw missing(id);
    },

    /** Every contact of the project, in pages. Harmless when repeated. */
    async purge(): Promise<void> {
      for (;;) {
        const page = await model.find({ projectId }, { _id: 1 }).limit(PURGE_PAGE).lean<{ _id: string }[]>();
        if (page.length === 0) break;
        await model.deleteMany({ projectId, _id: { $in: page.map(({ _id }) => _id) } });
      }
      await catalogue.purge(projectId);
    },
  };
}

/** @param noting leaves the note for the catalogue; without, the change must be counted otherwise. */
function updateOf({ email, clearData, patch, now }: Change, noting: boolean): object[] {
  const others = { ...(email === undefined ? {} : { email: { $literal: email } }), ...touchedAt(now), ...(noting ? notingPatch(patch, now, email) : {}) };
  const changed = patchUpdate(patch, others);
  return clearData ? [{ $set: { data: { $literal: {} } } }, ...changed] : changed;
}

const writeOne = (model: ContactModel, filter: { _id: string; projectId: string; subscribed?: boolean }, update: object[]): Promise<ContactRow | null> =>
  model.findOneAndUpdate(filter, update as never, { returnDocument: 'after', updatePipeline: true }).lean<ContactRow>().exec();

async function refusing(written: Promise<ContactRow | null>): Promise<ContactRow | null> {
  try {
    return await written;
  } catch (error) {
    if (isDuplicateKey(error)) throw addressTaken();
    throw isTooLarge(error) ? tooLarge() : error;
  }
}
