/**
 * Where a template's values stand in its document, and which values can stand there without changing how anything around them is
 * read. A slot is marked by characters of Unicode's private use area, which every step leaves as they are.
 */
import { RAW, tags } from './markup.ts';
import type { Attribute, Tag } from './markup.ts';

const [OPEN, CLOSE, FIRST] = ['\uE000', '\uE001', 0xe100];
const SLOTS_MAX = 1_000;
const PRIVATE = /[\uE000-\uF8FF]/;

/** v: a value; u: the unsubscribe page; l: a link; p: the pixel. Written `V` where the text was put in capitals. */
export type Kind = 'v' | 'u' | 'l' | 'p';

export const placeholder = (kind: Kind, index: number): string => OPEN + kind + String.fromCharCode(FIRST + index) + CLOSE;

export interface Hole {
  kind: Kind;
  index: number;
  capitals: boolean;
}

const HOLES = /\uE000([vulp])([\uE100-\uF8FF])\uE001/gi;

/** Text and holes, in order. */
export function segments(text: string): (string | Hole)[] {
  const found: (string | Hole)[] = [];
  let at = 0;
  for (const { 0: whole, 1: letter, 2: code, index } of text.matchAll(HOLES)) {
    const kind = letter!.toLowerCase() as Kind;
    found.push(text.slice(at, index), { kind, index: code!.charCodeAt(0) - FIRST, capitals: letter !== kind });
    at = index + whole.length;
  }
  return [...found, text.slice(at)].filter((piece) => piece !== '');
}

/** The body with its slots marked; null when the marks could be mistaken. */
export function marked(pieces: readonly string[]): string | null {
  if (pieces.length > SLOTS_MAX || pieces.some((piece) => PRIVATE.test(piece))) return null;
  return pieces.map((piece, index) => (index === 0 ? piece : placeholder('v', index - 1) + piece)).join('');
}

/** Words kept apart by single blanks: nothing that begins a tag or an entity, or that reading as HTML would take away. */
const WORDS = /^[^\s\p{Cc}\p{Cs}\p{Co}\u200b<>&]+(?: [^\s\p{Cc}\p{Cs}\p{Co}\u200b<>&]+)*$/u;
const IN_QUOTES = /^[^\s\p{Cc}\p{Cs}\p{Co}\u200b<>&"'`]+$/u;
const HTTP = /^https?:\/\//i;

export type Place = 'text' | 'attribute' | 'address';

/** Whether the value may be filled in; any other mail is composed as a whole. */
export function fits(place: Place, value: string): boolean {
  if (place === 'text') return WORDS.test(value);
  return IN_QUOTES.test(value) && (place === 'attribute' || HTTP.test(value));
}

/** Attributes that say nothing about how the rest is read. */
const HARMLESS = new Set(['href', 'src', 'alt', 'title', 'style', 'class', 'id', 'width', 'height', 'align', 'bgcolor', 'color', 'border']);
/** An entity that what follows could complete. */
const OPEN_ENTITY = /&[#\w]*$/;

function placeInTag({ attributes }: Tag, body: string, at: number): Place | null {
  const inside = ({ start, end }: Attribute) => start < at && at < end;
  const attribute = attributes.find(inside);
  if (!attribute || !HARMLESS.has(attribute.name) || !/["']/.test(body[attribute.start]!)) return null;
  if (OPEN_ENTITY.test(body.slice(Math.max(attribute.start + 1, at - 40), at))) return null;
  const before = body.slice(attribute.start + 1, Math.min(at, attribute.start + 10));
  return attribute.name === 'href' && !HTTP.test(before) ? 'address' : 'attribute';
}

/** The place of each slot of a marked body, in order; null when one of them is nowhere safe. */
export function placesOf(body: string): Place[] | null {
  const slots = [...body.matchAll(HOLES)].map(({ index }) => index);
  const places: Place[] = [];
  let textFrom = 0;
  // What is in a script or a style is not read as text: left to whoever composes the whole.
  let isRaw = false;
  const textUpTo = (end: number): boolean => {
    for (let at = slots[places.length]; at !== undefined && at < end; at = slots[places.length]) {
      const before = body.slice(textFrom, at);
      if (isRaw || before.includes('<') || OPEN_ENTITY.test(before.slice(-40))) return false;
      places.push('text');
      textFrom = at;
    }
    return true;
  };
  for (const tag of tags(body)) {
    if (!textUpTo(tag.start)) return null;
    for (let at = slots[places.length]; at !== undefined && at < tag.end; at = slots[places.length]) {
      const place = placeInTag(tag, body, at);
      if (!place) return null;
      places.push(place);
    }
    textFrom = tag.end;
    isRaw = !tag.closing && RAW.has(tag.name) && tag.name !== 'title';
  }
  return textUpTo(body.length) ? places : null;
}
