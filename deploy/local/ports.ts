/** Ports on the loopback: a preferred one, else the next free one. */
import { createServer } from 'node:net';

const LAST = 65535;

function canListen(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}

/** Ports given out by this process, so that two servers started together do not get the same one. */
const given = new Set<number>();

/** The preferred port or the first free one above it; without a preference, any free one. */
export async function freePort(preferred = 0): Promise<number> {
  for (let port = preferred; port <= LAST; port += preferred === 0 ? 0 : 1) {
    const free = given.has(port) ? null : await canListen(port);
    if (free !== null && !given.has(free)) {
      given.add(free);
      return free;
    }
  }
  throw new Error(`No free port from ${preferred} on.`);
}


/** Lets ports be given out again: what held them has ended. */
export function releasePorts(...ports: number[]): void {
  for (const port of ports) given.delete(port);
}
