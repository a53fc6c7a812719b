/** The lowest values of a field: what is listed is what sorting all values would. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { firstValues, gatherValues, LONGEST_VALUE, applyValueDeltas, NO_VALUES, placeOf } from '#services/contacts/domain/values.ts';
import type { Values } from '#services/contacts/domain/values.ts';

const test = suite('contacts: values');

const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ value: `v${String(from + n).padStart(6, '0')}`, delta: 1 }));

test('what is a value', () => {
  for (const value of [null, undefined, '', 'x'.repeat(LONGEST_VALUE + 1), ['x'.repeat(LONGEST_VALUE)]])
    assert.is(placeOf(value), undefined);
  for (const value of [0, false, ' ', [], {}, 'x'.repeat(LONGEST_VALUE)]) assert.ok(placeOf(value));
});

test('the order is that of the text without regard to case', () => {
  const list = gatherValues([
    ['b', 1],
    ['A', 1],
    ['a', 1],
    [10, 2],
    [9, 1],
    ['9', 1],
    [true, 1],
    [false, 1],
    [' ', 1],
  ]);
  assert.equal(firstValues(list, 100), [' ', 10, 9, '9', 'A', 'a', 'b', false, true]);
  assert.equal(firstValues(list, 2), [' ', 10]);
});

test('a list that outgrew itself knows its lowest values, until they are gone', () => {
  let list = applyValueDeltas(NO_VALUES, many(1_000));
  assert.is(list.complete, false);
  assert.equal(
    firstValues(list, 200),
    many(200).map(({ value }) => value),
  );
  list = applyValueDeltas(list, [
    { value: 'a', delta: 1 },
    { value: 'zzz', delta: 1 },
    { value: 'v000000', delta: -1 },
  ]);
  assert.equal(firstValues(list, 2), ['a', 'v000001']);
  list = applyValueDeltas(
    list,
    many(300, 1).map(({ value }) => ({ value, delta: -1 })),
  );
  assert.is(firstValues(list, 200), undefined);
  assert.ok(firstValues(list, 50));
});

test('equals sorting all, whatever comes and goes', () => {
  const step = fc.array(fc.record({ n: fc.nat(2_000), there: fc.boolean() }), { maxLength: 400 });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const held = new Set<number>();
      let list: Values = NO_VALUES;
      for (const moves of steps) {
        const net = new Map<number, number>();
        for (const { n, there } of moves) {
          if (held.has(n) === there) continue;
          if (there) held.add(n);
          else held.delete(n);
          net.set(n, (net.get(n) ?? 0) + (there ? 1 : -1));
        }
        list = applyValueDeltas(
          list,
          [...net].filter(([, delta]) => delta !== 0).map(([value, delta]) => ({ value, delta })),
        );
        const expected = [...held].map(String).sort().slice(0, 200);
        const listed = firstValues(list, 200)?.map(String);
        if (listed) assert.equal(listed, expected);
        else assert.ok(list.entries.length < 200 && !list.complete);
      }
    }),
    { numRuns: 50 },
  );
});

test.run();
