/** Ports on the loopback: a preferred one, else the next free one. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { Server } from 'node:net';

const LAST = 65_535;
/** Below what systems hand to outgoing connections: one of those could take a port while what holds it is restarted. */
const ANY = { from: 12_000, to: 32_000 };
/** Ports that a process takes for itself at once. */
const BLOCK = 100;

const listening = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

async function canListen(port: number): Promise<boolean> {
  const server = await listening(port);
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  return server !== null;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

/** Ports given out by this process: what is to hold them may not have started, or be about to start again. */
const given = new Set<number>();
/** The ports of the blocks that are this process's. */
const own: number[] = [];

/**
 * Listens on a block's first port as long as this process lives, so that no other takes a port of the block while what holds it is
 * starting or down. Answers the others.
 */
async function claimBlock(): Promise<number[]> {
  const blocks = (ANY.to - ANY.from) / BLOCK;
  const at = randomInt(blocks);
  for (let offset = 0; offset < blocks; offset += 1) {
    const first = ANY.from + ((at + offset) % blocks) * BLOCK;
    const claim = await listening(first);
    claim?.unref();
    if (claim) return range(first + 1, first + BLOCK);
  }
  throw new Error(`No free ports from ${ANY.from} to ${ANY.to}.`);
}

async function firstFree(ports: readonly number[]): Promise<number | undefined> {
  for (const port of ports) {
    if (given.has(port) || !(await canListen(port))) continue;
    given.add(port);
    return port;
  }
  return undefined;
}

async function anyFree(): Promise<number> {
  const found = await firstFree(own);
  if (found !== undefined) return found;
  own.push(...(await claimBlock()));
  return anyFree();
}

async function preferredOrNext(preferred: number): Promise<number> {
  const found = await firstFree(range(preferred, LAST + 1));
  if (found === undefined) throw new Error(`No free port from ${preferred} on.`);
  return found;
}

/** One after the other, so that two that are started together do not get the same port, nor a block each. */
let last: Promise<unknown> = Promise.resolve();

/** The preferred port or the first free one above it; without a preference, any free one that no other process is given meanwhile. */
export function freePort(preferred = 0): Promise<number> {
  const port = last.catch(() => undefined).then(() => (preferred ? preferredOrNext(preferred) : anyFree()));
  last = port;
  return port;
}

/** Lets ports be given out again: what held them has ended. */
export function releasePorts(...ports: number[]): void {
  for (const port of ports) given.delete(port);
}
