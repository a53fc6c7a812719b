/** Runs test files, each in a process of its own or many in one, and counts their tests. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './binaries.mjs';
import type { FileResult } from './test-worker.ts';
import { stretched } from './time-scale.ts';
import { run } from './tool.ts';

const FILE_WITHIN_MS = 300_000;

export interface TestCount {
  passed: number;
  failed: number;
}

export function add(...counts: TestCount[]): TestCount {
  return { passed: counts.reduce((sum, { passed }) => sum + passed, 0), failed: counts.reduce((sum, { failed }) => sum + failed, 0) };
}

/** The last line of every test command. */
export function closingLine({ passed, failed }: TestCount): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Files below `test/` that match the pattern and, when fragments are given, have one of them in their path. Sorted, relative to the clone.
 */
export function filesOf(pattern: string, fragments: readonly string[] = []): string[] {
  return globSync(`test/${pattern}`, { cwd: ROOT })
    .filter((file) => fragments.length === 0 || fragments.some((fragment) => file.includes(fragment)))
    .sort();
}

function printed(output: string, word: string): number {
  return Number(new RegExp(`^\\s*${word}:\\s+(\\d+)`, 'm').exec(output)?.[1] ?? 0);
}

/** uvu's own count; a file that ends badly or runs no test counts as one failure at least. */
function countOf(ok: boolean, output: string): TestCount & { note: string } {
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
  /** Called with each file as it ends. */
  onFile?: (file: string, count: TestCount & { seconds: number; output: string }) => void;
}

/**
 * Runs the files and prints a line for each; the whole output of those that fail. Each is taken off the list when it begins, so that
 * callers who share a list share the work.
 */
export async function runFiles(
  waiting: string[],
  { env = process.env, lanes = 1, label = '', onFile }: RunOptions = {},
): Promise<TestCount> {
  const counts: TestCount[] = [];
  const lane = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { ok, output, seconds } = await run(process.execPath, [join(ROOT, file)], { env, timeoutMs: stretched(FILE_WITHIN_MS) });
      const { note, ...count } = countOf(ok, output);
      const failed = count.failed > 0;
      if (failed) console.log(`\n${output.trim()}\n`);
      console.log(`${failed ? 'FAIL' : 'ok  '} ${label}${file}  ${note || closingLine(count)}  ${seconds.toFixed(1)} s`);
      counts.push(count);
      onFile?.(file, { ...count, seconds, output });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return add(...counts);
}

/** One process that runs files until it ends badly; then the next file has a new one. */
interface TestWorker {
  runFile(file: string): Promise<FileResult & { output: string }>;
  stop(): void;
}

function createTestWorker(): TestWorker {
  let child: ChildProcess | undefined;
  let output = '';

  function start(): ChildProcess {
    const started = fork(join(ROOT, 'deploy/local/test-worker.ts'), { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const stream of [started.stdout!, started.stderr!]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
    return (child = started);
  }

  async function runFile(file: string): Promise<FileResult & { output: string }> {
    output = '';
    const worker = child ?? start();
    const over = new AbortController();
    const { signal } = over;
    const timer = setTimeout(() => worker.kill('SIGKILL'), stretched(FILE_WITHIN_MS));
    worker.send(join(ROOT, file));
    const ended = once(worker, 'close', { signal }).then(() => undefined);
    const result = await Promise.race([once(worker, 'message', { signal }).then(([answer]) => answer as FileResult), ended]);
    clearTimeout(timer);
    over.abort();
    if (!result) child = undefined;
    return { ...(result ?? { passed: 0, total: 1 }), output };
  }

  function stop(): void {
    child?.kill();
  }

  return { runFile, stop };
}

/** Runs files that need neither servers nor a process of their own, many in one process. Prints as `runFiles` does. */
export async function runTogether(files: readonly string[], lanes: number): Promise<TestCount> {
  const waiting = [...files];
  const counts: TestCount[] = [];
  const lane = async (): Promise<void> => {
    const worker = createTestWorker();
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const begun = performance.now();
      const { passed, total, output } = await worker.runFile(file);
      const count = { passed, failed: total === 0 ? 1 : total - passed };
      if (count.failed > 0) console.log(`\n${output.trim()}\n`);
      const note = total === 0 ? 'ran no test' : closingLine(count);
      console.log(`${count.failed > 0 ? 'FAIL' : 'ok  '} ${file}  ${note}  ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
      counts.push(count);
    }
    worker.stop();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return add(...counts);
}
