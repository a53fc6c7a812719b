/** Programs as children of this process: development tools out of node_modules/.bin, and any other. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from './binaries.mjs';

export interface Outcome {
  ok: boolean;
  /** stdout and stderr as they came. */
  output: string;
  seconds: number;
}

/** Runs it under this process's Node; it fails when it cannot be run or ends with another number than 0. */
export function runTool(name: string, args: string[], cwd = ROOT): Promise<Outcome> {
  return run(join(ROOT, 'node_modules/.bin', name), args, { cwd });
}

/** The folders that a shell looks for programs in. */
export const pathFolders = (): string[] => (process.env['PATH'] ?? '').split(delimiter);

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const atWork = new Set<ChildProcess>();

/** Ends what is still at work, when the command is interrupted; what they have started can be recognised as left over then. */
export async function endTools(): Promise<void> {
  await Promise.all(
    [...atWork].map(async (child) => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }),
  );
}

/** Runs a program to its end; killed after `timeoutMs`. */
export function run(
  command: string,
  args: string[],
  { cwd = ROOT, env = process.env, timeoutMs = 0, show = false } = {},
): Promise<Outcome> {
  const begun = Date.now();
  const path = [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    atWork.add(child);
    let output = '';
    const keep = (bytes: Buffer): void => {
      output += bytes.toString('utf8');
      if (show) process.stdout.write(bytes);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const done = (ok: boolean, more = ''): void => {
      atWork.delete(child);
      resolve({ ok, output: output + more, seconds: (Date.now() - begun) / 1000 });
    };
    child.on('error', (error) => done(false, error.message));
    child.on('close', (code, signal) => done(code === 0, signal ? `\nended by ${signal}` : ''));
  });
}
