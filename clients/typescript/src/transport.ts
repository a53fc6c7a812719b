/** Asks operations by fetch: credentials, time limits, and repetitions that cannot do a thing twice. */
import { LostAnswerError, RefusedError, UnreachableError, refusedBy } from './errors.ts';
import { OPERATIONS } from './generated/operations.ts';
import type { Answer, Credential, Input, OperationId, OperationLine } from './operation.ts';

export interface ClientOptions {
  /** Where the service is, for instance `https://api.example.com`. */
  baseUrl: string;
  /** `sk_…`, for everything but tracking; keep it on your server. */
  secretKey?: string;
  /** `pk_…`, for tracking events; may be shown to everybody. */
  publicKey?: string;
  /** The value of the session cookie of a person; `logIn` and `signUp` set it. In browsers the cookie stays with the browser. */
  session?: string;
  /** The project a session speaks for. */
  projectId?: string;
  /** How often a request is repeated; 3 by default. */
  retries?: number;
  /** Milliseconds an attempt may take; 30,000 by default. */
  timeoutMs?: number;
  /** In place of the global fetch. */
  fetch?: typeof fetch;
}

export interface RequestOptions {
  /** Ends the request. */
  signal?: AbortSignal;
  /** For this request in place of the client's. */
  retries?: number;
  /** Milliseconds an attempt may take; 0: as long as it takes. */
  timeoutMs?: number;
  /** What is done with the same key is done once; without one the client makes one up. Sending and tracking only. */
  idempotencyKey?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Transport {
  /**
   * Asks any operation by its id in the document.
   * @throws RefusedError, UnreachableError, LostAnswerError; TypeError where the client has no credential for it
   */
  call<I extends OperationId>(id: I, input: Input<I>, options?: RequestOptions): Promise<Answer<I>>;
  /** The same, with the answer as it comes: for what is too large to be held. */
  open<I extends OperationId>(id: I, input: Input<I>, options?: RequestOptions): Promise<Response>;
}

const ATTEMPT_WITHIN_MS = 30_000;
const RETRIES = 3;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** The service may ask to wait longer than a caller should be kept. */
const MOST_RETRY_AFTER_S = 60;
const SESSION_COOKIE = 'next_token';
const isBrowser = 'document' in globalThis;

/** What every input amounts to. */
interface Asked {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** Waits, and fails as soon as the signal does. */
export function waited(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const done = (): void => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const aborted = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    signal?.addEventListener('abort', aborted, { once: true });
  });
}

function addressOf(base: string, { path }: OperationLine, { path: values = {}, query = {} }: Asked): string {
  const url = new URL(base.replace(/\/$/, '') + path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name]!)));
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  return url.href;
}

/** Before the next attempt: what the service asks for, else longer each time, by chance, so that callers do not come back together. */
function pauseMs(attempt: number, error: unknown): number {
  if (error instanceof RefusedError && error.retryAfter !== undefined) return error.retryAfter * 1_000;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** Whether asking again cannot do a thing twice, and may help. */
function mayRepeat({ method, idempotent }: OperationLine, error: unknown): boolean {
  const isSafe = method !== 'POST' || idempotent === true;
  if (error instanceof UnreachableError) return isSafe;
  if (!(error instanceof RefusedError)) return false;
  const { status, retryAfter = 0 } = error;
  if (retryAfter > MOST_RETRY_AFTER_S) return false;
  // Turned away at the door: nothing was begun.
  if (status === 429 || (status === 503 && error.retryAfter !== undefined)) return true;
  return isSafe && [408, 500, 502, 503, 504].includes(status);
}

async function contentOf(response: Response, { wrapped }: OperationLine): Promise<unknown> {
  if (response.status >= 300) return response.headers.get('location') ?? '';
  const media = response.headers.get('content-type') ?? '';
  if (media.startsWith('application/json')) {
    const body = (await response.json()) as unknown;
    return wrapped ? (body as { data: unknown }).data : body;
  }
  if (media.startsWith('image/')) return await response.blob();
  return response.status === 204 ? undefined : await response.text();
}

export function createTransport(options: ClientOptions): Transport {
  const { baseUrl, retries = RETRIES, timeoutMs = ATTEMPT_WITHIN_MS } = options;
  const ask = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  let session = options.session;

  const authorizations: Readonly<Record<Credential, () => Record<string, string> | undefined>> = {
    secretKey: () => (options.secretKey ? { authorization: `Bearer ${options.secretKey}` } : undefined),
    publicKey: () => (options.publicKey ? { authorization: `Bearer ${options.publicKey}` } : undefined),
    session: () => {
      const project: Record<string, string> = options.projectId ? { 'x-project-id': options.projectId } : {};
      if (session) return { cookie: `${SESSION_COOKIE}=${session}`, ...project };
      // A browser adds the cookie, which this code cannot see.
      return options.secretKey || !isBrowser ? undefined : project;
    },
  };

  function authorization(id: OperationId, { credentials }: OperationLine): Record<string, string> {
    if (credentials.length === 0) return authorizations.session() ?? {};
    for (const one of credentials) {
      const headers = authorizations[one]();
      if (headers) return headers;
    }
    throw new TypeError(`${id} needs ${credentials.join(' or ')}`);
  }

  function requestOf(id: OperationId, asked: Asked, given: RequestOptions): RequestInit {
    const line = OPERATIONS[id];
    const { body } = asked;
    const isRaw = body === undefined || body instanceof FormData || body instanceof URLSearchParams;
    const headers = {
      ...authorization(id, line),
      ...(isRaw ? {} : { 'content-type': 'application/json' }),
      ...(given.idempotencyKey ? { 'idempotency-key': given.idempotencyKey } : {}),
      ...given.headers,
    };
    // `/auth/*` asks for no credentials and sets the cookie.
    const isBrowserSession = isBrowser && !session && !('authorization' in headers) && !line.path.startsWith('/v1/');
    return {
      method: line.method,
      headers,
      body: isRaw ? (body as FormData | undefined) : JSON.stringify(body),
      redirect: 'manual',
      ...(isBrowserSession ? { credentials: 'include' } : {}),
    };
  }

  /** The cookie of a session that just began; browsers keep it themselves. */
  function keepSession({ headers }: Response): void {
    for (const cookie of headers.getSetCookie?.() ?? []) {
      const value = cookie.startsWith(`${SESSION_COOKIE}=`) ? cookie.slice(SESSION_COOKIE.length + 1).split(';')[0] : undefined;
      if (value !== undefined) session = value || undefined;
    }
  }

  async function attempt(url: string, init: RequestInit, { signal, timeoutMs: within = timeoutMs }: RequestOptions): Promise<Response> {
    signal?.throwIfAborted();
    const limits = [signal, within > 0 ? AbortSignal.timeout(within) : undefined].filter((one) => one !== undefined);
    let response: Response;
    try {
      response = await ask(url, { ...init, signal: limits.length > 0 ? AbortSignal.any(limits) : undefined });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new UnreachableError(`${init.method} ${url} was not answered`, { cause });
    }
    if (response.status >= 400) throw await refusedBy(response);
    keepSession(response);
    return response;
  }

  async function open(id: OperationId, asked: Asked, given: RequestOptions = {}): Promise<Response> {
    const line = OPERATIONS[id];
    const key = line.idempotent ? (given.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const [url, init] = [addressOf(baseUrl, line, asked), requestOf(id, asked, { ...given, idempotencyKey: key })];
    const most = given.retries ?? retries;
    let earlier: unknown;
    for (let count = 0; ; count += 1) {
      try {
        return await attempt(url, init, given);
      } catch (error) {
        let reason = error;
        let again = mayRepeat(line, error);
        if (key !== undefined && earlier !== undefined && error instanceof RefusedError && error.code === 'IDEMPOTENCY_KEY_REUSED') {
          // An earlier attempt got through. How it ended tells whether it is at work still, done, or failed.
          const status = error.details['originalStatusCode'];
          if (typeof status === 'number' && status < 400) throw new LostAnswerError(key);
          again = typeof status !== 'number';
          reason = again ? error : earlier;
        }
        if (!again || count >= most) throw reason;
        earlier ??= error;
        await waited(pauseMs(count, error), given.signal);
      }
    }
  }

  async function call<I extends OperationId>(id: I, input: Input<I>, given?: RequestOptions): Promise<Answer<I>> {
    return (await contentOf(await open(id, input as Asked, given), OPERATIONS[id])) as Answer<I>;
  }

  return { call, open: (id, input, given) => open(id, input as Asked, given) };
}
