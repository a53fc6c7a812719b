/** Closing the edge without a request failing: a client on a kept connection is told to come back on another before this one is cut. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** No request for this long: nobody is in the middle of anything. */
const QUIET_MS = 250;
const MOST_MS = 3_000;
const LOOK_EVERY_MS = 25;

/** Answers what is called before the server is closed; it waits until clients have gone, three seconds at most. */
export function leaving(server: FastifyInstance): () => Promise<void> {
  let going = false;
  let last = 0;
  server.addHook('onRequest', (_request, reply, done) => {
    last = performance.now();
    if (going) reply.header('connection', 'close');
    done();
  });
  return async () => {
    going = true;
    const latest = performance.now() + MOST_MS;
    while (performance.now() - last < QUIET_MS && performance.now() < latest) await sleep(LOOK_EVERY_MS);
  };
}
