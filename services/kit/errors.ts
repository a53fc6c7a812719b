/**
 * The catalogue of every error Posthorn gives on purpose (contract 7) and the one class that carries them.
 * `code` and `status` are what HTTP clients see, `grpc` what gRPC callers see. The table of docs/api.md is made from this one.
 */

/** gRPC status numbers used here (grpc.io/docs/guides/status-codes). */
const GRPC = {
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

export interface CatalogueEntry {
  readonly code: string;
  readonly status: number;
  readonly grpc: number;
  readonly message: string;
  readonly suggestion?: string;
}

// oxlint-disable-next-line max-params -- columns of a table
function entry(code: string, status: number, grpc: keyof typeof GRPC, message: string, suggestion?: string): CatalogueEntry {
  return Object.freeze({ code, status, grpc: GRPC[grpc], message, suggestion });
}

/** Fault name → what it is called outside. Names differ from codes only where the contract gives one code two statuses. */
export const CATALOGUE = Object.freeze({
  BAD_REQUEST: entry('BAD_REQUEST', 400, 'INVALID_ARGUMENT', 'Bad request'),
  MALFORMED_JSON: entry('VALIDATION_ERROR', 400, 'INVALID_ARGUMENT', 'Invalid JSON in request body'),
  INVALID_REQUEST_BODY: entry('INVALID_REQUEST_BODY', 400, 'INVALID_ARGUMENT', 'The request body cannot be read'),
  BODY_TOO_LARGE: entry('INVALID_REQUEST_BODY', 413, 'RESOURCE_EXHAUSTED', 'Request body is too large'),
  UNAUTHORIZED: entry('UNAUTHORIZED', 401, 'UNAUTHENTICATED', 'You are not logged in'),
  MISSING_AUTH: entry(
    'MISSING_AUTH',
    401,
    'UNAUTHENTICATED',
    'Authorization header is required',
    'Send `Authorization: Bearer <API key>`.',
  ),
  INVALID_API_KEY: entry(
    'INVALID_API_KEY',
    401,
    'UNAUTHENTICATED',
    'Invalid API key',
    'Check that the key is whole, current and of the right kind: sk_ for the API, pk_ for /v1/track.',
  ),
  FORBIDDEN: entry('FORBIDDEN', 403, 'PERMISSION_DENIED', 'You are not allowed to do this', 'Ask an admin or the owner of the project.'),
  FIXED_MEMBERSHIP: entry(
    'FORBIDDEN',
    403,
    'PERMISSION_DENIED',
    'This membership cannot be changed',
    'An admin or the owner may remove other members; the owner stays as long as the project.',
  ),
  PROJECT_ACCESS_DENIED: entry('PROJECT_ACCESS_DENIED', 403, 'PERMISSION_DENIED', 'You do not have access to this project'),
  PROJECT_DISABLED: entry(
    'PROJECT_DISABLED',
    403,
    'PERMISSION_DENIED',
    'Project is disabled due to security violations. All write operations are blocked.',
    'Contact support to have the project reviewed.',
  ),
  EMAIL_VERIFICATION_REQUIRED: entry(
    'EMAIL_VERIFICATION_REQUIRED',
    403,
    'PERMISSION_DENIED',
    'Please verify your email address first',
    'Follow the link in the mail of your signup, or ask for another with POST /auth/request-verification.',
  ),
  SENDER_REFUSED: entry('INTERNAL_SERVER_ERROR', 403, 'PERMISSION_DENIED', 'Domain is not verified'),
  RESOURCE_NOT_FOUND: entry('RESOURCE_NOT_FOUND', 404, 'NOT_FOUND', 'Resource not found'),
  CAMPAIGN_NOT_FOUND: entry('CAMPAIGN_NOT_FOUND', 404, 'NOT_FOUND', 'Campaign not found'),
  WORKFLOW_NOT_FOUND: entry('WORKFLOW_NOT_FOUND', 404, 'NOT_FOUND', 'Workflow not found'),
  CONTACT_NOT_FOUND: entry('CONTACT_NOT_FOUND', 404, 'NOT_FOUND', 'Contact not found'),
  TEMPLATE_NOT_FOUND: entry(
    'TEMPLATE_NOT_FOUND',
    404,
    'NOT_FOUND',
    'Template not found',
    'List the templates of the project with GET /templates.',
  ),
  CONFLICT: entry('CONFLICT', 409, 'ALREADY_EXISTS', 'The request conflicts with the current state'),
  IDEMPOTENCY_KEY_REUSED: entry(
    'IDEMPOTENCY_KEY_REUSED',
    409,
    'ALREADY_EXISTS',
    'Idempotency-Key has already been used',
    'Use a new key for a new request; the request that holds this one was received.',
  ),
  VALIDATION_ERROR: entry('VALIDATION_ERROR', 422, 'INVALID_ARGUMENT', 'Request validation failed', 'Check the fields listed in `errors`.'),
  RATE_LIMIT_EXCEEDED: entry(
    'RATE_LIMIT_EXCEEDED',
    429,
    'RESOURCE_EXHAUSTED',
    'Rate limit exceeded',
    'Wait the seconds given in Retry-After, then try again.',
  ),
  BILLING_LIMIT_EXCEEDED: entry(
    'BILLING_LIMIT_EXCEEDED',
    429,
    'RESOURCE_EXHAUSTED',
    'Billing limit exceeded',
    'Raise the limit of this category, or wait for the next month.',
  ),
  INTERNAL_SERVER_ERROR: entry('INTERNAL_SERVER_ERROR', 500, 'INTERNAL', 'An unexpected error occurred'),
  DATABASE_UNAVAILABLE: entry('DATABASE_ERROR', 503, 'UNAVAILABLE', 'The database is unavailable, try again'),
  SERVICE_UNAVAILABLE: entry('EXTERNAL_SERVICE_ERROR', 503, 'UNAVAILABLE', 'A service this request needs is unavailable, try again'),
  SERVICE_TIMEOUT: entry('EXTERNAL_SERVICE_ERROR', 504, 'DEADLINE_EXCEEDED', 'A service this request needs did not answer in time'),
});

export type FaultName = keyof typeof CATALOGUE;

/** One entry of an envelope's `errors` (contract 7). */
export interface FieldError {
  /** Dot path. */
  field: string;
  message: string;
  code: string;
  /** Only with `invalid_type` and `reserved_event`. */
  received?: string;
}

export interface FaultOptions {
  message?: string;
  /** Overrides the catalogue's status where the contract asks for another one under the same code. */
  status?: number;
  details?: Record<string, unknown>;
  errors?: FieldError[];
  /** The answer is `{ error: message }` (contract 7 "Short form"). */
  short?: boolean;
}

/** What a Fault is made of when it travels between processes. */
export interface FaultWire extends FaultOptions {
  name: FaultName;
  message: string;
}

/** An error given on purpose. Domains throw these and nothing else. */
export class Fault extends Error {
  override readonly name: FaultName;
  readonly options: FaultOptions;

  constructor(name: FaultName, options: FaultOptions = {}) {
    super(options.message ?? CATALOGUE[name].message);
    this.name = name;
    this.options = options;
  }

  get code(): string {
    return CATALOGUE[this.name].code;
  }

  get status(): number {
    return this.options.status ?? CATALOGUE[this.name].status;
  }

  get grpc(): number {
    return CATALOGUE[this.name].grpc;
  }

  toWire(): FaultWire {
    return { ...this.options, name: this.name, message: this.message };
  }

  static fromWire({ name, ...options }: FaultWire): Fault {
    return new Fault(name in CATALOGUE ? name : 'INTERNAL_SERVER_ERROR', options);
  }
}

/** `throw fault('CONTACT_NOT_FOUND', { details: { resource: 'Contact', id } })` */
export function fault(name: FaultName, options?: FaultOptions): Fault {
  return new Fault(name, options);
}

/** A not-found fault with the documented details. */
export function notFound(name: FaultName, details: { resource: string; id: string }, message?: string): Fault {
  return new Fault(name, { details, message });
}

/** The short form `{ error: text }` that some dashboard routes answer with (contract 7 "Short form"). */
export function shortFault(text: string, status = 400): Fault {
  const name: FaultName =
    status === 404 ? 'RESOURCE_NOT_FOUND' : status === 409 ? 'CONFLICT' : status === 503 ? 'SERVICE_UNAVAILABLE' : 'BAD_REQUEST';
  return new Fault(name, { message: text, status, short: true });
}

/** A 422 with its field errors. */
export function invalid(errors: FieldError[], message?: string): Fault {
  return new Fault('VALIDATION_ERROR', { errors, message });
}
