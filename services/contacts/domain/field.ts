/** Names and types of fields (contract 2.1 "Field catalogue"). */
import { fault } from '#kit/errors.ts';

export type FieldType = 'number' | 'boolean' | 'date' | 'string';

export interface FieldEntry {
  field: string;
  type: FieldType;
  isCustom: boolean;
  /** 0 to 1, four decimals. */
  coverage: number;
}

/** What the catalogue knows of a custom field. */
export interface KeyCount {
  /** Literal. */
  key: string;
  type: FieldType;
  /** Contacts that have it. */
  count: number;
}

const PREFIX = 'data.';

/** Every contact has these. */
export const STANDARD: Readonly<Record<string, FieldType>> = Object.freeze({
  createdAt: 'date',
  email: 'string',
  subscribed: 'boolean',
  updatedAt: 'date',
});

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.\d{3})?Z)?$/;

function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
}

/** The type that a first value fixes. */
export function typeOf(value: unknown): FieldType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' && isDate(value) ? 'date' : 'string';
}

/** Standard field, or the literal key of a custom one; the prefix may be left out where it is clear without. */
export function readField(name: string): { standard: string } | { key: string } {
  if (Object.hasOwn(STANDARD, name)) return { standard: name };
  return { key: name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name };
}

/** The literal key; faults BAD_REQUEST when the name does not say `data.`. */
export function readCustomField(name: string): string {
  if (!name.startsWith(PREFIX))
    throw fault('BAD_REQUEST', { message: 'Only custom fields can be deleted: name it data.<key>', details: { field: 'field' } });
  return name.slice(PREFIX.length);
}

/** 1 to 200; anything less falls back to 100. */
export function readValuesLimit(limit: number): number {
  return Number.isInteger(limit) && limit >= 1 ? Math.min(limit, 200) : 100;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The whole list, by name without regard to case. */
export function listFields(keys: readonly KeyCount[], contacts: number): FieldEntry[] {
  const share = (count: number): number => (contacts > 0 ? Math.round((count / contacts) * 10_000) / 10_000 : 0);
  const standard = Object.entries(STANDARD).map(([field, type]) => ({ field, type, isCustom: false, coverage: 1 }));
  const custom = keys.map(({ key, type, count }) => ({ field: PREFIX + key, type, isCustom: true, coverage: share(count) }));
  return [...standard, ...custom].toSorted((a, b) => compare(a.field.toLowerCase(), b.field.toLowerCase()) || compare(a.field, b.field));
}
