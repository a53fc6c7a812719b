/** Proves that a message is from SNS, and confirms subscriptions (contract "Provider notifications: SNS"). */
import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { fault } from '#kit/errors.ts';
import { isAmazon, isCertificate, signedText, textOf } from '../domain/sns.ts';
import type { SnsMessage } from '../domain/sns.ts';

export interface Sns {
  /** The topic is one of ours. Asked first: nothing else of a foreign message is read. */
  isListed(message: SnsMessage): boolean;
  /** Faults SERVICE_UNAVAILABLE when the certificate cannot be had now. */
  isSigned(message: SnsMessage): Promise<boolean>;
  /** Faults BAD_REQUEST for an address that is not Amazon's, 502 when it does not answer well. */
  confirm(message: SnsMessage): Promise<void>;
}

export interface SnsParts {
  topics: readonly string[];
  origins: readonly string[];
}

const DIGESTS: Readonly<Record<string, string>> = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' };
const ANSWER_WITHIN_MS = 5_000;
const CERTIFICATE_MAX = 64 * 1024;
/** Amazon changes its certificate about once a year; the address changes with it. */
const CERTIFICATES_KEPT = 20;

/** No redirect is followed: the address that was judged is the one that answers. */
const ask = (url: string): Promise<Response> => fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });

/** The certificate's key; null when there is no certificate at that address. Throws when nobody can say. */
async function load(url: string): Promise<KeyObject | null> {
  let pem: string;
  try {
    const answer = await ask(url);
    if (answer.status >= 500) throw new Error(`${answer.status}`);
    pem = (await answer.text()).slice(0, CERTIFICATE_MAX);
    if (!answer.ok) return null;
  } catch {
    throw fault('SERVICE_UNAVAILABLE', { message: 'The certificate of the SNS message cannot be had' });
  }
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}

export function createSns({ topics, origins }: SnsParts): Sns {
  const keys = new Map<string, Promise<KeyObject | null>>();

  /** Only what worked is kept. */
  async function keyAt(url: string): Promise<KeyObject | null> {
    const known = keys.get(url);
    if (known) return known;
    if (keys.size >= CERTIFICATES_KEPT) keys.clear();
    const loading = load(url);
    keys.set(url, loading);
    const forget = () => void keys.delete(url);
    loading.then((key) => key ?? forget(), forget);
    return loading;
  }

  return {
    isListed: (message) => topics.includes(textOf(message, 'TopicArn') ?? ''),

    async isSigned(message) {
      const [url, signature, signed] = [textOf(message, 'SigningCertURL'), textOf(message, 'Signature'), signedText(message)];
      const digest = DIGESTS[textOf(message, 'SignatureVersion') ?? ''];
      if (!isCertificate(url, origins) || !digest || signature === null || signed === null) return false;
      const key = await keyAt(url);
      return key?.asymmetricKeyType === 'rsa' && verify(digest, Buffer.from(signed), key, Buffer.from(signature, 'base64'));
    },

    async confirm(message) {
      const url = textOf(message, 'SubscribeURL');
      if (!isAmazon(url, origins)) throw fault('BAD_REQUEST', { message: 'SubscribeURL is not an address of SNS' });
      const answer = await ask(url).catch(() => null);
      await answer?.body?.cancel();
      if (!answer?.ok) throw fault('SERVICE_UNAVAILABLE', { status: 502, message: 'SubscribeURL did not answer' });
    },
  };
}
