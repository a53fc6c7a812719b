/** Texts in patterns. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { literalPattern } from '#kit/literal-pattern.ts';

const test = suite('kit: literal patterns');

test('finds the text and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
      const whole = new RegExp(`^${literalPattern(text)}$`);
      assert.ok(whole.test(text));
      assert.is(whole.test(other), other === text);
    }),
  );
});

test('what has a meaning in patterns has none', () => {
  const table: [string, string][] = [
    ['.*', 'ab'],
    ['a|b', 'a'],
    ['^a', 'a'],
    ['[a]', 'a'],
    ['a{2}', 'aa'],
    ['\\d', '1'],
    ['(?i)a', 'A'],
    ['a+', 'aa'],
  ];
  for (const [text, other] of table)
    assert.equal(
      [text, other].map((one) => new RegExp(`^${literalPattern(text)}$`).test(one)),
      [true, false],
      text,
    );
  assert.is(literalPattern('\0 é'), '\\x00\\x20é');
});

test.run();
