/** DKIM keys of sender domains: made off the main loop, sealed at rest. */
import { createCipheriv, createDecipheriv, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { prefixOf, readingKeys, writingKey } from '#kit/key-ring.ts';
import type { KeyRing } from '#kit/key-ring.ts';

const generate = promisify(generateKeyPair) as (
  type: 'rsa' | 'ed25519',
  options: object,
) => Promise<{ publicKey: Buffer; privateKey: string }>;
const NONCE = 12;
const TAG = 16;
/** The key's own bytes, at the end of its SubjectPublicKeyInfo. */
const ED25519_BYTES = 32;
const ENCODINGS = { publicKeyEncoding: { type: 'spki', format: 'der' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } };

export interface DkimPair {
  /** Base64, as the DNS record holds it: of the SubjectPublicKeyInfo with RSA, of the bare 32 bytes with Ed25519 (RFC 8463 §4). */
  publicKey: string;
  /** PKCS #8 PEM. */
  privateKey: string;
}

/** RSA-2048; OpenSSL makes it on libuv's threads. */
export async function generateDkimPair(): Promise<DkimPair> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048, ...ENCODINGS });
  return { publicKey: publicKey.toString('base64'), privateKey };
}

export async function generateEd25519Pair(): Promise<DkimPair> {
  const { publicKey, privateKey } = await generate('ed25519', ENCODINGS);
  return { publicKey: publicKey.subarray(-ED25519_BYTES).toString('base64'), privateKey };
}

/** A selector of our own, unique per domain: `ph` and 16 hex digits. */
export function createSelector(): string {
  return `ph${randomBytes(8).toString('hex')}`;
}

export interface Sealer {
  /** `<key id>-<base64>`; older ones name no key. */
  seal(text: string, context: string): string;
  /** What every text starts with that the writing key sealed. */
  readonly prefix: string;
  /** Throws when the text was changed, or was sealed under a key not in the ring or in another context. */
  open(sealed: string, context: string): string;
}

/**
 * AES-256-GCM with keys of 32 bytes in base64; the context (the domain's id) is authenticated, so that a sealed key cannot be moved to
 * another row.
 */
export function createSealer(keys: KeyRing): Sealer {
  function openWith(secret: string, sealed: string, context: string): string | null {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(secret, 'base64'), bytes.subarray(0, NONCE))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  return {
    get prefix() {
      return prefixOf(writingKey(keys));
    },
    seal(text, context) {
      const key = writingKey(keys);
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(key.secret, 'base64'), nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return prefixOf(key) + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, context) {
      const { keys: possible, text } = readingKeys(keys, sealed);
      for (const { secret } of possible) {
        const opened = openWith(secret, text, context);
        if (opened !== null) return opened;
      }
      throw new Error(`No key of ENCRYPTION_KEY opens what is sealed for ${context}`);
    },
  };
}
