/**
 * HTML as far as rewriting needs it: where tags and their attributes lie, by the tokenizer of the HTML standard. Comments, scripts,
 * styles and other raw text hold no tags. Linear in the length of the text; nothing is built, nothing is repaired.
 */

export interface Attribute {
  /** In lower case. */
  name: string;
  /** As written, without quotes; empty when there is none. */
  value: string;
  /** Of the value and its quotes; `start` is `end` when there is no value. */
  start: number;
  end: number;
}

export interface Tag {
  /** In lower case. */
  name: string;
  closing: boolean;
  /** Of the whole tag, from `<` to behind `>`. */
  start: number;
  end: number;
  attributes: Attribute[];
}

/** Elements whose content is text to the end of their own tag. */
export const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const LETTER = /[a-z]/i;

/** Kinds of characters as bits, by code: every mail is read with these. */
const [SPACE, SLASH, CLOSE, EQUALS] = [1, 2, 4, 8];
const KINDS = new Uint8Array(128);
for (const character of '\t\n\f\r ') KINDS[character.charCodeAt(0)] = SPACE;
for (const [character, kind] of [
  ['/', SLASH],
  ['>', CLOSE],
  ['=', EQUALS],
] as const)
  KINDS[character.charCodeAt(0)] = kind;

/** NaN, behind the end, is of no kind. */
const kindAt = (html: string, at: number): number => KINDS[html.charCodeAt(at)] ?? 0;

/** The first index from `at` whose character is of one of the kinds; the length when there is none. */
function seek(html: string, at: number, kinds: number): number {
  let index = at;
  while (index < html.length && (kindAt(html, index) & kinds) === 0) index += 1;
  return index;
}

/** The first index from `at` whose character is of none of the kinds. */
function skip(html: string, at: number, kinds: number): number {
  let index = at;
  while ((kindAt(html, index) & kinds) !== 0) index += 1;
  return index;
}

const NAME_ENDS = SPACE | SLASH | CLOSE;
const ATTRIBUTE_ENDS = NAME_ENDS | EQUALS;
const UNQUOTED_ENDS = SPACE | CLOSE;

/** The value from behind the `=`: its span, quotes included; null when its quote is never closed. */
function valueAt(html: string, at: number): Pick<Attribute, 'value' | 'start' | 'end'> | null {
  const start = skip(html, at, SPACE);
  const quote = html[start];
  if (quote === '"' || quote === "'") {
    const close = html.indexOf(quote, start + 1);
    return close < 0 ? null : { value: html.slice(start + 1, close), start, end: close + 1 };
  }
  const end = seek(html, start, UNQUOTED_ENDS);
  return { value: html.slice(start, end), start, end };
}

/** Attributes from behind the tag's name; null when the text ends before the tag does. */
function attributesAt(html: string, from: number): { attributes: Attribute[]; end: number } | null {
  const attributes: Attribute[] = [];
  let at = from;
  for (;;) {
    at = skip(html, at, SPACE | SLASH);
    if (at >= html.length) return null;
    if (html[at] === '>') return { attributes, end: at + 1 };
    // A `=` in front belongs to the name.
    const nameEnd = seek(html, at + 1, ATTRIBUTE_ENDS);
    const name = html.slice(at, nameEnd).toLowerCase();
    const next = skip(html, nameEnd, SPACE);
    if (html[next] === '=') {
      const value = valueAt(html, next + 1);
      if (!value) return null;
      attributes.push({ name, ...value });
      at = value.end;
    } else {
      attributes.push({ name, value: '', start: nameEnd, end: nameEnd });
      at = nameEnd;
    }
  }
}

/** Behind the comment that starts at `at`. */
function commentEnd(html: string, at: number): number {
  const body = at + '<!--'.length;
  if (html[body] === '>') return body + 1;
  if (html.startsWith('->', body)) return body + 2;
  const close = /--!?>/g;
  close.lastIndex = body;
  return close.exec(html) ? close.lastIndex : html.length;
}

/** Where the end tag of raw text begins; the length when there is none. */
function rawEnd(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}

export interface TextToken {
  /** As written, entities and all. */
  text: string;
}

/** Tags and the text between them, in order; comments are neither. */
export function* tokens(html: string): Generator<Tag | TextToken> {
  /** Where the text begins that was not yielded yet. */
  let from = 0;
  let at = 0;
  for (;;) {
    const start = html.indexOf('<', at);
    if (start < 0) break;
    const closing = html[start + 1] === '/';
    const nameStart = start + (closing ? 2 : 1);
    if (LETTER.test(html[nameStart] ?? '')) {
      const nameEnd = seek(html, nameStart, NAME_ENDS);
      const rest = attributesAt(html, nameEnd);
      if (start > from) yield { text: html.slice(from, start) };
      // The document ends inside the tag.
      if (!rest) return;
      const name = html.slice(nameStart, nameEnd).toLowerCase();
      yield { name, closing, start, ...rest };
      from = rest.end;
      if (!closing && name === 'plaintext') break;
      at = !closing && RAW.has(name) ? rawEnd(html, name, rest.end) : rest.end;
    } else if (html.startsWith('<!--', start) || closing || html[start + 1] === '!' || html[start + 1] === '?') {
      if (start > from) yield { text: html.slice(from, start) };
      at = html.startsWith('<!--', start) ? commentEnd(html, start) : bogusEnd(html, start);
      from = at;
    } else {
      at = start + 1;
    }
  }
  if (from < html.length) yield { text: html.slice(from) };
}

/** What is no tag although it begins like one ends with the next `>`. */
function bogusEnd(html: string, start: number): number {
  const close = html.indexOf('>', start);
  return close < 0 ? html.length : close + 1;
}

/** Every tag of the text, in order. */
export function* tags(html: string): Generator<Tag> {
  for (const token of tokens(html)) if ('name' in token) yield token;
}

/** How nearly every document ends. In an unclosed comment or script it would be none, but then nothing behind it is seen either. */
const LAST_LINES = /<\/body\s*>\s*(?:<\/html\s*>\s*)?$/i;
const LAST_LINES_MAX = 100;

/** Where the usual last lines begin; -1 when a document ends in another way. */
export function lastLines(html: string): number {
  const from = Math.max(0, html.length - LAST_LINES_MAX);
  const usual = html.slice(from).search(LAST_LINES);
  return usual < 0 ? -1 : from + usual;
}

function bodyEnd(html: string): number {
  const usual = lastLines(html);
  if (usual >= 0) return usual;
  let at = html.length;
  for (const tag of tags(html)) if (tag.closing && tag.name === 'body') at = tag.start;
  return at;
}

/** Puts a piece of markup before the last `</body>`, or at the end. */
export function insertAtEnd(html: string, piece: string): string {
  const at = bodyEnd(html);
  return html.slice(0, at) + piece + html.slice(at);
}
