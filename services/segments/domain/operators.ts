/** The operators of a filter and what each needs (contract 2.4). */
import { COMPARISONS, HISTORY, PRESENCE } from '#kit/operators.ts';

export const OPERATORS = [...COMPARISONS, ...PRESENCE, ...HISTORY] as const;
export type Operator = (typeof OPERATORS)[number];

const ALIASES = new Map<string, Operator>([
  ['gt', 'greaterThan'],
  ['lt', 'lessThan'],
  ['gte', 'greaterThanOrEqual'],
  ['lte', 'lessThanOrEqual'],
]);

/** Undefined for a word that is no operator. */
export function readOperator(word: string): Operator | undefined {
  return ALIASES.get(word) ?? OPERATORS.find((operator) => operator === word);
}

/** `>` and its kin, by operator. */
export const ORDER = { greaterThan: '$gt', lessThan: '$lt', greaterThanOrEqual: '$gte', lessThanOrEqual: '$lte' } as const;
export type Ordering = (typeof ORDER)[keyof typeof ORDER];

export const isOrdering = (operator: Operator): operator is keyof typeof ORDER => Object.hasOwn(ORDER, operator);
export const isAge = (operator: Operator): boolean => operator === 'within' || operator === 'olderThan';
export const isMembership = (operator: Operator): boolean => operator === 'memberOfSegment' || operator === 'notMemberOfSegment';
export const isOccurrence = (operator: Operator): boolean => /^(?:t|notT)riggered/.test(operator);

const NO_VALUE: ReadonlySet<Operator> = new Set([
  'exists',
  'notExists',
  'triggered',
  'notTriggered',
  'memberOfSegment',
  'notMemberOfSegment',
]);
const WITH_UNIT: ReadonlySet<Operator> = new Set(['within', 'olderThan', 'triggeredWithin', 'notTriggeredWithin', 'triggeredOlderThan']);

export const needsValue = (operator: Operator): boolean => !NO_VALUE.has(operator);
export const needsUnit = (operator: Operator): boolean => WITH_UNIT.has(operator);

/** Milliseconds by unit. */
export const UNITS: Readonly<Record<string, number>> = Object.freeze({ days: 86_400_000, hours: 3_600_000, minutes: 60_000 });
