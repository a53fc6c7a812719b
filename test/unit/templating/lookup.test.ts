/** Reading by path, and the cache of compiled texts. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import type { Key } from '../../../services/templating/domain/lookup.ts';
import { lookup } from '../../../services/templating/domain/lookup.ts';
import { parsePath } from '../../../services/templating/domain/path.ts';
import { print } from '../../../services/templating/domain/print.ts';

const SCOPE = {
  a: { b: { c: 'path' }, 'b.c': 'inner literal' },
  'x.y': { z: 'prefix' },
  x: { y: { z: 'path', w: 'W' } },
  list: ['p', ['q']],
  text: 'four',
  zero: 0,
  none: null,
};

const PATHS: [Key[], unknown][] = [
  [['a', 'b', 'c'], 'inner literal'],
  [['x', 'y', 'z'], 'prefix'],
  [['x', 'y', 'w'], 'W'],
  [['list', 0], 'p'],
  [['list', '1', 0], 'q'],
  [['list', -1, -1], 'q'],
  [['list', 'size'], 2],
  [['list', 'first'], 'p'],
  [['text', 'size'], 4],
  [['a', 'size'], undefined],
  [['zero'], 0],
  [['zero', 'x'], undefined],
  [['none'], null],
  [['none', 'x'], undefined],
  [['list', 5], undefined],
  [['toString'], undefined],
  [['a', '__proto__'], undefined],
  [['list', 'map'], undefined],
  [['text', 0], undefined],
];

const test = suite('look-up');

for (const [path, value] of PATHS) test(path.join('.'), () => assert.equal(lookup(SCOPE, path), value));

test('long paths cost no more than their length', () => {
  const keys = Array.from({ length: 5_000 }, () => 'a');
  let deep: object = { a: 'end' };
  for (let i = 1; i < keys.length; i++) deep = { a: deep, 'a.a': deep };
  assert.type(lookup(deep, keys.slice(0, 16)), 'object');
  const begin = performance.now();
  lookup(
    { a: {} },
    Array.from({ length: 100_000 }, () => 'a'),
  );
  assert.ok(performance.now() - begin < stretched(500));
});

test('paths as people write them', () => {
  assert.equal(parsePath('a . first   name[0]["x.y"][i].z'), [
    { key: 'a' },
    { key: 'first name' },
    { key: 0 },
    { key: 'x.y' },
    { variable: 'i' },
    { key: 'z' },
  ]);
});

test('text of values', () => {
  assert.equal(
    [print(null), print(0), print(false), print(1.5), print({}), print([]), print([1, [2, [3]], {}])],
    ['', '0', 'false', '1.5', '[object Object]', '', '<li>1</li>\n<li>2,3</li>\n<li>[object Object]</li>'],
  );
});

test.run();
