/** Benchmarks and drills: programs, one after the other, that start servers and services of their own and end badly when they failed. */
import { sweepStacks } from '#test/stack.ts';
import { runUntilEnded } from './ending.ts';
import { closingLine, filesOf } from './suites.ts';
import { measureTimeScale } from './time-scale.ts';
import { endTools, run } from './tool.ts';

/** Runs the programs that match the pattern and have one of the arguments in their path, with their output as it comes. */
export function runScripts(pattern: string): Promise<never> {
  const work = async (): Promise<number> => {
    const count = { passed: 0, failed: 0 };
    await measureTimeScale();
    for (const file of filesOf(pattern, process.argv.slice(2))) {
      console.log(`\n${file}`);
      const { ok, seconds } = await run(process.execPath, [file], { show: true });
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${file}  ${seconds.toFixed(1)} s`);
      count[ok ? 'passed' : 'failed'] += 1;
      await sweepStacks();
    }
    console.log(`\n${closingLine(count)}`);
    return count.failed === 0 ? 0 : 1;
  };
  return runUntilEnded(work, async () => {
    await endTools();
    await sweepStacks();
  });
}
