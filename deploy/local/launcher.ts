/** The lock of `npm start`: one launcher at a time in this clone, however the last one ended. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended, identify, isAlive, signal } from './process.ts';
import type { Identity } from './process.ts';
import { LOCAL } from './stack.ts';

const FILE = join(LOCAL, 'run/launcher.json');
const HAND_OVER_MS = 90_000;
/** A launcher notices within this time that its npm was killed, and stops. */
const NOTICE_MS = 1500;

interface Launcher extends Identity {
  stopping: boolean;
}

function current(): Launcher | null {
  try {
    const launcher = JSON.parse(readFileSync(FILE, 'utf8')) as Launcher;
    return isAlive(launcher) ? launcher : null;
  } catch {
    return null;
  }
}

function write(stopping: boolean, flag: 'w' | 'wx'): void {
  writeFileSync(FILE, JSON.stringify({ ...identify(process.pid), stopping }), { flag });
}

/**
 * Makes this process the launcher, once a launcher that is stopping has gone. Answers with the process id of one that is at work and stays.
 */
export async function becomeLauncher(log: (line: string) => void): Promise<number | null> {
  mkdirSync(dirname(FILE), { recursive: true });
  for (;;) {
    try {
      write(false, 'wx');
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const noticeUntil = Date.now() + NOTICE_MS;
    let other = current();
    while (other && !other.stopping && Date.now() < noticeUntil) {
      await sleep(50);
      other = current();
    }
    if (other && !other.stopping) return other.pid;
    if (other) {
      log(`waiting for process ${other.pid}, which is stopping`);
      if (!(await ended(other, HAND_OVER_MS))) throw new Error(`Process ${other.pid} does not stop.`);
    }
    rmSync(FILE, { force: true });
  }
}

/** Tells a start that comes now that it need not wait long. */
export function launcherIsStopping(): void {
  write(true, 'w');
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
