/** Requests without a key, limited by the client they come from. Counted in this process: no store to wait for, none to be away. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { fault } from '#kit/errors.ts';
import { WINDOW_SECONDS, clientOf } from '#kit/limits/allowance.ts';

/** What a request costs: a login or signup hashes a password, a pixel is fetched by the proxies of whole mail providers. */
export type RequestCost = 'password' | 'ordinary' | 'tracking';
const POINTS: Readonly<Record<RequestCost, number>> = { password: 200, ordinary: 10, tracking: 1 };

/** Counts one request of the client; faults RATE_LIMIT_EXCEEDED with details.retryAfter (seconds). */
export type ClientLimiter = (address: string, cost: RequestCost) => Promise<void>;

/** @param perMinute ordinary requests a client may make in a minute: 20 times the logins, a tenth of the pixels. */
export function createClientLimiter(perMinute: number): ClientLimiter {
  const limiter = new RateLimiterMemory({ points: perMinute * POINTS.ordinary, duration: WINDOW_SECONDS });
  return async function limitClient(address, cost) {
    try {
      await limiter.consume(clientOf(address), POINTS[cost]);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw fault('RATE_LIMIT_EXCEEDED', { details: { retryAfter: Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)) } });
    }
  };
}
