/** DKIM signatures (RFC 6376: rsa-sha256, relaxed/relaxed; RFC 8463: ed25519-sha256), made on libuv's threads. */
import { hash, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { headerName, relaxedBody, relaxedHeader, splitHeaders } from '../domain/mime/canonical.ts';
import { bytesOf } from './mime-message.ts';
import type { Message } from './mime-message.ts';

export interface SigningKey {
  selector: string;
  /** Parsed once, not for each mail. */
  privateKey: KeyObject;
}

/** A domain and what its mail is signed with. */
export interface DkimKeys {
  domain: string;
  rsa: SigningKey;
  /** A second signature, for receivers that know it. */
  ed25519?: SigningKey;
}

/** Signed when present. From twice: nobody may add a second one (RFC 6376 §8.15). */
const SIGNED = [
  'from',
  'from',
  'to',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'precedence',
  'auto-submitted',
];

const signOnThreads = promisify(sign) as (algorithm: string | null, data: Buffer, key: KeyObject) => Promise<Buffer>;

/** Of several headers with one name the last one counts. */
function signedPart(headers: readonly string[]): { names: string; text: string } {
  const last = new Map(headers.map((header) => [headerName(header), header]));
  const names = SIGNED.filter((name) => last.has(name));
  const text = [...new Set(names)].map((name) => `${relaxedHeader(last.get(name)!)}\r\n`).join('');
  return { names: names.join(':'), text };
}

/** The message's bytes with its signatures on top. */
export async function signed(message: Message, { domain, rsa, ed25519 }: DkimKeys): Promise<Buffer> {
  const { names, text } = signedPart(splitHeaders(Buffer.from(message.headers, 'utf8').toString('latin1')));
  const bodyHash = hash('sha256', message.isRelaxed ? message.body : relaxedBody(message.body), 'base64');
  const header = async (algorithm: string, { selector }: SigningKey, make: (data: Buffer) => Promise<Buffer>): Promise<string> => {
    const open =
      `DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed; d=${domain};\r\n s=${selector};\r\n ` +
      `h=${names.replace(/.{1,68}:(?=.)/g, '$&\r\n  ')};\r\n bh=${bodyHash};\r\n b=`;
    const signature = await make(Buffer.from(text + relaxedHeader(open), 'latin1'));
    return `${open}${signature.toString('base64').replace(/.{72}(?=.)/g, '$&\r\n  ')}\r\n`;
  };
  const signatures = await Promise.all([
    header('rsa-sha256', rsa, (data) => signOnThreads('sha256', data, rsa.privateKey)),
    // RFC 8463 §3: what is signed is the hash.
    ...(ed25519
      ? [header('ed25519-sha256', ed25519, (data) => signOnThreads(null, hash('sha256', data, 'buffer'), ed25519.privateKey))]
      : []),
  ]);
  return bytesOf(message, signatures.join(''));
}
