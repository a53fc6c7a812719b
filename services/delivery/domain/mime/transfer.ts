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

/** Whole lines that many texts share, read once: no line's encoding depends on another's. */
export interface Run {
  /** From the beginning of a line to a line feed. */
  text: string;
  isShort: boolean;
  /** Bytes in UTF-8, and those of them that are not ASCII. */
  length: number;
  others: number;
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

const withLf = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/** Every line short, printable, and none that a mailbox file would change. */
function isShort(text: string): boolean {
  const lines = withLf(text);
  for (let from = 0; from <= lines.length;) {
    const found = lines.indexOf('\n', from);
    const end = found < 0 ? lines.length : found;
    if (end - from > LINE_SHORT || lines.startsWith('From ', from)) return false;
    from = end + 1;
  }
  return !/[^\t\n -~]/.test(lines);
}

/** Printable bytes that stand for themselves. */
const LITERAL = new Uint8Array(256);
for (let byte = 33; byte < 127; byte += 1) LITERAL[byte] = byte === EQUALS ? 0 : 1;

/** Bytes of one UTF-8 character, by its first. */
const widthOf = (byte: number): number => (byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);

/** Any line, byte by byte: at most 76 characters until it goes on below; no character of the text is cut in two. */
function quotedBytes(input: Buffer): string {
  // Three for each byte, three for a soft break after each 70 of them.
  const out = Buffer.allocUnsafe(input.length * 3 + Math.ceil((input.length * 9) / 70) + 16);
  let [at, column] = [0, 0];
  for (let index = 0; index < input.length; index += 1) {
    const byte = input[index]!;
    const isBlank = byte === SPACE || byte === TAB;
    const next = input[index + 1];
    const isLast = next === undefined;
    let isLiteral = isBlank ? !isLast : LITERAL[byte] === 1;
    const width = isLiteral ? 1 : byte >= 0xc0 ? 3 * widthOf(byte) : 3;
    // The last place of a line is for the sign that it goes on.
    if (column + width > (isLast && width <= 3 ? QP_MAX : QP_MAX - 1)) {
      out[at++] = EQUALS;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
    }
    // A line that begins "From " would be changed by mailbox files.
    if (byte === F && column === 0) isLiteral &&= next !== 0x72;
    if (isLiteral) {
      out[at++] = byte;
      column += 1;
    } else {
      out[at++] = EQUALS;
      out[at++] = HEX[byte >> 4]!;
      out[at++] = HEX[byte & 15]!;
      column += 3;
    }
  }
  return out.toString('latin1', 0, at);
}

/** A line of printable ASCII without a blank at its end, as `quotedBytes` writes it: what stands between equals signs is copied. */
function quotedAscii(line: string): string {
  let [out, at, column, sign] = ['', 0, 0, -1];
  while (at < line.length) {
    if (sign < at) sign = line.indexOf('=', at);
    if (sign < 0) sign = line.length;
    const isSign = sign === at || (column === 0 && line.startsWith('Fr', at));
    // The last place of a line is for the sign that it goes on.
    const room = QP_MAX - column - ((isSign ? at + 1 : sign) === line.length && (isSign || sign - at <= QP_MAX - column) ? 0 : 1);
    const taken = isSign ? Number(room >= 3) : Math.min(room, sign - at);
    if (taken === 0) {
      out += '=\r\n';
      column = 0;
      continue;
    }
    out += isSign ? (sign === at ? '=3D' : '=46') : line.slice(at, at + taken);
    column += isSign ? 3 : taken;
    at += taken;
  }
  return out;
}

/** Has what only its bytes show how to write. */
const NEEDS_BYTES = /[^\t -~]|[\t ]$/;

function quotedLine(line: string): string {
  if (NEEDS_BYTES.test(line)) return quotedBytes(Buffer.from(line, 'utf8'));
  const isItself = line.length <= QP_MAX && !line.includes('=') && !line.startsWith('Fr');
  return isItself ? line : quotedAscii(line);
}

/** Lines of at most 76 characters; no character of the text is cut in two. */
export function quotedPrintable(text: string): string {
  return withLf(text.toWellFormed()).split('\n').map(quotedLine).join('\r\n');
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

const withCrlf = (text: string): string => withLf(text).replaceAll('\n', '\r\n');

/** No blanks beside each other, none before the end of a line: most texts are so. */
const encoded = (content: string): Encoded => ({
  content: [content],
  isRelaxed: !content.endsWith(' ') && !content.includes('  ') && !content.includes('\t') && !content.includes(' \r\n'),
});

/** What is kept is copied as bytes, sooner than text. */
const asBytes = ({ content: [text], isRelaxed }: Encoded): Encoded => ({ content: [Buffer.from(text as string, 'latin1')], isRelaxed });

function sizeOf(text: string): Pick<Run, 'length' | 'others'> {
  const ascii = /[^\0-\x7f]/.test(text) ? text.replace(/[^\0-\x7f]+/g, '').length : text.length;
  const length = ascii === text.length ? ascii : Buffer.byteLength(text, 'utf8');
  return { length, others: length - ascii };
}

const sumOf = (parts: readonly Pick<Run, 'length' | 'others'>[], what: 'length' | 'others'): number =>
  parts.reduce((sum, part) => sum + part[what], 0);

/** @param text from the beginning of a line to a line feed */
export function runOf(text: string): Run {
  const short = isShort(text);
  return {
    text,
    isShort: short,
    ...sizeOf(text),
    plain: asBytes(encoded(short ? withCrlf(text) : '')),
    quoted: asBytes(encoded(quotedPrintable(text))),
  };
}

/** The text as a whole. */
export const wholeText = (text: Text): string =>
  typeof text === 'string' ? text : text.map((part) => (typeof part === 'string' ? part : part.text)).join('');

const together = (parts: readonly Encoded[]): Encoded => ({
  content: parts.flatMap(({ content }) => content),
  isRelaxed: parts.every(({ isRelaxed }) => isRelaxed),
});

/** The shortest encoding whose lines every server takes. */
export function transferred(text: Text): Transferred {
  const parts = typeof text === 'string' ? [text] : text;
  const areRunsShort = parts.every((part) => typeof part === 'string' || part.isShort);
  if (areRunsShort && parts.every((part) => typeof part !== 'string' || isShort(part))) {
    return { encoding: '7bit', ...together(parts.map((part) => (typeof part === 'string' ? encoded(withCrlf(part)) : part.plain))) };
  }
  const sizes = parts.map((part) => (typeof part === 'string' ? sizeOf(part) : part));
  const [length, others] = [sumOf(sizes, 'length'), sumOf(sizes, 'others')];
  if (others * MOSTLY > length) {
    const bytes = Buffer.from(withCrlf(wholeText(text).toWellFormed()), 'utf8');
    return { encoding: 'base64', content: [base64Lines(bytes)], isRelaxed: true };
  }
  const quoted = parts.map((part) => (typeof part === 'string' ? encoded(quotedPrintable(part)) : part.quoted));
  return { encoding: 'quoted-printable', ...together(quoted) };
}
