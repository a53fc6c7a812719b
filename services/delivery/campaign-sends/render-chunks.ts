/** How many recipients are rendered by one call: as many as fit a message of the bus, there and back. */

/** Characters of a request or of its answer, well under what the bus carries (a NATS message holds 1 MB). */
const CALL_MAX = 350_000;
/** Of a scope: ids, addresses and links, and the names of its keys. */
const SCOPE = 700;

/**
 * @param dataOf characters of a recipient's data, which a scope holds twice
 * @param body characters of the content, of which an answer may hold one for each recipient
 */
export function chunked<T>(recipients: readonly T[], dataOf: (recipient: T) => number, body: number): T[][] {
  const chunks: T[][] = [];
  let left = 0;
  for (const recipient of recipients) {
    const bytes = Math.max(SCOPE + 2 * dataOf(recipient), body);
    if (chunks.length === 0 || left < bytes) {
      chunks.push([]);
      left = CALL_MAX;
    }
    chunks.at(-1)!.push(recipient);
    left -= bytes;
  }
  return chunks;
}
