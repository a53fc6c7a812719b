/**
 * Session tokens: JWT HS256 of `{id, iat}` (contract 5 "Token"), and a `jti` that keeps logins of one millisecond apart; `kid` names the
 * key, in tokens of before there were several none does.
 */
import { randomUUID } from 'node:crypto';
import { SignJWT, decodeProtectedHeader, jwtVerify } from 'jose';
import { writingKey } from '#kit/key-ring.ts';
import type { KeyRing } from '#kit/key-ring.ts';
import { sessionClaims } from './domain/session.ts';
import type { SessionClaims } from './domain/session.ts';

export interface SessionTokens {
  issue(userId: string, now: Date): Promise<string>;
  /** What a token of ours says; null for one that is forged or malformed. Its age is the domain's to judge. */
  read(token: string): Promise<SessionClaims | null>;
}

const bytesOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

async function claimsOf(token: string, secret: string): Promise<SessionClaims | null> {
  try {
    const { payload } = await jwtVerify(token, bytesOf(secret), { algorithms: ['HS256'] });
    return typeof payload['id'] === 'string' && typeof payload.iat === 'number' ? { id: payload['id'], iat: payload.iat } : null;
  } catch {
    return null;
  }
}

/** Undefined for what is no token too: no key makes one of it. */
function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

/** @param keys config.auth.sessionKeys */
export function createSessionTokens(keys: KeyRing): SessionTokens {
  return {
    issue(userId, now) {
      const { id: kid, secret } = writingKey(keys);
      return new SignJWT({ ...sessionClaims(userId, now) })
        .setJti(randomUUID())
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
        .sign(bytesOf(secret));
    },
    async read(token) {
      const id = keyIdOf(token);
      const possible = id === undefined ? keys : keys.filter((key) => key.id === id);
      const read = await Promise.all(possible.map(({ secret }) => claimsOf(token, secret)));
      return read.find((claims) => claims !== null) ?? null;
    },
  };
}
