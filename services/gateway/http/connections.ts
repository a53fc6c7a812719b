/** Connections: how long a client may be silent, what one that speaks no HTTP is answered, and how they end when the process drains. */
import { STATUS_CODES } from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fault } from '#kit/errors.ts';
import type { Fault } from '#kit/errors.ts';
import { errorReply, unknownRoute } from '../domain/envelope.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/**
 * No request for this long: those who still keep a connection are not using it. A client that asks just as its connection is ended gets no
 * answer (RFC 9112 9.5), so this is long beside what a busy client or network is late.
 */
const QUIET_MS = 1_000;
const DRAIN_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 25;

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** `FOO /path HTTP/1.1` → its method and path, which Node's parser refused to read. */
function requestLine(packet: Buffer | undefined): { method: string; path: string } {
  const [method = '', path = ''] = (packet ?? Buffer.alloc(0)).subarray(0, 2_048).toString('latin1').split('\r\n', 1)[0]!.split(' ');
  return { method, path: path.split('?', 1)[0]! };
}

function refusalOf({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): Fault {
  if (code === 'HPE_INVALID_METHOD') {
    const { method, path } = requestLine(rawPacket);
    if (/^[A-Za-z-]{1,32}$/.test(method) && path.startsWith('/')) return unknownRoute(method, path);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fault('BAD_REQUEST', { status: 408, message: 'The request took too long to arrive' });
  return fault('BAD_REQUEST', { status: code === 'HPE_HEADER_OVERFLOW' ? 431 : 400, message: 'The request cannot be read' });
}

/** Answers a client that is too slow, or speaks no HTTP, on the bare connection and closes it. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const requestId = crypto.randomUUID();
  const { status, body } = errorReply(refusalOf(error), requestId, new Date());
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-ID: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/**
 * Ends connections that are silent where it is the client's turn: to send the rest of its request, to read its answer, or to ask again.
 * While a request is worked on its connection is left alone: the request's deadline sees to it that there is an answer.
 */
function limitSilence(server: FastifyInstance): void {
  const exchanges = new WeakMap<Socket, Exchange>();
  server.addHook('onRequest', (request, reply, done) => {
    exchanges.set(request.raw.socket, { request, reply });
    done();
  });
  (server.server as Server).on('timeout', (socket: Socket) => {
    const exchange = exchanges.get(socket);
    const isAnswered = !exchange || exchange.reply.raw.writableFinished;
    if (isAnswered || socket.writableLength > 0) return void socket.destroy();
    if (exchange.request.raw.complete) return;
    const late: NodeJS.ErrnoException = Object.assign(new Error('the client is silent'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (exchange.reply.raw.headersSent) socket.destroy();
    else refuseConnection(late, socket);
  });
}

/**
 * The open connections. When the server closes, those on which nothing was asked yet (browsers open them ahead) are ended: Node takes them
 * for busy, so that closing would wait until the limit of silence ends them.
 */
function openConnections(server: FastifyInstance): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  let isClosing = false;
  (server.server as Server).on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
  return open;
}

/** What ends the connections of a server that is to be closed. */
export interface Connections {
  /** Asks clients to come back on another connection and waits until they have gone or ask nothing any more, five seconds at most. */
  drain(): Promise<void>;
  /** Ends those that are still there: of clients that send or read slowly. */
  end(): void;
}

export function createConnections(server: FastifyInstance): Connections {
  let isDraining = false;
  let lastRequestAt = -Infinity;
  limitSilence(server);
  const open = openConnections(server);
  server.addHook('onRequest', (_request, reply, done) => {
    lastRequestAt = performance.now();
    if (isDraining) reply.header('connection', 'close');
    done();
  });

  const isQuiet = (): boolean => performance.now() - lastRequestAt >= QUIET_MS || [...open].every(({ bytesRead }) => bytesRead === 0);

  async function drain(): Promise<void> {
    isDraining = true;
    const latest = performance.now() + DRAIN_WITHIN_MS;
    while (!isQuiet() && performance.now() < latest) await sleep(LOOK_EVERY_MS);
  }

  return {
    drain,
    end() {
      for (const socket of open) socket.destroy();
    },
  };
}
