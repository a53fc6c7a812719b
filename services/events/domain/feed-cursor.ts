/** Where a page of the activity feed ended (contract 4.9 "Activity"): `<ms>_<id>` of its last item. */

export interface FeedPlace {
  at: number;
  id: string;
}

export const writeFeedCursor = ({ at, id }: { at: Date; id: string }): string => `${at.getTime()}_${id}`;

/** undefined for what is no cursor: the feed then starts at its newest item. */
export function readFeedCursor(text: string | null | undefined): FeedPlace | undefined {
  const [, at, id] = /^(\d{1,15})_(.{1,600})$/s.exec(text ?? '') ?? [];
  return at && id ? { at: Number(at), id } : undefined;
}

/** Items newest first, from lists that are; of one moment an earlier list's come first. */
export async function* newestFirst<T extends { at: Date }>(...lists: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  const open = lists.map((list) => list[Symbol.asyncIterator]());
  try {
    const heads = await Promise.all(open.map((list) => list.next()));
    for (;;) {
      let newest = -1;
      for (const [index, { done, value }] of heads.entries())
        if (!done && (newest === -1 || value.at > (heads[newest]!.value as T).at)) newest = index;
      if (newest === -1) return;
      yield heads[newest]!.value as T;
      heads[newest] = await open[newest]!.next();
    }
  } finally {
    await Promise.all(open.map((list) => list.return?.()));
  }
}

/** Items newest first, those of one moment by their ids: the same order at each scan, whatever has come since. */
export async function* inOrder<T extends { at: Date; id: string }>(items: AsyncIterable<T>): AsyncGenerator<T> {
  let moment: T[] = [];
  for await (const item of items) {
    if (moment.length > 0 && moment[0]!.at.getTime() !== item.at.getTime()) {
      yield* byId(moment);
      moment = [];
    }
    moment.push(item);
  }
  yield* byId(moment);
}

const byId = <T extends { id: string }>(items: readonly T[]): T[] => items.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

/** What follows the place in that order, be its item there or not. */
export async function* after<T extends { at: Date; id: string }>(items: AsyncIterable<T>, place?: FeedPlace): AsyncGenerator<T> {
  for await (const item of items) if (!place || item.at.getTime() < place.at || item.id > place.id) yield item;
}
