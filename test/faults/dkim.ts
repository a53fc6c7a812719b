/** Checks a DKIM signature as a receiver would (RFC 6376: relaxed/relaxed, rsa-sha256), with nothing of the signer's code. */
import { createHash, createPublicKey, verify } from 'node:crypto';

const relaxHeader = (header: string): string => {
  const colon = header.indexOf(':');
  return `${header.slice(0, colon).trim().toLowerCase()}:${header
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`;
};

const relaxBody = (body: string): string => {
  const lines = body
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)+$/, '');
  return lines === '' ? '' : `${lines}\r\n`;
};

export interface Verdict {
  /** Names the key: `<selector>._domainkey.<domain>`. */
  record: string;
  /** Lower case. */
  signed: string[];
  bodyHolds: boolean;
  signatureHolds: boolean;
}

/**
 * @param raw RFC 5322, a character a byte
 * @param publicKey base64 of the record's `p=`
 */
export function verifyDkim(raw: string, publicKey: string): Verdict {
  const split = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, split).split(/\r\n(?![ \t])/);
  const body = raw.slice(split + 4);
  const own = headers.find((header) => /^dkim-signature:/i.test(header));
  if (!own) throw new Error('no DKIM-Signature');
  const tags = Object.fromEntries(
    own
      .slice(own.indexOf(':') + 1)
      .split(';')
      .map((tag) => {
        const [name, ...value] = tag.split('=');
        return [name!.trim(), value.join('=').replace(/\s+/g, '')];
      }),
  );
  if (tags['a'] !== 'rsa-sha256' || tags['c'] !== 'relaxed/relaxed') throw new Error(`unexpected ${tags['a']} ${tags['c']}`);
  // Of several headers with one name, the lowest is taken first.
  const left = [...headers].reverse();
  const signed = tags['h']!.toLowerCase().split(':');
  const chosen = signed.flatMap((name) => {
    const index = left.findIndex((header) => header.toLowerCase().startsWith(`${name}:`));
    return index < 0 ? [] : left.splice(index, 1);
  });
  const bare = own.replace(/([;:\s]b=)[^;]*/, '$1');
  const text = [...chosen.map((header) => `${relaxHeader(header)}\r\n`), relaxHeader(bare)].join('');
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return {
    record: `${tags['s']}._domainkey.${tags['d']}`,
    signed,
    bodyHolds: createHash('sha256').update(relaxBody(body), 'latin1').digest('base64') === tags['bh'],
    signatureHolds: verify('sha256', Buffer.from(text, 'latin1'), key, Buffer.from(tags['b']!, 'base64')),
  };
}
