/** `run/state.json` of a stack: what was started, so that a later start can adopt or stop it after a crash. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Identity } from './process.ts';

export interface Running extends Identity {
  port: number;
}

export interface State {
  /** The folder it describes: a copied folder must not claim the original's processes. */
  dir: string;
  servers: Record<string, Running>;
  services: Record<string, Identity>;
  /** Last ports, preferred by the next start. */
  ports: Record<string, number>;
  /** Variables that reach the servers, as the services got them. */
  urls: Record<string, string>;
  /** The gateway's address once it answers. */
  url: string | null;
  /** Where the services are by gRPC, as POSTHORN_GRPC says it. */
  grpc: string | null;
}

const file = (dir: string): string => join(dir, 'run/state.json');

export function readState(dir: string): State {
  const none: State = { dir, servers: {}, services: {}, ports: {}, urls: {}, url: null, grpc: null };
  try {
    const state = { ...none, ...JSON.parse(readFileSync(file(dir), 'utf8')) } as State;
    return state.dir === dir ? state : none;
  } catch {
    return none;
  }
}

/** Written whole or not at all. */
export function changeState(dir: string, change: (state: State) => void): State {
  const state = readState(dir);
  change(state);
  mkdirSync(dirname(file(dir)), { recursive: true });
  writeFileSync(`${file(dir)}.new`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${file(dir)}.new`, file(dir));
  return state;
}
