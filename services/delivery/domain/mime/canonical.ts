/** A message as DKIM reads it: relaxed headers, relaxed body (RFC 6376 §3.4). */

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];

/** @param text with a character for each byte. Headers are whole, in order, without their last CRLF. */
export const splitHeaders = (text: string): string[] => text.replace(/\r\n$/, '').split(/\r\n(?![ \t])/);

export const headerName = (header: string): string => header.slice(0, header.indexOf(':')).trimEnd().toLowerCase();

/** Without its CRLF. */
export function relaxedHeader(header: string): string {
  const value = header
    .slice(header.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ');
  return `${headerName(header)}:${value.replace(/^ | $/g, '')}`;
}

/** Without its empty last lines; the same bytes where they need not be copied. */
function trimmed(body: Buffer): Buffer {
  let end = body.length;
  while (end >= 2 && body[end - 1] === LF && body[end - 2] === CR) end -= 2;
  if (end === 0) return body.subarray(0, 0);
  return end === body.length ? Buffer.concat([body, Buffer.from('\r\n')]) : body.subarray(0, end + 2);
}

/** Blanks stand alone, and before no end of a line: most bodies are so. */
const isRelaxed = (body: Buffer): boolean =>
  body[body.length - 1] !== SPACE && !body.includes('  ') && !body.includes('\t') && !body.includes(' \r\n');

/** Runs of blanks as one, none at the end of a line, no empty lines at the end; nothing stays nothing. */
export function relaxedBody(body: Buffer): Buffer {
  if (isRelaxed(body)) return trimmed(body);
  const out = Buffer.allocUnsafe(body.length + 2);
  let [at, end] = [0, 0];
  let isBlank = false;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index]!;
    if (byte === SPACE || byte === TAB) {
      isBlank = true;
    } else if (byte === CR && body[index + 1] === LF) {
      isBlank = false;
      out[at++] = CR;
      out[at++] = LF;
      index += 1;
    } else {
      if (isBlank) out[at++] = SPACE;
      isBlank = false;
      out[at++] = byte;
      end = at;
    }
  }
  if (end === 0) return out.subarray(0, 0);
  out[end] = CR;
  out[end + 1] = LF;
  return out.subarray(0, end + 2);
}
