/** Runs test files, each in a process of its own, and counts their tests. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './binaries.mjs';
import { run } from './tool.ts';

const FILE_WITHIN_MS = 300_000;

export interface Tally {
  passed: number;
  failed: number;
}

export function add(...tallies: Tally[]): Tally {
  return { passed: tallies.reduce((sum, { passed }) => sum + passed, 0), failed: tallies.reduce((sum, { failed }) => sum + failed, 0) };
}

/** The last line of every test command. */
export function closingLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

/** Files below `test/` that match the pattern and, when fragments are given, have one of them in their path. Sorted, relative to the clone. */
export function filesOf(pattern: string, fragments: readonly string[] = []): string[] {
  return globSync(`test/${pattern}`, { cwd: ROOT })
    .filter((file) => fragments.length === 0 || fragments.some((fragment) => file.includes(fragment)))
    .sort();
}

function printed(output: string, word: string): number {
  return Number(new RegExp(`^\\s*${word}:\\s+(\\d+)`, 'm').exec(output)?.[1] ?? 0);
}

/** uvu's own count; a file that ends badly or runs no test counts as one failure at least. */
function tallyOf(ok: boolean, output: string): Tally & { note: string } {
  const [total, passed] = [printed(output, 'Total'), printed(output, 'Passed')];
  if (total === 0) return { passed: 0, failed: 1, note: 'ran no test' };
  return { passed, failed: ok ? total - passed : Math.max(1, total - passed), note: '' };
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** Files at the same time. */
  lanes?: number;
  /** Shown before each file's name. */
  label?: string;
}

/** Runs the files and prints a line for each; the whole output of those that fail. */
export async function runFiles(files: readonly string[], { env = process.env, lanes = 1, label = '' }: RunOptions = {}): Promise<Tally> {
  const waiting = [...files];
  const tallies: Tally[] = [];
  const lane = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { ok, output, seconds } = await run(process.execPath, [join(ROOT, file)], { env, timeoutMs: FILE_WITHIN_MS });
      const { note, ...tally } = tallyOf(ok, output);
      const failed = tally.failed > 0;
      if (failed) console.log(`\n${output.trim()}\n`);
      console.log(`${failed ? 'FAIL' : 'ok  '} ${label}${file}  ${note || closingLine(tally)}  ${seconds.toFixed(1)} s`);
      tallies.push(tally);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return add(...tallies);
}
