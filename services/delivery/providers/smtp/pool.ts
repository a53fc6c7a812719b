/** A bounded number of connections to one server: opened when there is mail for them, kept while there is more, closed when idle. */
import { Closed, Refused } from '../port.ts';
import type { Feed, Look } from '../port.ts';
import { Connection } from './connection.ts';
import type { Owner } from './connection.ts';
import type { Job } from './job.ts';
import { createJob } from './job.ts';
import { open } from './opening.ts';
import type { Opened } from './opening.ts';
import type { Server } from './server.ts';

const TIMEOUTS_CHECKED_EVERY_MS = 250;
/** MTAs close idle connections after minutes; what they want to be rid of sooner, we need not keep. */
const IDLE_MS = 30_000;

export interface Pool {
  /** The server's words when it took the message. Throws Refused, or Unanswered. @param handingOver see `Provider` */
  send(envelope: Job['envelope'], raw: Buffer, handingOver: () => void): Promise<string>;
  /** Carries what the feed has wherever nothing else waits; see `Provider`. @param delivered the acceptance is the delivery */
  feed(feed: Feed, delivered: boolean): Look;
  /** Connections that stand, those that carry a mail, and mails given to `send` that wait for one. */
  load(): { server: string; open: number; busy: number; waiting: number };
  /** See `Provider`. */
  close(): void;
}

export function createSmtpPool(server: Server, limit: number): Pool {
  const waiting: Job[] = [];
  const free: Connection[] = [];
  const connections = new Set<Connection>();
  /** Those that carry mail of the feed. */
  const fed = new Set<Connection>();
  let source: { feed: Feed; delivered: boolean } | undefined;
  let opening = 0;
  /** Of those that are being opened, how many for mail of the feed. */
  let openingFed = 0;
  let isClosed = false;
  /** Ends the wait for each connection that is being opened. */
  const abandon = new Set<(error: Closed) => void>();
  const timeoutChecks = setInterval(() => {
    const now = Date.now();
    for (const connection of connections) connection.checkTimeouts(now, IDLE_MS);
  }, TIMEOUTS_CHECKED_EVERY_MS).unref();

  function countFed(change: () => void): void {
    const before = fed.size + openingFed;
    change();
    if (fed.size + openingFed !== before) source?.feed.busy(fed.size + openingFed);
  }

  /** Mail of the feed, for a connection that carries some, or for one more. */
  function fromFeed(isFed: boolean): Job | undefined {
    if (!source || isClosed || fed.size + openingFed + (isFed ? 0 : 1) > source.feed.room()) return undefined;
    const mail = source.feed.next();
    return mail && createJob(mail, source.delivered);
  }

  function fedBy(connection: Connection): Job | undefined {
    const job = fromFeed(fed.has(connection));
    if (job) countFed(() => fed.add(connection));
    return job;
  }

  const owner: Owner = {
    next: (connection) => waiting.shift() ?? fedBy(connection),
    giveBack(job) {
      waiting.unshift(job);
      serve();
    },
    free(connection) {
      const job = waiting.shift() ?? fedBy(connection);
      if (job) return connection.carry(job);
      free.push(connection);
      countFed(() => fed.delete(connection));
    },
    gone(connection) {
      connections.delete(connection);
      const index = free.indexOf(connection);
      if (index >= 0) free.splice(index, 1);
      countFed(() => fed.delete(connection));
      serve();
    },
  };

  /** Rejects with Closed once the pool is closed. A race with one promise of the pool's would keep every connection that it ever opened. */
  function opened(): Promise<Opened> {
    return new Promise((resolve, reject) => {
      abandon.add(reject);
      void open(server)
        .then((made) => (isClosed ? made.channel.quit() : resolve(made)), reject)
        .finally(() => abandon.delete(reject));
    });
  }

  /** A connection is opened for a mail: when it does not come about, that mail hears why, and no other. */
  async function carryAnew(job: Job, isFed: boolean): Promise<void> {
    opening += 1;
    if (isFed) countFed(() => (openingFed += 1));
    const noLongerOpening = (): void => {
      opening -= 1;
      if (isFed) openingFed -= 1;
    };
    try {
      const connection = new Connection(await opened(), server, owner);
      connections.add(connection);
      countFed(() => {
        noLongerOpening();
        if (isFed) fed.add(connection);
      });
      connection.carry(job);
    } catch (error) {
      countFed(noLongerOpening);
      const isOurs = error instanceof Refused || error instanceof Closed;
      job.failed(isOurs ? error : new Refused({ text: (error as Error).message, stage: 'connection' }));
      serve();
    }
  }

  const mayOpen = (): boolean => !isClosed && connections.size + opening < limit;

  function serve(): void {
    if (isClosed) for (const job of waiting.splice(0)) job.failed(new Closed());
    while (waiting.length > 0) {
      const connection = free.pop();
      if (connection) connection.carry(waiting.shift()!);
      else if (mayOpen()) void carryAnew(waiting.shift()!, false);
      else return;
    }
    while (free.length > 0 || mayOpen()) {
      const job = fromFeed(false);
      if (!job) return;
      const connection = free.pop();
      if (!connection) void carryAnew(job, true);
      else {
        countFed(() => fed.add(connection));
        connection.carry(job);
      }
    }
  }

  return {
    send: (envelope, raw, handingOver) =>
      new Promise<string>((resolve, reject) => {
        waiting.push({ envelope, raw, handingOver, isHandedOver: false, hasMoved: false, accepted: resolve, failed: reject });
        serve();
      }),
    feed(feed, delivered) {
      source = { feed, delivered };
      return serve;
    },
    load: () => ({
      server: `${server.host}:${server.port}`,
      open: connections.size,
      busy: connections.size - free.length,
      waiting: waiting.length,
    }),
    close() {
      isClosed = true;
      clearInterval(timeoutChecks);
      for (const reject of abandon) reject(new Closed());
      for (const connection of connections) connection.end();
      serve();
    },
  };
}
