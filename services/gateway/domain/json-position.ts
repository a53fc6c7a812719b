/** Where a text stops being JSON (RFC 8259), found in one pass without recursion: the parser of V8 tells it of some faults only. */

interface Scan {
  readonly bytes: Buffer;
  at: number;
}

const [QUOTE, PLUS, COMMA, MINUS, DOT, ZERO, COLON, BACKSLASH, NEWLINE] = [0x22, 0x2b, 0x2c, 0x2d, 0x2e, 0x30, 0x3a, 0x5c, 0x0a];
const [BRACKET, BRACKET_END, BRACE, BRACE_END, LETTER_U] = [0x5b, 0x5d, 0x7b, 0x7d, 0x75];
const WORDS = ['true', 'false', 'null'];

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= 0x39;
const isHex = (byte: number | undefined): boolean =>
  isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
const isOneOf = (characters: string, byte: number | undefined): boolean =>
  byte !== undefined && byte < 0x80 && characters.includes(String.fromCharCode(byte));

/** From a backslash to the last byte of what it begins. */
function passEscape(scan: Scan): boolean {
  scan.at += 1;
  if (scan.bytes[scan.at] !== LETTER_U) return isOneOf('"\\/bfnrt', scan.bytes[scan.at]);
  for (let digit = 0; digit < 4; digit += 1) {
    scan.at += 1;
    if (!isHex(scan.bytes[scan.at])) return false;
  }
  return true;
}

/** Most of a large body is long texts: what is ordinary in one is passed over without touching the scan. */
function passString(scan: Scan): boolean {
  const { bytes } = scan;
  const { length } = bytes;
  for (let at = scan.at + 1; at < length; at += 1) {
    const byte = bytes[at]!;
    if (byte !== QUOTE && byte !== BACKSLASH && byte >= 0x20) continue;
    scan.at = at;
    if (byte === QUOTE) {
      scan.at += 1;
      return true;
    }
    if (byte !== BACKSLASH || !passEscape(scan)) return false;
    at = scan.at;
  }
  scan.at = length;
  return false;
}

function passDigits(scan: Scan): boolean {
  if (!isDigit(scan.bytes[scan.at])) return false;
  while (isDigit(scan.bytes[scan.at])) scan.at += 1;
  return true;
}

function passNumber(scan: Scan): boolean {
  if (scan.bytes[scan.at] === MINUS) scan.at += 1;
  if (scan.bytes[scan.at] === ZERO) scan.at += 1;
  else if (!passDigits(scan)) return false;
  if (scan.bytes[scan.at] === DOT) {
    scan.at += 1;
    if (!passDigits(scan)) return false;
  }
  if (!isOneOf('eE', scan.bytes[scan.at])) return true;
  scan.at += 1;
  if (scan.bytes[scan.at] === PLUS || scan.bytes[scan.at] === MINUS) scan.at += 1;
  return passDigits(scan);
}

function passWord(scan: Scan): boolean {
  const word = WORDS.find((one) => one.charCodeAt(0) === scan.bytes[scan.at]);
  if (word === undefined) return false;
  for (const letter of word) {
    if (scan.bytes[scan.at] !== letter.charCodeAt(0)) return false;
    scan.at += 1;
  }
  return true;
}

/** A value that holds no other. */
function passScalar(scan: Scan): boolean {
  const byte = scan.bytes[scan.at];
  if (byte === QUOTE) return passString(scan);
  return byte === MINUS || isDigit(byte) ? passNumber(scan) : passWord(scan);
}

/** The offset of the first byte that no JSON text could have there; the length where it ends too early, undefined for a whole one. */
export function faultOffset(bytes: Buffer): number | undefined {
  const scan: Scan = { bytes, at: 0 };
  /** The ends that are still to come, innermost last. */
  const ends: number[] = [];
  let wanted: 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'more' = 'value';
  for (;;) {
    while (isBlank(bytes[scan.at])) scan.at += 1;
    if (scan.at >= bytes.length) return wanted === 'more' && ends.length === 0 ? undefined : bytes.length;
    const byte = bytes[scan.at]!;
    const isEnd = ends.length > 0 && byte === ends.at(-1);
    if (isEnd && wanted !== 'value' && wanted !== 'name' && wanted !== 'colon') {
      ends.pop();
      scan.at += 1;
      wanted = 'more';
    } else if (wanted === 'more') {
      if (byte !== COMMA || ends.length === 0) return scan.at;
      scan.at += 1;
      wanted = ends.at(-1) === BRACE_END ? 'name' : 'value';
    } else if (wanted === 'colon') {
      if (byte !== COLON) return scan.at;
      scan.at += 1;
      wanted = 'value';
    } else if (wanted === 'name' || wanted === 'name or end') {
      if (byte !== QUOTE || !passString(scan)) return scan.at;
      wanted = 'colon';
    } else if (byte === BRACE || byte === BRACKET) {
      ends.push(byte === BRACE ? BRACE_END : BRACKET_END);
      scan.at += 1;
      wanted = byte === BRACE ? 'name or end' : 'value or end';
    } else {
      if (!passScalar(scan)) return scan.at;
      wanted = 'more';
    }
  }
}

/** Line and column, both from 1, in UTF-16 units as editors count them. */
export function positionOf(bytes: Buffer, offset: number): { line: number; column: number } {
  let line = 1;
  let lineBegin = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1 && end < offset; end = bytes.indexOf(NEWLINE, lineBegin)) {
    line += 1;
    lineBegin = end + 1;
  }
  return { line, column: bytes.toString('utf8', lineBegin, offset).length + 1 };
}
