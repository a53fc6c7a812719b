import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '#kit/errors.ts';
import { decodeKey, decodeKeys, encodeKey, encodeKeys } from '#kit/store/keys.ts';

const test = suite('store: keys');

for (const [key, stored] of [
  ['plain', 'plain'],
  ['field.with.dots', 'field%2Ewith%2Edots'],
  ['$where', '%24where'],
  ['100%', '100%25'],
  ['%2E', '%252E'],
  ['', '%'],
  ['%', '%25'],
  ['a\0b', 'a%00b'],
  ['__proto__', '%5F_proto__'],
  ['constructor', '%63onstructor'],
  ['_bsontype', '%5Fbsontype'],
  ['naïve 名', 'naïve 名'],
] as const) {
  test(`${JSON.stringify(key)} ↔ ${JSON.stringify(stored)}`, () => {
    assert.is(encodeKey(key), stored);
    assert.is(decodeKey(stored), key);
  });
}

test('no stored name acts as an operator, a path or a prototype, and all come back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (key) => {
      const stored = encodeKey(key);
      assert.not.match(stored, /[.$\0]|^$|^__proto__$|^_bsontype$/);
      assert.is(decodeKey(stored), key);
    }),
  );
});

test('names are encoded at every depth, values stay', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) =>
      assert.is(JSON.stringify(decodeKeys(encodeKeys(data))), JSON.stringify(data)),
    ),
  );
});

test('an own __proto__ survives and reaches no prototype', () => {
  const data = JSON.parse('{"__proto__":{"polluted":true},"in":[{"__proto__":1}]}') as Record<string, unknown>;
  const back = decodeKeys(encodeKeys(data));
  assert.is(JSON.stringify(back), JSON.stringify(data));
  assert.is((back as { polluted?: boolean }).polluted, undefined);
  assert.is(Object.getPrototypeOf(back), Object.prototype);
});

test('nesting beyond what the store takes is refused', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 10_000; depth++) deep = { deep };
  assert.throws(
    () => encodeKeys(deep as object),
    (error: unknown) => error instanceof Fault && error.status === 422,
  );
});

test.run();
