/** HMAC-SHA256 under secrets that are used again and again: each is made a key once, which is half of what a signature costs. */
import { createHmac, createSecretKey } from 'node:crypto';
import type { Hmac, KeyObject } from 'node:crypto';

const keys = new Map<string, KeyObject>();
/** A process has a few. */
const KEYS_MAX = 100;

export function hmacSha256(secret: string): Hmac {
  let key = keys.get(secret);
  if (!key) {
    key = createSecretKey(secret, 'utf8');
    if (keys.size >= KEYS_MAX) keys.clear();
    keys.set(secret, key);
  }
  return createHmac('sha256', key);
}
