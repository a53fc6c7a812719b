/** Upserts of one address that meet in one flush. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readData } from '#services/contacts/domain/data.ts';
import { coalesce, rounds } from '#services/contacts/domain/coalesce.ts';
import type { UpsertIntent } from '#services/contacts/domain/coalesce.ts';

const test = suite('contacts: turns');

const intent = (subscribed?: boolean, data: Record<string, unknown> = {}, bytes = 1): UpsertIntent => ({
  patch: readData(data),
  bytes,
  ...(subscribed === undefined ? {} : { subscribed }),
});

const CASES: [said: (boolean | undefined)[], length: number, says: boolean | undefined][] = [
  [[undefined], 1, undefined],
  [[undefined, undefined, undefined], 3, undefined],
  [[undefined, false, undefined, false], 4, false],
  [[true, true, false], 2, true],
  [[undefined, false, undefined, true, false], 3, false],
];

for (const [said, length, says] of CASES) {
  test(`${said.join()} → ${length} in one write`, () => {
    const [first, ...rest] = said.map((subscribed) => intent(subscribed));
    const write = coalesce([first!, ...rest], 1_000);
    assert.equal([write.intents.length, write.subscription?.subscribed], [length, says]);
  });
}

test('data are merged in the order they came', () => {
  const { patch } = coalesce([intent(undefined, { a: 1, b: 1 }), intent(true, { a: 2, b: null }), intent(undefined, { c: 3 })], 1_000);
  assert.equal([Object.fromEntries(patch.set), [...patch.unset]], [{ a: 2, c: 3 }, ['b']]);
});

test('a write carries no more than fits, and at least one intent', () => {
  assert.is(coalesce([intent(undefined, {}, 6), intent(undefined, {}, 4), intent(undefined, {}, 1)], 10).intents.length, 2);
  assert.is(coalesce([intent(undefined, {}, 60)], 10).intents.length, 1);
});

test('rounds name an address once each', () => {
  assert.equal(rounds([]), []);
  assert.equal(rounds(['a', 'b', 'a', 'a', 'b', 'c']), [[0, 1, 5], [2, 4], [3]]);
});

test.run();
