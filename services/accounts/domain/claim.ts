/**
 * The life of an Idempotency-Key's claim (contract 4.3), as a pure state machine.
 *
 *   free → in flight (lease) → settled 2xx/5xx, until it expires → free
 *              │    ↘ settled 4xx → free
 *              ↘ lease ran out unsettled → in flight again with the SAME operation, by the same request and body
 */
import { fault } from '#kit/errors.ts';
import type { Fault } from '#kit/errors.ts';

export interface Terms {
  /** A request that was not settled by then died with its process; a retry may finish what it began. */
  leaseMs: number;
  ttlMs: number;
}

export interface Claim {
  /** What the claim stands for; rows made for it derive their ids from this. */
  operationId: string;
  /** For instance `POST /v1/send`. */
  request: string;
  requestedAt: Date;
  leaseUntil: Date;
  expiresAt: Date;
  /** null while in flight. */
  statusCode: number | null;
  /** SHA-256 of the request's body; null in claims from before it was stored. */
  bodyHash: string | null;
}

/** What a request says of itself when it claims a key. */
export interface Claimant {
  /** For instance `POST /v1/send`. */
  request: string;
  bodyHash: string;
}

/**
 * free: nobody holds the key; resume: its holder died, carry on with its operation; taken: the key has been used.
 */
export type Verdict = 'free' | 'resume' | 'taken';

/** What a claimant may do with a key whose stored claim is `claim`. Only the very same request may go on with a dead one's operation. */
export function judge(claim: Claim | null, { request, bodyHash }: Claimant, now: Date): Verdict {
  if (claim === null || claim.expiresAt <= now) return 'free';
  const isSame = claim.request === request && (claim.bodyHash ?? bodyHash) === bodyHash;
  return claim.statusCode === null && claim.leaseUntil <= now && isSame ? 'resume' : 'taken';
}

/** A new claim. */
export function begun(operationId: string, { request, bodyHash }: Claimant, { now, leaseMs, ttlMs }: Terms & { now: Date }): Claim {
  return {
    operationId,
    request,
    bodyHash,
    requestedAt: now,
    leaseUntil: new Date(now.getTime() + leaseMs),
    expiresAt: new Date(now.getTime() + ttlMs),
    statusCode: null,
  };
}

/** A dead holder's claim, leased anew; the operation and the time it was first asked for stay. */
export function resumed(claim: Claim, now: Date, { leaseMs }: Pick<Terms, 'leaseMs'>): Claim {
  return { ...claim, leaseUntil: new Date(now.getTime() + leaseMs) };
}

/** What the outcome of a request does to its claim: 4xx frees the key, everything else keeps it. */
export function settlement(statusCode: number): 'release' | 'keep' {
  return statusCode >= 400 && statusCode < 500 ? 'release' : 'keep';
}

/** The 409 that everybody but the holder gets. */
export function reused(key: string, { request, requestedAt, statusCode }: Pick<Claim, 'request' | 'requestedAt' | 'statusCode'>): Fault {
  return fault('IDEMPOTENCY_KEY_REUSED', {
    message: `Idempotency-Key "${key}" has already been used`,
    details: { key, originalRequest: request, originalRequestAt: requestedAt.toISOString(), originalStatusCode: statusCode },
  });
}
