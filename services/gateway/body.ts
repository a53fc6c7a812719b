/** Bodies: read after authentication, limited while reading, JSON and nothing else (decisions §1). */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fault, invalid } from '#kit/errors.ts';
import { fieldErrors } from './domain/issues.ts';
import type { Route } from './route.ts';

export const MAX_JSON_BYTES = 50 * 1_048_576;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const MULTIPART = /^multipart\/form-data\s*;/i;

/**
 * Settles what the body will be read as. Without a content type it is JSON; another one is refused, so that no form on a
 * foreign page can pass for an API call. Routes without a body take, and ignore, anything.
 */
export function checkContentType({ body, multipart }: Route, request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (multipart) {
    // Told as a missing file by the route itself when it is not multipart.
    if (!type || !MULTIPART.test(type)) delete request.headers['content-type'];
    return;
  }
  if (body && type && !JSON_TYPE.test(type)) throw fault('INVALID_REQUEST_BODY', { message: `Content-Type must be application/json, not ${type.slice(0, 100)}` });
  delete request.headers['content-type'];
}

/** Bytes → value. Nothing at all is undefined, for the schema to tell what is missing. Names like `__proto__` stay ordinary names. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw fault('MALFORMED_JSON');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw fault('MALFORMED_JSON');
  }
}

/** One parser for everything: what a body may be was settled by `checkContentType`. */
export function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_JSON_BYTES }, (request, bytes, done) => {
    const { body, raw } = request.routeOptions.config.route ?? {};
    if (raw) return done(null, bytes);
    if (!body) return done(null, undefined);
    try {
      done(null, parseJson(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Checks by the schema; every fault of it in one 422. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw invalid(fieldErrors(parsed.error.issues));
  return parsed.data;
}
