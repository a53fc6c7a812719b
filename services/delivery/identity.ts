/** Ids of rows that one operation makes: doing it again gives the same ones (decisions 4.3 "Idempotency-Key"). */
import { createHash } from 'node:crypto';

/** A uuid v4 in form, derived from the operation and the recipient's place in `to`. */
export function rowId(operationId: string, index: number): string {
  const hex = createHash('sha256').update(`${operationId}:${index}`).digest('hex');
  const variant = ((parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
