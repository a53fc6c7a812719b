/** Reading a scope by a path: own properties only, the literal dotted key before the path (contract "Template language: Look-up"). */

export type Key = string | number;

const own = (target: object, key: string): boolean => Object.prototype.hasOwnProperty.call(target, key);

/** Longer paths are read as the whole literal key or step by step, not in every mixture of both. */
const MIXED_PATH_LIMIT = 16;

function step(target: unknown, key: Key): unknown {
  if (typeof target === 'string') return key === 'size' ? target.length : undefined;
  if (typeof target !== 'object' || target === null) return undefined;
  if (Array.isArray(target)) {
    if (typeof key === 'number' && key < 0) return target.at(key);
    if (key === 'size') return target.length;
    if (key === 'first') return target[0];
    if (key === 'last') return target.at(-1);
  }
  const name = String(key);
  return own(target, name) ? (target as Record<string, unknown>)[name] : undefined;
}

/**
 * The value at `path` in `target`, undefined when there is none. `a.b` is the key "a.b" if there is one, else `b` of `a`;
 * for longer paths the longest literal key wins at each level. Arrays know `size`, `first`, `last` and negative indexes,
 * texts know `size`. Nothing inherited is ever read.
 */
export function lookup(target: unknown, path: readonly Key[]): unknown {
  if (path.length === 0) return target;
  if (path.length === 1) return step(target, path[0]!);
  if (typeof target === 'object' && target !== null) {
    const most =
      path.length > MIXED_PATH_LIMIT ? [path.length] : Array.from({ length: path.length - 1 }, (_, taken) => path.length - taken);
    for (const taken of most) {
      const literal = path.slice(0, taken).join('.');
      if (!own(target, literal)) continue;
      const found = lookup((target as Record<string, unknown>)[literal], path.slice(taken));
      if (found !== undefined) return found;
    }
  }
  const next = step(target, path[0]!);
  return next === undefined ? next : lookup(next, path.slice(1));
}

/** True when `target` has a key that `path` could begin with: then this scope answers for the whole path. */
export function answers(target: object, path: readonly Key[]): boolean {
  if (path.length === 1) return own(target, String(path[0]));
  const most = path.length > MIXED_PATH_LIMIT ? [1, path.length] : Array.from({ length: path.length }, (_, index) => index + 1);
  return most.some((taken) => own(target, path.slice(0, taken).join('.')));
}
