import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cut, readCursor, writeCursor } from '#services/events/domain/cursor.ts';
import type { Place } from '#services/events/domain/cursor.ts';

const test = suite('events: cursor');

test('a cursor comes back as it was', () => {
  const place = { at: new Date(1_764_000_000_000), seen: 3 };
  assert.equal(readCursor(writeCursor(place)), place);
});

for (const text of [undefined, null, '', '1', '1.', '.1', '1.2.3', '-1.2', '1e3.1', '{"$gt":1}', '9'.repeat(40) + '.1']) {
  test(`${JSON.stringify(text)} starts at the beginning`, () => assert.is(readCursor(text), undefined));
}

test('what fits goes whole', () => {
  const rows = [{ createdAt: new Date(2) }, { createdAt: new Date(1) }];
  assert.equal(cut(rows, [10, 10], { most: 20 }), { count: 2 });
});

test('a row larger than an answer goes alone', () => {
  const rows = [{ createdAt: new Date(2) }, { createdAt: new Date(1) }];
  assert.equal(cut(rows, [500, 10], { most: 20 }), { count: 1, next: { at: new Date(2), seen: 1 } });
});

test('page after page, every row comes once and in order', () => {
  const rowsOf = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 4 }), size: fc.integer({ min: 1, max: 30 }) }), { maxLength: 40 });
  fc.assert(
    fc.property(rowsOf, fc.integer({ min: 1, max: 60 }), (raw, most) => {
      const all = raw.map((row, index) => ({ ...row, index, createdAt: new Date(row.ms) })).sort((a, b) => b.ms - a.ms);
      const answered: number[] = [];
      let from: Place | undefined;
      do {
        const place = from;
        const rows = place ? all.filter(({ createdAt }) => createdAt <= place.at).slice(place.seen) : all;
        const { count, next } = cut(
          rows,
          rows.map(({ size }) => size),
          { most, from: place },
        );
        answered.push(...rows.slice(0, count).map(({ index }) => index));
        from = next && readCursor(writeCursor(next));
      } while (from);
      assert.equal(
        answered,
        all.map(({ index }) => index),
      );
    }),
  );
});

test.run();
