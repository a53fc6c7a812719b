/**
 * Free-form data as MongoDB stores it: names are written percent-encoded, so that dots, dollar signs, empty names and
 * names that JavaScript, BSON or mongoose give a meaning to are plain text in the database (contract 2.1 "Key names").
 */
import { invalid } from '#kit/errors.ts';

/** MongoDB nests documents 100 deep; the rest is left to what holds the data. */
const MAX_DEPTH = 80;

/** Names that the language, the BSON reader and writer or mongoose would act upon or drop: `hasOwnProperty: [{}]` comes back as bytes. */
const ACTING = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
  '_bsontype',
  'isMongooseArrayProxy',
  'isMongooseBufferProxy',
]);

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** `a.b` → `a%2Eb`, `$where` → `%24where`, `''` → `%`, `__proto__` → `%5F_proto__`. */
export function encodeKey(key: string): string {
  if (key === '') return '%';
  if (ACTING.has(key)) return percent(key) + key.slice(1);
  return key.replace(/[%.$]/g, percent).replaceAll('\0', '%00');
}

/** The inverse of `encodeKey`; a lone `%` that it did not write stays as it is. */
export function decodeKey(key: string): string {
  if (key === '%') return '';
  return key.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function mapKeys(value: unknown, rename: (key: string) => string, depth = 0): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (depth > MAX_DEPTH) throw invalid([{ field: 'data', message: `Data may be nested ${MAX_DEPTH} levels deep`, code: 'custom' }]);
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename, depth + 1));
  // fromEntries defines own properties, so a key named __proto__ cannot reach a prototype.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), mapKeys(item, rename, depth + 1)]));
}

/** Plain JSON data with every object's names encoded, at every depth; faults VALIDATION_ERROR when nested beyond reason. */
export function encodeKeys<T extends object>(data: T): Record<string, unknown> {
  return mapKeys(data, encodeKey) as Record<string, unknown>;
}

/** What `encodeKeys` was given. */
export function decodeKeys<T extends object>(data: T): Record<string, unknown> {
  return mapKeys(data, decodeKey) as Record<string, unknown>;
}
