/** `services/recount.ts` for one service, started as an operator starts it. */
import { execFile } from 'node:child_process';

export interface Recounted {
  /** 0: nothing to find, or all of it repaired. 1: something differs. */
  code: number;
  /** The differences: the service, and what it says of each. */
  lines: any[];
}

/** `args`: a project's id, and `--repair` where differences are to be mended. `env`: of the stack that is asked; default this process's. */
export function recount(service: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Recounted> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['services/recount.ts', ...args], { env: { ...env, SERVICES: service } }, (error, stdout) => {
      const lines = stdout.split('\n').filter(Boolean);
      resolve({ code: Number(error?.code ?? 0), lines: lines.map((line) => JSON.parse(line) as unknown) });
    });
  });
}
