/** `npm test [-- fragment of a path …]`: every test, on real servers of its own. The integration suite runs once for each topology. */
import { ownStack, sweepStacks } from '#test/stack.ts';
import type { OwnStack } from '#test/stack.ts';
import { locate } from './binaries.mjs';
import { debianProgram } from './debian.ts';
import { runUntilEnded } from './ending.ts';
import type { Mode } from './services.ts';
import { add, closingLine, filesOf, runFiles } from './suites.ts';
import type { Tally } from './suites.ts';
import { endTools } from './tool.ts';

const TOPOLOGIES: Mode[] = ['one', 'each'];
/** Unruly clients are let go sooner, and mail is not held back to a mailbox provider's pace. */
const QUICK = { HTTP_HEADERS_TIMEOUT: '2s', HTTP_IDLE_TIMEOUT: '6s', EMAIL_RATE_LIMIT_PER_SECOND: '1000' };

process.env['TEMPORAL_TEST_SERVER_BIN'] ??= locate('temporalTestServer')?.path;

const fragments = process.argv.slice(2);
const begun = Date.now();
let own: OwnStack | undefined;

const inTwoLanes = (files: string[]): Promise<Tally> => runFiles(files, { lanes: 2 });

/** A part that cannot even start counts as one failure, and the others still run. */
async function part(name: string, files: string[], runPart: (files: string[]) => Promise<Tally>): Promise<Tally> {
  if (files.length === 0) return { passed: 0, failed: 0 };
  console.log(`\n${name}`);
  try {
    return await runPart(files);
  } catch (error) {
    console.log(`FAIL ${name}: ${(error as Error).message}`);
    return { passed: 0, failed: 1 };
  }
}

/** Files that ask the services at POSTHORN_URL. */
async function onServices(mode: Mode, files: string[]): Promise<Tally> {
  own ??= await ownStack({ env: QUICK, log: (line) => console.log(`  ${line}`) });
  const services = await own.startServices(mode);
  console.log(`  services ready, ${mode === 'one' ? 'all in one process' : 'one process each'}`);
  try {
    return await runFiles(files, { env: own.testEnv(services, mode), label: `[${mode}] ` });
  } finally {
    await services.stop();
  }
}

async function work(): Promise<number> {
  const browserFiles = filesOf('browser/**/*.test.ts', fragments);
  // It may have to be fetched, meanwhile the others run; whether it came is heard when it is needed.
  const chromium = browserFiles.length > 0 ? debianProgram('chromium') : undefined;
  chromium?.catch(() => undefined);
  const tallies = [await part('Without servers', filesOf('{unit,contract,replay,operations}/**/*.test.ts', fragments), inTwoLanes)];
  const files = filesOf('integration/**/*.test.ts', fragments);
  for (const mode of TOPOLOGIES) tallies.push(await part(`Integration: ${mode === 'one' ? 'all services in one process' : 'one process each'}`, files, () => onServices(mode, files)));
  tallies.push(await part('Browser', browserFiles, async () => {
    await chromium;
    return await onServices('one', browserFiles);
  }));
  await own?.stop();
  own = undefined;
  tallies.push(await part('Faults', filesOf('faults/**/*.test.ts', fragments), inTwoLanes));
  const all = add(...tallies);
  if (all.passed + all.failed === 0) {
    console.log(`No test file has ${fragments.join(' or ')} in its path.`);
    all.failed = 1;
  }
  console.log(`\nafter ${((Date.now() - begun) / 1000).toFixed(0)} s\n${closingLine(all)}`);
  return all.failed === 0 ? 0 : 1;
}

async function stop(why: string | null): Promise<void> {
  if (why) console.log(`\nstopping (${why})`);
  endTools();
  await own?.stop();
  await sweepStacks();
}

await runUntilEnded(work, stop);
