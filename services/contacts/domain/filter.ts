/**
 * Filters over contacts that other services compile. They arrive as plain data, so only what is listed here reaches the database as an
 * operator; everything else is a value.
 */
import { fault } from '#kit/errors.ts';

type Plain = Record<string, unknown>;

const JOINING: ReadonlySet<string> = new Set(['$and', '$or', '$nor']);
const COMPARING: ReadonlySet<string> = new Set([
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$exists',
  '$type',
  '$size',
  '$regex',
  '$options',
]);
const CORE: ReadonlySet<string> = new Set(['_id', 'email', 'subscribed', 'createdAt', 'updatedAt', 'segments']);
/** Ten levels of a condition tree, each of a few operators. */
const MAX_DEPTH = 64;

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function refuse(message: string): never {
  throw fault('BAD_REQUEST', { message: `Invalid filter: ${message}`, details: { field: 'filter' } });
}

const SENT_MAIL = /"(?:seen\.email%2E(?:sent|delivery)|mail\.[^"]*\.(?:sent|delivered))"/;

/** Whether a filter asks when mails were sent or delivered. */
export const asksForSentMail = (filter: object): boolean => SENT_MAIL.test(JSON.stringify(filter));

/** Plain data → a MongoDB query; faults BAD_REQUEST for whatever is not a filter as `StreamAudienceRequest` describes it. */
export function readFilter(sent: unknown, depth = 0): Plain {
  if (!isObject(sent)) refuse('it is no object');
  if (depth > MAX_DEPTH) refuse('it is nested too deep');
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (JOINING.has(name)) {
        if (!Array.isArray(value) || value.length === 0) refuse(`${name} needs a list`);
        return [name, value.map((part) => readFilter(part, depth + 1))];
      }
      if (name === '$expr') return isExpression(value) ? [name, value] : refuse('$expr holds what no expression may');
      if (!CORE.has(name) && !/^(?:data|seen|mail)\../s.test(name)) refuse(`${name} is neither a field nor an operator`);
      return [name, readTest(value, depth + 1)];
    }),
  );
}

/** What a field is held against: operators, or a value to equal. */
function readTest(sent: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) refuse('it is nested too deep');
  if (!isObject(sent) || '$date' in sent || !Object.keys(sent).some((name) => name.startsWith('$'))) return readValue(sent, depth);
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (name === '$not') return [name, readTest(value, depth + 1)];
      if (!COMPARING.has(name)) refuse(`${name} is no operator`);
      if ((name === '$regex' || name === '$options') && typeof value !== 'string') refuse(`${name} needs a text`);
      return [name, readValue(value, depth + 1)];
    }),
  );
}

function readValue(sent: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) refuse('it is nested too deep');
  if (Array.isArray(sent)) return sent.map((item) => readValue(item, depth + 1));
  if (!isObject(sent)) return sent;
  if ('$date' in sent) {
    const date = new Date(sent['$date'] as string);
    if (Object.keys(sent).length > 1 || typeof sent['$date'] !== 'string' || Number.isNaN(date.getTime()))
      refuse('$date needs an ISO 8601 text');
    return date;
  }
  for (const name of Object.keys(sent)) if (name.startsWith('$')) refuse(`${name} stands in a value`);
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, readValue(value, depth + 1)]));
}

// The few expressions a compiled filter needs to compare lists and objects; whatever else could run stays outside.
const TAKES_LIST: ReadonlySet<string> = new Set(['$and', '$eq', '$cond', '$arrayElemAt']);
const TAKES_ONE: ReadonlySet<string> = new Set(['$isArray', '$size', '$type', '$objectToArray']);

const isPath = (value: unknown): boolean => typeof value === 'string' && /^\$data\.[^$]/.test(value);
const isLiteral = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).join() === '$literal' && (typeof value['$literal'] !== 'object' || value['$literal'] === null);

/** True for one operator over paths into `data`, numbers, empty lists and objects, literals, and expressions of the same kind. */
export function isExpression(sent: unknown, depth = 0): boolean {
  if (!isObject(sent) || depth > MAX_DEPTH) return false;
  const [[name, argument] = ['', undefined], ...more] = Object.entries(sent);
  if (more.length > 0) return false;
  if (TAKES_LIST.has(name)) return Array.isArray(argument) && argument.every((part) => isOperand(part, depth + 1));
  if (TAKES_ONE.has(name)) return isOperand(argument, depth + 1);
  if (name === '$getField')
    return (
      isObject(argument) &&
      Object.keys(argument).sort().join() === 'field,input' &&
      isLiteral(argument['field']) &&
      isOperand(argument['input'], depth + 1)
    );
  return isLiteral(sent);
}

function isOperand(part: unknown, depth: number): boolean {
  if (typeof part === 'number' || isPath(part)) return true;
  if (typeof part === 'string') return !part.startsWith('$');
  if (Array.isArray(part)) return part.length === 0;
  return isObject(part) && (Object.keys(part).length === 0 || isExpression(part, depth));
}
