/** HTML entities inside delimiters: editors write `&gt;`, `&quot;` and `&nbsp;` where authors typed `>`, `"` and a blank. */
import { decode } from 'html-entities';

/** Entities → characters (only those closed by a semicolon), no-break spaces → blanks. */
export function decodeEntities(text: string): string {
  const decoded = text.includes('&') ? decode(text, { scope: 'strict' }) : text;
  return decoded.replaceAll('\u00a0', ' ');
}
