/** The feed's merge and its cursor: pages joined are the whole, in order. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { after, inOrder, newestFirst, readFeedCursor, writeFeedCursor } from '#services/events/domain/feed-cursor.ts';

const test = suite('feed cursor');

interface Item {
  id: string;
  at: Date;
}

async function* stream(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function all(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const listOf = (times: readonly number[], name: string): Item[] =>
  times.toSorted((a, b) => b - a).map((time, index) => ({ id: `${name}${index}`, at: new Date(time) }));

/** The same items, those of one moment in another order: as an index may give them the next time. */
const shuffled = (items: readonly Item[], seed: number): Item[] =>
  items
    .map((item, index) => ({ item, key: ((index + 1) * (seed + 7) * 7_919) % 1_009 }))
    .toSorted((a, b) => b.item.at.getTime() - a.item.at.getTime() || a.key - b.key)
    .map(({ item }) => item);

test('pages of any size are the merged list, each item once, in whatever order those of one moment come', async () => {
  const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.array(times, { maxLength: 4 }), fc.integer({ min: 1, max: 7 }), async (many, size) => {
      const lists = many.map((one, index) => listOf(one, 'abcd'[index]!));
      let walks = 0;
      const walk = (latest: number) =>
        inOrder(
          newestFirst(
            ...lists.map((items) =>
              stream(
                shuffled(
                  items.filter(({ at }) => at.getTime() <= latest),
                  (walks += 1),
                ),
              ),
            ),
          ),
        );
      const whole = await all(walk(Infinity));
      assert.equal(
        whole,
        lists.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? -1 : 1)),
      );
      const seen: Item[] = [];
      for (let cursor: string | undefined; ;) {
        const place = readFeedCursor(cursor);
        const page: Item[] = [];
        for await (const item of after(walk(place?.at ?? Infinity), place)) {
          page.push(item);
          if (page.length === size) break;
        }
        if (page.length === 0) break;
        seen.push(...page);
        cursor = writeFeedCursor(page.at(-1)!);
      }
      assert.equal(seen, whole);
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});

test('an item that has gone is followed by the others of its moment, and by what is older', async () => {
  const rest = await all(after(stream(listOf([5, 5, 5, 4], 'a')), { at: 5, id: 'a0x' }));
  assert.equal(
    rest.map(({ id }) => id),
    ['a1', 'a2', 'a3'],
  );
});

test('what is no cursor begins at the newest', () => {
  for (const text of [undefined, null, '', 'x', '1', '_a', '1_', `${'9'.repeat(16)}_a`]) assert.is(readFeedCursor(text), undefined);
  assert.equal(readFeedCursor('1764000000000_5b0c_sent'), { at: 1_764_000_000_000, id: '5b0c_sent' });
});

test.run();
