/** Stages of an update that change a contact: its custom fields under encoded names, its facts and its pending count delta. */
import mongoose from 'mongoose';
import type { UpdateWithAggregationPipeline } from 'mongoose';
import { fault, invalid } from '#kit/errors.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { decodeKeys, encodeKey, encodeKeys } from '#kit/store/keys.ts';
import type { DataPatch } from './domain/data.ts';
import { typeOf } from './domain/field.ts';
import { APPEARED } from './domain/pending-count.ts';

/** Most bytes of a contact's custom fields as stored. A document may have 16 MiB: what the system writes always finds room. */
export const MAX_DATA_BYTES = 1_048_576;

export interface StoredPatch {
  /** Under encoded names. */
  patch: DataPatch;
  bytes: number;
}

const { calculateObjectSize } = mongoose.mongo.BSON;

/** Faults VALIDATION_ERROR when it is more than one contact may hold, or nested beyond reason. */
export function encodePatch({ set, unset }: DataPatch): StoredPatch {
  const fields = encodeKeys(Object.fromEntries(set));
  const names = [...unset].map(encodeKey);
  const bytes = calculateObjectSize(fields) + names.reduce((sum, name) => sum + name.length, 0);
  if (bytes > MAX_DATA_BYTES) throw tooLarge();
  return { patch: { set: new Map(Object.entries(fields)), unset: new Set(names) }, bytes };
}

/**
 * An update that carries out a stored patch and sets `others` (expressions) beside it. A pipeline: merging 10,000 fields at once
 * takes 40 ms, setting them one by one, as an update of operators does, 700 ms.
 */
export function patchUpdate({ set, unset }: DataPatch, others: Record<string, unknown>): UpdateWithAggregationPipeline {
  const data = set.size > 0 ? { data: { $mergeObjects: ['$data', { $literal: Object.fromEntries(set) }] } } : {};
  const fields = { $set: { ...data, ...others } };
  return unset.size > 0 ? [fields, { $unset: [...unset].map((name) => `data.${name}`) }] : [fields];
}

/** Of concurrent changes the later one counts. */
export const touchedAt = (now: Date) => ({ updatedAt: { $max: ['$updatedAt', now] } });

/** The fact joins those that are pending. */
export const withFact = (fact: PendingFact) => ({ outbox: { $concatArrays: [{ $ifNull: ['$outbox', []] }, [{ $literal: fact }]] } });

/** Beyond so much a patch leaves no pending count delta in the contact, which doubles it, but is counted at once (contact-pages.ts). */
const MOST_PENDING = { fields: 100, bytes: 65_536 };

export const isHeavy = ({ patch: { set, unset }, bytes }: StoredPatch): boolean =>
  set.size + unset.size > MOST_PENDING.fields || bytes > MOST_PENDING.bytes;

type Expression = Record<string, unknown>;

/**
 * For a stage that carries out a patch: the pending count delta (domain/pending-count.ts), if any value changes, or the address. What an
 * earlier one says stays.
 */
export function pendingCountOfPatch({ set, unset }: DataPatch, now: Date, email?: string): { tally?: Expression } {
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
  const delta = { $mergeObjects: [{ at: now, ...(email === undefined ? {} : { email: '$email' }) }, '$tally', since] };
  return { tally: { $cond: [{ $or: changes }, delta, '$tally'] } };
}

/** For a stage that flips the subscription. */
export const pendingCountOfFlip = (now: Date) => ({ tally: { $mergeObjects: [{ at: now, subscribed: '$subscribed' }, '$tally'] } });

/** The `data` clients see: null when there is no field. */
export function readFields(data: Record<string, unknown> | undefined): Record<string, unknown> | null {
  return data && Object.keys(data).length > 0 ? decodeKeys(data) : null;
}

export function addressTaken() {
  return fault('CONFLICT', { message: 'Another contact has this email', details: { field: 'email' } });
}

export function tooLarge() {
  return invalid([{ field: 'data', message: 'The contact would be too large: all its data may take 1 MB', code: 'too_big' }]);
}

/** What custom fields take in the store. */
export const bytesOf = (data: Record<string, unknown>): number => calculateObjectSize(data);

/** Faults VALIDATION_ERROR for data over the limit; what was stored before there was one may still shrink. */
export function checkSize(data: Record<string, unknown>, before: Record<string, unknown>): void {
  const bytes = bytesOf(data);
  if (bytes > MAX_DATA_BYTES && bytes > bytesOf(before)) throw tooLarge();
}

/** BSONObjectTooLarge and its kin: what a write would have made does not fit a document. */
const TOO_LARGE = new Set([10_334, 17_419, 17_420]);

export function isTooLarge(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return TOO_LARGE.has(Number(code)) || /larger than the maximum size|out of range/i.test(String(message));
}
