/** Session tokens: JWT HS256 of `{id, iat}` (decisions 5 "Token"). */
import { SignJWT, jwtVerify } from 'jose';
import { sessionClaims } from './domain/session.ts';
import type { SessionClaims } from './domain/session.ts';

export interface Sessions {
  issue(userId: string, now: Date): Promise<string>;
  /** What a token of ours says; null for one that is forged or malformed. Its age is the domain's to judge. */
  read(token: string): Promise<SessionClaims | null>;
}

export function makeSessions(jwtSecret: string): Sessions {
  const key = new TextEncoder().encode(jwtSecret);
  return {
    issue: (userId, now) => new SignJWT({ ...sessionClaims(userId, now) }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key),
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
        return typeof payload['id'] === 'string' && typeof payload.iat === 'number' ? { id: payload['id'], iat: payload.iat } : null;
      } catch {
        return null;
      }
    },
  };
}
