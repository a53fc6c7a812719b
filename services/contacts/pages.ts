/**
 * Contacts written by the page, as imports do: the contacts, what they come to in the catalogue and whatever the caller writes
 * beside them are one transaction, so a page is there once and whole, whoever is killed and however often it is tried.
 */
import mongoose from 'mongoose';
import type { ClientSession } from 'mongoose';
import { isDuplicateKey } from '#kit/store/fault.ts';
import type { BookEntry } from './address-book.ts';
import type { Catalogue, Desk } from './catalogue.ts';
import { countNoted } from './counting.ts';
import { mergePatches, NO_CHANGE } from './domain/data.ts';
import type { DataPatch } from './domain/data.ts';
import { CREATED, UPDATED } from './domain/change.ts';
import { typeOf } from './domain/field.ts';
import type { Sighting } from './domain/tally.ts';
import { addressTaken, MAX_DATA_BYTES, patchUpdate, tooLarge, touchedAt } from './fields.ts';
import type { ContactModel, ContactRow } from './model.ts';

/** One row of a page. */
export interface PageRow {
  /** In normal form. */
  email: string;
  /** Under encoded names (`encodePatch`). */
  patch: DataPatch;
  /** The contact's id if this row creates it. */
  newId: string;
}

export type PageOutcome = 'created' | 'updated' | Error;

export interface PageRequest {
  projectId: string;
  /** At most `MOST_ROWS`; a second row for an address is merged into the first and counts as an update. */
  rows: readonly PageRow[];
  now: Date;
  /** Written in the same transaction, perhaps more than once: progress of a job. */
  beside?: (session: ClientSession, outcomes: readonly PageOutcome[]) => Promise<void>;
}

export type Pages = ReturnType<typeof makePages>;

export const MOST_ROWS = 1_000;

const FIELDS = { email: 1, subscribed: 1, data: 1, createdAt: 1 } as const;
const OPTIONS = { ordered: false, skipValidation: true, timestamps: false } as const;

type Known = Pick<ContactRow, '_id' | 'email' | 'subscribed' | 'data' | 'createdAt'>;

/** What a page makes of one address. */
interface Change {
  first: PageRow;
  known: Known | undefined;
  patch: DataPatch;
  data: Record<string, unknown>;
}

const { calculateObjectSize } = mongoose.mongo.BSON;

function patched(data: Record<string, unknown>, { set, unset }: DataPatch): Record<string, unknown> {
  const after = { ...data, ...Object.fromEntries(set) };
  for (const key of unset) delete after[key];
  return after;
}

const same = (a: unknown, b: unknown): boolean => a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

function differs(known: Known, data: Record<string, unknown>): boolean {
  return Object.keys(data).length !== Object.keys(known.data).length || Object.entries(data).some(([key, value]) => !Object.hasOwn(known.data, key) || !same(known.data[key], value));
}

export function makePages(contacts: ContactModel, catalogue: Catalogue) {
  /** Rows → a change an address, an outcome a row, and which row's value was the first of its field on a contact. */
  function plan(rows: readonly PageRow[], found: ReadonlyMap<string, Known>, at: Date): { changes: Change[]; outcomes: PageOutcome[]; seen: Sighting[] } {
    const changes = new Map<string, Change>();
    const seen = new Map<string, Sighting>();
    const outcomes = rows.map((row): PageOutcome => {
      const known = found.get(row.email);
      const change = changes.get(row.email) ?? { first: row, known, patch: NO_CHANGE, data: known?.data ?? {} };
      const data = patched(change.data, row.patch);
      if (calculateObjectSize(data) > MAX_DATA_BYTES) return tooLarge();
      const isNew = !known && !changes.has(row.email);
      // A later row about the same contact may change the value: the type is that of this one.
      for (const [key, value] of row.patch.set) if (!seen.has(key) && !Object.hasOwn(change.data, key)) seen.set(key, { key, type: typeOf(value), at });
      changes.set(row.email, { ...change, patch: mergePatches(change.patch, row.patch), data });
      return isNew ? 'created' : 'updated';
    });
    return { changes: [...changes.values()].filter(({ known, data }) => !known || differs(known, data)), outcomes, seen: [...seen.values()] };
  }

  function operationOf(projectId: string, { first, known, patch, data }: Change, now: Date, book: BookEntry) {
    if (!known) {
      const block = book.place(projectId, first.email);
      return { insertOne: { document: { _id: first.newId, projectId, email: first.email, subscribed: true, data, createdAt: now, updatedAt: now, block } } };
    }
    return { updateOne: { filter: { _id: known._id, projectId }, update: patchUpdate(patch, touchedAt(now)) } };
  }

  async function writeIn(desk: Desk, { projectId, rows, now }: PageRequest): Promise<PageOutcome[]> {
    const { session, tally, book, tell } = desk;
    const emails = [...new Set(rows.map(({ email }) => email))];
    const known = await contacts.find({ projectId, email: { $in: emails } }, FIELDS, { session }).lean<Known[]>();
    await countNoted(contacts, desk, known.map(({ _id }) => _id), [projectId], now);
    const { changes, outcomes, seen } = plan(rows, new Map(known.map((row) => [row.email, row])), now);
    // Before the changes, which know the last value only.
    tally.moved(projectId, null, null, seen, now);
    if (changes.length > 0) await contacts.bulkWrite(changes.map((change) => operationOf(projectId, change, now, book)) as never, { ...OPTIONS, session });
    for (const { first, known: row, data } of changes) {
      tally.moved(projectId, row ?? null, { subscribed: row?.subscribed ?? true, data }, [], now);
      tell({ _id: row?._id ?? first.newId, projectId, createdAt: row?.createdAt ?? now, updatedAt: now }, row ? UPDATED : CREATED);
    }
    return outcomes;
  }

  async function moveAddress({ session, book }: Desk, projectId: string, { _id, email }: Known, to: string): Promise<void> {
    const row = await contacts.findOne({ _id, projectId }, { block: 1 }, { session }).lean<ContactRow>();
    if (row?.block !== undefined) book.remove(projectId, email, row.block);
    await contacts.updateOne({ _id, projectId }, { $set: { block: book.place(projectId, to) } }, { session, timestamps: false });
  }

  return {
    /**
     * Upserts the rows: unknown addresses become contacts (subscribed), known ones are patched; a row that would change nothing
     * is not written. Answers an outcome a row, in order. Throws when the page as a whole could not be written.
     */
    writePage(request: PageRequest): Promise<PageOutcome[]> {
      return catalogue.commit([request.projectId], async (desk) => {
        const outcomes = await writeIn(desk, request);
        await request.beside?.(desk.session, outcomes);
        return outcomes;
      });
    },

    /** Changes one contact beyond what a note can hold, and counts it at once; null unless it is there. Faults CONFLICT when its new address is another's. */
    changeAlone(projectId: string, filter: { _id: string; subscribed?: boolean }, update: object[], now: Date): Promise<ContactRow | null> {
      return catalogue.commit([projectId], async (desk) => {
        const { session, tally, tell } = desk;
        await countNoted(contacts, desk, [filter._id], [projectId], now);
        const before = await contacts.findOne({ ...filter, projectId }, FIELDS, { session }).lean<Known>();
        if (!before) return null;
        const after = await contacts.findOneAndUpdate({ ...filter, projectId }, update as never, { session, returnDocument: 'after', updatePipeline: true }).lean<ContactRow>()
          // Here it is no other transaction that was faster, and trying again would not help.
          .catch((error: unknown) => { throw isDuplicateKey(error) ? addressTaken() : error; });
        tally.moved(projectId, before, after, [], now);
        if (after && (after.email !== before.email || differs(before, after.data))) tell(after, UPDATED);
        if (after && after.email !== before.email) await moveAddress(desk, projectId, before, after.email);
        return after;
      });
    },
  };
}
