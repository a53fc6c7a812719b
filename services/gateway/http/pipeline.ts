/** What every request goes through, in the order of contract 1: authentication, project, limits, claim, body, schema, handler. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { within } from '#kit/contract/deadline.ts';
import { fault } from '#kit/errors.ts';
import { failpoint } from '#kit/failpoint.ts';
import type { Allowance } from '#kit/limits/allowance.ts';
import { enforce } from '#kit/limits/rate-limiter.ts';
import type { RateLimiter } from '#kit/limits/rate-limiter.ts';
import { checkProject, checkRole } from '../auth/authentication.ts';
import type { Authentication } from '../auth/authentication.ts';
import { checkScope } from '../auth/scopes.ts';
import { parseJson, parsedSize, validate } from '../json.ts';
import type { ClientLimiter } from '../limits/client-limiter.ts';
import type { Answer } from '../reply.ts';
import type { Caller, Edge, Input, Route } from '../route.ts';
import { checkContentType, chooseParser } from './body.ts';
import { readIdempotencyKey } from './idempotency.ts';
import type { Claim, ClaimRequest } from './idempotency.ts';

export interface Gate {
  edge: Edge;
  authentication: Pick<Authentication, 'identify' | 'membership'>;
  limiter: RateLimiter;
  limitClient: ClientLimiter;
  claim(asked: ClaimRequest, caller: Caller): Promise<Claim>;
  settle(held: Claim, statusCode: number, caller: Caller): Promise<void>;
}

/** The steps of a request. */
export interface Pipeline {
  /** Everything before a byte of the body is read. Sets `request.caller`. */
  admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The claim, the body, the schema, the handler. */
  perform(route: Route, request: FastifyRequest): Promise<Answer>;
  /** Settles the claim before the answer leaves. */
  settle(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

const NOBODY: Caller['actor'] = { kind: 'recipient', id: '' };
/** The bus gives up first and can say why; this is for everything else. */
const GRACE_MS = 2_000;

/** `RateLimit-*` of every limited response. */
export function limitHeaders({ limit, remaining, reset }: Allowance): Record<string, string> {
  return { 'RateLimit-Limit': String(limit), 'RateLimit-Remaining': String(remaining), 'RateLimit-Reset': String(reset) };
}

export function createPipeline({ edge, authentication, limiter, limitClient, claim, settle: settleClaim }: Gate): Pipeline {
  const deadlineMs = edge.config.runtime.busRequestTimeoutMs + GRACE_MS;
  // No request hangs: what is not answered in time is a 504, wherever the time went.
  const inTime = <T>(work: Promise<T>): Promise<T> => within(deadlineMs, work, () => fault('SERVICE_TIMEOUT'));

  async function identify(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (route.auth === 'none') return limitClient(request.ip, route.cost ?? 'ordinary');
    const identity = await authentication.identify(route, request);
    const { caller } = identity;
    request.caller = caller;
    checkProject(identity, request.method, route);
    checkRole(route, caller);
    checkScope(route, caller);
    const left = caller.projectId ? await limiter(caller.projectId, route.bucket, edge.clock().getTime()) : undefined;
    if (left) {
      reply.headers(limitHeaders(left));
      enforce(left);
    }
  }

  async function admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await inTime(identify(route, request, reply));
    // A key that is no key is refused before the body is waited for.
    if (route.idempotent) readIdempotencyKey(request.headers['idempotency-key']);
    chooseParser(route, request);
  }

  async function claimKey({ method, path }: Route, request: FastifyRequest, bytes: Buffer): Promise<void> {
    const key = readIdempotencyKey(request.headers['idempotency-key']);
    if (key === undefined) return;
    failpoint('gateway received');
    const asked = { key, request: `${method} ${path}`, bodyHash: hash('sha256', bytes, 'base64url') };
    request.claim = await claim(asked, request.caller!);
    failpoint('gateway claimed');
  }

  function bodyOf({ body, raw }: Route, request: FastifyRequest, bytes: Buffer): unknown {
    if (raw) return bytes;
    if (!body) return undefined;
    request.charge?.add(parsedSize(bytes));
    return parseJson(bytes);
  }

  async function handle(route: Route, request: FastifyRequest): Promise<Answer> {
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    if (route.idempotent) await claimKey(route, request, bytes);
    checkContentType(route, request);
    const body = bodyOf(route, request, bytes);
    request.body = body;
    route.before?.(body);
    const input: Input = {
      params: request.params as Record<string, string>,
      query: route.query ? validate(route.query, request.query) : undefined,
      body: route.body ? validate(route.body, body) : undefined,
      caller: request.caller ?? { projectId: '', requestId: request.id, actor: NOBODY },
      http: request,
    };
    return route.handle(input, edge);
  }

  async function settle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!request.claim) return;
    failpoint('gateway handled');
    await settleClaim(request.claim, reply.statusCode, request.caller!);
    failpoint('gateway settled');
  }

  return { admit, perform: (route, request) => (route.long ? handle(route, request) : inTime(handle(route, request))), settle };
}
