/** `npm run check`: types, lint, protos, and the tests that need no servers (freshness of generated code is one of them). */
import { runUntilEnded } from './ending.ts';
import { add, closingLine, filesOf, runFiles } from './suites.ts';
import type { Tally } from './suites.ts';
import { endTools, runTool } from './tool.ts';

const TOOLS: [string, string[]][] = [
  // What was checked before and is unchanged is not checked again.
  ['tsc', ['--incremental', '--tsBuildInfoFile', '.local/cache/tsc.json']],
  ['oxlint', []],
  ['buf', ['lint']],
];

async function tool([name, args]: [string, string[]]): Promise<Tally> {
  const { ok, output, seconds } = await runTool(name, args);
  if (!ok) console.log(`\n${output.trim()}\n`);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${[name, ...args].join(' ')}  ${seconds.toFixed(1)} s`);
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function work(): Promise<number> {
  const begun = Date.now();
  const all = add(...(await Promise.all([...TOOLS.map(tool), runFiles(filesOf('{unit,contract}/**/*.test.ts', process.argv.slice(2)), { lanes: 2 })])));
  console.log(`\nafter ${((Date.now() - begun) / 1000).toFixed(0)} s\n${closingLine(all)}`);
  return all.failed === 0 ? 0 : 1;
}

await runUntilEnded(work, async () => endTools());
