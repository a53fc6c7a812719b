/** Sessions: how long a token lasts and what ends it (contract 5 "Token"). */

export const SESSION_HOURS = 168;

/** What a session token says. `iat` is seconds since the epoch, with milliseconds as its fraction. */
export interface SessionClaims {
  id: string;
  iat: number;
}

/** The claims of a session that begins now. The fraction keeps a login and a password change of one second apart. */
export function sessionClaims(userId: string, now: Date): SessionClaims {
  return { id: userId, iat: now.getTime() / 1_000 };
}

/** When a session ends by itself. */
export function expiryOf({ iat }: Pick<SessionClaims, 'iat'>): Date {
  return new Date(Math.round(iat * 1_000) + SESSION_HOURS * 3_600_000);
}

/** True while the token is not older than 168 hours nor than the last password change. */
export function isCurrent({ iat }: SessionClaims, passwordChangedAt: Date | null, now: Date): boolean {
  const issued = iat * 1_000;
  if (now.getTime() - issued > SESSION_HOURS * 3_600_000) return false;
  return passwordChangedAt === null || issued >= passwordChangedAt.getTime();
}
