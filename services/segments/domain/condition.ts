/** A condition tree as people send it → one that is whole, or the refusal they get (contract 2.4). */
import { fault } from '#kit/errors.ts';
import { MAX_SEARCHED } from './clause.ts';
import { readDate } from './iso-date.ts';
import { isAge, isOccurrence, isOrdering, needsUnit, needsValue, readOperator, UNITS } from './operators.ts';
import type { Operator } from './operators.ts';
import { readTarget } from './target.ts';
import type { Target } from './target.ts';

export const MAX_LEVELS = 10;
export const MAX_FILTERS = 200;
/** An object or list may be compared with; deeper ones are refused before they make a query MongoDB does not take. */
const MAX_VALUE_DEPTH = 8;

export interface Filter {
  target: Target;
  operator: Operator;
  /** Absent where the operator needs none. */
  value?: unknown;
  /** What `value` units are, in milliseconds. */
  span?: number;
}

export interface Group {
  filters: Filter[];
  nested?: Condition;
}

/** The tree, validated and in normal form: canonical operators, resolved fields, spans in milliseconds. */
export interface Condition {
  logic: 'AND' | 'OR';
  groups: Group[];
}

type Sent = Record<string, unknown>;

const refuse = (message: string) => fault('BAD_REQUEST', { message });

const isObject = (value: unknown): value is Sent => typeof value === 'object' && value !== null && !Array.isArray(value);
const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';
/** Own properties only: a tree is data, whatever its prototype. */
const own = (sent: Sent, key: string): unknown => (Object.hasOwn(sent, key) ? sent[key] : undefined);

/** Faults BAD_REQUEST with the texts of contract 2.4. */
export function readCondition(sent: unknown): Condition {
  const counted = { filters: 0 };
  const condition = readLevel(sent, 1, counted);
  if (counted.filters > MAX_FILTERS) throw refuse(`A condition may have at most ${MAX_FILTERS} filters`);
  return condition;
}

function readLevel(sent: unknown, level: number, counted: { filters: number }): Condition {
  if (!isObject(sent)) throw refuse('Condition must be an object');
  if (level > MAX_LEVELS) throw refuse(`Conditions may be nested at most ${MAX_LEVELS} levels deep`);
  const logic = own(sent, 'logic');
  if (logic !== 'AND' && logic !== 'OR') throw refuse('Logic must be AND or OR');
  const groups = own(sent, 'groups');
  if (!Array.isArray(groups) || groups.length === 0) throw refuse('Condition must have at least one group');
  return { logic, groups: groups.map((group) => readGroup(group, level, counted)) };
}

function readGroup(sent: unknown, level: number, counted: { filters: number }): Group {
  if (!isObject(sent)) throw refuse('Group must be an object with at least one filter');
  const filters = own(sent, 'filters') ?? [];
  if (!Array.isArray(filters)) throw refuse('Group filters must be an array');
  const nested = own(sent, 'conditions') ?? undefined;
  if (filters.length === 0 && nested === undefined) throw refuse('Group must have at least one filter or nested conditions');
  counted.filters += filters.length;
  return { filters: filters.map(readFilter), ...(nested === undefined ? {} : { nested: readLevel(nested, level + 1, counted) }) };
}

function readFilter(sent: unknown): Filter {
  const given = isObject(sent) ? sent : {};
  const [field, word, unit] = [own(given, 'field'), own(given, 'operator'), own(given, 'unit')];
  const value = own(given, 'value') ?? undefined;
  if (isBlank(field)) throw refuse('Filter field is required');
  if (isBlank(word)) throw refuse('Filter operator is required');
  const operator = readOperator(word as string);
  if (!operator) throw refuse(`Invalid operator: ${word as string}`);
  if (needsValue(operator) && value === undefined) throw refuse(`Operator "${word as string}" requires a value`);
  if (needsUnit(operator) && !(typeof unit === 'string' && Object.hasOwn(UNITS, unit))) {
    throw refuse(`Unit is required for ${word as string}: days, hours or minutes`);
  }
  const limits = { templateId: own(given, 'templateId') ?? undefined, by: own(given, 'by') ?? undefined };
  const target = readTarget(field as string, operator, limits);
  if (needsValue(operator)) checkValue(word as string, operator, value);
  return { target, operator, ...(needsValue(operator) ? { value } : {}), ...(needsUnit(operator) ? { span: UNITS[unit as string]! } : {}) };
}

function checkValue(word: string, operator: Operator, value: unknown): void {
  if (isAge(operator) || isOccurrence(operator)) {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
      throw refuse(`Operator "${word}" requires a value that is a number, 0 or more`);
  } else if (isOrdering(operator)) {
    if (typeof value !== 'number' && readDate(value) === undefined)
      throw refuse(`Operator "${word}" requires a value that is a number or an ISO 8601 date`);
  } else if ((operator === 'contains' || operator === 'notContains') && typeof value === 'string' && value.length > MAX_SEARCHED) {
    throw refuse(`Operator "${word}" requires a value of at most ${MAX_SEARCHED} characters`);
  } else if (depthOf(value) > MAX_VALUE_DEPTH)
    throw refuse(`Operator "${word}" requires a value nested at most ${MAX_VALUE_DEPTH} levels deep`);
}

function depthOf(value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null || level > MAX_VALUE_DEPTH) return level;
  return Math.max(level + 1, ...Object.values(value).map((inner) => depthOf(inner, level + 1)));
}

/** Every filter of the tree, nested ones included. */
export function filtersOf(condition: Condition): Filter[] {
  return condition.groups.flatMap(({ filters, nested }) => [...filters, ...(nested ? filtersOf(nested) : [])]);
}
