/**
 * Free-form data as MongoDB stores it: names are written percent-encoded, so that dots, dollar signs, empty names and
 * names that JavaScript, BSON or mongoose give a meaning to are plain text in the database (decisions 2.1 "Key names").
 */

/** Names that the language, the BSON writer or mongoose would act upon or drop. */
const ACTING = new Set(['__proto__', 'constructor', 'prototype', '_bsontype', 'isMongooseArrayProxy', 'isMongooseBufferProxy']);

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** `a.b` → `a%2Eb`, `$where` → `%24where`, `''` → `%`, `__proto__` → `%5F_proto__`. */
export function encodeKey(key: string): string {
  if (key === '') return '%';
  if (ACTING.has(key)) return percent(key) + key.slice(1);
  return key.replace(/[%.$\u0000]/g, percent);
}

/** The inverse of `encodeKey`; a lone `%` that it did not write stays as it is. */
export function decodeKey(key: string): string {
  if (key === '%') return '';
  return key.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function mapKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename));
  if (value === null || typeof value !== 'object') return value;
  // fromEntries defines own properties, so a key named __proto__ cannot reach a prototype.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), mapKeys(item, rename)]));
}

/** Plain JSON data with every object's names encoded, at every depth. */
export function encodeKeys<T extends object>(data: T): Record<string, unknown> {
  return mapKeys(data, encodeKey) as Record<string, unknown>;
}

/** What `encodeKeys` was given. */
export function decodeKeys<T extends object>(data: T): Record<string, unknown> {
  return mapKeys(data, decodeKey) as Record<string, unknown>;
}
