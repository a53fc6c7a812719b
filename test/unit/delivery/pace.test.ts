import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Pace } from '#services/delivery/domain/pace.ts';

const test = suite('pace');

/** After so many mails, one every so many ms. */
function paced(pace: Pace, clock: { now: number }, mails: number, everyMs: number): void {
  for (let n = 0; n < mails; n += 1) {
    clock.now += everyMs;
    pace.carried();
  }
}

const table: [string, number, number, number][] = [
  ['nothing left yet', 0, 0, 10],
  ['10,000 a second', 5_000, 0.1, 240],
  ['1,000 a second', 1_050, 1, 150],
  ['200 a second', 600, 5, 30],
  ['one in 5 s', 3, 5_000, 10],
];
for (const [name, mails, everyMs, rows] of table) {
  test(`${name}: ${rows} rows ahead of 20 workers`, () => {
    const clock = { now: 0 };
    const pace = new Pace(() => clock.now);
    paced(pace, clock, mails, everyMs);
    assert.is(pace.ahead(20), rows);
  });
}

test('known within half a second when mail becomes more, or less', () => {
  const clock = { now: 0 };
  const pace = new Pace(() => clock.now);
  paced(pace, clock, 2_000, 1);
  paced(pace, clock, 24, 25);
  assert.ok(pace.ahead(20) <= 30);
  paced(pace, clock, 500, 1);
  assert.is(pace.ahead(20), 150);
});

test.run();
