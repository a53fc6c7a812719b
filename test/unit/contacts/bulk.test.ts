/** Bulk actions: what one page comes to (contract 2.8). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { planPage, progressOf, readIds, readOperation } from '#services/contacts/domain/bulk.ts';

const test = suite('contacts: bulk');

const on = { _id: 'on', subscribed: true };
const off = { _id: 'off', subscribed: false };
const unknown = { contactId: 'unknown', error: 'Contact not found' };

test('a page', () => {
  const asked = ['on', 'unknown', 'off'];
  const table = [
    ['subscribe', asked, [off], 1, 1, [unknown]],
    ['unsubscribe', asked, [on], 1, 1, [unknown]],
    ['delete', asked, [on, off], 2, 0, [unknown]],
    ['subscribe', [], [off], 1, 1, []],
  ] as const;
  for (const [operation, ids, change, successCount, unchangedCount, errors] of table) {
    assert.equal(
      planPage(operation, [on, off], ids),
      { change, errors, successCount, unchangedCount, failureCount: errors.length },
      operation,
    );
  }
});

test('ids count once, and are 1 to 1,000', () => {
  assert.equal(readIds(['a', 'b', 'a']), ['a', 'b']);
  assert.throws(
    () => readIds([]),
    (error: any) => error.status === 400,
  );
  assert.throws(
    () => readIds(Array.from({ length: 1_001 }, String)),
    (error: any) => error.status === 400,
  );
});

test('operations', () => {
  for (const operation of ['subscribe', 'unsubscribe', 'delete']) assert.is(readOperation(operation), operation);
  for (const operation of ['', 'drop', 'constructor'])
    assert.throws(
      () => readOperation(operation),
      (error: any) => error.status === 400,
    );
});

test('progress', () => {
  for (const [done, expected, progress] of [
    [0, 0, 0],
    [0, 10, 0],
    [1, 3, 33],
    [3, 3, 99],
    [9, 3, 99],
  ] as const)
    assert.is(progressOf(done, expected), progress);
});

test.run();
