/** Parameters of a header, a line each (RFC 2045 §5.1, RFC 2231). */

const TOKEN = /^[!-~]+$/;
const QUOTABLE = /^[ -~]*$/;
const PIECE = 50;
/** RFC 5987 attr-char: what needs no percent. */
const SAFE = /[A-Za-z0-9!#$&+.^_`|~-]/;

const percent = (character: string): string =>
  SAFE.test(character)
    ? character
    : Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** `;\r\n name="value"`; what does not fit in a short line of ASCII goes in numbered pieces of UTF-8. */
export function parameter(name: string, value: string): string {
  if (value.length <= PIECE && QUOTABLE.test(value)) {
    return `;\r\n ${name}="${value.replace(/["\\]/g, '\\$&')}"`;
  }
  const pieces = [''];
  for (const character of value.toWellFormed()) {
    const written = percent(character);
    if (pieces.at(-1)!.length + written.length > PIECE) pieces.push('');
    pieces[pieces.length - 1] += written;
  }
  if (pieces.length === 1) return `;\r\n ${name}*=utf-8''${pieces[0]}`;
  return pieces.map((piece, index) => `;\r\n ${name}*${index}*=${index === 0 ? "utf-8''" : ''}${piece}`).join('');
}

const MEDIA = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+:/-]+|"[^"\\\r\n]*"))*\s*$/;

/** A part's type as the sender gave it, parameters and all. RFC 2046: one of `multipart/*` or `message/*` cannot be base64. */
export function mediaType(given: string): string {
  const type = given.trim();
  return MEDIA.test(type) && type.length <= 200 && !/^(?:multipart|message)\//i.test(type) ? type : 'application/octet-stream';
}

/** An id between angle brackets, without what would end it. */
export function contentIdOf(given: string): string {
  return TOKEN.test(given) ? given.replace(/[<>]/g, '') : encodeURIComponent(given.toWellFormed());
}
