/** Filters that can match nobody by themselves, and those that depend on what the contacts hold. */
import type { Clause } from './clause.ts';
import { filtersOf } from './condition.ts';
import type { Condition, Filter } from './condition.ts';
import { dataClause, typed } from './data-clause.ts';
import { readDate } from './iso-date.ts';

export type Kind = 'text' | 'number' | 'boolean' | 'list or object';

export interface Question {
  key: string;
  /** Absent: the filter compares with nothing. */
  kind?: Kind;
}

export interface Suspicions {
  certain: string[];
  asked: Question[];
}

const now = new Date(0);

function kindOf({ operator, value }: Filter): Kind | undefined {
  if (operator === 'within' || operator === 'olderThan' || operator === 'contains' || operator === 'notContains') return 'text';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as Kind;
  return value === undefined ? undefined : 'list or object';
}

function reasonOf({ target, operator, value }: Filter, knows: (id: string) => boolean): string | undefined {
  if (target.kind === 'segment') return knows(target.id) ? undefined : `Segment ${target.id} does not exist: the filter matches nobody`;
  if ((operator === 'contains' || operator === 'notContains') && typeof value !== 'string')
    return `"${operator}" takes a text: the filter matches nobody`;
  if (operator !== 'equals') return undefined;
  if (target.kind === 'email' && (typeof value !== 'string' || !value.includes('@')))
    return 'email equals something that is no address: the filter matches nobody';
  if (target.kind === 'subscribed' && typeof value !== 'boolean')
    return 'subscribed equals something that is neither true nor false: the filter matches nobody';
  if ((target.kind === 'createdAt' || target.kind === 'updatedAt') && readDate(value) === undefined)
    return `${target.kind} equals something that is no ISO 8601 date: the filter matches nobody`;
  return undefined;
}

/** @param knows whether a segment exists */
export function suspicionsOf(condition: Condition, knows: (id: string) => boolean): Suspicions {
  const filters = filtersOf(condition);
  const certain = filters.flatMap((filter) => reasonOf(filter, knows) ?? []);
  const asked = filters.flatMap((filter): Question[] => {
    const { target, operator } = filter;
    if (target.kind !== 'data') return [];
    const kind = kindOf(filter);
    // A filter for what is not there, or differs, is not wrong when nobody has the kind.
    return [{ key: target.key, ...(kind && operator !== 'notEquals' ? { kind } : {}) }];
  });
  return { certain, asked: [...new Map(asked.map((one) => [`${one.key} ${one.kind}`, one])).values()] };
}

type Encode = (name: string) => string;

/** Who has the field. */
export const presenceQuestion = (key: string, encode: Encode): Clause =>
  dataClause(key, { target: { kind: 'data', key }, operator: 'exists' }, { encode, now });

/** Who has the field with a value of this kind. */
export const kindQuestion = (key: string, kind: Kind, encode: Encode): Clause =>
  typed(key, { text: 'string', number: 'number', boolean: 'bool', 'list or object': 'array' }[kind], encode);
