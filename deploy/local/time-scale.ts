/** How much longer than written the waits of tests, drills and benches last: the machine's speed, measured once by the command. */
import { pbkdf2 } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const VARIABLE = 'TEST_TIME_SCALE';
const ROUNDS = 100_000;
/** What the work takes on each core of the quiet machine that waits are written for. */
const REFERENCE_MS = 90;
/** Whoever else uses the machine may begin after the measurement. A longer deadline costs a passing test nothing. */
const MARGIN = 2;
const LOOKS = 5;

const derive = promisify(pbkdf2);

/** Wall time of a fixed amount of work on every core at once, so that load of others counts. */
async function workMs(): Promise<number> {
  const began = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() }, () => derive('speed', 'salt', ROUNDS, 64, 'sha512')));
  return performance.now() - began;
}

const measured = Number(process.env[VARIABLE]);
let scale = measured >= 1 ? measured : 1;

/** Measures, unless the environment says it; this process and those it starts wait so much longer. Answers the factor, at least 2. */
export async function measureTimeScale(): Promise<number> {
  if (process.env[VARIABLE] === undefined) {
    const looks: number[] = [];
    while (looks.length < LOOKS) looks.push(await workMs());
    const median = looks.toSorted((a, b) => a - b)[LOOKS >> 1]!;
    scale = MARGIN * Math.max(1, median / REFERENCE_MS);
    process.env[VARIABLE] = scale.toFixed(1);
  }
  return scale;
}

/** A wait of so many ms on the reference machine, on this one. 1:1 in a process that no measuring command has started. */
export function stretched(milliseconds: number): number {
  return Math.ceil(milliseconds * scale);
}
