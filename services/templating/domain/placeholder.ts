/** Rendering without an engine: plain placeholders are replaced, all else is literal (decisions "Failure on send"). */
import type { Part } from './compile.ts';
import { lookup } from './lookup.ts';
import { or, print } from './print.ts';

/** Text, in characters (decisions "Limits"). */
export const TEXT_LIMIT = 2_000_000;
/** Memory units of one render; a character of output is one. */
export const MEMORY_LIMIT = 10_000_000;

/** One pass over the parts. When the output reaches its limit, what is left of the placeholders goes out literally. */
export function renderPlaceholders(parts: readonly Part[], scope: unknown, limit: number = MEMORY_LIMIT): string {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else if (text.length >= limit) text += part.source;
    else {
      const value = print(or(part.keys.length === 0 ? undefined : lookup(scope, part.keys), part.fallback));
      text += text.length + value.length > limit ? part.source : value;
    }
  }
  return text;
}
