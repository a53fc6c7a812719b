/** A port of the relay: accepts, reads what a balancer puts before the conversation, ends whoever takes too long, drains at the stop. */
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import type { SMTPServer } from 'smtp-server';
import { isIn } from '#kit/outbound/blocked-address.ts';
import type { Range } from '#kit/outbound/blocked-address.ts';
import { readProxyHeader } from './domain/proxy-header.ts';
import type { Peer } from './domain/proxy-header.ts';
import type { Sessions } from './sessions.ts';

export interface ListenerParts {
  smtp: SMTPServer;
  host: string;
  port: number;
  /** Whose connections begin with a PROXY protocol header. Empty: nobody's. */
  balancers: readonly Range[];
  sessions: Sessions;
}

export interface Listener {
  start(): Promise<AddressInfo>;
  /** Accepts nobody any more, waits for the messages in flight, ends everybody. */
  stop(withinMs: number): Promise<void>;
}

const LOOK_MS = 1_000;
const HEADER_MS = 10_000;
const DRAIN_LOOK_MS = 50;

export function isBalancer(address: string, balancers: readonly Range[]): boolean {
  const peer = ipaddr.process(address);
  return balancers.some((range) => isIn(peer, range));
}

/** The line of version 1 that smtp-server reads, whichever version, or none, came. */
function lineOf({ address, port }: Peer, { localPort = 0 }: Socket): Buffer {
  const plain = ipaddr.process(address);
  const [family, own] = plain.kind() === 'ipv4' ? ['TCP4', '127.0.0.1'] : ['TCP6', '::1'];
  return Buffer.from(`PROXY ${family} ${plain.toString()} ${own} ${port} ${localPort}\r\n`);
}

/** Reads the header and leaves what follows it in the socket. Rejects when there is none in time. */
function peerOf(socket: Socket): Promise<Peer | null> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const end = (error: Error | null, peer: Peer | null = null): void => {
      socket.off('readable', look).off('error', fail).off('close', fail);
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(peer);
    };
    const fail = (): void => end(new Error('no PROXY header'));
    const timer = setTimeout(fail, HEADER_MS);
    const look = (): void => {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) bytes = Buffer.concat([bytes, chunk]);
      const header = readProxyHeader(bytes);
      if (header === 'more') return;
      if (header === 'invalid') return fail();
      if (bytes.length > header.length) socket.unshift(bytes.subarray(header.length));
      end(null, header.peer);
    };
    socket.on('readable', look).on('error', fail).on('close', fail);
  });
}

/** Accepts in place of smtp-server, tells it in a line of version 1 who is there, and hands the socket over. */
function createFront(smtp: SMTPServer, balancers: readonly Range[]): Server {
  async function introduce(socket: Socket): Promise<void> {
    const own = { address: socket.remoteAddress ?? '0.0.0.0', port: socket.remotePort ?? 0 };
    const peer = (isBalancer(own.address, balancers) ? await peerOf(socket) : null) ?? own;
    socket.unshift(lineOf(peer, socket));
    smtp.server.emit('connection', socket);
  }

  return createServer((socket) => {
    const ignore = (): void => undefined;
    socket.on('error', ignore);
    introduce(socket).catch(() => socket.destroy());
  });
}

export function createListener({ smtp, host, port, balancers, sessions }: ListenerParts): Listener {
  const server = balancers.length > 0 ? createFront(smtp, balancers) : smtp.server;
  let watch: NodeJS.Timeout | undefined;

  function endOverdue(): void {
    for (const connection of smtp.connections) {
      const why = sessions.overdue(connection.id);
      if (why !== undefined) connection.send(421, why);
    }
  }

  async function start(): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    watch = setInterval(endOverdue, LOOK_MS).unref();
    return server.address() as AddressInfo;
  }

  async function stop(withinMs: number): Promise<void> {
    clearInterval(watch);
    server.close();
    const until = Date.now() + withinMs;
    for (; smtp.connections.size > 0; await sleep(DRAIN_LOOK_MS)) {
      for (const connection of smtp.connections)
        if (Date.now() > until || (sessions.get(connection.id)?.state ?? 'idle') === 'idle')
          connection.send(421, 'Shutting down, come again');
    }
    smtp.close();
  }

  return { start, stop };
}
