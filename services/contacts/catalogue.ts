/**
 * The field catalogue: how many contacts a project has, how many have which custom field, of what type, with which values. It
 * changes in transactions, each for many contacts, together with the notes (`domain/tally.ts`) or the contacts it accounts for.
 */
import { setTimeout } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection, mongo } from 'mongoose';
import { derivedId } from '#kit/derived-id.ts';
import { outboxHint } from '#kit/facts/outbox.ts';
import { isDatabaseDown, isDuplicateKey } from '#kit/store/fault.ts';
import { abandonedTransactions } from '#kit/store/abandoned.ts';
import { decodeKey } from '#kit/store/keys.ts';
import { acrossProjects, EVERY_PROJECT } from '#kit/store/tenancy.ts';
import { makeAddressBook } from './address-book.ts';
import type { AddressBook, BookEntry, Tail } from './address-book.ts';
import { addressModel } from './address-model.ts';
import { changeFacts } from './domain/change.ts';
import type { Change, Changed, Untold } from './domain/change.ts';
import type { KeyCount } from './domain/field.ts';
import { makeTally } from './domain/tally.ts';
import type { FieldMove, Tally } from './domain/tally.ts';
import { moveValues, NO_VALUES } from './domain/values.ts';
import type { Values } from './domain/values.ts';
import { fieldModel, SELF } from './field-model.ts';
import type { FieldModel, FieldRow } from './field-model.ts';
import { packFacts, parcelModel } from './parcel-model.ts';
import type { ParcelModel } from './parcel-model.ts';

export interface Totals {
  contacts: number;
  subscribed: number;
}

export type Catalogue = ReturnType<typeof makeCatalogue>;

const TRIES = 50;
const LONGEST_WAIT_MS = 64;
/** Who waits longer for its turn looks whether the one before has died. */
const PATIENCE_MS = 1_000;
const TRANSACTION = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const;
const BULK = { ordered: false, skipValidation: true, timestamps: false, ...EVERY_PROJECT } as const;

/** Contacts that have the field, those left out that are about to lose it. */
export const livingOf = ({ count, dying }: Pick<FieldRow, 'count' | 'dying'>): number => Math.max(0, count - (dying?.left ?? 0));

export const fieldId = (projectId: string, key: string): string => derivedId(`field ${projectId} ${key}`);

/** Another transaction was at the same documents, or made the same one first; the same work succeeds a moment later. */
function isContended(error: unknown): boolean {
  if (isDatabaseDown(error)) return false;
  const { code, hasErrorLabel } = error as { code?: unknown; hasErrorLabel?: unknown };
  return code === 112 || isDuplicateKey(error) || (typeof hasErrorLabel === 'function' && (error as mongo.MongoError).hasErrorLabel('TransientTransactionError'));
}

/** Everything kept of a field; a type that was seen earlier counts. */
function changeOf(projectId: string, key: string, row: FieldRow | undefined, { delta, type, since, values }: FieldMove) {
  const isFirst = type !== undefined && since !== undefined && (row?.since === undefined || since < row.since);
  const before: Values = row ? { entries: row.values ?? [], complete: row.complete ?? true } : NO_VALUES;
  const after = values.size > 0 ? moveValues(before, values.values()) : before;
  return {
    updateOne: {
      filter: { _id: fieldId(projectId, key), projectId },
      update: { $set: { key, count: (row?.count ?? 0) + delta, ...(isFirst ? { type, since } : {}), ...(after === before ? {} : { values: after.entries, complete: after.complete }) } },
      upsert: true,
    },
  };
}

/** What the work of a transaction is done with. */
export interface Desk {
  session: ClientSession;
  tally: Tally;
  book: BookEntry;
  /** Tells of a contact, when the transaction happens. */
  tell(contact: Changed, change: Change): void;
}

/** In a service's own database. */
export const catalogueOn = (mongo: Connection): Catalogue => makeCatalogue(fieldModel(mongo), makeAddressBook(addressModel(mongo)), parcelModel(mongo));

function makeCatalogue(model: FieldModel, addresses: AddressBook, parcels: ParcelModel) {
  const endAbandoned = abandonedTransactions(model.db);

  /** Whoever changes a project's counts comes first past this row, so that those who come at once find out at the start. */
  async function queueUp(projectIds: readonly string[], session: ClientSession): Promise<void> {
    const operations = projectIds.map((projectId) => ({
      updateOne: { filter: { _id: fieldId(projectId, SELF), projectId }, update: { $inc: { turn: 1 }, $setOnInsert: { key: SELF, count: 0, subscribed: 0 } }, upsert: true },
    }));
    await model.bulkWrite(operations as never, { ...BULK, session });
  }

  async function tailsOf(projectIds: readonly string[], session: ClientSession): Promise<Map<string, Tail>> {
    const own = { _id: { $in: projectIds.map((projectId) => fieldId(projectId, SELF)) } };
    const rows = await acrossProjects(model.find(own, { projectId: 1, tail: 1 }, { session })).lean<FieldRow[]>();
    return new Map(rows.flatMap(({ projectId, tail }) => (tail ? [[projectId, tail] as const] : [])));
  }

  async function keepTails(tails: ReadonlyMap<string, Tail>, session: ClientSession): Promise<void> {
    const operations = [...tails].map(([projectId, tail]) => ({ updateOne: { filter: { _id: fieldId(projectId, SELF), projectId }, update: { $set: { tail } } } }));
    if (operations.length > 0) await model.bulkWrite(operations as never, { ...BULK, session });
  }

  async function count({ projects }: Tally, session: ClientSession): Promise<void> {
    const touched = [...projects].flatMap(([projectId, { fields }]) => [...fields.keys()].map((key) => fieldId(projectId, key)));
    const rows = new Map((touched.length === 0 ? [] : await acrossProjects(model.find({ _id: { $in: touched } }, {}, { session })).lean<FieldRow[]>()).map((row) => [row._id, row]));
    const operations = [...projects].flatMap(([projectId, { contacts, subscribed, fields }]) => [
      ...[...fields].filter(([, { delta, type, values }]) => delta !== 0 || type !== undefined || values.size > 0)
        .map(([key, move]) => changeOf(projectId, key, rows.get(fieldId(projectId, key)), move)),
      ...(contacts === 0 && subscribed === 0 ? [] : [{ updateOne: { filter: { _id: fieldId(projectId, SELF), projectId }, update: { $inc: { count: contacts, subscribed } } } }]),
    ]);
    if (operations.length > 0) await model.bulkWrite(operations as never, { ...BULK, session });
  }

  return {
    /**
     * Runs `work` in a transaction that also counts what it tallied, keeps the address book and packs its facts, for these projects only. It runs again, with a fresh tally,
     * while others are at the same documents; so it must change nothing outside of the session that it could not change again.
     */
    async commit<T>(projectIds: Iterable<string>, work: (desk: Desk) => Promise<T>, tries = TRIES): Promise<T> {
      const projects = [...new Set(projectIds)].toSorted();
      const session = await model.db.startSession();
      const began = performance.now();
      try {
        for (let [attempt, wait] = [1, 1]; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
          const tally = makeTally();
          const facts: Untold[] = [];
          let first = false;
          session.startTransaction(TRANSACTION);
          try {
            await queueUp(projects, session);
            first = true;
            const entry = addresses.entry(await tailsOf(projects, session));
            const result = await work({ session, tally, book: entry, tell: (contact, change) => void facts.push(...changeFacts(contact, change)) });
            await count(tally, session);
            await addresses.write(entry.changes, session);
            await keepTails(entry.tails, session);
            await packFacts(parcels, randomUUID(), facts, session);
            await session.commitTransaction();
            if (facts.length > 0) outboxHint(parcels);
            return result;
          } catch (error) {
            if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
            // Waiting for another transaction is no failure of this one.
            attempt += first ? 1 : 0.05;
            if (attempt > tries || !isContended(error)) throw error;
            if (!first && performance.now() - began > PATIENCE_MS) await endAbandoned();
            await setTimeout(Math.random() * wait);
          }
        }
      } finally {
        await session.endSession();
      }
    },

    isContended,

    /** All fields of a project; of those being deleted, what was written since. */
    async fields(projectId: string): Promise<KeyCount[]> {
      const rows = await model.find({ projectId, key: { $ne: SELF } }, { values: 0 }).lean<FieldRow[]>();
      return rows.filter((row) => !row.dying || livingOf(row) > 0).map((row) => ({ key: decodeKey(row.key), type: row.type ?? 'string', count: livingOf(row) }));
    },

    async totals(projectId: string): Promise<Totals> {
      const row = await model.findOne({ _id: fieldId(projectId, SELF), projectId }, { count: 1, subscribed: 1 }).lean<FieldRow>();
      return { contacts: row?.count ?? 0, subscribed: row?.subscribed ?? 0 };
    },

    /** What is kept of one field (encoded name), its values included. */
    field: (projectId: string, key: string, session?: ClientSession): Promise<FieldRow | null> =>
      model.findOne({ _id: fieldId(projectId, key), projectId }, {}, session ? { session } : {}).lean<FieldRow>(),

    /** From now on an event's occurrences until then are not noted (encoded name). */
    async forgetEvent(projectId: string, name: string, until: Date): Promise<void> {
      // In its turn, which also sees to it that the row is there.
      await this.commit([projectId], ({ session }) => model.updateOne({ _id: fieldId(projectId, SELF), projectId }, { $max: { [`forgotten.${name}`]: until } }, { session }));
    },

    /** Until when events are forgotten, by project and encoded name. */
    async forgotten(projectIds: readonly string[]): Promise<Map<string, Record<string, Date>>> {
      const own = { _id: { $in: projectIds.map((projectId) => fieldId(projectId, SELF)) }, forgotten: { $exists: true } };
      const rows = await acrossProjects(model.find(own, { projectId: 1, forgotten: 1 })).lean<FieldRow[]>();
      return new Map(rows.map(({ projectId, forgotten = {} }) => [projectId, forgotten]));
    },

    /** Everything of a deleted project. */
    async purge(projectId: string): Promise<void> {
      await model.deleteMany({ projectId });
      await addresses.purge(projectId);
    },

    addresses,
    model,
    parcels,
  };
}
