/** Anything thrown → what the client is answered (contract 7). */
import { CATALOGUE, Fault, fault } from '#kit/errors.ts';
import type { FaultOptions } from '#kit/errors.ts';

export interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Fastify's own refusals, by their code, in the catalogue's words. Anything else of its 4xx is a bad request. */
const EDGE: Readonly<Record<string, keyof typeof CATALOGUE>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_REQUEST_BODY',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'INVALID_REQUEST_BODY',
  ECONNRESET: 'INVALID_REQUEST_BODY',
};

/** A Fault as it is; what the edge refused by its code; everything else says nothing of the inside. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const { code, statusCode = 500 } = (error ?? {}) as { code?: string; statusCode?: number };
  const name = EDGE[code ?? ''];
  if (name) return fault(name);
  return statusCode >= 400 && statusCode < 500 ? fault('BAD_REQUEST') : fault('INTERNAL_SERVER_ERROR');
}

/** Entries of `errors` in an answer; `details.more` counts the rest. */
const MOST_ERRORS = 100;
const MOST_FIELD = 255;

function shownErrors({ errors, details }: FaultOptions): Pick<FaultOptions, 'errors' | 'details'> {
  if (!errors) return { details };
  const shown = errors.slice(0, MOST_ERRORS).map((one) => ({ ...one, field: one.field.slice(0, MOST_FIELD) }));
  const more = errors.length - shown.length;
  return { errors: shown, details: more > 0 ? { ...details, more } : details };
}

/** The envelope, or the short form where the fault asks for it. `Retry-After` follows from details.retryAfter. */
export function errorReply(error: unknown, requestId: string, now: Date): ErrorReply {
  const refusal = asFault(error);
  const { errors, details } = shownErrors(refusal.options);
  const { short } = refusal.options;
  const retryAfter = [429, 503].includes(refusal.status) ? details?.['retryAfter'] : undefined;
  const headers: Record<string, string> =
    typeof retryAfter === 'number' ? { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) } : {};
  if (short) return { status: refusal.status, headers, body: { error: refusal.message } };
  const { suggestion } = CATALOGUE[refusal.name];
  const body = {
    success: false,
    error: { code: refusal.code, message: refusal.message, statusCode: refusal.status, requestId, errors, details, suggestion },
    timestamp: now.toISOString(),
  };
  return { status: refusal.status, headers, body };
}

/** The 404 of a method and a path that no route has. */
export function unknownRoute(method: string, path: string): Fault {
  return fault('RESOURCE_NOT_FOUND', { message: `Unknown route ${method} ${path.slice(0, 500)}` });
}
