/** Text in headers: encoded words (RFC 2047), names (RFC 5322 §3.2), folding (RFC 5322 §2.2.3). */

/** What a line aims at, and what no line may pass (RFC 5322 §2.1.1). */
export const LINE_AIM = 76;
const LINE_MAX = 990;
const WORD_MAX = 75;
const OVERHEAD = '=?UTF-8?B??='.length;

/** Q encoding of these bytes is themselves, in a phrase too (RFC 2047 §5). */
const Q_SAFE = /^[A-Za-z0-9!*+/-]$/;
const hex = (byte: number): string => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
const quoted = (character: string): string =>
  character === ' ' ? '_' : Q_SAFE.test(character) ? character : Array.from(Buffer.from(character), hex).join('');

/**
 * A text as encoded words, no character cut in two, joined by folds.
 * @param taken characters that its first line holds already
 */
export function encodedWords(text: string, taken: number): string {
  const characters = Array.from(text.toWellFormed());
  const bytes = Buffer.byteLength(text);
  const q = characters.map(quoted);
  const isQ = q.reduce((sum, { length }) => sum + length, 0) <= (bytes * 4) / 3;
  const words: string[] = [];
  let [held, size] = ['', 0];
  let room = WORD_MAX - OVERHEAD - Math.min(taken, 30);
  const close = () => {
    if (held) words.push(`=?UTF-8?${isQ ? 'Q' : 'B'}?${isQ ? held : Buffer.from(held).toString('base64')}?=`);
    [held, size, room] = ['', 0, WORD_MAX - OVERHEAD - 1];
  };
  characters.forEach((character, index) => {
    const piece = isQ ? q[index]! : character;
    const length = isQ ? piece.length : Buffer.byteLength(piece);
    if (isQ ? size + length > room : Math.ceil((size + length) / 3) * 4 > room) close();
    held += piece;
    size += length;
  });
  close();
  return words.join('\r\n ');
}

/** Breaks a line at its single blanks. Nothing but CRLFs are added. */
export function folded(line: string): string {
  if (line.length <= LINE_AIM) return line;
  const lines: string[] = [];
  let rest = line;
  while (rest.length > LINE_AIM) {
    // The name keeps its first word beside it.
    const from = lines.length === 0 ? rest.indexOf(':') + 2 : 1;
    const before = rest.lastIndexOf(' ', LINE_AIM);
    const at = before >= from && before > 1 ? before : rest.indexOf(' ', Math.max(from, LINE_AIM));
    if (at < 0) break;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...lines, rest].join('\r\n');
}

/** Comes out of a fold as it went in: printable ASCII, words kept apart by single blanks, none too long for a line. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const hasLongWord = (text: string): boolean => text.length >= LINE_MAX && text.split(' ').some(({ length }) => length >= LINE_MAX);
/** Would be taken for an encoded word. */
const LOOKS_ENCODED = /=\?/;

/** A header whose value is text for people. @param mayBeEncoded its author may have encoded it already */
export function textHeader(name: string, value: string, mayBeEncoded = false): string {
  if (value === '') return `${name}: \r\n`;
  const isPlain = PLAIN.test(value) && !hasLongWord(value) && (mayBeEncoded || !LOOKS_ENCODED.test(value));
  return isPlain ? `${folded(`${name}: ${value}`)}\r\n` : `${name}: ${encodedWords(value, name.length + 2)}\r\n`;
}

const ATOMS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const QUOTABLE = /^[ -~]+$/;
const NAME_MAX = 60;

/** `Name <address>` with the name as it must be written, or the address alone. */
export function addressHeader(name: string, address: string, shown: string | null): string {
  if (!shown) return `${name}: ${address}\r\n`;
  const isShort = shown.length <= NAME_MAX && QUOTABLE.test(shown) && !LOOKS_ENCODED.test(shown);
  const phrase = !isShort ? encodedWords(shown, name.length + 2) : ATOMS.test(shown) ? shown : `"${shown.replace(/["\\]/g, '\\$&')}"`;
  const last = phrase.length - phrase.lastIndexOf('\n') + (phrase.includes('\n') ? 0 : name.length + 2);
  return `${name}: ${phrase}${last + address.length + 3 > LINE_AIM ? '\r\n' : ''} <${address}>\r\n`;
}
