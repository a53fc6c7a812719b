/** The protocol of frozen pages, over many seeded schedules; and flawed ones, which it has to catch. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MUTANTS, runSchedule } from '#test/page-model.ts';
import type { Flaws } from '#test/page-model.ts';
import { createRandom } from '#test/random.ts';

const SCHEDULES = 5_000;
/** One schedule in some thousands shows what is rare. */
const RARE = 60_000;
const SHOWN = 5;
const test = suite('page model');

function findings(flaws: Flaws): string[] {
  const random = createRandom();
  return Array.from({ length: SCHEDULES }, () => runSchedule(random, flaws)).flat();
}

test('never twice, never lost, every slot in one state', () => assert.equal(findings({}).slice(0, SHOWN), []));

/** As many are tried as it takes. */
function isFoundOut(flaws: Flaws): boolean {
  const random = createRandom();
  for (let tried = 0; tried < RARE; tried += 1) if (runSchedule(random, flaws).length > 0) return true;
  return false;
}
for (const { what, flaws, isRare } of MUTANTS)
  if (isRare) test(`${what}: found out`, () => assert.ok(isFoundOut(flaws)));
  else test(`${what}: sends twice`, () => assert.ok(findings(flaws).some((one) => one.includes('times'))));

test.run();
