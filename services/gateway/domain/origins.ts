/** Which browser origins may do what (decisions §1). */

export interface Origins {
  /** Headers an answer to this origin carries; `preflight` adds what an OPTIONS request asks for. */
  headers(path: string, origin: string | undefined, preflight: boolean): Record<string, string>;
  /** True for the dashboard's, the landing page's and the wiki's origin. */
  trusted(origin: string): boolean;
}

const EXPOSED = 'X-Request-ID, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After';
const PUBLIC: Readonly<Record<string, string>> = Object.freeze({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED });
const PUBLIC_PREFLIGHT: Readonly<Record<string, string>> = Object.freeze({
  ...PUBLIC,
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Authorization, Idempotency-Key',
  'Access-Control-Max-Age': '600',
});

/** True for the public API, whatever follows the prefix. */
export function isPublicApi(path: string): boolean {
  return path.startsWith('/v1');
}

/** @param addresses of the pages that may use the dashboard API with credentials; unset ones are skipped. */
export function makeOrigins(addresses: readonly (string | undefined)[]): Origins {
  const allowed = new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : [])));
  return {
    trusted: (origin) => allowed.has(origin),
    headers(path, origin, preflight) {
      if (isPublicApi(path)) return preflight ? PUBLIC_PREFLIGHT : PUBLIC;
      if (!origin || !allowed.has(origin)) return { Vary: 'Origin' };
      const simple = {
        Vary: 'Origin',
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': EXPOSED,
      };
      if (!preflight) return simple;
      return {
        ...simple,
        'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
        'Access-Control-Allow-Headers': 'Content-Type, Authorization, X-Project-Id, Idempotency-Key',
        'Access-Control-Max-Age': '600',
      };
    },
  };
}
