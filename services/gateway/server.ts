/** The HTTP server: one order for every request (decisions §1), driven by the table of routes. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fault } from '#kit/errors.ts';
import { reached } from '#kit/killpoint.ts';
import { checkProject, checkRole } from './authentication.ts';
import type { Authentication } from './authentication.ts';
import { checkContentType, readBodies, validate } from './body.ts';
import { makeDeadline } from './deadline.ts';
import { errorReply } from './domain/envelope.ts';
import { MAX_IMAGE_BYTES } from './domain/image.ts';
import { limitHeaders } from './domain/limits.ts';
import type { Origins } from './domain/origins.ts';
import { readIdempotencyKey } from './idempotency.ts';
import type { Claim } from './idempotency.ts';
import { enforce } from './ratelimit.ts';
import type { RateLimiter } from './ratelimit.ts';
import type { Answer } from './reply.ts';
import type { Caller, Edge, Input, Route } from './route.ts';
import { traceRequests } from './tracing.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
  }
  interface FastifyRequest {
    caller: Caller | null;
    claim: Claim | null;
  }
}

export interface Gate {
  edge: Edge;
  origins: Origins;
  authentication: Authentication;
  limiter: RateLimiter;
  claim(route: Route, key: string, caller: Caller): Promise<Claim>;
  settle(held: Claim, statusCode: number, caller: Caller): Promise<void>;
  /** After the answer left. */
  seen(request: FastifyRequest, reply: FastifyReply): void;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const NOBODY: Caller['actor'] = { kind: 'recipient', id: '' };

function securityHeaders(https: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "frame-ancestors 'self'",
    'Referrer-Policy': 'no-referrer',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Closing on a client that is still writing takes the answer from it. So the rest of its body is read and dropped, for as long as a request may take. */
function linger(reply: FastifyReply): void {
  reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, { clock, log }: Edge): void {
  const { status, headers, body } = errorReply(error, request.id, clock());
  if (status === 500) log.error({ err: error, requestId: request.id }, 'unexpected error');
  if (!request.raw.complete) linger(reply);
  reply.code(status).headers(headers).type(JSON_TYPE).send(JSON.stringify(body));
}

function send(reply: FastifyReply, { status, headers, json, raw }: Answer): FastifyReply {
  reply.code(status);
  if (headers) reply.headers(headers);
  if (json !== undefined) return reply.type(JSON_TYPE).send(JSON.stringify(json));
  return reply.send(raw);
}

/** Steps 3 to 6 of the order, all before a byte of the body is read. */
async function admit(route: Route, request: FastifyRequest, reply: FastifyReply, { edge, authentication, limiter, claim }: Gate): Promise<void> {
  if (route.auth !== 'none') {
    const identity = await authentication.identify(route, request);
    const { caller } = identity;
    request.caller = caller;
    checkProject(identity, request.method);
    checkRole(route, caller);
    const left = caller.projectId ? await limiter(caller.projectId, route.bucket, edge.clock().getTime()) : undefined;
    if (left) {
      reply.headers(limitHeaders(left));
      enforce(left);
    }
    const key = route.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : undefined;
    if (key) {
      reached('gateway received');
      request.claim = await claim(route, key, caller);
      reached('gateway claimed');
    }
  }
  checkContentType(route, request);
}

/** The last steps: the 400s that come before the schema, the schema, the handler. */
async function perform(route: Route, request: FastifyRequest, { edge }: Gate): Promise<Answer> {
  route.before?.(request.body);
  const input: Input = {
    params: request.params as Record<string, string>,
    query: route.query ? validate(route.query, request.query) : undefined,
    body: route.body ? validate(route.body, request.body) : undefined,
    caller: request.caller ?? { projectId: '', requestId: request.id, actor: NOBODY },
    http: request,
  };
  return route.handle(input, edge);
}

/** A client that is too slow, or speaks no HTTP. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const requestId = crypto.randomUUID();
  const refusal = fault('BAD_REQUEST', { status: slow ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400, message: slow ? 'The request took too long to arrive' : 'The request cannot be read' });
  const { status, body } = errorReply(refusal, requestId, new Date());
  const text = JSON.stringify(body);
  socket.end(`HTTP/1.1 ${status} ${slow ? 'Request Timeout' : 'Bad Request'}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nX-Request-ID: ${requestId}\r\nConnection: close\r\n\r\n${text}`);
}

export function makeServer(routes: readonly Route[], gate: Gate): FastifyInstance {
  const { edge, origins } = gate;
  const { apiUri, timeouts } = edge.config.http;
  const inTime = makeDeadline(edge.config.runtime.busRequestTimeoutMs);
  const security = securityHeaders(apiUri.startsWith('https:'));
  const server = fastify({
    logger: false,
    genReqId: () => crypto.randomUUID(),
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.idleMs,
    http: { headersTimeout: Math.min(timeouts.headersMs, timeouts.requestMs), connectionsCheckingInterval: 1_000 },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 4_096 },
    clientErrorHandler: refuseConnection as never,
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-ID', request.id);
      sendError(error, request as FastifyRequest, reply as unknown as FastifyReply, edge);
    },
  });
  server.decorateRequest('caller', null);
  server.decorateRequest('claim', null);
  readBodies(server);
  server.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 1_024, fileSize: MAX_IMAGE_BYTES } });

  traceRequests(server);
  server.addHook('onRequest', (request, reply, done) => {
    const preflight = request.method === 'OPTIONS';
    const path = request.raw.url!;
    reply.header('X-Request-ID', request.id).headers(security).headers(origins.headers(path, request.headers.origin, preflight));
    if (preflight) reply.code(200).send();
    else done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    gate.seen(request, reply);
    done();
  });
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, edge));
  server.setNotFoundHandler((request, reply) => sendError(fault('RESOURCE_NOT_FOUND', { message: 'Unknown route' }), request, reply, edge));

  for (const route of routes) {
    server.route({
      method: route.method,
      url: route.path,
      config: { route },
      onRequest: (request, reply) => inTime(admit(route, request, reply, gate)),
      handler: async (request, reply) => send(reply, await (route.long ? perform(route, request, gate) : inTime(perform(route, request, gate)))),
      ...(route.idempotent ? { onSend: (request, reply, payload) => settleThen(request, reply, payload, gate) } : {}),
    });
  }
  return server;
}

async function settleThen(request: FastifyRequest, reply: { raw: ServerResponse; statusCode: number }, payload: unknown, { settle }: Gate): Promise<unknown> {
  if (request.claim) {
    reached('gateway handled');
    await settle(request.claim, reply.statusCode, request.caller!);
    reached('gateway settled');
  }
  return payload;
}
