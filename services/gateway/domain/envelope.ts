/** Anything thrown → what the client is told (seed §7; decisions 7). */
import { CATALOGUE, Fault, fault } from '#kit/errors.ts';

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

/** A Fault as it is; what the edge refused by its code; everything else tells nothing of the inside. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const { code, statusCode = 500 } = (error ?? {}) as { code?: string; statusCode?: number };
  const name = EDGE[code ?? ''];
  if (name) return fault(name);
  return statusCode >= 400 && statusCode < 500 ? fault('BAD_REQUEST') : fault('INTERNAL_SERVER_ERROR');
}

/** The envelope, or the short form where the fault asks for it. `Retry-After` follows from details.retryAfter. */
export function errorReply(error: unknown, requestId: string, now: Date): ErrorReply {
  const told = asFault(error);
  const { details, errors, short } = told.options;
  const retryAfter = told.status === 429 ? details?.['retryAfter'] : undefined;
  const headers: Record<string, string> = typeof retryAfter === 'number' ? { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) } : {};
  if (short) return { status: told.status, headers, body: { error: told.message } };
  const { suggestion } = CATALOGUE[told.name];
  const body = {
    success: false,
    error: { code: told.code, message: told.message, statusCode: told.status, requestId, errors, details, suggestion },
    timestamp: now.toISOString(),
  };
  return { status: told.status, headers, body };
}
