/** Custom field rules (contract 2.1). */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changesNothing, checkLocale, mergePatches, NO_CHANGE, readData, RESERVED } from '#services/contacts/domain/data.ts';
import type { DataPatch } from '#services/contacts/domain/data.ts';

const test = suite('contacts: data');

type Data = Record<string, unknown>;

const CASES: [name: string, sent: Data | null | undefined, set: Data, unset: string[], once: Data][] = [
  ['nothing', undefined, {}, [], {}],
  ['null', null, {}, [], {}],
  ['primitives', { s: 'x', n: 0, f: -1.5, b: false }, { s: 'x', n: 0, f: -1.5, b: false }, [], {}],
  ['null deletes', { a: null }, {}, ['a'], {}],
  ['empty text is ignored', { a: '' }, {}, [], {}],
  ['a blank is a text', { a: ' ' }, { a: ' ' }, [], {}],
  ['arrays and objects as sent', { a: [1, '', null], o: { x: '', y: null } }, { a: [1, '', null], o: { x: '', y: null } }, [], {}],
  ['persistent wrapper', { a: { value: 1, persistent: true } }, { a: 1 }, [], {}],
  ['momentary wrapper', { a: { value: 1, persistent: false } }, {}, [], { a: 1 }],
  ['wrapped null', { a: { value: null, persistent: true }, b: { value: null, persistent: false } }, {}, ['a'], { b: null }],
  ['wrapped empty text', { a: { value: '', persistent: true }, b: { value: '', persistent: false } }, {}, [], {}],
  ['wrapped object', { a: { value: { x: 1 }, persistent: true } }, { a: { x: 1 } }, [], {}],
  [
    'only the outer wrapper counts',
    { a: { value: { value: 1, persistent: false }, persistent: true } },
    { a: { value: 1, persistent: false } },
    [],
    {},
  ],
  ['persistent must be a boolean', { a: { value: 1, persistent: 'false' } }, { a: { value: 1, persistent: 'false' } }, [], {}],
  ['no value, no wrapper', { a: { persistent: false } }, { a: { persistent: false } }, [], {}],
  ['an array is no wrapper', { a: [{ value: 1, persistent: false }] }, { a: [{ value: 1, persistent: false }] }, [], {}],
  ['reserved keys', Object.fromEntries([...RESERVED].map((key) => [key, 'x'])), {}, [], {}],
  ['reserved only as they are spelt', { ID: 1, 'data.id': 2, subscribed: 3 }, { ID: 1, 'data.id': 2, subscribed: 3 }, [], {}],
  ['names are literal', { 'a.b': 1, $where: 2, 'first name': 3, '': 4 }, { 'a.b': 1, $where: 2, 'first name': 3, '': 4 }, [], {}],
];

for (const [name, sent, set, unset, once] of CASES) {
  test(name, () => {
    const reading = readData(sent);
    assert.equal([Object.fromEntries(reading.set), [...reading.unset], Object.fromEntries(reading.once)], [set, unset, once]);
  });
}

test('__proto__ is a name like any other', () => {
  const { set } = readData(JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}'));
  assert.equal(
    [...set],
    [
      ['__proto__', { admin: true }],
      ['constructor', 1],
    ],
  );
  assert.is(({} as Data)['admin'], undefined);
});

test('an inherited value and persistent make no wrapper', () => {
  const sent = Object.create({ value: 1, persistent: false }) as object;
  assert.is(readData({ a: sent }).set.get('a'), sent);
});

const apply = (stored: ReadonlyMap<string, unknown>, { set, unset }: DataPatch) => {
  const result = new Map([...stored, ...set]);
  for (const key of unset) result.delete(key);
  return result;
};

/** Contract 2.1, line by line. */
function naive(stored: ReadonlyMap<string, unknown>, sent: Data): Map<string, unknown> {
  const result = new Map(stored);
  for (const key of Object.keys(sent)) {
    if (['id', 'posthorn_id', 'posthorn_email', 'email', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl'].includes(key)) continue;
    let value: any = sent[key];
    if (value !== null && typeof value === 'object' && !Array.isArray(value) && 'value' in value && typeof value.persistent === 'boolean') {
      if (value.persistent === false) continue;
      value = value.value;
    }
    if (value === null) result.delete(key);
    else if (value !== '') result.set(key, value);
  }
  return result;
}

const key = fc.oneof(fc.constantFrom('a', 'b', 'a.b', '$set', '__proto__', 'email', 'id', ''), fc.string());
const plain = fc.oneof(fc.jsonValue(), fc.constantFrom(null, ''));
const value = fc.oneof(plain, fc.record({ value: plain, persistent: fc.oneof(fc.boolean(), fc.string()) }, { requiredKeys: [] }));
const data = fc.array(fc.tuple(key, value), { maxLength: 8 }).map((pairs) => Object.fromEntries(pairs) as Data);
const fields = fc.array(fc.tuple(key, fc.jsonValue()), { maxLength: 8 }).map((pairs) => new Map<string, unknown>(pairs));

test('a patch does what the contract says, whatever is sent', () => {
  fc.assert(
    fc.property(fields, data, (stored, sent) => {
      assert.equal([...apply(stored, readData(sent))].sort(byKey), [...naive(stored, sent)].sort(byKey));
    }),
  );
});

test('merged patches do what they do one after the other', () => {
  fc.assert(
    fc.property(fields, data, data, (stored, first, second) => {
      const [one, two] = [readData(first), readData(second)];
      assert.equal([...apply(stored, mergePatches(one, two))].sort(byKey), [...apply(apply(stored, one), two)].sort(byKey));
    }),
  );
});

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

test('changesNothing', () => {
  assert.ok(changesNothing(NO_CHANGE));
  assert.ok(changesNothing(readData({ a: '', email: 'x', b: { value: 1, persistent: false } })));
  assert.not(changesNothing(readData({ a: null })));
  assert.not(changesNothing(readData({ a: 0 })));
});

test('locale must be a text', () => {
  for (const locale of ['de', 'anything', '', null, { value: 'de', persistent: true }, { value: 'de', persistent: false }])
    checkLocale(readData({ locale }));
  for (const locale of [5, true, ['de'], { de: 1 }, { value: 5, persistent: true }, { value: 5, persistent: false }]) {
    assert.throws(
      () => checkLocale(readData({ locale })),
      (error: any) => error.code === 'BAD_REQUEST' && error.message === 'Locale must be a string',
    );
  }
});

test.run();
