/** Counts requests in Redis, one call a request, made ahead where it can be. When the store is away, requests pass at once. */
import type { Redis } from 'ioredis';
import { within } from '../contract/deadline.ts';
import { fault } from '../errors.ts';
import type { Log } from '../telemetry/log.ts';
import { WINDOW_SECONDS, allowance, windowOf } from './allowance.ts';
import type { Allowance, Bucket, BucketLimit } from './allowance.ts';

export interface Limits {
  perMinute: number;
  /** Null: off. */
  buckets: Readonly<Record<Bucket, BucketLimit>> | null;
}

/** Longer than this and the store counts as away. */
const TIMEOUT_MS = 250;
/** After a failure the store is left alone so long: a hanging one must not slow every request down. */
const REST_MS = 1_000;

/**
 * KEYS: window, bucket. ARGV: seconds the window lives, now in ms, rate, burst (0: no bucket).
 * Answers requests of the window and ms to wait for the bucket (0: none). A refused bucket does not count in the window.
 */
const COUNT = `
local wait = 0
local burst = tonumber(ARGV[4])
if burst > 0 then
  local now, rate = tonumber(ARGV[2]), tonumber(ARGV[3])
  local state = redis.call('HMGET', KEYS[2], 'tokens', 'at')
  local tokens = math.min(burst, (tonumber(state[1]) or burst) + math.max(0, now - (tonumber(state[2]) or now)) * rate / 1000)
  if tokens >= 1 then tokens = tokens - 1 else wait = math.ceil((1 - tokens) * 1000 / rate) end
  redis.call('HSET', KEYS[2], 'tokens', tostring(tokens), 'at', ARGV[2])
  redis.call('PEXPIRE', KEYS[2], math.ceil(burst * 1000 / rate) + 1000)
end
if wait > 0 then return {tonumber(redis.call('GET', KEYS[1]) or '0'), wait} end
local used = redis.call('INCR', KEYS[1])
if used == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {used, 0}
`;

/** Requests of the window, ms to wait. */
type Count = [used: number, waitMs: number];

interface Counting extends Redis {
  posthornCount(window: string, bucket: string, ttl: number, now: number, rate: number, burst: number): Promise<Count>;
}

/** Counts a request of the project. */
export type RateLimiter = (projectId: string, bucket: Bucket | undefined, now: number) => Promise<Allowance | undefined>;

/** Counters kept ahead: for the projects that asked lately, and no more than this many. */
const AHEAD_MOST = 10_000;

/**
 * Answers what is left to the project; undefined when nobody could count. Refuses with RATE_LIMIT_EXCEEDED through `enforce`.
 * The next request of a project is counted when this one is, so that it need not wait for the store; each is counted once.
 */
export function createRateLimiter(redis: Redis, { perMinute, buckets }: Limits, log: Log): RateLimiter {
  redis.defineCommand('posthornCount', { numberOfKeys: 2, lua: COUNT });
  const store = redis as Counting;
  const ahead = new Map<string, { window: number; count: Promise<Count | undefined> }>();
  let restUntil = 0;

  async function count(projectId: string, bucket: Bucket | undefined, now: number): Promise<Count | undefined> {
    if (now < restUntil) return undefined;
    const { rate, burst } = (bucket && buckets?.[bucket]) || { rate: 1, burst: 0 };
    const prefix = `posthorn:{${projectId}}:rate`;
    try {
      const counted = store.posthornCount(
        `${prefix}:${windowOf(now)}`,
        `${prefix}:${bucket ?? 'none'}`,
        WINDOW_SECONDS * 2,
        now,
        rate,
        burst,
      );
      return await within(TIMEOUT_MS, counted, () => new Error(`no answer within ${TIMEOUT_MS} ms`));
    } catch (error) {
      restUntil = now + REST_MS;
      log.warn({ error: (error as Error).message }, 'rate limits are not counted');
      return undefined;
    }
  }

  function countAhead(projectId: string, now: number): Promise<Count | undefined> {
    const window = windowOf(now);
    const held = ahead.get(projectId);
    const mine = held?.window === window ? held.count : count(projectId, undefined, now);
    if (ahead.size >= AHEAD_MOST) ahead.clear();
    ahead.set(projectId, { window, count: count(projectId, undefined, now) });
    return mine;
  }

  return async function limitProject(projectId, bucket, now) {
    // A bucket's tokens depend on the moment they are asked for.
    const counted = await (bucket && buckets ? count(projectId, bucket, now) : countAhead(projectId, now));
    if (!counted) return undefined;
    const [used, waitMs] = counted;
    const left = allowance(used, perMinute, now);
    return waitMs > 0 ? { ...left, allowed: false, retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) } : left;
  };
}

/** Throws when nothing is left. */
export function enforce({ allowed, retryAfter }: Allowance): void {
  if (!allowed) throw fault('RATE_LIMIT_EXCEEDED', { details: { retryAfter } });
}
