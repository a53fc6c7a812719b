/**
 * The text alternative of an HTML document (contract "Send pipeline: HTML"): one pass over its tokens, linear in its length whatever it
 * nests. Blocks become paragraphs, links `text [address]`, headings capitals, lists and quotations indented lines; pictures are left out.
 */
import { decode } from 'html-entities';
import type { Tag } from '../domain/markup.ts';
import { tokens } from '../domain/markup.ts';

/** More than a template may make (contract "Template language: Limits"); reading more would hold up other mail. */
export const TEXT_FROM_MAX = 2_000_000;

/** Line breaks around a block's content: 1 begins a line, 2 leaves an empty one. */
const BLOCKS = new Map<string, number>([
  ...['p', 'pre', 'table', 'h4', 'h5', 'h6', 'blockquote', 'hr'].map((name): [string, number] => [name, 2]),
  ...['h1', 'h2', 'h3'].map((name): [string, number] => [name, 3]),
  ...(
    'address article aside body center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup html ' +
    'legend main nav option section summary tbody tfoot thead tr'
  )
    .split(' ')
    .map((name): [string, number] => [name, 1]),
]);
const HEADING = /^h[1-6]$/;
/** What they hold is not shown. */
const HIDDEN = new Set(['script', 'style', 'title', 'iframe', 'noembed', 'noframes', 'xmp']);
const NESTING = new Set(['ul', 'ol', 'li', 'blockquote']);
const BLANKS = /[ \t\r\n\f\u200b]+/g;
const RULE = '-'.repeat(40);
/** Lists and quotations nested deeper are laid out by nobody: such a document's text is its words. */
const DEPTH_MAX = 100;
/** A line's indentation grows no further. */
const INDENT_MAX = 40;

interface Frame {
  name: string;
  /** Of each line inside. */
  prefix: string;
  /** The number of the next item. */
  next: number;
}

class TextLayout {
  readonly #out: string[] = [];
  readonly #frames: Frame[] = [];
  /** Open frames by name, so that a stray end tag is known without a search. */
  readonly #open = new Map<string, number>();
  /** Line breaks before the next text. */
  #breaks = 0;
  #blank = false;
  /** In place of the prefix before the next text: an item's bullet. */
  #marker: string | undefined;
  #isHeading = false;
  #pre = 0;
  #href: string | undefined;
  /** Tag whose text is not shown. */
  #hidden = false;
  isTooDeep = false;

  text(raw: string): void {
    if (this.#hidden) return;
    const decoded = decode(raw);
    const text = this.#isHeading ? decoded.toUpperCase() : decoded;
    if (this.#pre > 0) return this.#preformatted(text);
    const words = text.replace(BLANKS, ' ');
    if (words === '') return;
    this.#blank ||= words.startsWith(' ');
    const trimmed = words.slice(words.startsWith(' ') ? 1 : 0, words.length > 1 && words.endsWith(' ') ? -1 : undefined);
    if (trimmed !== '') this.#put(trimmed);
    this.#blank ||= words.endsWith(' ');
  }

  tag({ name, closing, attributes }: Tag): void {
    this.#hidden = !closing && HIDDEN.has(name);
    if (HEADING.test(name)) this.#isHeading = !closing;
    if (name === 'br') this.#breaks += 1;
    else if (name === 'a') this.#link(closing ? undefined : attributes.find((one) => one.name === 'href')?.value);
    else if (name === 'td' || name === 'th') this.#blank = true;
    else if (NESTING.has(name)) this.#nest(name, closing, attributes.find((one) => one.name === 'start')?.value);
    else {
      const breaks = BLOCKS.get(name);
      if (breaks !== undefined) this.#break(closing ? Math.min(breaks, 2) : breaks);
      if (name === 'pre') this.#pre = Math.max(0, this.#pre + (closing ? -1 : 1));
      if (name === 'hr') {
        this.#put(RULE);
        this.#break(2);
      }
    }
  }

  end(): string {
    this.#link(undefined);
    return this.#out.join('');
  }

  #break(count: number): void {
    this.#breaks = Math.max(this.#breaks, count);
    this.#blank = false;
  }

  get #prefix(): string {
    return this.#frames.at(-1)?.prefix ?? '';
  }

  /** Text without line breaks, behind what is due before it. */
  #put(text: string): void {
    const isFirst = this.#out.length === 0;
    if (isFirst || this.#breaks > 0) {
      if (!isFirst) this.#out.push('\n'.repeat(this.#breaks));
      this.#out.push(this.#marker ?? this.#prefix);
      this.#marker = undefined;
    } else if (this.#marker !== undefined) {
      this.#out.push('\n', this.#marker);
      this.#marker = undefined;
    } else if (this.#blank) this.#out.push(' ');
    this.#breaks = 0;
    this.#blank = false;
    this.#out.push(text);
  }

  #preformatted(text: string): void {
    text.split(/\r\n|\r|\n/).forEach((line, index) => {
      if (index > 0) this.#breaks += 1;
      if (line !== '') this.#put(line);
    });
  }

  /** Ends the link that is open and begins the next. */
  #link(written: string | undefined): void {
    if (this.#href !== undefined) {
      this.#blank = true;
      this.#put(`[${this.#href}]`);
    }
    const href = written === undefined ? '' : decode(written, { scope: 'attribute' }).trim();
    this.#href = href === '' || href.startsWith('#') ? undefined : href.replace(/^mailto:/i, '');
  }

  #nest(name: string, closing: boolean, start: string | undefined): void {
    if (name === 'blockquote') this.#break(2);
    else if (name === 'li') this.#break(1);
    else this.#break((this.#open.get('ul') ?? 0) + (this.#open.get('ol') ?? 0) > (closing ? 1 : 0) ? 1 : 2);
    if (closing) return this.#leave(name);
    // An item ends the one before it in its list.
    if (name === 'li' && this.#frames.at(-1)?.name === 'li') this.#leave('li');
    this.isTooDeep ||= this.#frames.length >= DEPTH_MAX;
    if (this.isTooDeep) return;
    const list = this.#frames.at(-1);
    const outer = this.#prefix;
    if (name === 'li') {
      const bullet = list?.name === 'ol' ? ` ${list.next++}. ` : ' * ';
      this.#marker = outer + bullet;
      this.#enter(name, outer + ' '.repeat(bullet.length), 1);
    } else this.#enter(name, name === 'blockquote' ? `${outer}> ` : outer, Number.parseInt(start ?? '1', 10) || 1);
  }

  #enter(name: string, prefix: string, next: number): void {
    this.#frames.push({ name, prefix: prefix.length > INDENT_MAX ? this.#prefix : prefix, next });
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
  }

  /** Ends frames up to the one named, which an end tag without a start does not find. */
  #leave(name: string): void {
    if (!this.#open.get(name)) return;
    for (let frame = this.#frames.pop(); frame; frame = this.#frames.pop()) {
      this.#open.set(frame.name, this.#open.get(frame.name)! - 1);
      if (frame.name === 'li') this.#marker = undefined;
      if (frame.name === name) return;
    }
  }
}

/** Its words, one blank between them. */
function withoutTags(html: string): string {
  const texts: string[] = [];
  for (const token of tokens(html)) if ('text' in token) texts.push(token.text);
  return decode(texts.join(' ')).replace(BLANKS, ' ').trim();
}

/**
 * What cannot be laid out within the limits is the HTML without its tags.
 * @param document with links as the sender wrote them
 */
export function textOf(document: string): string {
  const html = document.slice(0, TEXT_FROM_MAX);
  const layout = new TextLayout();
  for (const token of tokens(html)) {
    if ('text' in token) layout.text(token.text);
    else layout.tag(token);
    if (layout.isTooDeep) return withoutTags(html);
  }
  return layout.end();
}
