/** The command `posthorn`, started as a person starts it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '#local/binaries.mjs';
import { stretched } from '#local/time-scale.ts';

/** What of our environment a process needs that is to have no other of it: the programs, and where compiled code is kept. */
export const BARE_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Killed, with the code -1, after 20 s of a quiet machine. `env`: says where the services are; default this process's. */
export function posthorn(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'cli/main.ts'), ...args], { env, timeout: stretched(20_000) }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}

export interface Recounted {
  /** 0: nothing to find, or all of it repaired. 1: something differs. */
  code: number;
  /** The differences: the service, and what it says of each. */
  lines: any[];
}

/** `posthorn recount` of one service. `args`: a project's id, and `--repair` where differences are to be mended. */
export async function recount(service: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Recounted> {
  const { code, stdout } = await posthorn(['recount', ...args, '--service', service, '--json'], env);
  return { code, lines: stdout ? (JSON.parse(stdout) as unknown[]) : [] };
}
