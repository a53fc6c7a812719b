/** `npm run bench [-- name …]`: the benchmarks, one after the other, each on servers and services of its own. */
import { ownStack, sweepStacks } from '#test/stack.ts';
import type { OwnStack } from '#test/stack.ts';
import { runUntilEnded } from './ending.ts';
import { filesOf } from './suites.ts';
import { endTools, run } from './tool.ts';

/** No limit of the contract may stand in for a limit of the machine. */
const UNLIMITED = { API_RATE_LIMIT_PER_MINUTE: '100000000', REQUEST_LOGGING: 'false', LOG_LEVEL: 'warn' };

let own: OwnStack | undefined;

async function bench(file: string): Promise<boolean> {
  console.log(`\n${file}`);
  own = await ownStack({ env: UNLIMITED });
  const services = await own.startServices('one');
  const { ok } = await run(process.execPath, [file], { env: own.testEnv(services, 'one'), show: true });
  await services.stop();
  await own.stop();
  own = undefined;
  return ok;
}

async function work(): Promise<number> {
  let failed = 0;
  for (const file of filesOf('bench/**/*.bench.ts', process.argv.slice(2))) failed += (await bench(file)) ? 0 : 1;
  return failed === 0 ? 0 : 1;
}

async function stop(): Promise<void> {
  endTools();
  await own?.stop();
  await sweepStacks();
}

await runUntilEnded(work, stop);
