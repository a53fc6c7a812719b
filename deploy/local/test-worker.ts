/** Runs the test files its parent names, one after the other, in this one process: modules are loaded once. */
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';

/** uvu's queue: a list of suites for each file, its name first. `UVU_DEFER` keeps suites from running by themselves. */
interface Uvu {
  UVU_DEFER: number;
  UVU_INDEX: number;
  UVU_QUEUE: [name: string | null, ...suites: (() => Promise<[errors: string | true, passed: number, skipped: number, total: number]>)[]][];
}

/** What the parent hears of a file. */
export interface FileResult {
  passed: number;
  total: number;
}

const uvu = globalThis as unknown as Uvu;
uvu.UVU_DEFER = 1;
uvu.UVU_QUEUE = [];

async function runFile(file: string): Promise<FileResult> {
  uvu.UVU_INDEX = uvu.UVU_QUEUE.push([file]) - 1;
  const suites = uvu.UVU_QUEUE[uvu.UVU_INDEX]!;
  const result = { passed: 0, total: 0 };
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    console.error(styleText('red', (error as Error).stack ?? String(error)));
    return { passed: 0, total: 1 };
  }
  for (const suite of suites.slice(1) as Exclude<(typeof suites)[number], string | null>[]) {
    const [errors, passed, , total] = await suite();
    if (errors !== true) console.error(`\n${errors}`);
    result.passed += passed;
    result.total += total;
  }
  return result;
}

process.on('message', async (file: string) => process.send!(await runFile(file)));
process.on('disconnect', () => process.exit());
