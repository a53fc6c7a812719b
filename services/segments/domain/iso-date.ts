/**
 * Dates as custom fields hold them: the texts `YYYY-MM-DD` (midnight UTC) and `YYYY-MM-DDTHH:mm:ss[.mmm]Z` that name a real day
 * (contract 2.4 "Dates").
 */
import type { Ordering } from './operators.ts';

const FORM = /^\d{4}-\d\d-\d\d(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z)?$/;
export const DAY_MS = 86_400_000;
/** The first moment such a text can name. */
const FIRST = Date.parse('0000-01-01');

/** Milliseconds since 1970; undefined for everything that is no such date. */
export function readDate(value: unknown): number | undefined {
  if (typeof value !== 'string' || !FORM.test(value)) return undefined;
  const time = Date.parse(value);
  // 31 April reads as 1 May, or not at all.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value.slice(0, 10)) ? time : undefined;
}

/** The moment `value` spans ago; no earlier than a text can name, which is as good. */
export function momentBefore(now: Date, value: number, span: number): Date {
  return new Date(Math.max(now.getTime() - value * span, FIRST));
}

// A real day, in PCRE: months of 31, of 30, February, 29 February of leap years.
const LEAP = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const MONTH_DAY = '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))';
const DAY = `(?:[0-9]{4}-${MONTH_DAY}|${LEAP}-02-29)`;
const CLOCK = 'T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';

/** Every date whose UTC day is `day` (`YYYY-MM-DD`), as a pattern for MongoDB. */
export const dayPattern = (day: string): string => `^${day}(?:${CLOCK}(?:\\.[0-9]{3})?Z)?\\z`;

export interface TextRange {
  /** What form of date this is about. */
  pattern: string;
  order: Ordering;
  bound: string;
}

const FORMS = [`^${DAY}\\z`, `^${DAY}${CLOCK}Z\\z`, `^${DAY}${CLOCK}\\.[0-9]{3}Z\\z`] as const;
const WIDER: Readonly<Record<Ordering, Ordering>> = { $gt: '$gt', $gte: '$gt', $lt: '$lte', $lte: '$lte' };

/**
 * Outside of it lies no date that `textRanges` finds: one comparison that decides for most texts. `.` sorts before `Z`, so seconds go
 * furthest.
 */
export function textSpan(order: Ordering, moment: number): { order: Ordering; bound: string } {
  const iso = new Date(moment).toISOString();
  return order === '$gt' || order === '$gte'
    ? { order: '$gte', bound: iso.slice(0, 10) }
    : { order: '$lte', bound: `${iso.slice(0, 19)}Z` };
}

/**
 * "date `order` moment" for dates as texts. Texts of one form sort as their moments do, so each form has a bound of its own: the moment
 * cut to what the form can say, which is the moment itself or lies before it.
 */
export function textRanges(order: Ordering, moment: number): TextRange[] {
  const iso = new Date(moment).toISOString();
  const bounds = [iso.slice(0, 10), `${iso.slice(0, 19)}Z`, iso];
  return FORMS.map((pattern, index) => {
    const bound = bounds[index]!;
    return { pattern, bound, order: Date.parse(bound) === moment ? order : WIDER[order] };
  });
}
