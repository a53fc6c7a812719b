/** Rendering without an engine: plain placeholders are replaced, all else is literal (contract "Template language: Failure on send"). */
import type { Part } from './compile.ts';
import type { Placeholder } from './expression.ts';
import { lookup } from './lookup.ts';
import { or, print } from './print.ts';

/** Text, in characters (contract "Template language: Limits"). */
export const TEXT_LIMIT = 2_000_000;
/** Memory units of one render; a character of output is one. */
export const MEMORY_LIMIT = 10_000_000;

const valueOf = ({ keys, fallback }: Placeholder, scope: unknown): string =>
  print(or(keys.length === 0 ? undefined : lookup(scope, keys), fallback));

/** A part's text; a placeholder whose value is longer than `room` goes out literally. */
export function renderPart(part: Part, scope: unknown, room: number): string {
  if (typeof part === 'string') return part;
  if (room <= 0) return part.source;
  const value = valueOf(part, scope);
  return value.length > room ? part.source : value;
}

/** One pass over the parts. When the output reaches its limit, what is left of the placeholders goes out literally. */
export function renderPlaceholders(parts: readonly Part[], scope: unknown, limit: number = MEMORY_LIMIT): string {
  let text = '';
  for (const part of parts) text += renderPart(part, scope, limit - text.length);
  return text;
}

export interface Parted {
  /** The text around the placeholders, one more than there are of them. */
  pieces: string[];
  /** Scope by scope, what stands in their places. */
  values: string[][];
}

/** The same for many scopes, in parts; null when the outcome of one of them would meet its limit. */
export function partPlaceholders(parts: readonly Part[], scopes: readonly unknown[], limit: number = MEMORY_LIMIT): Parted | null {
  const pieces = [''];
  const placeholders: Placeholder[] = [];
  for (const part of parts) {
    if (typeof part === 'string') pieces[pieces.length - 1] += part;
    else {
      placeholders.push(part);
      pieces.push('');
    }
  }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const values = scopes.map((scope) => placeholders.map((placeholder) => valueOf(placeholder, scope)));
  return values.every((each) => each.reduce((sum, value) => sum + value.length, length) <= limit) ? { pieces, values } : null;
}
