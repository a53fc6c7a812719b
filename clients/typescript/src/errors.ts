/** What goes wrong, as classes: the service refused, it was not reached, or its answer to something it did is lost. */
import type { Schema } from './operation.ts';

/** The machine-readable reason of a refusal. */
export type ErrorCode = Schema<'Error'>['error']['code'];
/** A wrong field of a request. */
export type FieldError = Schema<'FieldError'>;

/** All errors of this client. */
export class PosthornError extends Error {
  override readonly name: string = 'PosthornError';
}

interface Refusal {
  status: number;
  message: string;
  code?: ErrorCode;
  requestId?: string;
  errors?: readonly FieldError[];
  details?: Readonly<Record<string, unknown>>;
  suggestion?: string;
  retryAfter?: number;
}

/** The service answered, and refused. */
export class RefusedError extends PosthornError {
  override readonly name = 'RefusedError';
  /** The HTTP status. */
  readonly status: number;
  /** Absent where the service answers with words alone. */
  readonly code?: ErrorCode;
  /** Name it when you ask about the request. */
  readonly requestId?: string;
  /** Every wrong field. */
  readonly errors: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  /** What to do next. */
  readonly suggestion?: string;
  /** Seconds to wait before the next request. */
  readonly retryAfter?: number;

  constructor({ status, message, code, requestId, errors = [], details = {}, suggestion, retryAfter }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.errors = errors;
    this.details = details;
    this.suggestion = suggestion;
    this.retryAfter = retryAfter;
  }
}

/** Nothing was answered: no connection, or none in time. `cause` says why. */
export class UnreachableError extends PosthornError {
  override readonly name = 'UnreachableError';
}

/** An earlier attempt of this very request was carried out, but its answer was lost. Do not ask again: it is done. */
export class LostAnswerError extends PosthornError {
  override readonly name = 'LostAnswerError';
  /** Of the request that was carried out. */
  readonly idempotencyKey: string;

  constructor(idempotencyKey: string) {
    super('The request was carried out, but its answer was lost');
    this.idempotencyKey = idempotencyKey;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** An answer of 4xx or 5xx as an error: the envelope, the short form `{ error }`, or whatever a proxy says. */
export async function refusedBy(response: Response): Promise<RefusedError> {
  const text = await response.text().catch(() => '');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const detail = isObject(body) ? body['error'] : undefined;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new RefusedError({
    message: typeof detail === 'string' ? detail : `HTTP ${response.status}`,
    ...(isObject(detail) ? (detail as unknown as Schema<'Error'>['error']) : {}),
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}
