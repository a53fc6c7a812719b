/** The limits of requests (decisions 8), as numbers. */

export type Bucket = 'track' | 'send' | 'contacts';

export interface BucketLimit {
  /** Requests a second. */
  rate: number;
  /** Requests at once. */
  burst: number;
}

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window starts anew. */
  reset: number;
  /** Seconds to wait, at least 1; only when refused. */
  retryAfter?: number;
}

export const WINDOW_SECONDS = 60;

/** The minute `now` (ms) is in, as a number. */
export function windowOf(now: number): number {
  return Math.floor(now / 1_000 / WINDOW_SECONDS);
}

/** @param used requests of the window, this one included. */
export function allowance(used: number, limit: number, now: number): Allowance {
  const reset = Math.max(1, Math.ceil((windowOf(now) + 1) * WINDOW_SECONDS - now / 1_000));
  const allowed = used <= limit;
  return { allowed, limit, remaining: Math.max(0, limit - used), reset, ...(allowed ? {} : { retryAfter: reset }) };
}

/** `RateLimit-*` of every limited response. */
export function limitHeaders({ limit, remaining, reset }: Allowance): Record<string, string> {
  return { 'RateLimit-Limit': String(limit), 'RateLimit-Remaining': String(remaining), 'RateLimit-Reset': String(reset) };
}
