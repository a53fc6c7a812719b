/** Login attempts (contract "Security and suspension: Login attempts"), counted in Redis. While Redis is away logins pass. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { fault } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';

export interface LoginLimit {
  perEmail: number;
  perIp: number | null;
  windowSeconds: number;
}

export interface Attempts {
  /**
   * Runs `verify` as one attempt on the address from the client. It answers whether the login succeeded: a failure counts, a
   * success resets the address. Faults RATE_LIMIT_EXCEEDED with details.retryAfter once the failures are used up.
   */
  run<T>(email: string, ip: string, verify: () => Promise<{ succeeded: boolean; result: T }>): Promise<T>;
}

/** An attempt that was not finished by then died with its process. */
const OPEN_SECONDS = 15;
const WAIT_MS = 25;
const WAITS = 200;

// An attempt is admitted only while failures + attempts under way stay below the limit: a volley of guesses gets no more tries
// than the same guesses in a row, and a volley of right passwords gets through, a few at a time.
// Answers {1} admitted, {0} wait, {-1, seconds} refused.
const ADMIT = `
local failed = tonumber(redis.call('GET', KEYS[1]) or '0')
local limit = tonumber(ARGV[1])
if failed >= limit then return {-1, redis.call('TTL', KEYS[1])} end
if failed + tonumber(redis.call('GET', KEYS[2]) or '0') >= limit then return {0} end
redis.call('INCR', KEYS[2])
redis.call('EXPIRE', KEYS[2], ARGV[2])
return {1}`;

// ARGV: outcome (failed | reset | kept), window in seconds.
const FINISH = `
if tonumber(redis.call('GET', KEYS[2]) or '0') > 0 then redis.call('DECR', KEYS[2]) end
if ARGV[1] == 'failed' and redis.call('INCR', KEYS[1]) == 1 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
if ARGV[1] == 'reset' then redis.call('DEL', KEYS[1]) end
return 0`;

interface Counter {
  keys: [failed: string, open: string];
  limit: number;
  onSuccess: 'reset' | 'kept';
}

function counter(kind: string, subject: string, { limit, onSuccess }: Pick<Counter, 'limit' | 'onSuccess'>): Counter {
  // Hashed: an address of any length makes a short key, and Redis holds no addresses.
  const name = createHash('sha256').update(subject).digest('base64url');
  return { keys: [`accounts:login:{${kind}:${name}}:failed`, `accounts:login:{${kind}:${name}}:open`], limit, onSuccess };
}

export function createLoginAttempts(redis: Redis, limit: LoginLimit, log: Log): Attempts {
  async function relaxed<T>(command: () => Promise<unknown>, fallback: T): Promise<T> {
    try {
      return (await command()) as T;
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'login attempts are not counted');
      return fallback;
    }
  }

  const finish = ({ keys, onSuccess }: Counter, succeeded: boolean) =>
    relaxed(() => redis.eval(FINISH, 2, ...keys, succeeded ? onSuccess : 'failed', limit.windowSeconds), 0);

  async function admit({ keys, limit: most }: Counter): Promise<void> {
    for (let wait = 0; wait < WAITS; wait += 1) {
      const [state, seconds] = await relaxed<number[]>(() => redis.eval(ADMIT, 2, ...keys, most, OPEN_SECONDS), [1]);
      if (state === 1) return;
      if (state === -1) throw refusal(seconds!);
      await sleep(WAIT_MS);
    }
    throw refusal(1);
  }

  return {
    async run(email, ip, verify) {
      const counters = [counter('email', email, { limit: limit.perEmail, onSuccess: 'reset' })];
      // A success does not reset the client: an account of one's own would buy guesses at others.
      if (limit.perIp !== null && ip !== '') counters.push(counter('ip', ip, { limit: limit.perIp, onSuccess: 'kept' }));
      const open: Counter[] = [];
      let succeeded = true;
      try {
        for (const one of counters) {
          await admit(one);
          open.push(one);
        }
        const outcome = await verify();
        succeeded = outcome.succeeded;
        return outcome.result;
      } catch (error) {
        // Nothing was tried to the end: give the places back and leave the failures as they are.
        await Promise.all(open.splice(0).map((one) => finish({ ...one, onSuccess: 'kept' }, true)));
        throw error;
      } finally {
        await Promise.all(open.map((one) => finish(one, succeeded)));
      }
    },
  };
}

function refusal(seconds: number) {
  const retryAfter = Math.max(1, seconds);
  return fault('RATE_LIMIT_EXCEEDED', { message: 'Too many login attempts, try again later', details: { retryAfter } });
}
