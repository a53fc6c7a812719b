/** Which expressions of a compiled filter may run, and that nothing else does. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isExpression, readFilter } from '#services/contacts/domain/filter.ts';
import { encodeKey } from '#kit/store/keys.ts';
import { plain } from '#services/segments/domain/clause.ts';
import { readCondition } from '#services/segments/domain/condition.ts';
import { filterOf } from '#services/segments/domain/filter.ts';

const test = suite('contacts: expressions');
const list = { $cond: [{ $isArray: '$data.a' }, '$data.a', []] };
const object = { $cond: [{ $eq: [{ $type: '$data.a' }, 'object'] }, '$data.a', {}] };
const nested = (levels: number): object => (levels === 0 ? { $literal: 1 } : { $and: [nested(levels - 1)] });

test('comparing a list or an object part by part is an expression', () => {
  const good: unknown[] = [
    { $isArray: '$data.a' },
    { $eq: ['$data.a', { $literal: '$where' }] },
    { $and: [{ $isArray: '$data.a' }, { $eq: [{ $size: list }, 2] }, { $eq: [{ $arrayElemAt: [list, 0] }, { $literal: null }] }] },
    { $eq: [{ $size: { $objectToArray: object } }, 1] },
    { $eq: [{ $getField: { field: { $literal: '$b' }, input: object } }, { $literal: true }] },
    { $literal: 'text' },
    nested(60),
  ];
  for (const one of good) assert.ok(isExpression(one), JSON.stringify(one));
});

test('whatever could read elsewhere, run code or hide an operator is not', () => {
  const bad: unknown[] = [
    null,
    undefined,
    'text',
    5,
    [],
    {},
    { $where: '1' },
    { $function: { body: 'return 1', args: [], lang: 'js' } },
    { $accumulator: {} },
    { $toString: '$data.a' },
    { $rand: {} },
    { $eq: ['$$ROOT', 1] },
    { $eq: ['$email', 1] },
    { $eq: ['$outbox', 1] },
    { $eq: ['$data', 1] },
    { $eq: ['$data.', 1] },
    { $eq: ['$data.$a', 1] },
    { $eq: ['$$NOW', 1] },
    { $eq: '$data.a' },
    { $and: { $eq: [1, 1] } },
    { $eq: [['$email'], 1] },
    { $eq: [{ a: '$email' }, 1] },
    { $eq: [true, 1] },
    { $eq: [null, 1] },
    { $isArray: '$data.a', $eq: [1, 1] },
    { $size: ['$data.a'] },
    { $and: [{ $isArray: '$data.a' }, { $where: '1' }] },
    { $literal: { $where: '1' } },
    { $literal: ['$email'] },
    { $literal: 1, $eq: [] },
    { $getField: 'a' },
    { $getField: { field: 'a', input: object } },
    { $getField: { field: { $literal: 'a' }, input: '$email' } },
    { $getField: { field: { $literal: 'a' } } },
    { $getField: { field: { $literal: 'a' }, input: object, other: 1 } },
    nested(70),
  ];
  for (const one of bad) assert.not.ok(isExpression(one), JSON.stringify(one));
});

test('what segments compiles for lists and objects passes as it is', () => {
  const around = { now: new Date('2026-02-01'), encode: encodeKey, membership: () => 'kept' as const };
  const values: unknown[] = [
    [],
    {},
    [1, null, 'x'],
    { a: [{ $ne: null }], 'b.c': '$email' },
    [['$$ROOT']],
    JSON.parse('{"__proto__":{"x":1}}'),
  ];
  for (const value of values) {
    const filter = plain(
      filterOf(readCondition({ logic: 'AND', groups: [{ filters: [{ field: 'data.a', operator: 'equals', value }] }] }), around),
    ) as object;
    assert.equal(readFilter(filter), filter, JSON.stringify(value));
  }
});

test.run();
