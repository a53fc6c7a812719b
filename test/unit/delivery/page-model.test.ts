/** The protocol of frozen pages, over many seeded schedules; and flawed ones, which it has to catch. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSchedule } from '#test/page-model.ts';
import type { Flaws } from '#test/page-model.ts';
import { createRandom } from '#test/random.ts';

const SCHEDULES = 5_000;
const RARE = 60_000;
const SHOWN = 5;
const test = suite('page model');

function findings(flaws: Flaws): string[] {
  const random = createRandom();
  return Array.from({ length: SCHEDULES }, () => runSchedule(random, flaws)).flat();
}

test('never twice, never lost, every slot in one state', () => assert.equal(findings({}).slice(0, SHOWN), []));
test('a horizon that a restart may forget sends twice', () =>
  assert.ok(findings({ horizonUnsafe: true }).some((one) => one.includes('times'))));
test('handing over before the horizon is on disk sends twice', () =>
  assert.ok(findings({ handsOverFirst: true }).some((one) => one.includes('times'))));
test('a note that puts the horizon below what is in flight sends twice', () =>
  assert.ok(findings({ forgetsInFlight: true }).some((one) => one.includes('times'))));

// One schedule in 2,500 shows it: as many are tried as it takes.
test('a page as it was before it was taken sends twice, or says two things of a mail', () => {
  const random = createRandom();
  let caught = false;
  for (let tried = 0; tried < RARE && !caught; tried += 1) caught = runSchedule(random, { staleSnapshot: true }).length > 0;
  assert.ok(caught);
});

test.run();
