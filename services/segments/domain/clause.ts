/** Pieces of MongoDB filters. */
import { literalPattern } from '#kit/literal-pattern.ts';

/** A filter document, or a part of one. */
export type Clause = Record<string, unknown>;

/** Matches no contact. */
export const nothing = (): Clause => ({ _id: { $in: [] } });

/** All of the clauses hold. What several of them ask (that a field is no list, above all) is asked once. */
export function every(clauses: readonly Clause[]): Clause {
  const parts = clauses.flatMap((clause) =>
    Array.isArray(clause['$and']) && Object.keys(clause).length === 1 ? (clause['$and'] as Clause[]) : [clause],
  );
  const distinct = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
  return distinct.length === 1 ? distinct[0]! : { $and: distinct };
}

/** MongoDB takes patterns of up to 32,764 bytes; a character takes four at most. */
export const MAX_SEARCHED = 8_000;

/** The field is a text, or a list with a text, that holds `text` (at most MAX_SEARCHED characters). */
export function holding(path: string, text: string): Clause {
  return { [path]: { $regex: literalPattern(text) } };
}

/** The filter as plain data for the way to contacts: a moment is `{ $date: text }`. */
export function plain(part: unknown): unknown {
  if (part instanceof Date) return { $date: part.toISOString() };
  if (Array.isArray(part)) return part.map(plain);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, plain(inner)]));
}
