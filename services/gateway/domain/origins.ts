/** Which browser origins may use which part of the API (contract 1). */

/** The options of @fastify/cors that depend on path and origin. */
export interface CorsRule {
  /** `*`, the allowed origin itself, or false: no headers that allow anything. */
  origin: string | false;
  credentials: boolean;
  methods: string[];
  allowedHeaders: string[];
}

export interface Origins {
  /** What an answer to this origin allows. */
  ruleFor(path: string, origin: string | undefined): CorsRule;
  /** True for the dashboard's, the landing page's and the wiki's origin. */
  trusted(origin: string): boolean;
}

export const EXPOSED_HEADERS = ['X-Request-ID', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'];

const PUBLIC: CorsRule = {
  origin: '*',
  credentials: false,
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
  allowedHeaders: ['Content-Type', 'Authorization', 'Idempotency-Key'],
};
const DASHBOARD = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  allowedHeaders: ['Content-Type', 'Authorization', 'X-Project-Id', 'Idempotency-Key'],
};

/** True for the public API, whatever follows the prefix. */
export function isPublicApi(path: string): boolean {
  return path.startsWith('/v1');
}

/** @param addresses of the pages that may use the dashboard API with credentials; unset ones are skipped. */
export function createOrigins(addresses: readonly (string | undefined)[]): Origins {
  const allowed = new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : [])));

  function trusted(origin: string): boolean {
    return allowed.has(origin);
  }

  function ruleFor(path: string, origin: string | undefined): CorsRule {
    if (isPublicApi(path)) return PUBLIC;
    const isAllowed = origin !== undefined && trusted(origin);
    return { ...DASHBOARD, origin: isAllowed ? origin : false, credentials: isAllowed };
  }

  return { ruleFor, trusted };
}
