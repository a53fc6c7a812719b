/** DKIM signatures (RFC 6376: rsa-sha256, relaxed/relaxed; RFC 8463: ed25519-sha256), made by threads of their own, many at once. */
import { hash } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createBatcher } from '#kit/store/batcher.ts';
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

const SIGNATURE_LINE = 72;

/** Over as many lines as it needs. @param signature in base64 */
function foldedSignature(signature: string): string {
  let lines = signature.slice(0, SIGNATURE_LINE);
  for (let at = SIGNATURE_LINE; at < signature.length; at += SIGNATURE_LINE) lines += `\r\n  ${signature.slice(at, at + SIGNATURE_LINE)}`;
  return lines;
}

/** @param signatures in base64, in the order of `begun` */
function finished({ raw, begun }: Unsigned, signatures: readonly string[]): Buffer {
  const headers = begun.map(({ open }, index) => `${open}${foldedSignature(signatures[index]!)}\r\n`);
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
  /** One message, together with others of the same moment. */
  signedOne(message: Message, keys: DkimKeys): Promise<Buffer>;
}

/** Single messages that one thread signs one after the other: some milliseconds of work for one waking of the thread (0.1 ms). */
const TOGETHER = 4;

export function createSigner(threads: SigningThreads): Signer {
  async function signed(messages: readonly Message[], keys: DkimKeys): Promise<Buffer[]> {
    const all = messages.map((message) => unsigned(message, keys));
    const texts = (isEd25519: boolean) =>
      all.flatMap(({ begun }) => begun.filter((one) => one.isEd25519 === isEd25519).map(({ data }) => data));
    const [rsa, ed25519] = await Promise.all([
      threads.sign({ algorithm: 'sha256', key: keys.rsa.privateKey, texts: texts(false) }),
      keys.ed25519 && threads.sign({ algorithm: null, key: keys.ed25519.privateKey, texts: texts(true) }),
    ]);
    return all.map((one, index) => finished(one, ed25519 ? [rsa[index]!, ed25519[index]!] : [rsa[index]!]));
  }

  const signOne = createBatcher<{ message: Message; keys: DkimKeys }, Buffer>({
    max: TOGETHER,
    lanes: 2 * availableParallelism(),
    async write(items) {
      const bytes = new Map<(typeof items)[number], Buffer | Error>();
      const senders = Map.groupBy(items, ({ keys }) => keys);
      const groups = [...senders].map(async ([keys, own]) => {
        try {
          const made = await signed(
            own.map(({ message }) => message),
            keys,
          );
          own.forEach((item, index) => bytes.set(item, made[index]!));
        } catch (error) {
          for (const item of own) bytes.set(item, error as Error);
        }
      });
      await Promise.all(groups);
      return items.map((item) => bytes.get(item)!);
    },
  });

  return { signed, signedOne: (message, keys) => signOne({ message, keys }) };
}
