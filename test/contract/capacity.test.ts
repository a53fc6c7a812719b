import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EXTRAPOLATED, ratesOf, size } from '../../deploy/capacity.ts';
import { keptResults } from '../../deploy/results.ts';

const test = suite('capacity');

test('ten times the mail asks ten times as much', () => {
  const rates = ratesOf(keptResults('bench'));
  const [one, ten] = [size(10_000_000, rates), size(100_000_000, rates)];
  assert.ok(Math.abs(ten.peakPerSecond / one.peakPerSecond - 10) < 1e-9);
  assert.ok(ten.edgeCores >= one.edgeCores * 9 - 10 && ten.deliveryPods > one.deliveryPods);
});

test('a figure that no result has is an error, not a zero', () => {
  const results = keptResults('bench');
  assert.throws(() => ratesOf(results.filter(({ name }) => name !== 'edge')), /no results of the bench edge/);
  assert.throws(() => ratesOf(results.map((result) => ({ ...result, tables: [] }))), /no number/);
});

/** A table of the page: its cells by their columns, the first and the last one left out. */
function tableOf(name: string): { columns: string[]; rows: { cells: string[]; from: string }[] } {
  const text = readFileSync('docs/capacity.md', 'utf8');
  const block = text.slice(text.indexOf(`<!-- ${name} -->`), text.indexOf(`<!-- /${name} -->`));
  const [columns = [], , ...rows] = block
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.slice(2, -2).split(' | '));
  return { columns: columns.slice(1, -1), rows: rows.map((cells) => ({ cells: cells.slice(1, -1), from: cells.at(-1)! })) };
}

test('every number of a day is marked as extrapolated, or arithmetic; every row names the kept run it comes from', () => {
  const kept = new Set(keptResults('bench').map(({ command }) => command));
  for (const name of ['sizing', 'limits', 'servers', 'storage']) {
    const { columns, rows } = tableOf(name);
    assert.ok(rows.length > 0, name);
    for (const { cells, from } of rows) {
      const source = /^`([^`]+)`: \S/.exec(from)?.[1];
      if (source === undefined) {
        assert.match(from, /^arithmetic: \S/, name);
        continue;
      }
      assert.ok(kept.has(source), `${name}: ${source}`);
      cells.forEach((cell, column) => {
        if (/ a day$|^planned$|^M a day/.test(columns[column]!) && name !== 'servers')
          assert.ok(cell.startsWith(EXTRAPOLATED), `${name}: ${cell}`);
      });
    }
  }
  const prose = readFileSync('docs/capacity.md', 'utf8').replaceAll(/<!-- (\w+) -->[^]*?<!-- \/\1 -->/g, '');
  assert.not.match(prose, /\d (?:ms|a second)\b/, 'a figure outside the tables that the results do not keep fresh');
});

test.run();
