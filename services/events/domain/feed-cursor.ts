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

/** Items newest first, from two lists that are; of one moment the first list's come first. */
export async function* newestFirst<T extends { at: Date }>(first: AsyncIterable<T>, second: AsyncIterable<T>): AsyncGenerator<T> {
  const lists = [first[Symbol.asyncIterator](), second[Symbol.asyncIterator]()] as const;
  try {
    let [a, b] = await Promise.all([lists[0].next(), lists[1].next()]);
    while (!a.done || !b.done) {
      if (b.done || (!a.done && a.value.at >= b.value.at)) {
        yield a.value as T;
        a = await lists[0].next();
      } else {
        yield b.value;
        b = await lists[1].next();
      }
    }
  } finally {
    await Promise.all(lists.map((list) => list.return?.()));
  }
}

/** What follows the place. Should its item be gone, what follows its moment. */
export async function* after<T extends { at: Date; id: string }>(items: AsyncIterable<T>, place?: FeedPlace): AsyncGenerator<T> {
  let found = place === undefined;
  for await (const item of items) {
    if (found || item.at.getTime() < place!.at) yield item;
    else found = item.id === place!.id;
  }
}
