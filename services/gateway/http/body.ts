/** Reads bodies after authentication: limited by the route, counted against the process's budget, parsed later (contract 1). */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fault } from '#kit/errors.ts';
import { clientOf } from '#kit/limits/allowance.ts';
import type { ByteBudget, ByteCharge } from '#kit/limits/byte-budget.ts';
import type { Route } from '../route.ts';

const KB = 1_024;
const MB = 1_024 * KB;
const MAX_JSON_BYTES = 50 * MB;
/** Whoever shows no key has nothing large to say. */
const MAX_KEYLESS_BYTES = 64 * KB;
/** SNS sends 256 KB at most, in a JSON text that may double it. */
const MAX_NOTICE_BYTES = 768 * KB;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const MULTIPART = /^multipart\/form-data\s*;/i;

/** The content type as it came: the header itself is gone once the body is read by us. */
export function contentTypeOf(request: FastifyRequest): string | undefined {
  return request.raw.headersDistinct['content-type']?.[0];
}

/** Settles who reads the body: the parser of forms, or the one of bytes. A form that is none is a missing file, which the route answers. */
export function chooseParser({ multipart }: Route, request: FastifyRequest): void {
  if (!multipart || !MULTIPART.test(contentTypeOf(request) ?? '')) delete request.headers['content-type'];
}

/**
 * Without a content type a body is JSON; another one is refused, so that no form on a foreign page can pass for an API call. Routes without
 * a body take, and ignore, anything.
 */
export function checkContentType({ body }: Route, request: FastifyRequest): void {
  const type = contentTypeOf(request);
  if (body && type && !JSON_TYPE.test(type))
    throw fault('INVALID_REQUEST_BODY', { message: `Content-Type must be application/json, not ${type.slice(0, 100)}` });
}

/** Bytes this request's body may have. A notice that claims to be signed may carry a whole mail. */
function limitOf({ auth, raw }: Route, request: FastifyRequest): number {
  if (raw) return request.headers['x-posthorn-signature'] === undefined ? MAX_NOTICE_BYTES : MAX_JSON_BYTES;
  return auth === 'none' || auth === 'session' ? MAX_KEYLESS_BYTES : MAX_JSON_BYTES;
}

const inWords = (bytes: number): string => (bytes < MB ? `${bytes / KB} KB` : `${bytes / MB} MB`);
const tooLarge = (limit: number): Error => fault('BODY_TOO_LARGE', { message: `Request body is larger than ${inWords(limit)}` });

/** @param take is called with the size of each piece, and throws to refuse it; what follows is read and dropped. */
function collect(payload: IncomingMessage, limit: number, take: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let refused = false;
    payload.on('data', (piece: Buffer) => {
      if (refused) return;
      size += piece.length;
      try {
        if (size > limit) throw tooLarge(limit);
        take(piece.length);
        pieces.push(piece);
      } catch (error) {
        refused = true;
        pieces.length = 0;
        reject(error as Error);
      }
    });
    payload.on('end', () => resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)));
    payload.on('error', reject);
    payload.on('close', () => void (payload.readableEnded || reject(fault('INVALID_REQUEST_BODY'))));
  });
}

/** Reads on behind an answer that came before its body's end: a form left half read would hold up the next request of the connection. */
function dropRest(payload: IncomingMessage): void {
  payload.unpipe();
  payload.resume();
}

/** Charges the project of the key; without one, the client, who has a smaller budget to share. */
function chargeOf(request: FastifyRequest, budgets: BodyBudgets): ByteCharge {
  const projectId = request.caller?.projectId;
  return projectId ? budgets.keyed.open(projectId) : budgets.keyless.open(clientOf(request.ip));
}

export interface BodyBudgets {
  keyed: ByteBudget;
  keyless: ByteBudget;
}

/** One parser for everything, which answers the bytes: `chooseParser` left it all bodies that are no forms. */
export function readBodies(server: FastifyInstance, budgets: BodyBudgets): void {
  server.decorateRequest('charge', null);
  server.removeAllContentTypeParsers();
  // oxlint-disable-next-line max-params -- Fastify's hook
  server.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if ((length !== undefined && length !== '0') || encoding !== undefined) {
      const charge = chargeOf(request, budgets);
      request.charge = charge;
      reply.raw.once('close', () => {
        charge.end();
        dropRest(request.raw);
      });
    }
    done(null, payload);
  });
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { route } = request.routeOptions.config;
    const limit = route ? limitOf(route, request) : MAX_KEYLESS_BYTES;
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
    return collect(payload, limit, (bytes) => request.charge?.add(bytes));
  });
}
