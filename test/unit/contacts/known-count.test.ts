/** Which compiled filters the field catalogue can count, and what they ask of it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeKey } from '#kit/store/keys.ts';
import { countOfValue, questionOf } from '#services/contacts/domain/known-count.ts';
import { gatherValues } from '#services/contacts/domain/values.ts';
import { plain } from '#services/segments/domain/clause.ts';
import { readCondition } from '#services/segments/domain/condition.ts';
import { filterOf } from '#services/segments/domain/filter.ts';

const test = suite('contacts: known counts');
const around = { now: new Date('2026-02-01'), encode: encodeKey, membership: () => 'kept' as const };
const compiled = (...filters: object[]) =>
  plain(filterOf(readCondition({ logic: 'AND', groups: [{ filters }] }), around)) as Record<string, unknown>;
const question = (field: string, operator: string, value?: unknown) => questionOf(compiled({ field, operator, value }));

test('one filter about one field, as segments compiles it', () => {
  for (const value of ['pro', '', '$x', 5, -1.5, true, false]) {
    assert.equal(question('data.plan', 'equals', value), { of: 'equal', key: 'plan', value });
    assert.equal(question('data.plan', 'notEquals', value), { of: 'different', key: 'plan', value });
  }
  assert.equal(question('data.plan', 'exists'), { of: 'present', key: 'plan' });
  assert.equal(question('data.$set', 'notExists'), { of: 'absent', key: '%24set' });
  assert.equal(question('subscribed', 'equals', true), { of: 'subscribed', is: true });
  assert.equal(question('subscribed', 'notEquals', true), { of: 'subscribed', is: false });
  assert.equal(questionOf({}), { of: 'all' });
});

test('nothing else', () => {
  const others: [string, string, unknown?][] = [
    ['data.a.b', 'equals', 'x'],
    ['data.a.b', 'exists'],
    ['data.a.b', 'notExists'],
    ['data.day', 'equals', '2026-01-31'],
    ['data.day', 'notEquals', '2026-01-31'],
    ['data.a', 'equals', [1]],
    ['data.a', 'equals', { b: 1 }],
    ['data.a', 'notEquals', []],
    ['data.a', 'contains', 'x'],
    ['data.a', 'notContains', 'x'],
    ['data.a', 'gt', 1],
    ['email', 'equals', 'a@example.org'],
    ['subscribed', 'equals', 1],
    ['segment.x', 'memberOfSegment'],
    ['event.x', 'triggered'],
    ['event.x', 'notTriggered'],
    ['createdAt', 'gt', '2026-01-01'],
  ];
  for (const [field, operator, value] of others) assert.is(question(field, operator, value), undefined, `${field} ${operator}`);
  assert.is(questionOf(compiled({ field: 'data.a', operator: 'equals', value: 1 }, { field: 'data.b', operator: 'exists' })), undefined);
  assert.is(questionOf(compiled({ field: 'data.a', operator: 'exists' }, { field: 'data.b', operator: 'notEquals', value: 1 })), undefined);
  const eq = { 'data.a': { $eq: 1 } };
  for (const filter of [
    eq,
    { $and: [eq] },
    { $and: [eq, { 'data.b': { $not: { $type: 'array' } } }] },
    { $nor: [eq] },
    { $or: [eq] },
    { 'data.a': { $type: 'string' } },
    { 'data.a': { $in: [1] } },
  ])
    assert.is(questionOf(filter), undefined, JSON.stringify(filter));
});

test('counts of values, by kind, as far as they are kept', () => {
  const values = gatherValues([
    ['pro', 3],
    [1, 2],
    ['1', 4],
    [true, 5],
    [{ a: 1 }, 6],
  ]);
  assert.equal(
    ['pro', 'Pro', 1, '1', true, 'true', -0].map((value) => countOfValue(values, value)),
    [3, 0, 2, 4, 5, 0, 0],
  );
  assert.is(countOfValue(values, 'x'.repeat(501)), undefined);
  const many = gatherValues(Array.from({ length: 1_000 }, (_, n) => [`v${String(n).padStart(4, '0')}`, n + 1]));
  assert.not.ok(many.complete);
  assert.equal(
    ['v0000', 'v0399', 'v0999', 'a', 'z'].map((value) => countOfValue(many, value)),
    [1, 400, undefined, undefined, undefined],
  );
});

test.run();
