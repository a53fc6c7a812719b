/** How text travels: 7bit, quoted-printable or base64 (RFC 2045 §6). All breaks of lines become CRLF. */

export interface Transferred {
  encoding: '7bit' | 'quoted-printable' | 'base64';
  /** One after the other. */
  content: Buffer[];
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
  plain: Buffer;
  quoted: Buffer;
}

/** A text as a whole, or as it is put together; what stands behind a run begins a line. */
export type Text = string | readonly (string | Run)[];

/** RFC 5322 §2.1.1: what lines should keep to. */
const LINE_SHORT = 78;
/** Above this share of other bytes than ASCII base64 is the shorter one. */
const MOSTLY = 6;

const [TAB, LF, CR, SPACE, EQUALS, F] = [9, 10, 13, 32, 61, 70];
const HEX = Buffer.from('0123456789ABCDEF');

/** Every line short, printable, and none that a mailbox file would change. */
function isShort(text: string): boolean {
  for (let from = 0; from <= text.length;) {
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    if (end - from > LINE_SHORT + 1) return false;
    from = end + 1;
  }
  return !/[^\t\n\r -~]|^From |[^\r\n]{79}/m.test(text);
}

/** Printable bytes that stand for themselves. */
const LITERAL = new Uint8Array(256);
for (let byte = 33; byte < 127; byte += 1) LITERAL[byte] = byte === EQUALS ? 0 : 1;

/** Bytes of one UTF-8 character, by its first. */
const widthOf = (byte: number): number => (byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);

/** Lines of at most 76 characters; no character of the text is cut in two. */
export function quotedPrintable(input: Buffer): Buffer {
  // Three for each byte, three for a soft break after each 70 of them.
  const out = Buffer.allocUnsafe(input.length * 3 + Math.ceil((input.length * 9) / 70) + 16);
  let [at, column] = [0, 0];
  for (let index = 0; index < input.length; index += 1) {
    const byte = input[index]!;
    if (byte === LF || byte === CR) {
      if (byte === CR && input[index + 1] === LF) index += 1;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
      continue;
    }
    const isBlank = byte === SPACE || byte === TAB;
    const next = input[index + 1];
    const isLast = next === undefined || next === CR || next === LF;
    let isLiteral = isBlank ? !isLast : LITERAL[byte] === 1;
    const width = isLiteral ? 1 : byte >= 0xc0 ? 3 * widthOf(byte) : 3;
    // The last place of a line is for the sign that it goes on.
    if (column + width > (isLast && width <= 3 ? 76 : 75)) {
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
  return out.subarray(0, at);
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

const withCrlf = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n');

function readOf(text: string): { bytes: Buffer } & Pick<Run, 'length' | 'others'> {
  const bytes = Buffer.from(text.toWellFormed(), 'utf8');
  let others = 0;
  // A text with one unit a byte is ASCII.
  if (bytes.length > text.length) for (const byte of bytes) others += byte >> 7;
  return { bytes, length: bytes.length, others };
}

const sumOf = (parts: readonly Pick<Run, 'length' | 'others'>[], what: 'length' | 'others'): number => parts.reduce((sum, part) => sum + part[what], 0);

/** @param text from the beginning of a line to a line feed */
export function runOf(text: string): Run {
  const { bytes, length, others } = readOf(text);
  const short = isShort(text);
  return { text, isShort: short, length, others, plain: Buffer.from(short ? withCrlf(text) : '', 'latin1'), quoted: Buffer.from(quotedPrintable(bytes)) };
}

/** The text as a whole. */
export const wholeText = (text: Text): string => (typeof text === 'string' ? text : text.map((part) => (typeof part === 'string' ? part : part.text)).join(''));

/** The shortest encoding whose lines every server takes. */
export function transferred(text: Text): Transferred {
  const parts = typeof text === 'string' ? [text] : text;
  if (parts.every((part) => (typeof part === 'string' ? isShort(part) : part.isShort))) {
    return { encoding: '7bit', content: parts.map((part) => (typeof part === 'string' ? Buffer.from(withCrlf(part), 'latin1') : part.plain)) };
  }
  const read = parts.map((part) => (typeof part === 'string' ? readOf(part) : part));
  const [length, others] = [sumOf(read, 'length'), sumOf(read, 'others')];
  if (others * MOSTLY > length) return { encoding: 'base64', content: [base64Lines(Buffer.from(withCrlf(wholeText(text).toWellFormed()), 'utf8'))] };
  return { encoding: 'quoted-printable', content: read.map((part) => ('quoted' in part ? part.quoted : quotedPrintable(part.bytes))) };
}
