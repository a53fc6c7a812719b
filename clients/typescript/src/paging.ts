/** Lists as async iterators: one page after the other, as they are wanted. */

interface CursorPage<T> {
  data: readonly T[];
  cursor?: string | null;
  hasMore: boolean;
}

/** Every item of a list that goes on by a cursor. */
export async function* byCursor<T>(read: (cursor: string | undefined) => Promise<CursorPage<T>>): AsyncGenerator<T, void> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* page.data;
    cursor = page.hasMore ? (page.cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
}

interface NumberedPage<T> {
  data: readonly T[];
  total: number;
  page: number;
  pageSize: number;
}

/** Every item of a list of numbered pages. */
export async function* byPage<T>(read: (page: number) => Promise<NumberedPage<T>>): AsyncGenerator<T, void> {
  for (let number = 1; ; number += 1) {
    const { data, total, pageSize } = await read(number);
    yield* data;
    if (data.length === 0 || number * pageSize >= total) return;
  }
}
