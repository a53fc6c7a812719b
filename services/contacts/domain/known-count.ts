/** Filters whose count the field catalogue knows, recognised by their shape; everything else is counted. */
import { placeOf, valueId } from './values.ts';
import type { Values } from './values.ts';

/** What is to be counted. `key`: a custom field under its encoded name. */
export type Question =
  | { of: 'all' }
  | { of: 'subscribed'; is: boolean }
  | { of: 'present'; key: string }
  | { of: 'absent'; key: string }
  | { of: 'equal'; key: string; value: string | number | boolean }
  | { of: 'different'; key: string; value: string | number | boolean };

type Plain = Record<string, unknown>;

const FIELD = /^data\.([^.]+)$/s;
/** Whatever a stored value can be; null is not stored. */
const PRESENT = { $type: ['string', 'number', 'bool', 'object', 'array'] };
const NOT_LIST = { $not: { $type: 'array' } };

const is = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
/** The one name of an object and what it stands for. */
const only = (part: unknown): [string, unknown] | undefined =>
  typeof part === 'object' && part !== null && Object.keys(part).length === 1 ? Object.entries(part)[0] : undefined;

function partsOf(filter: unknown): unknown[] {
  const [name, inner] = only(filter) ?? [];
  return name === '$and' ? (inner as unknown[]) : [filter];
}

/** What is denied, if nothing else is said. */
function denied(part: unknown): unknown {
  const [name, inner] = only(part) ?? [];
  return name === '$nor' && (inner as unknown[]).length === 1 ? (inner as unknown[])[0] : undefined;
}

function presentIn(part: unknown): string | undefined {
  const [name = '', test] = only(part) ?? [];
  return is(test, PRESENT) ? FIELD.exec(name)?.[1] : undefined;
}

function equalIn(parts: unknown[]): { key: string; value: string | number | boolean } | undefined {
  const [name = '', test] = only(parts[0]) ?? [];
  const [operator, value] = only(test) ?? [];
  const key = FIELD.exec(name)?.[1];
  return parts.length === 2 && key !== undefined && operator === '$eq' && isScalar(value) && is(parts[1], { [name]: NOT_LIST })
    ? { key, value }
    : undefined;
}

function subscribedIn(part: unknown): Question | undefined {
  const [name, test] = only(part) ?? [];
  const [operator, value] = only(test) ?? [];
  if (name !== 'subscribed' || typeof value !== 'boolean' || (operator !== '$eq' && operator !== '$ne')) return undefined;
  return { of: 'subscribed', is: value === (operator === '$eq') };
}

/** A filter as `readFilter` takes it; undefined when only a look at the contacts can tell. */
export function questionOf(filter: Readonly<Plain>): Question | undefined {
  if (Object.keys(filter).length === 0) return { of: 'all' };
  const parts = partsOf(filter);
  const equal = equalIn(parts);
  if (equal) return { of: 'equal', ...equal };
  if (parts.length === 2) {
    const [present, different] = [presentIn(parts[0]), equalIn(partsOf(denied(parts[1])))];
    return present !== undefined && present === different?.key ? { of: 'different', ...different } : undefined;
  }
  if (parts.length > 1) return undefined;
  const [present, absent] = [presentIn(parts[0]), presentIn(denied(parts[0]))];
  if (present !== undefined) return { of: 'present', key: present };
  return absent === undefined ? subscribedIn(parts[0]) : { of: 'absent', key: absent };
}

/** How many contacts have the value; undefined when it lies behind those that are kept. */
export function countOfValue({ entries, complete }: Values, value: unknown): number | undefined {
  const place = placeOf(value);
  if (!place) return undefined;
  const id = valueId(place);
  const known = entries.find(([one]) => valueId(placeOf(one)!) === id);
  return known?.[1] ?? (complete ? 0 : undefined);
}
