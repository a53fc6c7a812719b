/** Names, types and the list of fields (contract 2.1). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listFields, readCustomField, readField, readValuesLimit, typeOf } from '#services/contacts/domain/field.ts';
import type { FieldType } from '#services/contacts/domain/field.ts';

const test = suite('contacts: field');

const TYPES: [unknown, FieldType][] = [
  [1, 'number'],
  [-1.5, 'number'],
  [0, 'number'],
  [true, 'boolean'],
  [false, 'boolean'],
  ['true', 'string'],
  ['1', 'string'],
  ['2024-02-29', 'date'],
  ['2023-02-29', 'string'],
  ['2024-13-01', 'string'],
  ['2024-04-31', 'string'],
  ['2024-00-10', 'string'],
  ['0001-01-01', 'date'],
  ['2024-02-29T10:00:00Z', 'date'],
  ['2024-02-29T10:00:00.123Z', 'date'],
  ['2024-02-29T24:00:00Z', 'string'],
  ['2024-02-29T23:60:00Z', 'string'],
  ['2024-02-29T10:00:00', 'string'],
  ['2024-02-29T10:00:00+01:00', 'string'],
  ['2024-2-9', 'string'],
  [' 2024-02-29', 'string'],
  ['2024-02-29\n', 'string'],
  [[], 'string'],
  [[1], 'string'],
  [{}, 'string'],
  [{ value: 1 }, 'string'],
  ['', 'string'],
];
for (const [value, type] of TYPES) test(`${JSON.stringify(value)} is a ${type}`, () => assert.is(typeOf(value), type));

test('names', () => {
  assert.equal(readField('email'), { standard: 'email' });
  assert.equal(readField('plan'), { key: 'plan' });
  assert.equal(readField('data.plan'), { key: 'plan' });
  assert.equal(readField('data.email'), { key: 'email' });
  assert.equal(readField('data.data.x'), { key: 'data.x' });
  assert.equal(readField('constructor'), { key: 'constructor' });
  assert.is(readCustomField('data.a.b'), 'a.b');
  for (const name of ['plan', 'email', 'data', 'Data.plan', ''])
    assert.throws(
      () => readCustomField(name),
      (error: any) => error.status === 400,
    );
});

test('limits of values', () => {
  for (const [sent, limit] of [
    [0, 100],
    [-1, 100],
    [1, 1],
    [200, 200],
    [201, 200],
    [NaN, 100],
    [1.5, 100],
  ] as const)
    assert.is(readValuesLimit(sent), limit);
});

test('standard fields are always there, and whole', () => {
  assert.equal(listFields([], 0), [
    { field: 'createdAt', type: 'date', isCustom: false, coverage: 1 },
    { field: 'email', type: 'string', isCustom: false, coverage: 1 },
    { field: 'subscribed', type: 'boolean', isCustom: false, coverage: 1 },
    { field: 'updatedAt', type: 'date', isCustom: false, coverage: 1 },
  ]);
});

test('custom fields: order and coverage', () => {
  const keys = [
    { key: 'b', type: 'number', count: 1 },
    { key: 'A', type: 'string', count: 3 },
    { key: 'none', type: 'date', count: 0 },
    { key: 'a', type: 'boolean', count: 2 },
  ] as const;
  const listed = listFields(keys, 3).filter(({ isCustom }) => isCustom);
  assert.equal(
    listed.map(({ field, coverage }) => [field, coverage]),
    [
      ['data.A', 1],
      ['data.a', 0.6667],
      ['data.b', 0.3333],
      ['data.none', 0],
    ],
  );
});

test.run();
