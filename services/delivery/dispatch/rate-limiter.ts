/** The rate at which mail leaves, shared by all processes through Redis; each process goes on alone while Redis is away. */
import type { Redis } from 'ioredis';
import type { Metrics } from '#kit/telemetry/metrics.ts';

export interface RateLimiter {
  /**
   * Grants as many of the wanted tokens as there are; 0 means wait. What urgent mail (anywhere) was refused is kept for it a moment, so
   * that bulk mail which asks more often does not get it all.
   */
  take(urgent: number, other: number): Promise<number>;
}

/** A pause is paid back as a burst of this much of a second's mail, at most. */
const BURST_S = 0.25;
const KEPT_MS = 200;

/** Milliseconds, tokens a millisecond; a bucket holds one mail at least. */
const TAKE = `
local rate, urgent, other = tonumber(ARGV[1]) / 1000, tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at', 'kept', 'keptAt')
local most = math.max(rate * ${BURST_S * 1_000}, 1)
local tokens = math.min(most, (tonumber(held[1]) or 1) + math.max(0, now - (tonumber(held[2]) or now)) * rate)
local kept = now - (tonumber(held[4]) or 0) < ${KEPT_MS} and tonumber(held[3]) or 0
local forUrgent = math.min(urgent, math.floor(tokens))
if urgent > 0 then kept = urgent - forUrgent end
local forOther = math.max(0, math.min(other, math.floor(tokens) - forUrgent - kept))
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens - forUrgent - forOther), 'at', string.format('%.3f', now))
if urgent > 0 then redis.call('HSET', KEYS[1], 'kept', kept, 'keptAt', string.format('%.3f', now)) end
-- Until a single token is certainly there again: forgotten sooner, the next one would come too early.
redis.call('PEXPIRE', KEYS[1], math.ceil(math.max(5000, 2 / rate)))
return forUrgent + forOther
`;

/** The same arithmetic in this process, for which nobody else takes tokens. */
export function createLocalRateLimiter(rate: number, now: () => number): RateLimiter {
  const most = Math.max(rate * BURST_S, 1);
  let tokens = 1;
  let at = now();
  return {
    async take(urgent, other) {
      tokens = Math.min(most, tokens + ((now() - at) * rate) / 1_000);
      at = now();
      const granted = Math.min(urgent + other, Math.floor(tokens));
      tokens -= granted;
      return granted;
    },
  };
}

/** What all mail shares: the provider's capacity. */
const EVERYBODY = 'posthorn:delivery:rate';

export interface RateLimiterParts {
  redis: Redis;
  /** Mails a second over all processes. */
  rate: number;
  /** Milliseconds, for the time that Redis is away. */
  now: () => number;
  /** Whose rate; absent: the provider's, which all mail shares. */
  key?: string;
}

export function createRateLimiter({ redis, rate, now, key = EVERYBODY }: RateLimiterParts): RateLimiter {
  const alone = createLocalRateLimiter(rate, now);
  return {
    async take(urgent, other) {
      try {
        return Number(await redis.eval(TAKE, 1, key, rate, urgent, other));
      } catch {
        return await alone.take(urgent, other);
      }
    },
  };
}

/** A rate limiter whose rate may change: the provider's quota does. */
export function createAdjustingRateLimiter(rate: () => number, make: (rate: number) => RateLimiter): RateLimiter {
  let current = rate();
  let limiter = make(current);
  return {
    take(urgent, other) {
      if (rate() !== current) limiter = make((current = rate()));
      return limiter.take(urgent, other);
    },
  };
}

/** What was refused so long ago says nothing of now: the dispatcher asks every few milliseconds while mail waits for its rate. */
const FRESH_MS = 1_000;

/** The same limiter, with metrics of what it grants and refuses. @param rate mails a second over all processes */
export function createMeasuredRateLimiter(limiter: RateLimiter, rate: () => number, metrics: Metrics): RateLimiter {
  let refused = 0;
  let at = -Infinity;
  metrics.gauge('posthorn_delivery_rate_limit', 'Mails a second that may leave, over all processes', {
    collect: (gauge) => gauge.set(rate()),
  });
  metrics.gauge('posthorn_delivery_rate_waiting', 'Mails that this process had ready and that wait for the rate', {
    collect: (gauge) => gauge.set(performance.now() - at < FRESH_MS ? refused : 0),
  });
  const granted = metrics.counter('posthorn_delivery_rate_granted_total', 'Mails that the rate let this process send');
  return {
    async take(urgent, other) {
      const tokens = await limiter.take(urgent, other);
      [refused, at] = [urgent + other - tokens, performance.now()];
      granted.inc(tokens);
      return tokens;
    },
  };
}
