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

const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const LETTER = /[a-z]/i;
const SPACE = new Set(['\t', '\n', '\f', '\r', ' ']);

/** The first index from `at` whose character is in `ends`; the length when there is none. */
function seek(html: string, at: number, ends: ReadonlySet<string>): number {
  let index = at;
  while (index < html.length && !ends.has(html[index]!)) index += 1;
  return index;
}

const NAME_ENDS = new Set([...SPACE, '/', '>']);
const ATTRIBUTE_ENDS = new Set([...NAME_ENDS, '=']);
const UNQUOTED_ENDS = new Set([...SPACE, '>']);

function skipSpace(html: string, at: number): number {
  let index = at;
  while (index < html.length && SPACE.has(html[index]!)) index += 1;
  return index;
}

/** The value from behind the `=`: its span, quotes included; null when its quote is never closed. */
function valueAt(html: string, at: number): Pick<Attribute, 'value' | 'start' | 'end'> | null {
  const start = skipSpace(html, at);
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
    while (at < html.length && (SPACE.has(html[at]!) || html[at] === '/')) at += 1;
    if (at >= html.length) return null;
    if (html[at] === '>') return { attributes, end: at + 1 };
    // A `=` in front belongs to the name.
    const nameEnd = seek(html, at + 1, ATTRIBUTE_ENDS);
    const name = html.slice(at, nameEnd).toLowerCase();
    const next = skipSpace(html, nameEnd);
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

/** Every tag of the text, in order. */
export function* tags(html: string): Generator<Tag> {
  let at = 0;
  for (;;) {
    const start = html.indexOf('<', at);
    if (start < 0) return;
    const closing = html[start + 1] === '/';
    const nameStart = start + (closing ? 2 : 1);
    if (LETTER.test(html[nameStart] ?? '')) {
      const nameEnd = seek(html, nameStart, NAME_ENDS);
      const rest = attributesAt(html, nameEnd);
      if (!rest) return;
      const name = html.slice(nameStart, nameEnd).toLowerCase();
      yield { name, closing, start, ...rest };
      if (!closing && name === 'plaintext') return;
      at = !closing && RAW.has(name) ? rawEnd(html, name, rest.end) : rest.end;
    } else if (html.startsWith('<!--', start)) {
      at = commentEnd(html, start);
    } else if (closing || html[start + 1] === '!' || html[start + 1] === '?') {
      // What is no tag although it begins like one ends with the next `>`.
      const close = html.indexOf('>', start);
      at = close < 0 ? html.length : close + 1;
    } else {
      at = start + 1;
    }
  }
}

/** Puts a piece of markup before the last `</body>`, or at the end. */
export function insertAtEnd(html: string, piece: string): string {
  let at = html.length;
  for (const tag of tags(html)) if (tag.closing && tag.name === 'body') at = tag.start;
  return html.slice(0, at) + piece + html.slice(at);
}
