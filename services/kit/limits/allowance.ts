/** The limits of requests (contract 8), as numbers. */
import ipaddr from 'ipaddr.js';

export type Bucket = 'track' | 'send' | 'contacts';

export interface BucketLimit {
  /** Requests a second. */
  rate: number;
  /** Requests at once. */
  burst: number;
}

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window starts anew. */
  reset: number;
  /** Seconds to wait, at least 1; only when refused. */
  retryAfter?: number;
}

export const WINDOW_SECONDS = 60;

/** Of an IPv6 address with a zone. */
const LONGEST_ADDRESS = 64;

/** The minute `now` (ms) is in, as a number. */
export function windowOf(now: number): number {
  return Math.floor(now / 1_000 / WINDOW_SECONDS);
}

/** @param used requests of the window, this one included. */
export function allowance(used: number, limit: number, now: number): Allowance {
  const reset = Math.max(1, Math.ceil((windowOf(now) + 1) * WINDOW_SECONDS - now / 1_000));
  const allowed = used <= limit;
  return { allowed, limit, remaining: Math.max(0, limit - used), reset, ...(allowed ? {} : { retryAfter: reset }) };
}

/**
 * What an IPv6 subscriber has is a network of 64 bits, so a client is its first four groups; an IPv4 address is itself, in whichever form.
 * What a proxy wrote that is no address counts as it stands.
 */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, LONGEST_ADDRESS);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
