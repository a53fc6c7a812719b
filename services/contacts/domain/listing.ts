/** How a list of contacts is asked for (contract 4.4, 4.2 "Sorting"). */
import { literalPattern } from '#kit/literal-pattern.ts';
import { LONGEST_EMAIL, normalEmail } from './email.ts';

export type SortColumn = 'email' | 'createdAt';
export type Direction = 'asc' | 'desc';

/** Unrecognised values fall back to the default. */
export function readSort(sort: string): SortColumn {
  return sort === 'email' ? 'email' : 'createdAt';
}

export function readDirection(dir: string): Direction {
  return dir === 'asc' ? 'asc' : 'desc';
}

/** 1 to 100; anything less falls back to 20. */
export function readLimit(limit: number): number {
  return Number.isInteger(limit) && limit >= 1 ? Math.min(limit, 100) : 20;
}

/** The text to look for in normal addresses: '' when nothing is searched for, undefined when no address can hold it. */
export function searchFragment(search: string | null | undefined): string | undefined {
  const text = normalEmail(search ?? '');
  return text.length > LONGEST_EMAIL || /[\s\p{Cc}]/u.test(text) ? undefined : text;
}

/** A regular expression that finds the searched text literally. */
export function searchPattern(search: string | null | undefined): string | undefined {
  const fragment = searchFragment(search);
  return fragment === undefined ? undefined : literalPattern(fragment);
}
