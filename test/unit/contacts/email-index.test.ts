/** Addresses as lines: whatever is added and removed, a fragment is found where it is. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addLine, linesWith, removeLine } from '#services/contacts/fields/email-index.ts';

const test = suite('contacts: email index');

test('a line is removed whole, and only once', () => {
  const text = ['a@x', 'ba@x', 'a@xy', 'a@x'].reduce(addLine, '\n');
  assert.is(removeLine(text, 'a@x'), '\nba@x\na@xy\na@x\n');
  for (const other of ['@x', 'a@', 'b']) assert.is(removeLine(text, other), text);
});

test('a line is found once, however often it holds the fragment', () => {
  assert.equal(linesWith('\naaa@a\nb@b\nab@c\n', 'a'), ['aaa@a', 'ab@c']);
  assert.equal(linesWith('\n', 'a'), []);
});

test('equals a filter over a list', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', '@', '.'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.uniqueArray(line), fc.array(line), line, (lines, gone, fragment) => {
      const text = gone.reduce(removeLine, lines.reduce(addLine, '\n'));
      assert.equal(
        linesWith(text, fragment),
        lines.filter((one) => !gone.includes(one) && one.includes(fragment)),
      );
    }),
  );
});

test.run();
