/** Starts again what ended without being asked to. */
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 250;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** What ran this long before it ended starts over with the first wait. */
const STEADY_MS = 60_000;

interface Supervised {
  name: string;
  pid: number;
  alive(): boolean;
  start(): Promise<void>;
}

/** Watches the processes until the returned function is called, and says what it does. */
export function supervise(processes: Supervised[], log: (line: string) => void): () => void {
  let watching = true;

  async function revive(process: Supervised, wait: number): Promise<void> {
    log(`${process.name} (process ${process.pid}) has ended, starting it again in ${wait / 1000} s`);
    await sleep(wait);
    if (!watching) return;
    const begun = Date.now();
    await process.start();
    log(`${process.name} is back as process ${process.pid} after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }

  async function watch(process: Supervised): Promise<void> {
    let wait = FIRST_WAIT_MS;
    let steadySince = Date.now();
    while (watching) {
      if (!process.alive()) {
        wait = Date.now() - steadySince > STEADY_MS ? FIRST_WAIT_MS : wait;
        await revive(process, wait).catch((error: Error) => log(`${process.name}: ${error.message}`));
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
        steadySince = Date.now();
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  for (const process of processes) void watch(process);
  return () => {
    watching = false;
  };
}
