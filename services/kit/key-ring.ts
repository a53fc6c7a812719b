/**
 * Keys of one purpose: the first writes, all read. What is written names its key, so that reading tries one; what was written before keys
 * had names is tried with each. How a ring is turned: docs/rotate-keys.md.
 */
import { hash, hkdfSync } from 'node:crypto';

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
export const prefixOf = ({ id }: Key): string => `${id}-`;

/** The keys that may have written a text, and what they wrote: of a text that no key has marked, every key and all of it. */
export function readingKeys(ring: KeyRing, written: string): { keys: KeyRing; text: string } {
  const key = ring.find((one) => written.startsWith(prefixOf(one)));
  return key ? { keys: [key], text: written.slice(prefixOf(key).length) } : { keys: ring, text: written };
}

/** SHA-256 takes 64 bytes at a time and makes 32. */
const [BLOCK, DIGEST] = [64, 32];
/** Most texts need less behind the first block. */
const TEXT_ROOM = 4_096;

/** What is hashed: the secret's block, and behind it a text, or the hash of that. */
interface Pads {
  inner: Buffer;
  outer: Buffer;
}

const pads = new Map<string, Pads>();
/** A process has a few. */
const PADS_MAX = 100;

function padsOf(secret: string): Pads {
  let known = pads.get(secret);
  if (!known) {
    const bytes = Buffer.from(secret, 'utf8');
    const key = bytes.length > BLOCK ? hash('sha256', bytes, 'buffer') : bytes;
    known = { inner: Buffer.alloc(BLOCK + TEXT_ROOM), outer: Buffer.alloc(BLOCK + DIGEST) };
    for (let index = 0; index < BLOCK; index += 1) {
      const byte = key[index] ?? 0;
      known.inner[index] = byte ^ 0x36;
      known.outer[index] = byte ^ 0x5c;
    }
    if (pads.size >= PADS_MAX) pads.clear();
    pads.set(secret, known);
  }
  return known;
}

/**
 * HMAC-SHA256 (RFC 2104) by two hashes over blocks that are kept: each mail has four, and an Hmac of `node:crypto` is an object of the
 * native side each time, which costs three times as much.
 * @param text as UTF-8 where it is a string
 */
export function hmacSha256(secret: string, text: string | Uint8Array, encoding: 'hex' | 'base64url' | 'binary'): string {
  const { inner, outer } = padsOf(secret);
  const bytes = typeof text === 'string' && 3 * text.length > TEXT_ROOM ? Buffer.from(text, 'utf8') : text;
  const block = bytes.length > TEXT_ROOM ? Buffer.concat([inner.subarray(0, BLOCK), Buffer.alloc(bytes.length)]) : inner;
  let { length } = bytes;
  if (typeof bytes === 'string') length = block.write(bytes, BLOCK, 'utf8');
  else block.set(bytes, BLOCK);
  outer.write(hash('sha256', block.subarray(0, BLOCK + length), 'binary'), BLOCK, 'latin1');
  return hash('sha256', outer, encoding);
}
