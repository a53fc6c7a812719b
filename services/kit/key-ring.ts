/**
 * Keys of one purpose: the first writes, all read. What is written names its key, so that reading tries one; what was written before keys
 * had names is tried with each. How a ring is turned: docs/rotate-keys.md.
 */
import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { Hmac, KeyObject } from 'node:crypto';

export interface Key {
  /** 8 hex digits that follow from the secret and do not lead back to it. */
  readonly id: string;
  readonly secret: string;
}

export type KeyRing = readonly Key[];

/** @param secrets the writing one first */
export function keyRing(secrets: readonly string[]): KeyRing {
  return secrets.map((secret) => ({ id: Buffer.from(hkdfSync('sha256', secret, '', 'posthorn/key-id', 4)).toString('hex'), secret }));
}

/** @throws Error in a process that holds no key: its services do not name the setting among their secrets. */
export function writingKey(ring: KeyRing): Key {
  const [first] = ring;
  if (!first) throw new Error('This process holds no key of that purpose');
  return first;
}

/** Marks what the key wrote. Of letters, digits and `-` only, as what follows it in links. */
export const markOf = ({ id }: Key): string => `${id}-`;

/** The keys that may have written a text, and what they wrote: of a text that no key has marked, every key and all of it. */
export function readingKeys(ring: KeyRing, written: string): { keys: KeyRing; text: string } {
  const key = ring.find((one) => written.startsWith(markOf(one)));
  return key ? { keys: [key], text: written.slice(markOf(key).length) } : { keys: ring, text: written };
}

const secretKeys = new Map<string, KeyObject>();
/** A process has a few. */
const SECRET_KEYS_MAX = 100;

/** HMAC-SHA256 under a secret that is used again and again: made a key once, which halves what a signature costs. */
export function hmacSha256(secret: string): Hmac {
  let key = secretKeys.get(secret);
  if (!key) {
    key = createSecretKey(secret, 'utf8');
    if (secretKeys.size >= SECRET_KEYS_MAX) secretKeys.clear();
    secretKeys.set(secret, key);
  }
  return createHmac('sha256', key);
}
