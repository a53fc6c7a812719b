/** Variable names as people write them, `first name`, `items[0]`, `a.b`, and their form in Liquid. */
import type { Key } from './lookup.ts';
import { quoteEnd } from './lex.ts';

/** A key known from the source, or the source of a variable that holds it. */
export type Segment = { readonly key: Key } | { readonly variable: string };

const IDENTIFIER = /^[A-Za-z_][\w-]*$/;
/** Words that Liquid reads as something else than a variable. */
const TAKEN = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank', 'and', 'or', 'not', 'contains']);

/** Text as a Liquid literal. */
export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');

function bracketed(inner: string): Segment {
  const text = inner.trim();
  if (/^-?\d+$/.test(text)) return { key: Number(text) };
  if ((text.startsWith('"') || text.startsWith("'")) && quoteEnd(text, 0) === text.length && !text.includes('\\'))
    return { key: text.slice(1, -1) };
  return { variable: text };
}

function closing(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === ']') return i;
    if (text[i] === '"' || text[i] === "'") {
      const end = quoteEnd(text, i);
      if (end === -1) return -1;
      i = end - 1;
    } else if (text[i] === '[') {
      i = closing(text, i);
      if (i === -1) return -1;
    }
  }
  return -1;
}

/** `profile.first name[0]` → its segments. Runs of blanks inside a name count as one. */
export function parsePath(text: string): Segment[] {
  const segments: Segment[] = [];
  let name = '';
  // Behind a bracket stands a dot, a bracket or nothing: no empty name belongs there.
  let afterBracket = false;
  const flush = () => {
    if (!(afterBracket && name.trim() === '')) segments.push({ key: tidy(name) });
    name = '';
    afterBracket = false;
  };
  for (let i = 0; i < text.length; i++) {
    const end = text[i] === '[' ? closing(text, i) : -1;
    if (end !== -1) {
      if (name.trim() !== '') flush();
      name = '';
      segments.push(bracketed(text.slice(i + 1, end)));
      afterBracket = true;
      i = end;
    } else if (text[i] === '.') flush();
    else name += text[i];
  }
  flush();
  return segments;
}

/** Segments → a path that LiquidJS reads. `inner` writes the variables inside brackets. */
export function liquidPath(segments: readonly Segment[], inner: (text: string) => string): string {
  return segments
    .map((segment, index) => {
      if ('variable' in segment) return `[${inner(segment.variable)}]`;
      const { key } = segment;
      if (typeof key === 'number') return `[${key}]`;
      if (!IDENTIFIER.test(key) || (index === 0 && TAKEN.has(key))) return `[${quote(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join('');
}

/** The keys of a path without variables in it, else undefined. */
export function staticKeys(segments: readonly Segment[]): Key[] | undefined {
  const keys = segments.flatMap((segment) => ('key' in segment ? [segment.key] : []));
  return keys.length === segments.length ? keys : undefined;
}
