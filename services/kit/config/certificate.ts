/** Files that settings name: certificates, their keys, credentials. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Refusal } from './concern.ts';

/** What goes beside the schemas below in a setting. */
export const FILE = { file: true } as const;

/** A file → its contents. */
export const file = z
  .string()
  .transform((path, context) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      context.addIssue({ code: 'custom', message: 'a file that can be read' });
      return z.NEVER;
    }
  })
  .optional();

function parses(read: (pem: string) => unknown): (pem: string | undefined) => boolean {
  return (pem) => {
    try {
      return pem === undefined || read(pem) !== undefined;
    } catch {
      return false;
    }
  };
}

/** A file of PEM → its contents; of several certificates in it the first is looked at. */
export const certificate = file.refine(
  parses((pem) => new X509Certificate(pem)),
  'a PEM file of a certificate',
);
export const privateKey = file.refine(parses(createPrivateKey), 'a PEM file of a private key, without a password');

/** The settings of a certificate of ours. */
interface Pair {
  cert?: string | undefined;
  key?: string | undefined;
}

/** @throws Refusal unless both are set or neither, and the key is the certificate's. @param prefix `NATS_TLS` of NATS_TLS_CERT */
export function checkPair({ cert, key }: Pair, prefix: string): void {
  if ((cert === undefined) !== (key === undefined)) {
    const [missing, present] = key === undefined ? ['KEY', 'CERT'] : ['CERT', 'KEY'];
    throw new Refusal(`${prefix}_${missing}`, `set together with ${prefix}_${present}`);
  }
  if (cert !== undefined && key !== undefined && !new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Refusal(`${prefix}_KEY`, `the key of the certificate in ${prefix}_CERT`);
}
