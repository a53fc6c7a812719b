/**
 * A template's content, worked out once: where its values, links, footer and pixel stand in the document and in the text. Filling it in
 * for a recipient gives what composing the whole would, byte for byte, or null where it cannot be sure to.
 */
import { escaped } from '../domain/links.ts';
import { lastLines } from '../domain/markup.ts';
import type { Run } from '../domain/mime/transfer.ts';
import { runOf } from '../domain/mime/transfer.ts';
import { htmlDocument } from '../domain/document.ts';
import type { Hole, Place } from '../domain/placeholders.ts';
import { fits, placeholder, marked, placesOf, segments } from '../domain/placeholders.ts';
import type { LinkedMail, OwnLinks } from './own-links.ts';
import { TEXT_FROM_MAX, textOf } from './text-alternative.ts';
import type { Content, Dress } from './content.ts';
import { dressed } from './content.ts';

type Segments = readonly (string | Hole)[];

interface Link {
  /** Where it leads; undefined when that depends on a value. */
  target: string | undefined;
  /** The value of its attribute, and the same with its quotes. */
  written: Segments;
  quoted: Segments;
}

/** What is the same for everybody is encoded once, as far as it is whole lines. */
type Lines = readonly (string | Hole | Run)[];

export interface CompiledContent {
  html: Lines;
  text: Lines;
  links: readonly Link[];
  places: readonly Place[];
  hasFooter: boolean;
  /** Characters, values not counted. */
  length: number;
}

/** Placeholders of links are that many. */
const LINKS_MAX = 1_000;

/** The replaced address stands in quotes of ours, which go when the link is left alone. */
const LINK_QUOTES = /"(\uE000l[\uE100-\uF8FF]\uE001)"/g;

/** Fewer characters are as soon encoded as looked up. */
const RUN_LEAST = 64;

const isHole = (part: string | Hole | Run): part is Hole => typeof part !== 'string' && 'kind' in part;

function linesOf(parts: Segments): Lines {
  return parts.flatMap((part, index): Lines => {
    if (typeof part !== 'string') return [part];
    const [from, to] = [index === 0 ? 0 : part.indexOf('\n') + 1, part.lastIndexOf('\n') + 1];
    return to - from < RUN_LEAST ? [part] : [part.slice(0, from), runOf(part.slice(from, to)), part.slice(to)];
  });
}

/** @param pieces of the body, one more than there are values. Null: this template is composed as a whole each time. */
export function compileContent(pieces: readonly string[], dress: Dress, addresses: OwnLinks): CompiledContent | null {
  const body = marked(pieces);
  const places = body === null ? null : placesOf(body);
  // Footer and pixel go where the last lines begin: those must be the same for everybody.
  if (body === null || !places || lastLines(htmlDocument(body)) < 0) return null;
  const links: Link[] = [];
  const { html, readable } = dressed(body, dress, {
    unsubscribe: () => placeholder('u', 0),
    link: (written, quoted) => {
      const parts = segments(written);
      const isFixed = parts.every((part) => typeof part === 'string');
      const target = isFixed ? addresses.targetOf(written) : undefined;
      if (target === null || parts.some((part) => typeof part !== 'string' && part.kind === 'u')) return null;
      links.push({ target, written: parts, quoted: segments(quoted) });
      return placeholder('l', links.length - 1);
    },
    open: () => placeholder('p', 0),
  });
  if (links.length > LINKS_MAX) return null;
  return {
    html: linesOf(segments(html.replace(LINK_QUOTES, '$1'))),
    text: linesOf(segments(textOf(readable))),
    links,
    places,
    hasFooter: dress.footer !== null,
    length: readable.length,
  };
}

function filled(lines: Lines, fill: (hole: Hole) => string): (string | Run)[] {
  const parts: (string | Run)[] = [];
  let text = '';
  for (const part of lines) {
    if (typeof part === 'string') text += part;
    else if (isHole(part)) text += fill(part);
    else {
      if (text !== '') parts.push(text);
      parts.push(part);
      text = '';
    }
  }
  return text === '' ? parts : [...parts, text];
}

export interface Filling {
  mail: LinkedMail;
  values: readonly string[];
  addresses: OwnLinks;
}

/** Null where the whole has to be composed. */
export function filledContent(plan: CompiledContent, { mail, values, addresses }: Filling): Content | null {
  const { places } = plan;
  if (values.length !== places.length || !values.every((value, index) => fits(places[index]!, value))) return null;
  if (values.reduce((sum, value) => sum + value.length, plan.length) > TEXT_FROM_MAX) return null;
  const unsubscribe = plan.hasFooter ? addresses.unsubscribe(mail) : '';
  const valued = (parts: Segments): string => parts.map((part) => (typeof part === 'string' ? part : values[part.index])).join('');

  const link = ({ target, written, quoted }: Link): string => {
    const leadsTo = target ?? addresses.targetOf(valued(written));
    return leadsTo === null ? valued(quoted) : `"${escaped(addresses.click(mail, leadsTo))}"`;
  };
  return {
    html: filled(plan.html, ({ kind, index }) => {
      if (kind === 'v') return values[index]!;
      if (kind === 'l') return link(plan.links[index]!);
      return kind === 'u' ? escaped(unsubscribe) : addresses.open(mail);
    }),
    text: filled(plan.text, ({ kind, index, capitals }) => {
      const value = kind === 'u' ? unsubscribe : values[index]!;
      return capitals ? value.toUpperCase() : value;
    }),
  };
}
