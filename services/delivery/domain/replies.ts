/** What a provider's answer means: the one table (architecture "The life of one mail"; contract "Send pipeline: Retries, Status"). */

/** An attempt that was not accepted. */
export interface Refusal {
  /** The SMTP reply code; absent when there was no reply at all (network). */
  code?: number;
  /** The provider's words. */
  text: string;
  /** What the reply answers: the connection (greeting, TLS, AUTH), the sender, the recipient or the content. */
  stage: 'connection' | 'sender' | 'recipient' | 'content';
}

/** retry: later again; bounce: the recipient does not exist; fail: this mail never goes. */
export type Verdict = 'retry' | 'bounce' | 'fail';

/** RFC 3463: address status, permanent. */
const BAD_ADDRESS = /\b5\.1\.\d{1,3}\b/;

/**
 * Any 4xx (421, 450, 452 …) is for later, and so is a connection that did not come about: a wrong password, or a host that turns us away,
 * says nothing about this mail. That a 421 ends its connection too is `providers/smtp/connection.ts`. 550 to 553 and 5.1.x refuse the
 * recipient, unless they answer the sender's address.
 */
export function verdictOf({ code, text, stage }: Refusal): Verdict {
  if (code === undefined || stage === 'connection') return 'retry';
  if (code >= 400 && code < 500) return 'retry';
  if (stage !== 'sender' && ((code >= 550 && code <= 553) || BAD_ADDRESS.test(text))) return 'bounce';
  return 'fail';
}

export interface RetryRules {
  /** Milliseconds after acceptance, by class. */
  deadlineTransactional: number;
  deadlineBulk: number;
  /** Milliseconds after which a transactional mail of unknown outcome is repeated, once. */
  unknownRetryAfter: number;
}

const LEAST_MS = 2_000;
const MOST_MS = 300_000;

/**
 * Exponential from 2 s to 5 min; the upper half of each step is chance.
 * @param attempt attempts made so far, from 1
 * @param random from 0 to 1
 */
export function backoff(attempt: number, random: number): number {
  const step = Math.min(MOST_MS, LEAST_MS * 2 ** Math.min(attempt, 20));
  return Math.max(LEAST_MS, Math.round(step / 2 + (random * step) / 2));
}

/**
 * When to try again, or null once the deadline has passed; the last attempt falls on the deadline.
 * @param deadline ms since the epoch
 */
export function nextAttempt(now: Date, deadline: number, delayMs: number): Date | null {
  if (now.getTime() >= deadline) return null;
  return new Date(Math.min(now.getTime() + delayMs, deadline));
}
