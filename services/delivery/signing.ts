/** DKIM keys of sender domains: made off the main loop, sealed at rest. */
import { createCipheriv, createDecipheriv, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair) as (type: 'rsa' | 'ed25519', options: object) => Promise<{ publicKey: Buffer; privateKey: string }>;
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
export async function makeDkimPair(): Promise<DkimPair> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048, ...ENCODINGS });
  return { publicKey: publicKey.toString('base64'), privateKey };
}

export async function makeEd25519Pair(): Promise<DkimPair> {
  const { publicKey, privateKey } = await generate('ed25519', ENCODINGS);
  return { publicKey: publicKey.subarray(-ED25519_BYTES).toString('base64'), privateKey };
}

/** A selector of our own, unique per domain: `ph` and 16 hex digits. */
export function makeSelector(): string {
  return `ph${randomBytes(8).toString('hex')}`;
}

export interface Sealer {
  seal(text: string, context: string): string;
  /** Throws when the text was changed, or was sealed under another key or context. */
  open(sealed: string, context: string): string;
}

/** AES-256-GCM; the context (the domain's id) is authenticated, so that a sealed key cannot be moved to another row. */
export function sealer(keyBase64: string): Sealer {
  const key = Buffer.from(keyBase64, 'base64');
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
    },
  };
}
