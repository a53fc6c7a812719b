/** Custom fields between their literal names and the store (`#kit/store/keys.ts`). */
import mongoose from 'mongoose';
import { fault } from '#kit/errors.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { decodeKeys, encodeKey, encodeKeys } from '#kit/store/keys.ts';
import type { DataPatch } from './domain/data.ts';
import { typeOf } from './domain/field.ts';
import { APPEARED } from './domain/tally.ts';

/** Most bytes of custom fields in one write: a document may have 16 MiB, and facts need room too. */
export const MAX_DATA_BYTES = 15 * 1_048_576;

export interface StoredPatch {
  /** Under encoded names. */
  patch: DataPatch;
  bytes: number;
}

const { calculateObjectSize } = mongoose.mongo.BSON;

/** Faults BAD_REQUEST when it is more than one contact can hold, VALIDATION_ERROR when nested beyond reason. */
export function encodePatch({ set, unset }: DataPatch): StoredPatch {
  const fields = encodeKeys(Object.fromEntries(set));
  const names = [...unset].map(encodeKey);
  const bytes = calculateObjectSize(fields) + names.reduce((sum, name) => sum + name.length, 0);
  if (bytes > MAX_DATA_BYTES) throw tooLarge();
  return { patch: { set: new Map(Object.entries(fields)), unset: new Set(names) }, bytes };
}

type Stage = { $set: Record<string, unknown> } | { $unset: string[] };

/**
 * An update that carries out a stored patch and sets `others` (expressions) beside it. A pipeline: merging 10,000 fields at once
 * takes 40 ms, setting them one by one, as an update of operators does, 700 ms.
 */
export function patchUpdate({ set, unset }: DataPatch, others: Record<string, unknown>): Stage[] {
  const data = set.size > 0 ? { data: { $mergeObjects: ['$data', { $literal: Object.fromEntries(set) }] } } : {};
  const fields: Stage = { $set: { ...data, ...others } };
  return unset.size > 0 ? [fields, { $unset: [...unset].map((name) => `data.${name}`) }] : [fields];
}

/** Of concurrent changes the later one counts. */
export const touchedAt = (now: Date) => ({ updatedAt: { $max: ['$updatedAt', now] } });

/** A fact joins those that wait. */
export const telling = (fact: PendingFact) => ({ outbox: { $concatArrays: [{ $ifNull: ['$outbox', []] }, [{ $literal: fact }]] } });

/** Beyond so much a patch does not leave a note in the contact, which doubles it, but is counted at once (pages.ts). */
const MOST_NOTED = { fields: 100, bytes: 65_536 };

export const isHeavy = ({ patch: { set, unset }, bytes }: StoredPatch): boolean => set.size + unset.size > MOST_NOTED.fields || bytes > MOST_NOTED.bytes;

type Expression = Record<string, unknown>;

/** For a stage that carries out a patch: the note for the catalogue (domain/tally.ts), if any value changes, or the address. What an earlier note says stays. */
export function notingPatch({ set, unset }: DataPatch, now: Date, email?: string): { tally?: Expression } {
  const was: Expression = {};
  const changes: Expression[] = [];
  for (const [key, value] of set) {
    was[key] = { $ifNull: [`$data.${key}`, { $literal: { [APPEARED]: typeOf(value), at: now } }] };
    changes.push({ $ne: [`$data.${key}`, { $literal: value }] });
  }
  for (const key of unset) {
    was[key] = `$data.${key}`;
    changes.push({ $ne: [{ $type: `$data.${key}` }, 'missing'] });
  }
  if (email !== undefined) changes.push({ $ne: ['$email', { $literal: email }] });
  if (changes.length === 0) return {};
  const since = { was: { $mergeObjects: [was, '$tally.was'] }, changes: { $add: [{ $ifNull: ['$tally.changes', 0] }, 1] } };
  const note = { $mergeObjects: [{ at: now, ...(email === undefined ? {} : { email: '$email' }) }, '$tally', since] };
  return { tally: { $cond: [{ $or: changes }, note, '$tally'] } };
}

/** For a stage that flips the subscription. */
export const notingFlip = (now: Date) => ({ tally: { $mergeObjects: [{ at: now, subscribed: '$subscribed' }, '$tally'] } });

/** The `data` clients see: null when there is no field. */
export function readFields(data: Record<string, unknown> | undefined): Record<string, unknown> | null {
  return data && Object.keys(data).length > 0 ? decodeKeys(data) : null;
}

export function addressTaken() {
  return fault('CONFLICT', { message: 'Another contact has this email', details: { field: 'email' } });
}

export function tooLarge() {
  return fault('BAD_REQUEST', { message: 'The contact would be too large: all its data may take 15 MB', details: { field: 'data' } });
}

/** BSONObjectTooLarge and its kin: what a write would have made does not fit a document. */
const TOO_LARGE = new Set([10_334, 17_419, 17_420]);

export function isTooLarge(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return TOO_LARGE.has(Number(code)) || /larger than the maximum size|out of range.*offset/i.test(String(message));
}
