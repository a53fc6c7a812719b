/** The feed's merge and its cursor: pages joined are the whole, in order. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { after, newestFirst, readFeedCursor, writeFeedCursor } from '#services/events/domain/feed-cursor.ts';

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

test('pages of any size are the merged list, each item once', async () => {
  const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(times, times, fc.integer({ min: 1, max: 7 }), async (one, other, size) => {
      const [first, second] = [listOf(one, 'a'), listOf(other, 'b')];
      const whole = await all(newestFirst(stream(first), stream(second)));
      assert.equal(
        whole.map(({ at }) => at.getTime()),
        [...one, ...other].toSorted((a, b) => b - a),
      );
      const seen: Item[] = [];
      for (let cursor: string | undefined; ;) {
        const place = readFeedCursor(cursor);
        const from = (items: readonly Item[]) => stream(items.filter(({ at }) => at.getTime() <= (place?.at ?? Infinity)));
        const page: Item[] = [];
        for await (const item of after(newestFirst(from(first), from(second)), place)) {
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

test('an item that has gone is followed by what is older', async () => {
  const items = listOf([5, 5, 4], 'a');
  const rest = await all(after(stream(items), { at: 5, id: 'gone' }));
  assert.equal(
    rest.map(({ at }) => at.getTime()),
    [4],
  );
});

test('what is no cursor begins at the newest', () => {
  for (const text of [undefined, null, '', 'x', '1', '_a', '1_', `${'9'.repeat(16)}_a`]) assert.is(readFeedCursor(text), undefined);
  assert.equal(readFeedCursor('1764000000000_5b0c_sent'), { at: 1_764_000_000_000, id: '5b0c_sent' });
});

test.run();
