/** Streams that a project has open in all processes, counted in Redis; while it is away they are not counted. */
import type { Redis } from 'ioredis';
import { fault } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';

/** One open stream's place among the project's. */
export interface StreamPlace {
  /** Called at least once in `PLACE_MS`: a place that is not renewed belonged to a process that died. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface StreamLimiter {
  /** Faults RATE_LIMIT_EXCEEDED when the project has as many as it may. */
  open(projectId: string): Promise<StreamPlace>;
}

const PLACE_MS = 90_000;

// KEYS: the project's places by when they end. ARGV: now, end, most, id. Answers 1 when there was room.
const OPEN = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[4])
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
return 1`;

export function createStreamLimiter(redis: Redis, most: number, log: Log): StreamLimiter {
  async function relaxed<T>(command: Promise<T>): Promise<T | undefined> {
    try {
      return await command;
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'open streams are not counted');
      return undefined;
    }
  }

  async function open(projectId: string): Promise<StreamPlace> {
    const key = `posthorn:{${projectId}}:streams`;
    const id = crypto.randomUUID();
    const now = Date.now();
    const opened = await relaxed(redis.eval(OPEN, 1, key, now, now + PLACE_MS, most, id));
    if (opened === 0)
      throw fault('RATE_LIMIT_EXCEEDED', { message: `At most ${most} streams can be open at once`, details: { retryAfter: 5 } });

    async function renew(): Promise<void> {
      const end = Date.now() + PLACE_MS;
      await relaxed(redis.multi().zadd(key, 'XX', end, id).pexpireat(key, end).exec());
    }

    async function close(): Promise<void> {
      await relaxed(redis.zrem(key, id));
    }

    return { renew, close };
  }

  return { open };
}
