/** A process that keeps a spool until it is killed. */
import { spawn } from 'node:child_process';
import type { SpoolState } from '#services/delivery/dispatch/spool.ts';

/** What the process does with its spool: keys it enters, each with what the provider said, if anything. */
export type Entered = readonly (readonly [key: string, answered?: Exclude<SpoolState, 'handed over'>])[];

export interface SpoolProcess {
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

export async function spoolProcess(dir: string, owner: string, entered: Entered): Promise<SpoolProcess> {
  const program = `
    import { openSpool } from '#services/delivery/dispatch/spool.ts';
    const spool = await openSpool(...${JSON.stringify([dir, owner])});
    for (const [key, answered] of ${JSON.stringify(entered)}) {
      spool.enter(key);
      if (answered) spool.answered(key, answered);
    }
    console.log('ready');
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
