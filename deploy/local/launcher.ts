/** Who runs `npm start` in this clone: one at a time, however the last one ended. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ended, identify, isAlive, signal } from './process.ts';
import type { Identity } from './process.ts';
import { LOCAL } from './stack.ts';

const FILE = join(LOCAL, 'run/launcher.json');
const HAND_OVER_MS = 90_000;

interface Launcher extends Identity {
  /** The npm or shell it was started from; when that is gone, nobody watches the launcher any more. */
  parent: Identity | null;
}

function current(): Launcher | null {
  try {
    const launcher = JSON.parse(readFileSync(FILE, 'utf8')) as Launcher;
    return isAlive(launcher) ? launcher : null;
  } catch {
    return null;
  }
}

/**
 * Makes this process the launcher. Answers with the process id of one that is at work and watched over: then this one must not start.
 * One whose terminal is gone is asked to stop first.
 */
export async function becomeLauncher(log: (line: string) => void): Promise<number | null> {
  mkdirSync(dirname(FILE), { recursive: true });
  for (;;) {
    try {
      writeFileSync(FILE, JSON.stringify({ ...identify(process.pid), parent: identify(process.ppid) }), { flag: 'wx' });
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const other = current();
    if (other?.parent && isAlive(other.parent)) return other.pid;
    if (other) {
      log(`process ${other.pid} runs here, but what started it is gone: asking it to stop`);
      signal(other, 'SIGTERM');
      if (!(await ended(other, HAND_OVER_MS))) throw new Error(`Process ${other.pid} does not stop.`);
    }
    rmSync(FILE, { force: true });
  }
}

/** Ends the launcher that is at work, if any; what it started is stopped by it. */
export async function endLauncher(log: (line: string) => void): Promise<void> {
  const other = current();
  if (!other) return;
  log(`stopping the running npm start, process ${other.pid}`);
  signal(other, 'SIGTERM');
  if (!(await ended(other, HAND_OVER_MS))) throw new Error(`Process ${other.pid} does not stop.`);
}

export function leaveLauncher(): void {
  rmSync(FILE, { force: true });
}
