/** Ids derived by hash from what they name, so that an operation that is repeated makes the same rows. */
import { createHash } from 'node:crypto';

/** Any text → the same uuid every time, v4 in form as all our ids are. */
export function derivedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
