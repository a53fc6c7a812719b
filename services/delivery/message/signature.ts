/** DKIM signatures (RFC 6376: rsa-sha256, relaxed/relaxed; RFC 8463: ed25519-sha256), made by threads of their own, many at once. */
import { hash } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { headerName, relaxedBody, relaxedHeader, splitHeaders } from '../domain/mime/canonical.ts';
import { writtenMessage } from './mime-message.ts';
import type { Message } from './mime-message.ts';
import type { SigningThreads } from './signing-threads.ts';

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

/** Of several headers with one name the last one counts. */
function signedPart(headers: readonly string[]): { names: string; text: string } {
  const last = new Map(headers.map((header) => [headerName(header), header]));
  const names = SIGNED.filter((name) => last.has(name));
  const text = [...new Set(names)].map((name) => `${relaxedHeader(last.get(name)!)}\r\n`).join('');
  return { names: names.join(':'), text };
}

/** A message that lacks its signatures. */
interface Unsigned {
  raw: Buffer;
  /** What each signature's header begins with, and what is signed with its key. */
  begun: readonly { open: string; data: Buffer; isEd25519: boolean }[];
}

function unsigned(message: Message, { domain, rsa, ed25519 }: DkimKeys): Unsigned {
  const { names, text } = signedPart(splitHeaders(Buffer.from(message.headers, 'utf8').toString('latin1')));
  const { raw, bodyAt } = writtenMessage(message);
  const body = raw.subarray(bodyAt);
  const bodyHash = hash('sha256', message.isRelaxed ? body : relaxedBody(body), 'base64');
  const begin = (algorithm: string, { selector }: SigningKey, isEd25519: boolean) => {
    const open =
      `DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed; d=${domain};\r\n s=${selector};\r\n ` +
      `h=${folded(names)};\r\n bh=${bodyHash};\r\n b=`;
    const data = Buffer.from(text + relaxedHeader(open), 'latin1');
    // RFC 8463 §3: what is signed is the hash.
    return { open, data: isEd25519 ? hash('sha256', data, 'buffer') : data, isEd25519 };
  };
  return { raw, begun: [begin('rsa-sha256', rsa, false), ...(ed25519 ? [begin('ed25519-sha256', ed25519, true)] : [])] };
}

/** @param signatures in base64, in the order of `begun` */
function finished({ raw, begun }: Unsigned, signatures: readonly string[]): Buffer {
  const headers = begun.map(({ open }, index) => `${open}${signatures[index]!.replace(/.{72}(?=.)/g, '$&\r\n  ')}\r\n`);
  return Buffer.concat([Buffer.from(headers.join(''), 'latin1'), raw]);
}

/** The same names for most mails of a sender. */
let lastNames = { names: '', text: '' };

function folded(names: string): string {
  if (lastNames.names !== names) lastNames = { names, text: names.replace(/.{1,68}:(?=.)/g, '$&\r\n  ') };
  return lastNames.text;
}

export interface Signer {
  /** The messages' bytes with their signatures on top. */
  signed(messages: readonly Message[], keys: DkimKeys): Promise<Buffer[]>;
}

export function createSigner(threads: SigningThreads): Signer {
  return {
    async signed(messages, keys) {
      const all = messages.map((message) => unsigned(message, keys));
      const texts = (isEd25519: boolean) =>
        all.flatMap(({ begun }) => begun.filter((one) => one.isEd25519 === isEd25519).map(({ data }) => data));
      const [rsa, ed25519] = await Promise.all([
        threads.sign({ algorithm: 'sha256', key: keys.rsa.privateKey, texts: texts(false) }),
        keys.ed25519 && threads.sign({ algorithm: null, key: keys.ed25519.privateKey, texts: texts(true) }),
      ]);
      return all.map((one, index) => finished(one, ed25519 ? [rsa[index]!, ed25519[index]!] : [rsa[index]!]));
    },
  };
}
