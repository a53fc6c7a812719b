/** A file of the repository, run as a person would. */
import { execFile } from 'node:child_process';
import { ROOT } from '#local/binaries.mjs';
import { stretched } from '#local/time-scale.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs it under this Node; killed, with the code -1, after 20 s of a quiet machine. */
export function node(args: string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env, timeout: stretched(20_000) }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}
