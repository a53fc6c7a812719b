/**
 * The distinct values of a field, counted as contacts come and go. Only the lowest are kept: what is listed is exact as long as it is
 * at most as long as the list kept, however many values there are (contract 2.1 "Values of a field": sorted by text).
 */

/** A value as stored, and how many contacts have it. */
export type ValueCount = [value: unknown, count: number];

export interface Values {
  /** In order. */
  entries: ValueCount[];
  /** Whether there are no others; else all values up to the last entry are there, and none behind it. */
  complete: boolean;
}

export interface ValueDelta {
  value: unknown;
  /** Contacts that have it now less those that had it. */
  delta: number;
}

/** Most values listed. */
export const MAX_VALUES = 200;
/** A list that outgrows `MOST` is cut to `KEPT`. */
const MOST = 500;
const KEPT = 400;
/** A longer text is no value to choose from and is not listed. */
export const LONGEST_VALUE = 500;

export const NO_VALUES: Values = Object.freeze({ entries: [], complete: true });

export interface Place {
  folded: string;
  text: string;
  kind: string;
}

/** Where a stored value stands in the order: by its text without regard to case. Undefined for what is never listed. */
export function placeOf(value: unknown): Place | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const kind = typeof value;
  const text = kind === 'string' ? (value as string) : JSON.stringify(value);
  return text.length > LONGEST_VALUE ? undefined : { folded: text.toLowerCase(), text, kind };
}

/** Names a value among those of its field. */
export const valueId = ({ kind, text }: Place): string => `${kind} ${text}`;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byPlace = (a: Place, b: Place): number => compare(a.folded, b.folded) || compare(a.text, b.text) || compare(a.kind, b.kind);

/** The list after these deltas. */
export function applyValueDeltas({ entries, complete }: Values, deltas: Iterable<ValueDelta>): Values {
  const kept = new Map(
    entries.map(([value, count]) => {
      const place = placeOf(value)!;
      return [valueId(place), { place, value, count }] as const;
    }),
  );
  const last = entries.at(-1);
  const border = last && placeOf(last[0]);
  for (const { value, delta } of deltas) {
    const place = placeOf(value);
    if (!place || (!complete && (!border || byPlace(place, border) > 0))) continue;
    const id = valueId(place);
    const count = (kept.get(id)?.count ?? 0) + delta;
    if (count === 0) kept.delete(id);
    else kept.set(id, { place, value: kept.get(id)?.value ?? value, count });
  }
  const sorted = [...kept.values()].toSorted((a, b) => byPlace(a.place, b.place)).map(({ value, count }): ValueCount => [value, count]);
  return sorted.length > MOST ? { entries: sorted.slice(0, KEPT), complete: false } : { entries: sorted, complete };
}

/** The list of these values, each named once. */
export function gatherValues(counts: readonly ValueCount[]): Values {
  return applyValueDeltas(
    NO_VALUES,
    counts.map(([value, delta]) => ({ value, delta })),
  );
}

/** The first values, or undefined when the list does not know so many. */
export function firstValues({ entries, complete }: Values, limit: number): unknown[] | undefined {
  return complete || entries.length >= limit ? entries.slice(0, limit).map(([value]) => value) : undefined;
}
