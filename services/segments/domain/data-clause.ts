/** Filters over custom fields (contract 2.1 "Path look-up", 2.4). */
import { every, holding, nothing } from './clause.ts';
import type { Clause } from './clause.ts';
import type { Filter } from './condition.ts';
import { dayPattern, momentBefore, readDate, textRanges, textSpan } from './iso-date.ts';
import { isOrdering, ORDER } from './operators.ts';
import type { Ordering } from './operators.ts';

/** Data is never nested deeper than this. */
const MAX_PATH = 80;

const NOT_LIST = { $not: { $type: 'array' } };
/** What a field that is present and not null can be. MongoDB looks into lists; `array` is the list itself. */
const PRESENT = { $type: ['string', 'number', 'bool', 'object', 'array'] };

interface Surroundings {
  /** The stored name of a field. */
  encode: (name: string) => string;
  now: Date;
}

export function dataClause(key: string, filter: Filter, around: Surroundings): Clause {
  const test = (path: string): Clause => testOf(path, filter, around);
  const found = atEither(key, around.encode, test);
  return filter.operator === 'notExists' ? { $nor: [found] } : found;
}

/** Who has the field as a value of this BSON type; `array` stands for objects too. */
export function typed(key: string, type: string, encode: (name: string) => string): Clause {
  return atEither(key, encode, (path) => ({ [path]: type === 'array' ? { $type: ['array', 'object'] } : { $type: type, ...NOT_LIST } }));
}

/** The literal key if there is one, else the path, which leads through objects only. `test` holds for no absent field. */
function atEither(key: string, encode: (name: string) => string, test: (path: string) => Clause): Clause {
  const literal = `data.${encode(key)}`;
  const steps = key.split('.');
  if (steps.length === 1 || steps.length > MAX_PATH) return test(literal);
  const names = steps.map((step) => encode(step));
  // MongoDB would walk through lists as well.
  const through = names.slice(0, -1).map((_, index) => ({ [`data.${names.slice(0, index + 1).join('.')}`]: NOT_LIST }));
  return { $or: [test(literal), every([{ [literal]: { $exists: false } }, ...through, test(`data.${names.join('.')}`)])] };
}

function testOf(path: string, { operator, value, span }: Filter, { encode, now }: Surroundings): Clause {
  if (operator === 'exists' || operator === 'notExists') return { [path]: PRESENT };
  if (operator === 'equals') return equal(path, value, encode);
  if (operator === 'notEquals') return every([{ [path]: PRESENT }, { $nor: [equal(path, value, encode)] }]);
  if (operator === 'contains' || operator === 'notContains') {
    if (typeof value !== 'string') return nothing();
    const found = every([holding(path, value), { [path]: NOT_LIST }]);
    return operator === 'contains' ? found : every([{ [path]: { $type: 'string' } }, { [path]: NOT_LIST }, { $nor: [found] }]);
  }
  if (isOrdering(operator))
    return typeof value === 'number'
      ? every([{ [path]: { [ORDER[operator]]: value } }, { [path]: NOT_LIST }])
      : dated(path, ORDER[operator], readDate(value)!);
  return dated(path, operator === 'within' ? '$gte' : '$lt', momentBefore(now, value as number, span!).getTime());
}

function dated(path: string, order: Ordering, time: number): Clause {
  const forms = textRanges(order, time).map(({ pattern, order: bounded, bound }) => ({ [path]: { [bounded]: bound, $regex: pattern } }));
  const span = textSpan(order, time);
  return every([{ [path]: { [span.order]: span.bound } }, { $or: forms }, { [path]: NOT_LIST }]);
}

function equal(path: string, value: unknown, encode: (name: string) => string): Clause {
  if (typeof value === 'object') return { $expr: same(`$${path}`, value, encode) };
  if (readDate(value) === undefined) return every([{ [path]: { $eq: value } }, { [path]: NOT_LIST }]);
  return every([{ [path]: { $regex: dayPattern((value as string).slice(0, 10)) } }, { [path]: NOT_LIST }]);
}

/** A list or an object equals one with equal parts; the order of an object's names does not matter. */
function same(input: unknown, value: unknown, encode: (name: string) => string): Clause {
  if (typeof value !== 'object' || value === null) return { $eq: [input, { $literal: value }] };
  if (Array.isArray(value)) {
    const list = { $cond: [{ $isArray: input }, input, []] };
    const parts = value.map((part, index) => same({ $arrayElemAt: [list, index] }, part, encode));
    return { $and: [{ $isArray: input }, { $eq: [{ $size: list }, value.length] }, ...parts] };
  }
  const object = { $cond: [{ $eq: [{ $type: input }, 'object'] }, input, {}] };
  const parts = Object.entries(value).map(([name, part]) =>
    same({ $getField: { field: { $literal: encode(name) }, input: object } }, part, encode),
  );
  return {
    $and: [{ $eq: [{ $type: input }, 'object'] }, { $eq: [{ $size: { $objectToArray: object } }, Object.keys(value).length] }, ...parts],
  };
}
