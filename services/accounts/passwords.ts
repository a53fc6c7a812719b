/** Passwords: argon2id (decisions 5), at OWASP's parameters. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for an account without a password, after as much work as for one with: the time says nothing about the account. */
  matches(password: string, stored: string | null): Promise<boolean>;
}

// The name is a `const enum`, which a stripping runtime cannot read; 2 is Argon2id.
const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function makePasswords(): Promise<Passwords> {
  const nobody = await hash(randomBytes(32), COST);
  return {
    hash: (password) => hash(password, COST),
    async matches(password, stored) {
      const right = await verify(stored ?? nobody, password);
      return right && stored !== null;
    },
  };
}
