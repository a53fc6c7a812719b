/** `npm run drill [-- name …]`: the fault drills, one after the other. Each starts servers and services of its own and breaks them. */
import { sweepStacks } from '#test/stack.ts';
import { runUntilEnded } from './ending.ts';
import { filesOf } from './suites.ts';
import { endTools, run } from './tool.ts';

async function work(): Promise<number> {
  let failed = 0;
  for (const file of filesOf('drills/**/*.drill.ts', process.argv.slice(2))) {
    console.log(`\n${file}`);
    const { ok, seconds } = await run(process.execPath, [file], { show: true });
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${file}  ${seconds.toFixed(1)} s`);
    failed += ok ? 0 : 1;
    await sweepStacks();
  }
  return failed === 0 ? 0 : 1;
}

async function stop(): Promise<void> {
  endTools();
  await sweepStacks();
}

await runUntilEnded(work, stop);
