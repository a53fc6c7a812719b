/** The SMTP relay of a local stack: free ports, and a certificate of its own that is kept. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { selfSigned } from './certificate.ts';
import type { Pem } from './certificate.ts';
import { freePort } from './ports.ts';

/** What turns the relay on. */
export interface RelaySettings extends Record<string, string> {
  PORT_SUBMISSION: string;
  PORT_SECURE: string;
  CERT_PATH: string;
}

/** As CERT_PATH wants it. */
export function writeCertificate(folder: string, { key, cert }: Pem): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'privkey.pem'), key, { mode: 0o600 });
  writeFileSync(join(folder, 'fullchain.pem'), cert);
}

/** @param prefer the first free ports from there on; any free ones without it. The real ones are for root */
export async function relaySettings(folder: string, prefer = { submission: 0, secure: 0 }): Promise<RelaySettings> {
  if (!existsSync(join(folder, 'fullchain.pem'))) writeCertificate(folder, selfSigned('localhost'));
  const [submission, secure] = [await freePort(prefer.submission), await freePort(prefer.secure)];
  return { SMTP_ENABLED: 'true', PORT_SUBMISSION: String(submission), PORT_SECURE: String(secure), CERT_PATH: folder };
}
