/** A self-signed certificate for this machine, for the relay of a local stack and for tests: X.509 by its few fields (RFC 5280). */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Pem {
  key: string;
  cert: string;
}

const YEAR_MS = 365 * 86_400_000;
const [INTEGER, BIT_STRING, OCTET_STRING, OID, UTF8, GENERALIZED_TIME, SEQUENCE, SET] = [2, 3, 4, 6, 12, 24, 48, 49];
/** DER of object identifiers: ecdsa-with-SHA256, commonName, subjectAltName. */
const ECDSA_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');
const ALT_NAME = Buffer.from('551d11', 'hex');
const [VERSION, EXTENSIONS, DNS_NAME, IP_ADDRESS] = [0xa0, 0xa3, 0x82, 0x87];

function der(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const length = bytes.length < 128 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
}

const time = (at: Date): Buffer => der(GENERALIZED_TIME, Buffer.from(`${at.toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z`));

/** For `domain` and 127.0.0.1, from yesterday on. */
export function selfSigned(domain: string, now = new Date(), lastsMs = 10 * YEAR_MS): Pem {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, der(OID, ECDSA_SHA256));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, COMMON_NAME), der(UTF8, Buffer.from(domain)))));
  const names = der(SEQUENCE, der(DNS_NAME, Buffer.from(domain)), der(IP_ADDRESS, Buffer.from([127, 0, 0, 1])));
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    der(SEQUENCE, time(new Date(now.getTime() - 86_400_000)), time(new Date(now.getTime() + lastsMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, der(SEQUENCE, der(OID, ALT_NAME), der(OCTET_STRING, names)))),
  );
  const signed = der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), sign('sha256', body, privateKey)));
  const lines = signed
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
