/** Processes that outlive the one that started them: distinguished from a later process with the same id by their start time. */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Identity {
  pid: number;
  /** Opaque; equal only for one and the same process. */
  began: string;
}

const LINUX = existsSync('/proc/self/stat');
const LOG_KEPT_BYTES = 20_000_000;

function began(pid: number): string | null {
  try {
    if (!LINUX) return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    // The second field, the command's name, may hold spaces and brackets; the state is field 3, the start time field 22.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X'
      ? null
      : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    return null;
  }
}

/** Null when there is no such process. */
export function identify(pid: number): Identity | null {
  const time = began(pid);
  return time === null ? null : { pid, began: time };
}

/** The last lines of a log from a byte on. */
export function tailOf(logFile: string, logFrom = 0): string {
  return readFileSync(logFile).subarray(logFrom).toString('utf8').trim().slice(-2000);
}

export function isAlive(process: Identity): boolean {
  return began(process.pid) === process.began;
}

/** Keeps one former log, so that logs do not grow without end. */
function openLog(file: string): { descriptor: number; logFrom: number } {
  mkdirSync(dirname(file), { recursive: true });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_KEPT_BYTES) renameSync(file, `${file}.old`);
  return { descriptor: openSync(file, 'a'), logFrom: size > LOG_KEPT_BYTES ? 0 : size };
}

export interface Launch {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Gets stdout and stderr; a file, so that the process goes on when its starter is gone. */
  logFile: string;
}

/**
 * Starts a process in a group of its own: a Ctrl-C in the terminal reaches the launcher alone, which stops things in order.
 * `logFrom` is the byte of the log at which its lines begin.
 */
export async function launch({ command, args, env, cwd, logFile }: Launch): Promise<Identity & { logFrom: number }> {
  const { descriptor, logFrom } = openLog(logFile);
  try {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', descriptor, descriptor] });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return { ...(identify(child.pid!) ?? { pid: child.pid!, began: 'ended at once' }), logFrom };
  } finally {
    closeSync(descriptor);
  }
}

export function signal(process_: Identity, name: NodeJS.Signals): void {
  if (!isAlive(process_)) return;
  try {
    process.kill(process_.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** True when it ended within the time. */
export async function ended(process: Identity, milliseconds: number): Promise<boolean> {
  const until = Date.now() + milliseconds;
  while (isAlive(process)) {
    if (Date.now() > until) return false;
    await sleep(20);
  }
  return true;
}

/** Asks it to end, insists after `graceMs`. True when it ended by itself. */
export async function stop(process: Identity, name: NodeJS.Signals, graceMs: number): Promise<boolean> {
  signal(process, name);
  if (await ended(process, graceMs)) return true;
  await kill(process);
  return false;
}

export async function kill(process: Identity): Promise<void> {
  signal(process, 'SIGKILL');
  if (!(await ended(process, 10_000))) throw new Error(`Process ${process.pid} does not end.`);
}
