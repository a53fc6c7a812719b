/** Passwords: argon2id (contract 5), at OWASP's parameters, a few at a time so that other work keeps its threads. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { fault } from '#kit/errors.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for an account without a password, after as much work as for one with: the time says nothing about the account. */
  matches(password: string, stored: string | null): Promise<boolean>;
}

// The name is a `const enum`, which a stripping runtime cannot read; 2 is Argon2id.
const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** libuv has four threads unless configured otherwise; signing mail and reading files need the others. */
const AT_ONCE = 2;
/** About a second and a half of waiting. */
const MOST_WAITING = 128;

/** Runs work with at most `atOnce` under way. Faults SERVICE_UNAVAILABLE with details.retryAfter when `mostWaiting` wait already. */
export function createQueue(atOnce: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function queued(work) {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting)
        throw fault('SERVICE_UNAVAILABLE', { message: 'Too many logins at once, try again', details: { retryAfter: 2 } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to who waits longest; nobody else can take it in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export async function createPasswords(): Promise<Passwords> {
  const queued = createQueue(AT_ONCE, MOST_WAITING);
  const nobody = await hash(randomBytes(32), COST);
  return {
    hash: (password) => queued(() => hash(password, COST)),
    async matches(password, stored) {
      const isRight = await queued(() => verify(stored ?? nobody, password));
      return isRight && stored !== null;
    },
  };
}
