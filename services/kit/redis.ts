/** Redis: rate limits, attempt counters, caches. Losing it may relax a limit for a minute, never lose data. */
import { Redis } from 'ioredis';
import type { Log } from './telemetry/log.ts';

/** Commands fail at once while the server is away: whoever asks goes on without it. */
export function connectRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  redis.on('error', (error: Error) => log.warn({ error: error.message }, 'redis connection'));
  return redis;
}
