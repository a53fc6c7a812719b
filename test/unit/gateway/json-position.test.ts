/** Malformed JSON is answered with its position: the same texts are refused as by the parser, at the byte that cannot stand there. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Fault } from '#kit/errors.ts';
import { faultOffset, positionOf } from '#services/gateway/domain/json-position.ts';
import { parseJson } from '#services/gateway/json.ts';

const test = suite('position of malformed JSON');

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const TABLE: [string, number, string?][] = [
  ['', 0],
  ['  ', 2],
  ['{', 1],
  ['{"email":}', 9],
  ["{'email':'a'}", 1],
  ['{"email":"a",}', 13],
  ['[1,]', 3],
  ['{"a":1}{"b":2}', 7],
  ['{"a":1]', 6],
  ['[1}', 2],
  ['{"a" 1}', 5],
  ['{"a":"\u0001"}', 6],
  ['{"a":"\\x"}', 7],
  ['{"a":"\\u12g4"}', 10],
  ['{"a":"open', 10],
  ['tru', 3],
  ['trux', 3],
  ['undefined', 0],
  ['NaN', 0],
  ['01', 1],
  ['-', 1],
  ['1.', 2],
  ['1e+', 3],
  ['+1', 0],
  ['.5', 0],
  ['\ufeff{}', 0],
];

for (const [text, offset] of TABLE) {
  test(JSON.stringify(text), () => {
    assert.is(isJson(text), false);
    assert.is(faultOffset(Buffer.from(text)), offset);
  });
}

test('JSON, and JSON with one byte changed, put in or left out, is judged as the parser does', () => {
  const CHARACTERS = ['"', '\\', ',', ':', '{', '}', '[', ']', '0', '-', '.', 'e', 'u', 't', ' ', '\n', '\t', 'é', '\u0000'];
  const change = fc.record({ at: fc.nat(400), drop: fc.nat(1), put: fc.constantFrom('', ...CHARACTERS) });
  fc.assert(
    fc.property(fc.json(), fc.option(change), (json, changed) => {
      const at = changed ? changed.at % (json.length + 1) : 0;
      const text = changed ? json.slice(0, at) + changed.put + json.slice(at + changed.drop) : json;
      fc.pre(text.isWellFormed());
      const offset = faultOffset(Buffer.from(text));
      assert.is(offset === undefined, isJson(text), text);
      // What stands before it is the beginning of some JSON text: it is not refused any earlier.
      if (offset !== undefined) assert.is(faultOffset(Buffer.from(text).subarray(0, offset)) ?? offset, offset, text);
    }),
    { numRuns: 2_000 },
  );
});

test('lines and columns count from 1, as editors do', () => {
  const bytes = Buffer.from('{\n  "é€🦄": }');
  assert.equal(positionOf(bytes, faultOffset(bytes)!), { line: 2, column: 11 });
  assert.throws(
    () => parseJson(bytes),
    ({ message, options }: Fault) =>
      message === 'Invalid JSON in request body: line 2, column 11: unexpected "}"' && options.details!['column'] === 11,
  );
  assert.throws(() => parseJson(Buffer.from('{"a":"🦄')), /line 1, column 9: it ends too early/);
  assert.throws(() => parseJson(Buffer.from([0x22, 0xff, 0x22])), /it is not UTF-8/);
});

test.run();
