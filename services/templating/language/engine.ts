/** The set-up of LiquidJS: the only place that knows it (contract "Template language"). */
import { Context, Drop, Liquid, TagToken, toValue } from 'liquidjs';
import type { FilterImplOptions, Template } from 'liquidjs';
import { OR_FILTER } from '../domain/expression.ts';
import { answers, lookup } from '../domain/lookup.ts';
import type { Key } from '../domain/lookup.ts';
import { MEMORY_LIMIT, TEXT_LIMIT } from '../domain/placeholder.ts';
import { or, print } from '../domain/print.ts';
import { REFUSED_TAGS } from '../domain/tag.ts';

/** Filters of LiquidJS that would run a value as an expression. */
const EVALUATING_FILTERS = ['where_exp', 'reject_exp', 'group_by_exp', 'find_exp', 'find_index_exp', 'has_exp'];

/** Room for what the rewriting adds to a text of the full length. */
const PARSE_LIMIT = TEXT_LIMIT * 8;

type FilterThis = { context: Context };

/** Output counts as memory: a loop that prints without end stops at the same limit. */
function printed(this: FilterThis, value: unknown): string {
  const text = print(value instanceof Drop ? toValue(value) : value);
  this.context.memoryLimit.use(text.length);
  return text;
}

/** Liquid's rule, without the truth rule of `if`: 0 is a value. */
// oxlint-disable-next-line max-params -- Liquid's filter, with its `this`
function defaulted(this: FilterThis, value: unknown, fallback: unknown, ...options: [string, unknown][]): unknown {
  const plain: unknown = toValue(value);
  const kept = plain === false && options.some(([name, allowed]) => name === 'allow_false' && allowed === true);
  const empty = plain === undefined || plain === null || plain === false || plain === '' || (Array.isArray(plain) && plain.length === 0);
  return empty && !kept ? fallback : plain;
}

function key(value: unknown): Key {
  const plain = toValue(value) as unknown;
  return typeof plain === 'number' || typeof plain === 'string' ? plain : print(plain);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** LiquidJS's context with Posthorn's way of reading names: own properties only, literal dotted keys first. */
class PathContext extends Context {
  /** Called by LiquidJS for every variable. The innermost scope that knows the name answers. */
  override *_get(paths: unknown[]): IterableIterator<unknown> {
    const keys = paths.map(key);
    // Declared private, yet the only way to the variables of loops and assignments.
    const { scopes } = this as unknown as { scopes: object[] };
    const scope = scopes.findLast((each) => answers(each, keys)) ?? this.environments;
    return yield this._getFromScope(scope, keys);
  }

  /** Called for paths that begin at a value: `"text".size`, and by filters such as `map`. */
  override *_getFromScope(scope: unknown, paths: unknown[] | string): IterableIterator<unknown> {
    const keys = typeof paths === 'string' ? paths.split('.') : paths.map(key);
    const head = isObject(scope) && keys.length > 1 ? lookup(scope, keys.slice(0, 1)) : undefined;
    // Drops are LiquidJS's own objects (forloop, nil): they have methods, our data has none.
    if (scope instanceof Drop) return yield super._getFromScope(scope, keys as string[], false);
    if (head instanceof Drop) return yield super._getFromScope(head, keys.slice(1) as string[], false);
    return lookup(scope, keys);
  }

  override spawn(scope: object = {}): Context {
    const { sync, globals, strictVariables, ownPropertyOnly, renderLimit, memoryLimit, liquid } = this;
    return new PathContext(scope, this.opts, { sync, globals, strictVariables, ownPropertyOnly }, { renderLimit, memoryLimit, liquid });
  }
}

/**
 * An engine. `strict`: unknown filters are errors (on save); otherwise they are skipped (on send).
 * Neither reads files; refused tags print nothing.
 */
export function createEngine({ strict, renderLimit = Infinity }: { strict: boolean; renderLimit?: number }): Liquid {
  const engine = new Liquid({
    jsTruthy: true,
    ownPropertyOnly: true,
    strictFilters: strict,
    strictVariables: false,
    // `??` is written as a group with a filter, so that it binds tighter than any operator.
    groupedExpressions: true,
    templates: {},
    timezoneOffset: 0,
    locale: 'en-US',
    outputEscape: printed,
    parseLimit: PARSE_LIMIT,
    memoryLimit: MEMORY_LIMIT,
    renderLimit,
  });
  for (const name of EVALUATING_FILTERS) engine.unregisterFilter(name);
  engine.registerFilter(OR_FILTER, (value: unknown, fallback: unknown) => or(value instanceof Drop ? toValue(value) : value, fallback));
  engine.registerFilter('default', defaulted as FilterImplOptions);
  // LiquidJS's own `raw` would go round `printed`.
  engine.registerFilter('raw', (value: unknown) => value);
  delete engine.tags['block'];
  for (const name of REFUSED_TAGS) engine.registerTag(name, { parse(_token: TagToken) {}, render: () => '' });
  return engine;
}

/** Renders one scope. A fresh context each time: nothing assigned outlives it. Throws what LiquidJS throws. */
export function run(engine: Liquid, templates: Template[], scope: object): string {
  const context = new PathContext(scope, engine.options, { sync: true }, { liquid: engine });
  const text = engine.renderSync(templates, context) as string;
  if (text.length > MEMORY_LIMIT) throw new Error('output limit exceeded');
  return text;
}
