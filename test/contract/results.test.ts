/** Kept results of benches and drills: whole, in one form, and read without guessing. */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { table, withBlock } from '../../deploy/markdown.ts';
import { figure, joinedChecks, keepResult } from '../../deploy/results.ts';
import type { Result } from '../../deploy/results.ts';

const test = suite('results');

for (const file of readdirSync('docs/results')) {
  test(`${file} says where it comes from, and its tables are tables`, () => {
    const { kind, name, title, about, date, commit, machine, command, tables } = JSON.parse(
      readFileSync(`docs/results/${file}`, 'utf8'),
    ) as Result;
    assert.is(`${kind}-${name}.json`, file);
    assert.match(date, /^\d{4}-\d\d-\d\d$/);
    assert.match(commit, /^[0-9a-f]{7,}$/, 'of a commit, with nothing changed beside it');
    assert.match(command, new RegExp(`npm run ${kind} -- `));
    for (const text of [title, about, machine]) assert.ok(text);
    for (const { title: heading, rows } of tables) {
      assert.ok(heading && rows.length > 0, `${heading}: no rows`);
      assert.equal(new Set(rows.map((row) => Object.keys(row).join('|'))).size, 1, `${heading}: rows of other columns`);
    }
  });
}

const FOUND = {
  kind: 'bench' as const,
  name: 'a-test',
  title: 'A test',
  about: 'Nothing.',
  tables: [
    {
      title: 'Rates',
      rows: [
        { what: 'GET', 'in flight': 1, '/s': 10 },
        { what: 'GET', 'in flight': 2, '/s': 15 },
      ],
    },
  ],
  notes: [],
};

test('findings are kept with their day, commit, machine and command', () => {
  const path = keepResult(FOUND);
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Result;
    assert.match(path, /\.local\/results\/bench-a-test\.json$/);
    assert.match(kept.commit, /^[0-9a-f]{7,}(-dirty)?$/);
    assert.ok(kept.command.endsWith('npm run bench -- a-test'));
    assert.is(figure(kept, { what: 'GET', 'in flight': 2 }, '/s'), 15);
  } finally {
    rmSync(path);
  }
});

test('a figure is that of exactly one row, else an error', () => {
  const result = { ...FOUND, date: '', commit: '', machine: '', command: '' };
  assert.throws(() => figure(result, { what: 'GET' }, '/s'), /a-test/, 'two rows');
  assert.throws(() => figure(result, { what: 'POST' }, '/s'), /a-test/, 'no row');
  assert.throws(() => figure(result, { 'in flight': 1 }, 'what'), /a-test/, 'a text');
});

test('checks that differ only in when they were made are one row; one that does not hold is shown', () => {
  const check = (n: number, found: number | string, holds = 'yes') => ({ check: `round ${n}: at most the cap`, found, holds });
  const other = { check: 'one row an address', found: '800', holds: 'yes' };
  assert.equal(joinedChecks([check(1, '94'), check(2, 12), other, check(3, 30), check(4, 7)]), [
    { check: '4 times: at most the cap', found: '7 to 94', holds: 'yes' },
    other,
  ]);
  assert.equal(joinedChecks([1, 2, 3, 4].map((n) => check(n, 0))), [{ check: '4 times: at most the cap', found: 0, holds: 'yes' }]);
  const missed = check(5, 101, 'NO');
  assert.equal(joinedChecks([...[1, 2, 3, 4].map((n) => check(n, 5)), missed]).at(-1), missed);
  const few = [check(1, 1), check(2, 2), check(3, 3)];
  assert.equal(joinedChecks(few), few);
});

test('tables escape what would end a cell; blocks replace what stands between their marks and nothing else', () => {
  assert.is(
    table(
      ['a', 'b'],
      [
        ['x|y', null],
        [12345.6, ''],
      ],
    ),
    '| a | b |\n| --- | --- |\n| x\\|y | – |\n| 12,345.6 | – |',
  );
  assert.is(withBlock('1\n<!-- t -->\nold $&\n<!-- /t -->\n2', 't', 'new $&'), '1\n<!-- t -->\nnew $&\n<!-- /t -->\n2');
  assert.throws(() => withBlock('<!-- t -->\n', 't', ''), /no block/);
});

test.run();
