/** Processes that live and do nothing: they take connections and answer none. */
import { readFileSync, readdirSync } from 'node:fs';
import { until } from './until.ts';

/** As the kernel names it in `/proc/<pid>/task/<tid>/stat`, behind the name, which may hold brackets. */
const isStopped = (stat: string): boolean => stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');

/** Resolves when no thread of it runs any more: on a busy machine some go on until the signal's thread has its turn. */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const threads = `/proc/${pid}/task`;
  await until(() => readdirSync(threads).every((thread) => isStopped(readFileSync(`${threads}/${thread}/stat`, 'utf8'))), {
    every: 1,
    what: `process ${pid} to stop`,
  });
}

/** Harmless where it is not frozen. */
export function thaw(pid: number): void {
  process.kill(pid, 'SIGCONT');
}
