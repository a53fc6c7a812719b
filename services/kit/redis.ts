/** Redis: rate limits, attempt counters, caches. Losing it may relax a limit for a minute, never lose data. */
import { Redis } from 'ioredis';
import type { Log } from './telemetry/log.ts';

export interface RedisAddress {
  /** `redis://` or, with TLS, `rediss://`. */
  url: string;
  /** PEM: whom to trust beside the authorities the system knows, and who we are. */
  tls?: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined } | undefined;
}

/** Commands fail at once while the server is away: whoever asks goes on without it. */
export function connectRedis({ url, tls }: RedisAddress, log: Log): Redis {
  // Said in so many words: the library looks for `rediss://` in small letters only, and speaks in clear text else.
  const isSecured = new URL(url).protocol === 'rediss:';
  const redis = new Redis(url, {
    ...(isSecured ? { tls: { ca: tls?.ca, cert: tls?.cert, key: tls?.key } } : {}),
    enableOfflineQueue: false,
    // Commands of the same moment leave in one write, and the next ones when those are answered.
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  redis.on('error', (error: Error) => log.warn({ error: error.message }, 'redis connection'));
  return redis;
}
