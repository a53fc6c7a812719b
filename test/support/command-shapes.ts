/** What a command asks of a collection, by the names of its conditions: what mongos would choose shards by. Pure. */

type Fields = Readonly<Record<string, unknown>>;

export interface CommandShape {
  /** Without the prefix that tests put before it. */
  collection: string;
  /** find, aggregate, count, distinct, updateOne, updateMany, deleteOne, deleteMany, findAndModify, insert. */
  kind: string;
  upsert: boolean;
  /** Fields that a document must have one of some values in. */
  equal: readonly string[];
  /** All conditions. */
  asked: readonly string[];
  /** Values that the change gives to fields of documents that are there. */
  sets: readonly string[];
  /** It looks for MARKED_ID: a test asked for that document, and nobody else does. */
  marked?: true;
}

/** No document has this id. */
export const MARKED_ID = '00000000-0000-4000-8000-5ba4d0000000';

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** `{ a: 1 }`, `{ a: { $eq: 1 } }` and `{ a: { $in: [1, 2] } }` name values of `a`; a range or a negation names none. */
function isEquality(condition: unknown): boolean {
  if (!isPlain(condition)) return !(condition instanceof RegExp);
  const operators = Object.keys(condition).filter((key) => key.startsWith('$'));
  return operators.length === 0 || operators.some((key) => key === '$eq' || key === '$in');
}

/** Fields that all documents found have one of some values in: those of every branch of an `$or`. */
export function equalities(filter: unknown): string[] {
  if (!isPlain(filter)) return [];
  const own = Object.entries(filter).flatMap(([key, condition]) => {
    if (key === '$and') return (condition as unknown[]).flatMap(equalities);
    if (key === '$or') {
      const [first = [], ...others] = (condition as unknown[]).map(equalities);
      return first.filter((name) => others.every((names) => names.includes(name)));
    }
    return !key.startsWith('$') && isEquality(condition) ? [key] : [];
  });
  return [...new Set(own)].sort();
}

function conditions(filter: unknown): string[] {
  if (!isPlain(filter)) return [];
  const own = Object.entries(filter).flatMap(([key, condition]) =>
    key === '$and' || key === '$or' ? (condition as unknown[]).flatMap(conditions) : [key],
  );
  return [...new Set(own)].sort();
}

function written(update: unknown): string[] {
  if (Array.isArray(update)) return [...new Set(update.flatMap((stage) => Object.keys(stage.$set ?? stage.$addFields ?? {})))].sort();
  if (!isPlain(update)) return [];
  const operators = Object.entries(update).filter(([key]) => key.startsWith('$') && key !== '$setOnInsert');
  return [...new Set(operators.flatMap(([, fields]) => Object.keys(fields as object)))].sort();
}

interface Statement {
  q: Fields;
  u?: unknown;
  multi?: boolean;
  upsert?: boolean;
  limit?: number;
}

/** What a command of the driver asks; nothing for commands that concern no documents. */
export function shapesOf(name: string, database: string, command: Fields): CommandShape[] {
  const shape = (kind: string, filter: unknown, more: Partial<CommandShape> = {}, of: unknown = command[name]): CommandShape => ({
    collection: `${database.replace(/^posthorn_(?:test_\d+_)?/, '')}.${String(of)}`,
    kind,
    upsert: false,
    equal: equalities(filter),
    asked: conditions(filter),
    sets: [],
    ...more,
  });
  switch (name) {
    case 'find': {
      const isMarked = (command['filter'] as Fields | undefined)?.['_id'] === MARKED_ID;
      return [shape(name, command['filter'], isMarked ? { marked: true } : {})];
    }
    case 'count':
    case 'distinct':
      return [shape(name, command['query'])];
    case 'findAndModify':
      return [shape(name, command['query'], { upsert: command['upsert'] === true, sets: written(command['update']) })];
    case 'insert':
      return [shape(name, {})];
    case 'update':
      return (command['updates'] as Statement[]).map(({ q, u, multi, upsert }) =>
        shape(multi ? 'updateMany' : 'updateOne', q, { upsert: upsert === true, sets: written(u) }),
      );
    case 'delete':
      return (command['deletes'] as Statement[]).map(({ q, limit }) => shape(limit === 1 ? 'deleteOne' : 'deleteMany', q));
    case 'aggregate': {
      if (typeof command['aggregate'] !== 'string') return [];
      const stages = command['pipeline'] as Fields[];
      const matches = stages.slice(
        0,
        stages.findIndex((stage) => !('$match' in stage)) === -1 ? stages.length : stages.findIndex((stage) => !('$match' in stage)),
      );
      const first = shape(name, { $and: matches.map((stage) => stage['$match']) });
      const joined = stages.flatMap((stage) => (stage['$lookup'] ? [(stage['$lookup'] as Fields)['from']] : []));
      return [first, ...joined.map((from) => shape('lookup', {}, {}, from))];
    }
    default:
      return [];
  }
}
