/** Caps of a project and how much of them is used (contract 4.10, "Billing"). Pure. */
import { invalid } from '#kit/errors.ts';

export const CATEGORIES = ['workflows', 'campaigns', 'transactional', 'inbound'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Mails a calendar month (UTC) over all categories, without a subscription and caps of one's own. */
export const FREE_TIER = 1_000;
const WARNING = 0.8;
const MOST = 2_000_000_000;

export const CURRENCIES = ['usd', 'eur', 'gbp'] as const;

export interface Limit {
  limit: number | null;
  usage: number;
  percentage: number;
  isWarning: boolean;
  isBlocked: boolean;
}

/** @param limit null: there is none */
export function limitOf(limit: number | null, usage: number): Limit {
  if (limit === null) return { limit, usage, percentage: 0, isWarning: false, isBlocked: false };
  const percentage = Math.round((usage / limit) * 10_000) / 100;
  return { limit, usage, percentage, isWarning: usage >= limit * WARNING, isBlocked: usage >= limit };
}

/** Null: there is none, or it was given up. Faults VALIDATION_ERROR for what is no cap. */
export function checkedCaps(given: Readonly<Record<Category, number | null>>): Record<Category, number | null> {
  const wrong = CATEGORIES.filter((one) => {
    const cap = given[one];
    return cap !== null && !(Number.isInteger(cap) && cap > 0 && cap <= MOST);
  });
  if (wrong.length > 0) throw invalid(wrong.map((field) => ({ field, message: 'Must be a positive integer or null', code: 'too_small' })));
  return given;
}
