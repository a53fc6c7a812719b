/**
 * Contacts written by the page, as imports do: the contacts, what they come to in the catalogue and whatever the caller writes
 * beside them are one transaction, so a page is there once and whole, whoever is killed and however often it is tried.
 */
import type { ClientSession, UpdateWithAggregationPipeline } from 'mongoose';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import type { Write } from '#kit/store/bulk-write.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { addressTaken, bytesOf, checkSize, MAX_DATA_BYTES, patchUpdate, tooLarge, touchedAt } from '../contact-update.ts';
import { CREATED, UPDATED } from '../domain/contact-facts.ts';
import { mergePatches, NO_CHANGE } from '../domain/data.ts';
import type { DataPatch } from '../domain/data.ts';
import { typeOf } from '../domain/field.ts';
import type { FirstValue } from '../domain/pending-count.ts';
import type { Catalogue, EmailPlacement, UnitOfWork } from '../fields/fields.ts';
import type { ContactModel, ContactRow } from '../model.ts';

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
  /** At most 1,000; a second row for an address is merged into the first and counts as an update. */
  rows: readonly PageRow[];
  now: Date;
  /** Written in the same transaction, perhaps more than once: progress of a job. */
  beside?: (session: ClientSession, outcomes: readonly PageOutcome[]) => Promise<void>;
}

export interface SingleChange {
  projectId: string;
  filter: { _id: string; subscribed?: boolean };
  update: UpdateWithAggregationPipeline;
  now: Date;
}

export interface ContactPages {
  /**
   * Upserts the rows: unknown addresses become contacts (subscribed), known ones are patched; a row that would change nothing
   * is not written. Answers an outcome a row, in order. Throws when the page as a whole could not be written.
   */
  writePage(request: PageRequest): Promise<PageOutcome[]>;
  /**
   * Changes one contact beyond what a pending count delta can hold, or near the limit of its data, and counts it at once; null unless it
   * is there. Faults CONFLICT when its new address is another's, VALIDATION_ERROR when its data would be too large.
   */
  changeOne(change: SingleChange): Promise<ContactRow | null>;
}

const FIELDS = { email: 1, subscribed: 1, data: 1, createdAt: 1 } as const;

type Known = Pick<ContactRow, '_id' | 'email' | 'subscribed' | 'data' | 'createdAt'>;

/** What a page makes of one address. */
interface AddressChange {
  first: PageRow;
  known: Known | undefined;
  patch: DataPatch;
  data: Record<string, unknown>;
}

interface PagePlan {
  changes: AddressChange[];
  /** One a row. */
  outcomes: PageOutcome[];
  /** Values that were the first of their field on a contact, by the row that brought them. */
  seen: FirstValue[];
}

function patched(data: Record<string, unknown>, { set, unset }: DataPatch): Record<string, unknown> {
  const after = { ...data, ...Object.fromEntries(set) };
  for (const key of unset) delete after[key];
  return after;
}

const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

function differs(known: Known, data: Record<string, unknown>): boolean {
  return (
    Object.keys(data).length !== Object.keys(known.data).length ||
    Object.entries(data).some(([key, value]) => !Object.hasOwn(known.data, key) || !same(known.data[key], value))
  );
}

function planPage(rows: readonly PageRow[], found: ReadonlyMap<string, Known>, at: Date): PagePlan {
  const changes = new Map<string, AddressChange>();
  const seen = new Map<string, FirstValue>();
  const outcomes = rows.map((row): PageOutcome => {
    const known = found.get(row.email);
    const change = changes.get(row.email) ?? { first: row, known, patch: NO_CHANGE, data: known?.data ?? {} };
    const data = patched(change.data, row.patch);
    if (bytesOf(data) > MAX_DATA_BYTES && bytesOf(data) > bytesOf(change.data)) return tooLarge();
    const isNew = !known && !changes.has(row.email);
    // A later row about the same contact may change the value: the type is that of this one.
    for (const [key, value] of row.patch.set)
      if (!seen.has(key) && !Object.hasOwn(change.data, key)) seen.set(key, { key, type: typeOf(value), at });
    changes.set(row.email, { ...change, patch: mergePatches(change.patch, row.patch), data });
    return isNew ? 'created' : 'updated';
  });
  const real = [...changes.values()].filter(({ known, data }) => !known || differs(known, data));
  return { changes: real, outcomes, seen: [...seen.values()] };
}

interface WritePlace {
  projectId: string;
  now: Date;
  emails: EmailPlacement;
}

function writeOf({ first, known, patch, data }: AddressChange, { projectId, now, emails }: WritePlace): Write {
  if (known) return { updateOne: { filter: { _id: known._id, projectId }, update: patchUpdate(patch, touchedAt(now)) } };
  const block = emails.place(projectId, first.email);
  const document = { _id: first.newId, projectId, email: first.email, subscribed: true, data, createdAt: now, updatedAt: now, block };
  return { insertOne: { document } };
}

export function createContactPages(contacts: ContactModel, catalogue: Catalogue): ContactPages {
  async function writeRows(unit: UnitOfWork, { projectId, rows, now }: PageRequest): Promise<PageOutcome[]> {
    const { session, deltas, emails, publish } = unit;
    const addresses = [...new Set(rows.map(({ email }) => email))];
    const found = await contacts.find({ projectId, email: { $in: addresses } }, FIELDS, { session }).lean<Known[]>();
    await unit.countPending(
      found.map(({ _id }) => _id),
      now,
    );
    const { changes, outcomes, seen } = planPage(rows, new Map(found.map((row) => [row.email, row])), now);
    // Before the changes, which know the last value only.
    deltas.add({ projectId, before: null, after: null, seen, at: now });
    const writes = changes.map((change) => writeOf(change, { projectId, now, emails }));
    await bulkWrite(contacts, writes, { session });
    for (const { first, known, data } of changes) {
      deltas.add({ projectId, before: known ?? null, after: { subscribed: known?.subscribed ?? true, data }, at: now });
      const contact = { _id: known?._id ?? first.newId, projectId, createdAt: known?.createdAt ?? now, updatedAt: now };
      publish(contact, known ? UPDATED : CREATED);
    }
    return outcomes;
  }

  async function moveAddress({ session, emails }: UnitOfWork, before: Known, { projectId, email }: ContactRow): Promise<void> {
    const { _id } = before;
    const row = await contacts.findOne({ _id, projectId }, { block: 1 }, { session }).lean<ContactRow>();
    if (row?.block !== undefined) emails.remove(projectId, before.email, row.block);
    await contacts.updateOne({ _id, projectId }, { $set: { block: emails.place(projectId, email) } }, { session, timestamps: false });
  }

  function writePage(request: PageRequest): Promise<PageOutcome[]> {
    return catalogue.commit([request.projectId], async (unit) => {
      const outcomes = await writeRows(unit, request);
      await request.beside?.(unit.session, outcomes);
      return outcomes;
    });
  }

  function changeOne({ projectId, filter, update, now }: SingleChange): Promise<ContactRow | null> {
    return catalogue.commit([projectId], async (unit) => {
      const { session, deltas, publish } = unit;
      await unit.countPending([filter._id], now);
      const before = await contacts.findOne({ ...filter, projectId }, FIELDS, { session }).lean<Known>();
      if (!before) return null;
      const after = await contacts
        .findOneAndUpdate({ ...filter, projectId }, update, { session, returnDocument: 'after', updatePipeline: true })
        .lean<ContactRow>()
        // Here it is no other transaction that was faster, and trying again would not help.
        .catch((error: unknown) => {
          throw isDuplicateKey(error) ? addressTaken() : error;
        });
      if (after) checkSize(after.data, before.data);
      deltas.add({ projectId, before, after, at: now });
      if (after && (after.email !== before.email || differs(before, after.data))) publish(after, UPDATED);
      if (after && after.email !== before.email) await moveAddress(unit, before, after);
      return after;
    });
  }

  return { writePage, changeOne };
}
