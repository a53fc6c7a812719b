import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Pace } from '#services/delivery/domain/pace.ts';

const test = suite('pace');

function paceOf(...ms: number[]): Pace {
  const pace = new Pace();
  for (const one of ms) pace.carried(one);
  return pace;
}

const table: [string, Pace, number][] = [
  ['nothing is known yet', paceOf(), 40],
  ['a mail takes no time', paceOf(0), 240],
  ['10 ms a mail', paceOf(10), 200],
  ['25 ms a mail', paceOf(25), 80],
  ['5 s a mail', paceOf(5_000), 40],
];
for (const [name, pace, rows] of table) test(`${name}: ${rows} rows ahead of 20 workers`, () => assert.is(pace.ahead(20), rows));

test('a provider that becomes slow, or quick again, is known as such after some hundred mails', () => {
  const pace = paceOf(10, ...Array.from({ length: 300 }, () => 1_000));
  assert.is(pace.ahead(20), 40);
  for (let n = 0; n < 400; n += 1) pace.carried(10);
  assert.ok(pace.ahead(20) > 150);
});

test.run();
