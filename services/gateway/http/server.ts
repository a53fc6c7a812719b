/** The HTTP server: Fastify with its plugins, and the table of routes on the pipeline. */
import cookies from '@fastify/cookie';
import cors from '@fastify/cors';
import type { FastifyCorsOptions } from '@fastify/cors';
import { fastifyHelmet as helmet } from '@fastify/helmet';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorReply, unknownRoute } from '../domain/envelope.ts';
import { MAX_IMAGE_BYTES } from '../domain/image.ts';
import { EXPOSED_HEADERS } from '../domain/origins.ts';
import type { Origins } from '../domain/origins.ts';
import type { ByteCharge } from '#kit/limits/byte-budget.ts';
import type { Answer } from '../reply.ts';
import type { Caller, Edge, Route } from '../route.ts';
import { readBodies } from './body.ts';
import type { BodyBudgets } from './body.ts';
import { createConnections, refuseConnection } from './connections.ts';
import type { Connections } from './connections.ts';
import type { Claim } from './idempotency.ts';
import { createPipeline } from './pipeline.ts';
import type { Gate } from './pipeline.ts';
import { traceRequests } from './tracing.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
  }
  interface FastifyRequest {
    caller: Caller | null;
    claim: Claim | null;
    charge: ByteCharge | null;
  }
}

export interface ServerParts extends Gate {
  origins: Origins;
  budgets: BodyBudgets;
  /** Called after the answer left. */
  logAccess(request: FastifyRequest, reply: FastifyReply): void;
}

export interface HttpServer {
  fastify: FastifyInstance;
  connections: Connections;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const YEAR_S = 31_536_000;

/** The security headers of contract 1, and none of the others that helmet knows. */
function securityHeaders(https: boolean): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': helmet.contentSecurityPolicy.dangerouslyDisableDefaultSrc, 'frame-ancestors': ["'self'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https && { maxAge: YEAR_S, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  };
}

function corsHeaders(origins: Origins, request: FastifyRequest): FastifyCorsOptions {
  const rule = origins.ruleFor(request.raw.url!, request.headers.origin);
  return { ...rule, exposedHeaders: EXPOSED_HEADERS, maxAge: 600, optionsSuccessStatus: 200, strictPreflight: false };
}

/**
 * Closing on a client that is still writing takes the answer from it. So the rest of its body is read and dropped, for as long as a request
 * may take.
 */
function linger(reply: FastifyReply): void {
  reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
}

type OnError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

function createErrorReply({ clock, log }: Edge): OnError {
  return function sendError(error, request, reply) {
    const { status, headers, body } = errorReply(error, request.id, clock());
    if (status === 500) log.error({ err: error, requestId: request.id }, 'unexpected error');
    if (!request.raw.complete) linger(reply);
    reply.code(status).headers(headers).type(JSON_TYPE).send(JSON.stringify(body));
  };
}

function send(reply: FastifyReply, { status, headers, cookies: set = [], json, raw }: Answer): FastifyReply {
  reply.code(status);
  if (headers) reply.headers(headers);
  for (const { name, value, options } of set) reply.setCookie(name, value, options);
  if (json !== undefined) return reply.type(JSON_TYPE).send(JSON.stringify(json));
  return reply.send(raw);
}

function createFastify({ config }: Edge, onError: OnError): FastifyInstance {
  const { timeouts, trustProxy } = config.http;
  return fastify({
    logger: false,
    genReqId: () => crypto.randomUUID(),
    // Hops: the first so many addresses, from the connection's own on, are proxies'.
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.idleMs,
    http: { headersTimeout: Math.min(timeouts.headersMs, timeouts.requestMs), connectionsCheckingInterval: 1_000 },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 4_096, ignoreTrailingSlash: true },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-ID', request.id);
      onError(error, request as FastifyRequest, reply as unknown as FastifyReply);
    },
  });
}

function addRoutes(server: FastifyInstance, routes: readonly Route[], gate: Gate): void {
  const { admit, perform, settle } = createPipeline(gate);
  for (const route of routes) {
    server.route({
      method: route.method,
      url: route.path,
      config: { route },
      onRequest: (request, reply) => admit(route, request, reply),
      handler: async (request, reply) => send(reply, await perform(route, request)),
      ...(route.idempotent ? { onSend: (request, reply) => settle(request, reply) } : {}),
    });
  }
}

/** Not listening yet. */
export async function createServer(routes: readonly Route[], { origins, budgets, logAccess, ...gate }: ServerParts): Promise<HttpServer> {
  const { edge } = gate;
  const onError = createErrorReply(edge);
  const server = createFastify(edge, onError);
  server.decorateRequest('caller', null);
  server.decorateRequest('claim', null);
  traceRequests(server, edge.config.http.trustProxy);
  const connections = createConnections(server);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-ID', request.id);
    done();
  });
  await server.register(helmet, securityHeaders(edge.config.http.apiUri.startsWith('https:')));
  await server.register(cors, { delegator: (request, done) => done(null, corsHeaders(origins, request)) });
  await server.register(cookies);
  readBodies(server, budgets);
  await server.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 1_024, fileSize: MAX_IMAGE_BYTES } });
  server.addHook('onResponse', (request, reply, done) => {
    logAccess(request, reply);
    done();
  });
  server.setErrorHandler(onError);
  server.setNotFoundHandler((request, reply) => onError(unknownRoute(request.method, request.raw.url!.split('?', 1)[0]!), request, reply));
  addRoutes(server, routes, gate);
  return { fastify: server, connections };
}
