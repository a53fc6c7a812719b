/** How text travels: 7bit, quoted-printable or base64 (RFC 2045 §6). All breaks of lines become CRLF. */

/** One after the other; texts are ASCII. */
export type Pieces = readonly (string | Buffer)[];

/** Text as it travels: ASCII, each line but the last ended by CRLF. */
export interface Encoded {
  content: Pieces;
  /** DKIM's relaxed body is the same (RFC 6376 §3.4.4). */
  isRelaxed: boolean;
}

export interface Transferred extends Encoded {
  encoding: '7bit' | 'quoted-printable' | 'base64';
}

/** What decides how a text travels. */
interface Measures {
  /** Every line short, printable, and none that a mailbox file would change. */
  isShort: boolean;
  /** Bytes in UTF-8, and those of them that are not ASCII. */
  length: number;
  others: number;
}

/** Whole lines that many texts share, read once: no line's encoding depends on another's. */
export interface Run extends Measures {
  /** From the beginning of a line to a line feed. */
  text: string;
  /** As they travel in 7bit, where they can, and quoted. */
  plain: Encoded;
  quoted: Encoded;
}

/** A text as a whole, or as it is put together; what stands behind a run begins a line. */
export type Text = string | readonly (string | Run)[];

/** RFC 5322 §2.1.1: what lines should keep to. */
const LINE_SHORT = 78;
/** RFC 2045 §6.7: what lines of quoted-printable must keep to. */
const QP_MAX = 76;
/** Above this share of other bytes than ASCII base64 is the shorter one. */
const MOSTLY = 6;

const [TAB, LF, CR, SPACE, EQUALS, F] = [9, 10, 13, 32, 61, 70];
const HEX = Buffer.from('0123456789ABCDEF');
/** Larger texts are seldom, and what they need is not kept. */
const SCRATCH_MAX = 1_048_576;

function hexed(out: Buffer, at: number, byte: number): number {
  out[at] = EQUALS;
  out[at + 1] = HEX[byte >> 4]!;
  out[at + 2] = HEX[byte & 15]!;
  return at + 3;
}

/** @param character of UTF-8 */
const hexedAll = (out: Buffer, at: number, character: string): number =>
  Buffer.from(character, 'utf8').reduce((end, byte) => hexed(out, end, byte), at);

const withLf = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/** One look at each character: a mail that is filled in has several texts, most of them short. @param text its lines ended by LF */
function measured(text: string): Measures {
  let [isPlain, others, lineAt] = [!text.startsWith('From '), 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF) {
      if (at - lineAt > LINE_SHORT || text.startsWith('From ', at + 1)) isPlain = false;
      lineAt = at + 1;
    } else if (code > 0x7f) others += code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3;
    else if (code < SPACE ? code !== TAB : code === 0x7f) isPlain = false;
  }
  const isShort = isPlain && others === 0 && text.length - lineAt <= LINE_SHORT;
  return { isShort, length: others === 0 ? text.length : Buffer.byteLength(text, 'utf8'), others };
}

/** Characters that stand for themselves wherever they are. */
const LITERAL = new Uint8Array(128);
for (let code = 33; code < 127; code += 1) LITERAL[code] = code === EQUALS || code === F ? 0 : 1;

/** What a text becomes is written here first: a mail has several, and most are short. */
let scratch = Buffer.allocUnsafe(16 * 1_024);

/** Three bytes for each one in UTF-8, three for a soft break after each 70 of them. */
function roomFor(text: string): Buffer {
  const most = 3 * text.length;
  const needed = most * 3 + Math.ceil((most * 9) / 70) + 16;
  if (needed <= scratch.length) return scratch;
  const room = Buffer.allocUnsafe(needed);
  if (needed <= SCRATCH_MAX) scratch = room;
  return room;
}

/** Lines of at most 76 characters; no character of the text is cut in two. @param text well-formed, its lines ended by LF */
export function quotedPrintable(text: string): Encoded {
  const out = roomFor(text);
  const { length } = text;
  let [index, at, column, isRelaxed] = [0, 0, 0, true];
  while (index < length) {
    const code = text.charCodeAt(index);
    if (column < QP_MAX - 1 && LITERAL[code] === 1) {
      out[at++] = code;
      column += 1;
      index += 1;
      continue;
    }
    if (code === LF) {
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
      index += 1;
      continue;
    }
    const units = code >= 0xd800 && code < 0xdc00 ? 2 : 1;
    const next = text.charCodeAt(index + units);
    const isLast = index + units === length || next === LF;
    const isBlank = code === SPACE || code === TAB;
    const isLiteral = isBlank ? !isLast : code > SPACE && code < 0x7f && code !== EQUALS;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : units + 2;
    const width = isLiteral ? 1 : 3 * bytes;
    // The last place of a line is for the sign that it goes on.
    if (column + width > (isLast && bytes === 1 ? QP_MAX : QP_MAX - 1)) {
      out[at++] = EQUALS;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
    }
    // A line that begins "From " would be changed by mailbox files.
    if (isLiteral && !(code === F && column === 0 && next === 0x72)) {
      if (isBlank && (code === TAB || out[at - 1] === SPACE)) isRelaxed = false;
      out[at++] = code;
      column += 1;
    } else {
      at = code < 0x80 ? hexed(out, at, code) : hexedAll(out, at, text.slice(index, index + units));
      column += 3 * bytes;
    }
    index += units;
  }
  return { content: [out.toString('latin1', 0, at)], isRelaxed };
}

/** In lines of 76 characters, each with its CRLF. */
export function base64Lines(bytes: Buffer): Buffer {
  const text = bytes.toString('base64');
  const lines = Math.ceil(text.length / 76);
  const out = Buffer.allocUnsafe(text.length + 2 * lines);
  for (let line = 0, at = 0; line < lines; line += 1) {
    at += out.write(text.slice(line * 76, line * 76 + 76), at, 'latin1');
    out[at++] = CR;
    out[at++] = LF;
  }
  return out;
}

/** @param text its lines ended by LF, short and printable */
function plain(text: string): Encoded {
  const content = text.replaceAll('\n', '\r\n');
  // No blanks beside each other, none before the end of a line: most texts are so.
  const isRelaxed = !content.endsWith(' ') && !content.includes('  ') && !content.includes('\t') && !content.includes(' \r\n');
  return { content: [content], isRelaxed };
}

/** What is kept is copied as bytes, sooner than text. */
const kept = ({ content: [text], isRelaxed }: Encoded): Encoded => ({ content: [Buffer.from(text as string, 'latin1')], isRelaxed });

/** @param text from the beginning of a line to a line feed */
export function runOf(text: string): Run {
  const lines = withLf(text.toWellFormed());
  const measures = measured(lines);
  return { text, ...measures, plain: kept(plain(measures.isShort ? lines : '')), quoted: kept(quotedPrintable(lines)) };
}

/** The text as a whole. */
export const wholeText = (text: Text): string =>
  typeof text === 'string' ? text : text.map((part) => (typeof part === 'string' ? part : part.text)).join('');

/** The shortest encoding whose lines every server takes. */
export function transferred(text: Text): Transferred {
  let [isShort, length, others] = [true, 0, 0];
  const parts = (typeof text === 'string' ? [text] : text).map((part) => {
    const lines = typeof part === 'string' ? withLf(part.toWellFormed()) : part;
    const measures = typeof lines === 'string' ? measured(lines) : lines;
    isShort &&= measures.isShort;
    length += measures.length;
    others += measures.others;
    return lines;
  });
  if (!isShort && others * MOSTLY > length) {
    const bytes = Buffer.from(withLf(wholeText(text).toWellFormed()).replaceAll('\n', '\r\n'), 'utf8');
    return { encoding: 'base64', content: [base64Lines(bytes)], isRelaxed: true };
  }
  const encode = isShort ? plain : quotedPrintable;
  const content: (string | Buffer)[] = [];
  let isRelaxed = true;
  for (const part of parts) {
    const encoded = typeof part === 'string' ? encode(part) : isShort ? part.plain : part.quoted;
    content.push(...encoded.content);
    isRelaxed &&= encoded.isRelaxed;
  }
  return { encoding: isShort ? '7bit' : 'quoted-printable', content, isRelaxed };
}
