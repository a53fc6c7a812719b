/** A bounded number of connections to one server: opened when there is mail for them, kept while there is more, closed when idle. */
import { Refused } from '../port.ts';
import { Connection } from './connection.ts';
import type { Owner } from './connection.ts';
import type { Job } from './job.ts';
import { open } from './opening.ts';
import type { Server } from './server.ts';

const WATCH_MS = 250;
/** MTAs close idle connections after minutes; what they want to be rid of sooner, we need not keep. */
const IDLE_MS = 30_000;

export interface Pool {
  /** The server's words when it took the message. Throws Refused, or Unanswered. @param handingOver see `Provider` */
  send(envelope: Job['envelope'], raw: Buffer, handingOver: () => void): Promise<string>;
  close(): void;
}

export function createSmtpPool(server: Server, limit: number): Pool {
  const waiting: Job[] = [];
  const free: Connection[] = [];
  const connections = new Set<Connection>();
  let opening = 0;
  let isClosed = false;
  const watch = setInterval(() => {
    const now = Date.now();
    for (const connection of connections) connection.watch(now, IDLE_MS);
  }, WATCH_MS).unref();

  const owner: Owner = {
    next: () => waiting.shift(),
    giveBack(job) {
      waiting.unshift(job);
      serve();
    },
    free(connection) {
      const job = waiting.shift();
      if (job) connection.carry(job);
      else free.push(connection);
    },
    gone(connection) {
      connections.delete(connection);
      const index = free.indexOf(connection);
      if (index >= 0) free.splice(index, 1);
      serve();
    },
  };

  /** A connection is opened for a mail: when it does not come about, that mail hears why, and no other. */
  async function carryAnew(job: Job): Promise<void> {
    try {
      const connection = new Connection(await open(server), server, owner);
      connections.add(connection);
      opening -= 1;
      connection.carry(job);
    } catch (error) {
      opening -= 1;
      job.failed(error instanceof Refused ? error : new Refused({ text: (error as Error).message, stage: 'connection' }));
      serve();
    }
  }

  function serve(): void {
    while (waiting.length > 0) {
      const connection = free.pop();
      if (connection) connection.carry(waiting.shift()!);
      else if (!isClosed && connections.size + opening < limit) {
        opening += 1;
        void carryAnew(waiting.shift()!);
      } else return;
    }
  }

  return {
    send: (envelope, raw, handingOver) =>
      new Promise<string>((resolve, reject) => {
        waiting.push({ envelope, raw, handingOver, isHandedOver: false, hasMoved: false, accepted: resolve, failed: reject });
        serve();
      }),
    close() {
      isClosed = true;
      clearInterval(watch);
      for (const connection of connections) connection.quit();
    },
  };
}
