import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Prefetch } from '#services/delivery/domain/prefetch.ts';

const test = suite('prefetch');

/** After so many mails, one every so many ms. */
function paced(prefetch: Prefetch, clock: { now: number }, mails: number, everyMs: number): void {
  for (let n = 0; n < mails; n += 1) {
    clock.now += everyMs;
    prefetch.attempted();
  }
}

const table: [string, number, number, number][] = [
  ['nothing left yet', 0, 0, 10],
  ['10,000 a second', 5_000, 0.1, 500],
  ['1,000 a second', 1_050, 1, 300],
  ['200 a second', 600, 5, 60],
  ['one in 5 s', 3, 5_000, 10],
];
for (const [name, mails, everyMs, rows] of table) {
  test(`${name}: ${rows} rows ahead of 20 workers`, () => {
    const clock = { now: 0 };
    const prefetch = new Prefetch(() => clock.now);
    paced(prefetch, clock, mails, everyMs);
    assert.is(prefetch.size(20), rows);
  });
}

test('known within half a second when mail becomes more, or less', () => {
  const clock = { now: 0 };
  const prefetch = new Prefetch(() => clock.now);
  paced(prefetch, clock, 2_000, 1);
  paced(prefetch, clock, 24, 25);
  assert.ok(prefetch.size(20) <= 60);
  paced(prefetch, clock, 500, 1);
  assert.is(prefetch.size(20), 300);
});

test.run();
