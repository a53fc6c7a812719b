/** Upserts of one address that meet in one flush. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readData } from '#services/contacts/domain/data.ts';
import { nextTurn, rounds } from '#services/contacts/domain/turn.ts';
import type { Wish } from '#services/contacts/domain/turn.ts';

const test = suite('contacts: turns');

const wish = (subscribed?: boolean, data: Record<string, unknown> = {}, bytes = 1): Wish => ({ patch: readData(data), bytes, ...(subscribed === undefined ? {} : { subscribed }) });

const CASES: [said: (boolean | undefined)[], length: number, says: boolean | undefined][] = [
  [[undefined], 1, undefined],
  [[undefined, undefined, undefined], 3, undefined],
  [[undefined, false, undefined, false], 4, false],
  [[true, true, false], 2, true],
  [[undefined, false, undefined, true, false], 3, false],
];

for (const [said, length, says] of CASES) {
  test(`${said.join()} → ${length} in one write`, () => {
    const [first, ...rest] = said.map((subscribed) => wish(subscribed));
    const turn = nextTurn([first!, ...rest], 1_000);
    assert.equal([turn.wishes.length, turn.says?.subscribed], [length, says]);
  });
}

test('data are merged in the order they came', () => {
  const { patch } = nextTurn([wish(undefined, { a: 1, b: 1 }), wish(true, { a: 2, b: null }), wish(undefined, { c: 3 })], 1_000);
  assert.equal([Object.fromEntries(patch.set), [...patch.unset]], [{ a: 2, c: 3 }, ['b']]);
});

test('a write carries no more than fits, and at least one wish', () => {
  assert.is(nextTurn([wish(undefined, {}, 6), wish(undefined, {}, 4), wish(undefined, {}, 1)], 10).wishes.length, 2);
  assert.is(nextTurn([wish(undefined, {}, 60)], 10).wishes.length, 1);
});

test('rounds name an address once each', () => {
  assert.equal(rounds([]), []);
  assert.equal(rounds(['a', 'b', 'a', 'a', 'b', 'c']), [[0, 1, 5], [2, 4], [3]]);
});

test.run();
