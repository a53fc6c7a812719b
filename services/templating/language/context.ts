/** LiquidJS's context with Posthorn's way of reading names: own properties only, literal dotted keys first. */
import { Context, Drop, toValue } from 'liquidjs';
import type { Key } from '../domain/lookup.ts';
import { answers, lookup } from '../domain/lookup.ts';
import { print } from '../domain/print.ts';

function key(value: unknown): Key {
  const plain = toValue(value) as unknown;
  return typeof plain === 'number' || typeof plain === 'string' ? plain : print(plain);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export class PathContext extends Context {
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
