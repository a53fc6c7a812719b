/** The protocol of frozen pages over many seeded schedules: never twice, never lost, every slot in one state. Flawed ones are found out. */
import { createFindings } from '#test/findings.ts';
import { MUTANTS, runSchedule } from '#test/page-model.ts';
import type { Flaws } from '#test/page-model.ts';
import { createRandom } from '#test/random.ts';

const SCHEDULES = Number(process.env['DRILL_SCHEDULES'] ?? 1_000_000);
const FLAWED = SCHEDULES / 10;

const random = createRandom();
const findings = createFindings({
  kind: 'drill',
  name: 'model',
  title: 'Protocol of frozen pages',
  about:
    `${SCHEDULES.toLocaleString('en')} schedules of a simulation (SEED=${random.seed}): senders that die, pause and stall between any ` +
    'two steps, leases that end, a database that forgets what no majority had.',
});

/** How many schedules went wrong, and what a few of them found. */
function wrongOf(schedules: number, flaws: Flaws): { count: number; shown: string[] } {
  const shown: string[] = [];
  let count = 0;
  for (let schedule = 0; schedule < schedules; schedule += 1) {
    const wrong = runSchedule(random, flaws);
    if (wrong.length === 0) continue;
    count += 1;
    if (shown.length < 5) shown.push(...wrong);
  }
  return { count, shown };
}

const { count, shown } = wrongOf(SCHEDULES, {});
for (const line of shown) console.log(`    ${line}`);
findings.row('Schedules that went wrong', { protocol: 'as it is', schedules: SCHEDULES, wrong: count });
findings.expect('schedules that went wrong', count, 0);
for (const { what, flaws } of MUTANTS) {
  const { count: caught } = wrongOf(FLAWED, flaws);
  findings.row('Schedules that went wrong', { protocol: what, schedules: FLAWED, wrong: caught });
  findings.holds(`found out: ${what}`, caught, caught > 0);
}
findings.close();
process.exit();
