/** Contacts of one project, and the few things that are asked about a contact by its bare id. */
import { outboxHint } from '#kit/facts/outbox.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import type { UpdateWithAggregationPipeline } from 'mongoose';
import { fault, notFound } from '#kit/errors.ts';
import { erasePages, erasedRows } from '#kit/store/erasure.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import {
  addressTaken,
  bytesOf,
  isHeavy,
  isTooLarge,
  MAX_DATA_BYTES,
  patchUpdate,
  pendingCountOfFlip,
  pendingCountOfPatch,
  tooLarge,
  touchedAt,
  withFact,
} from '../contact-update.ts';
import type { DataPatch } from '../domain/data.ts';
import type { Catalogue } from '../fields/fields.ts';
import type { ContactModel, ContactRow } from '../model.ts';
import type { ContactPages } from './contact-pages.ts';
import { createContactRemoval } from './contact-removal.ts';
import type { ContactRemoval } from './contact-removal.ts';

export interface ContactChange {
  email?: string | undefined;
  /** Instead of a patch: the whole of the custom fields. */
  clearData: boolean;
  /** Under encoded names. */
  patch: DataPatch;
  /** What the patch takes in the store. */
  bytes: number;
  subscribed?: boolean | undefined;
  /** Published if `subscribed` flips. */
  fact?: PendingFact | undefined;
  now: Date;
}

export interface ProjectContacts {
  /** Faults CONTACT_NOT_FOUND. */
  find(id: string): Promise<ContactRow>;
  findByEmails(emails: string[], fields?: Record<string, 0 | 1>): Promise<ContactRow[]>;
  findRefs(ids: string[]): Promise<Pick<ContactRow, '_id' | 'email' | 'subscribed'>[]>;
  /** Those that bulk mail may not go to: most often none, so nothing is read of the others. */
  findUnreachable(ids: string[]): Promise<{ unsubscribed: string[]; unknown: string[] }>;
  /** All or nothing; a flip and its fact with it. Faults CONTACT_NOT_FOUND, CONFLICT, VALIDATION_ERROR. */
  change(id: string, change: ContactChange): Promise<ContactRow>;
  /** Faults CONTACT_NOT_FOUND. */
  remove(id: string): Promise<void>;
  /**
   * Every contact of the project, in pages; with `until` those made until then, counted as deletions are. Harmless when repeated.
   */
  purge(until?: Date): Promise<void>;
}

/** Contacts of one address that are returned. */
const EVERYWHERE_MOST = 100;

export interface ContactStore {
  of(projectId: string): ProjectContacts;
  /** Of any project. */
  findEverywhere(email: string): Promise<ContactRow[]>;
  /** Whatever its project: recipient pages. Faults CONTACT_NOT_FOUND. */
  findPublic(id: string): Promise<ContactRow>;
}

interface Parts {
  contacts: ContactModel;
  catalogue: Catalogue;
  pages: ContactPages;
  clock: () => Date;
}

interface Key {
  projectId: string;
  id: string;
}

type Read = (key: Key) => Promise<ContactRow | undefined>;

/** A write misses twice only when others flip the contact there and back in between. */
const TRIES = 10;

const missing = (id: string) => notFound('CONTACT_NOT_FOUND', { resource: 'Contact', id });

/** Reads that arrive together are one look-up, over projects; each gets a row of its own project or none. */
function createReadBatcher(contacts: ContactModel): Read {
  return createBatcher<Key, ContactRow | undefined>({
    max: 200,
    write: async (keys) => {
      const filter = { _id: { $in: keys.map(({ id }) => id) }, projectId: { $in: [...new Set(keys.map(({ projectId }) => projectId))] } };
      const rows = new Map((await acrossProjects(contacts.find(filter)).lean<ContactRow[]>()).map((row) => [row._id, row]));
      return keys.map(({ projectId, id }) => (rows.get(id)?.projectId === projectId ? rows.get(id) : undefined));
    },
  });
}

export function createContactStore(parts: Parts): ContactStore {
  const { contacts } = parts;
  const read = createReadBatcher(contacts);
  const removal = createContactRemoval(parts);

  async function findPublic(id: string): Promise<ContactRow> {
    const row = await acrossProjects(contacts.findOne({ _id: id })).lean<ContactRow>();
    if (!row) throw missing(id);
    return row;
  }

  async function findEverywhere(email: string): Promise<ContactRow[]> {
    // One seek a project, both times: the index begins with it.
    const projectIds = await acrossProjects(contacts.distinct('projectId'));
    return await acrossProjects(contacts.find({ projectId: { $in: projectIds }, email }))
      .limit(EVERYWHERE_MOST)
      .lean<ContactRow[]>();
  }

  return { of: (projectId) => createProjectContacts({ ...parts, read, removal }, projectId), findPublic, findEverywhere };
}

interface ProjectParts extends Parts {
  read: Read;
  removal: ContactRemoval;
}

function createProjectContacts({ contacts, catalogue, pages, read, removal }: ProjectParts, projectId: string): ProjectContacts {
  async function find(id: string): Promise<ContactRow> {
    const row = await read({ projectId, id });
    if (!row) throw missing(id);
    return row;
  }

  function findByEmails(emails: string[], fields?: Record<string, 0 | 1>): Promise<ContactRow[]> {
    return contacts.find({ projectId, email: { $in: emails } }, fields).lean<ContactRow[]>();
  }

  function findRefs(ids: string[]): Promise<Pick<ContactRow, '_id' | 'email' | 'subscribed'>[]> {
    return (
      contacts
        .find({ projectId, _id: { $in: ids } }, { email: 1, subscribed: 1 })
        .hint({ _id: 1 })
        // All in one answer: the first one would hold a hundred.
        .batchSize(ids.length + 1)
        .lean<ContactRow[]>()
    );
  }

  async function findUnreachable(ids: string[]): Promise<{ unsubscribed: string[]; unknown: string[] }> {
    const asked = [...new Set(ids)];
    const own = { projectId, _id: { $in: asked } };
    const [found = { count: 0, unsubscribed: [] }] = await contacts
      .aggregate<{ count: number; unsubscribed: string[] }>([
        { $match: own },
        { $group: { _id: null, count: { $sum: 1 }, unsubscribed: { $push: { $cond: ['$subscribed', '$$REMOVE', '$_id'] } } } },
      ])
      .hint({ _id: 1 });
    if (found.count === asked.length) return { unsubscribed: found.unsubscribed, unknown: [] };
    const known = new Set((await findRefs(asked)).map(({ _id }) => _id));
    return { unsubscribed: found.unsubscribed, unknown: asked.filter((id) => !known.has(id)) };
  }

  async function change(id: string, asked: ContactChange): Promise<ContactRow> {
    const { subscribed, fact, now } = asked;
    const stored = asked.patch.set.size > 0 ? bytesOf((await find(id)).data) : 0;
    const isCountedAtOnce = asked.clearData || isHeavy(asked) || stored + asked.bytes > MAX_DATA_BYTES;
    const update = updateOf(asked, !isCountedAtOnce);
    const flip = fact
      ? [...update, { $set: { subscribed, ...(isCountedAtOnce ? {} : pendingCountOfFlip(now)), ...withFact(fact) } }]
      : update;

    function write(stages: UpdateWithAggregationPipeline, condition: { subscribed?: boolean } = {}): Promise<ContactRow | null> {
      const filter = { _id: id, ...condition };
      return refusing(
        isCountedAtOnce
          ? pages.changeOne({ projectId, filter, update: stages, now })
          : contacts
              .findOneAndUpdate({ ...filter, projectId }, stages, { returnDocument: 'after', updatePipeline: true })
              .lean<ContactRow>()
              .exec(),
      );
    }

    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const row =
        subscribed === undefined
          ? await write(update)
          : ((await write(flip, { subscribed: !subscribed })) ?? (await write(update, { subscribed })));
      if (row) {
        if (fact) outboxHint(contacts);
        return row;
      }
      await find(id);
    }
    throw fault('CONFLICT', { message: 'The contact keeps changing, try again' });
  }

  async function remove(id: string): Promise<void> {
    if (!(await removal.remove(projectId, id))) throw missing(id);
  }

  async function purge(until?: Date): Promise<void> {
    if (!until) {
      await erasePages(contacts, erasedRows({ projectId }));
      return catalogue.purge(projectId);
    }
    while (await removal.removePage(projectId, until));
    await catalogue.forgetUnused(projectId);
  }

  return { find, findByEmails, findRefs, findUnreachable, change, remove, purge };
}

/** @param leavesDelta a pending count delta is left in the contact; without, the change must be counted otherwise. */
function updateOf({ email, clearData, patch, now }: ContactChange, leavesDelta: boolean): UpdateWithAggregationPipeline {
  const others = {
    ...(email === undefined ? {} : { email: { $literal: email } }),
    ...touchedAt(now),
    ...(leavesDelta ? pendingCountOfPatch(patch, now, email) : {}),
  };
  const changed = patchUpdate(patch, others);
  return clearData ? [{ $set: { data: { $literal: {} } } }, ...changed] : changed;
}

async function refusing(written: Promise<ContactRow | null>): Promise<ContactRow | null> {
  try {
    return await written;
  } catch (error) {
    if (isDuplicateKey(error)) throw addressTaken();
    throw isTooLarge(error) ? tooLarge() : error;
  }
}
