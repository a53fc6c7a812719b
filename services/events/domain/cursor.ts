/** Where a list that was cut by its size goes on: after `seen` events of the moment `at`. */

export interface Place {
  at: Date;
  seen: number;
}

/** `1764000000000.2`: opaque to callers. */
export function writeCursor({ at, seen }: Place): string {
  return `${at.getTime()}.${seen}`;
}

/** undefined for anything that `writeCursor` did not write: the list then starts at its beginning. */
export function readCursor(cursor: string | null | undefined): Place | undefined {
  const [, at, seen] = /^(\d{1,15})\.(\d{1,7})$/.exec(cursor ?? '') ?? [];
  return at && seen ? { at: new Date(Number(at)), seen: Number(seen) } : undefined;
}

/**
 * How many of `rows` (newest first) one answer holds, and where the next one begins if not all.
 * @param sizes bytes of each row; the first always goes
 * @param from where this answer began
 */
export function cut(
  rows: readonly { createdAt: Date }[],
  sizes: readonly number[],
  { most, from }: { most: number; from?: Place | undefined },
): { count: number; next?: Place } {
  let bytes = 0;
  const over = sizes.findIndex((size, index) => (bytes += size) > most && index > 0);
  if (over === -1) return { count: rows.length };
  const at = rows[over - 1]!.createdAt;
  const here = rows.slice(0, over).filter(({ createdAt }) => createdAt.getTime() === at.getTime()).length;
  const before = from?.at.getTime() === at.getTime() ? from.seen : 0;
  return { count: over, next: { at, seen: before + here } };
}
