/** The rate at which mail leaves, shared by all processes through Redis; each process goes on alone while Redis is away. */
import type { Redis } from 'ioredis';

export interface Bucket {
  /** Grants as many of the wanted tokens as there are; 0 means wait. */
  take(wanted: number): Promise<number>;
}

/** A bucket holds one second's worth, so that a pause is not paid back as a burst. */
const TAKE = `
local rate, wanted = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = math.min(math.max(rate, 1), (tonumber(held[1]) or rate) + (now - (tonumber(held[2]) or now)) * rate / 1000)
local granted = math.min(wanted, math.floor(tokens))
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens - granted), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], 5000)
return granted
`;

/** The same arithmetic in this process. */
export function localBucket(rate: number, now: () => number): Bucket {
  let tokens = rate;
  let at = now();
  return {
    async take(wanted) {
      tokens = Math.min(Math.max(rate, 1), tokens + ((now() - at) * rate) / 1_000);
      at = now();
      const granted = Math.min(wanted, Math.floor(tokens));
      tokens -= granted;
      return granted;
    },
  };
}

/** @param rate mails a second over all projects and processes: it is the provider's capacity that is shared out */
export function sharedBucket(redis: Redis, rate: number, now: () => number): Bucket {
  const alone = localBucket(rate, now);
  return {
    async take(wanted) {
      try {
        return Number(await redis.eval(TAKE, 1, 'posthorn:delivery:rate', rate, wanted));
      } catch {
        return await alone.take(wanted);
      }
    },
  };
}
