/** `npm run check`: types, lint, format, protos, and the tests that need no servers (freshness of generated code is one of them). */
import { runUntilEnded } from './ending.ts';
import { add, closingLine, filesOf, runTogether } from './suites.ts';
import type { TestCount } from './suites.ts';
import { measureTimeScale } from './time-scale.ts';
import { endTools, runTool } from './tool.ts';

const TOOLS: [string, string[]][] = [
  // What was checked before and is unchanged is not checked again.
  ['tsc', ['--incremental', '--tsBuildInfoFile', '.local/cache/tsc.json']],
  ['oxlint', []],
  ['oxfmt', ['--check', '.']],
  ['buf', ['lint']],
];

async function tool([name, args]: [string, string[]]): Promise<TestCount> {
  const { ok, output, seconds } = await runTool(name, args);
  if (!ok) console.log(`\n${output.trim()}\n`);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${[name, ...args].join(' ')}  ${seconds.toFixed(1)} s`);
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function work(): Promise<number> {
  const begun = Date.now();
  await measureTimeScale();
  const all = add(
    ...(await Promise.all([...TOOLS.map(tool), runTogether(filesOf('{unit,contract}/**/*.test.ts', process.argv.slice(2)), 2)])),
  );
  console.log(`\nafter ${((Date.now() - begun) / 1000).toFixed(0)} s\n${closingLine(all)}`);
  return all.failed === 0 ? 0 : 1;
}

await runUntilEnded(work, async () => endTools());
