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
for (const [what, flaws] of [
  ['a horizon that a restart may forget', { horizonUnsafe: true }],
  ['handing over before the horizon is on disk', { handsOverFirst: true }],
  ['a note that puts the horizon below what is in flight', { forgetsInFlight: true }],
  ['the spool of a holder that had not settled the page', { asksFormer: true }],
  ['a spool that is believed of slots with rows', { ignoresRows: true }],
  ['claiming before what the former holder left is settled', { claimsUnsettled: true }],
] as const)
  test(`${what} sends twice`, () => assert.ok(findings(flaws).some((one) => one.includes('times'))));

// One schedule in some thousands shows these: as many are tried as it takes.
function isFoundOut(flaws: Flaws): boolean {
  const random = createRandom();
  for (let tried = 0; tried < RARE; tried += 1) if (runSchedule(random, flaws).length > 0) return true;
  return false;
}
test('a page as it was before it was taken sends twice, or says two things of a mail', () =>
  assert.ok(isFoundOut({ staleSnapshot: true })));
test('rows that are made when the lease may be over say two things of a mail', () => assert.ok(isFoundOut({ writesRowsLate: true })));

test.run();
