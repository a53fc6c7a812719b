/** Making and recognising API keys (contract 5 "Key storage"). */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { KEY_BYTES, keyText, secretPrefix } from './domain/key.ts';

export interface KeyPair {
  public: string;
  /** Whole; it is never stored. */
  secret: string;
}

/** What of a pair is stored. */
export interface StoredKeys {
  publicKey: string;
  publicHash: string;
  secretHash: string;
  secretPrefix: string;
}

/** SHA-256 in hex: a key has 256 bits of randomness, so a slow hash would protect nothing more. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function mintKeys(): KeyPair {
  return {
    public: keyText('public', randomBytes(KEY_BYTES).toString('hex')),
    secret: keyText('secret', randomBytes(KEY_BYTES).toString('hex')),
  };
}

export function storedKeys(pair: KeyPair): StoredKeys {
  return {
    publicKey: pair.public,
    publicHash: keyHash(pair.public),
    secretHash: keyHash(pair.secret),
    secretPrefix: secretPrefix(pair.secret),
  };
}

/** Compares two hex hashes in constant time. */
export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}
