/** Ports on the loopback: a preferred one, else the next free one. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const LAST = 65_535;
/** Below what systems hand to outgoing connections: one of those could take a port while what holds it is restarted. */
const ANY = { from: 12_000, to: 32_000 };

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Ports given out by this process, so that two servers started together do not get the same one. */
const given = new Set<number>();

/** The preferred port or the first free one above it; without a preference, any free one. */
export async function freePort(preferred = 0): Promise<number> {
  for (let port = preferred || randomInt(ANY.from, ANY.to); port <= LAST; port += 1) {
    if (!given.has(port) && (await canListen(port)) && !given.has(port)) {
      given.add(port);
      return port;
    }
  }
  throw new Error(`No free port from ${preferred} on.`);
}

/** Lets ports be given out again: what held them has ended. */
export function releasePorts(...ports: number[]): void {
  for (const port of ports) given.delete(port);
}
