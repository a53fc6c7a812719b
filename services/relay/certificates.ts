/** The certificate of the relay (contract "SMTP relay"): read from CERT_PATH, again every few seconds, handed on when it changed. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createSweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';

export interface Certificate {
  /** PEM. */
  key: string;
  /** PEM, the whole chain. */
  cert: string;
}

export interface CertificatesParts {
  /** A folder with `privkey.pem` and `fullchain.pem` or `acme.json`, or that file. */
  path: string;
  /** Whom it must be for, where there are several. */
  domain: string;
  /** The first one, and every other one after it. */
  onChange: (certificate: Certificate) => void;
  log: Log;
  everyMs?: number;
}

export interface Certificates {
  /** Answers when it was looked for once, found or not. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Seconds since the epoch; 0 without one. */
  expiresAt(): number;
}

const EVERY_MS = 5_000;

/** What Traefik keeps: certificates by the resolver that got them, base64 of PEM. */
const acme = z.record(
  z.string(),
  z.object({
    Certificates: z
      .array(
        z.object({
          domain: z.object({ main: z.string(), sans: z.array(z.string()).nullish() }),
          certificate: z.string(),
          key: z.string(),
        }),
      )
      .nullish(),
  }),
);

/** `mail.example.org` is what `*.example.org` is for. */
const isFor = (name: string, domain: string): boolean => name === domain || name === `*.${domain.slice(domain.indexOf('.') + 1)}`;

function fromAcme(text: string, domain: string): Certificate {
  const all = Object.values(acme.parse(JSON.parse(text))).flatMap(({ Certificates }) => Certificates ?? []);
  const found = all.find((one) => [one.domain.main, ...(one.domain.sans ?? [])].some((name) => isFor(name, domain)));
  if (!found) throw new Error(`acme.json has no certificate for ${domain}`);
  const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
  return { key: decoded(found.key), cert: decoded(found.certificate) };
}

async function readPair(folder: string): Promise<Certificate> {
  const [key, cert] = await Promise.all([readFile(join(folder, 'privkey.pem'), 'utf8'), readFile(join(folder, 'fullchain.pem'), 'utf8')]);
  return { key, cert };
}

/** @throws Error when there is none, or its key is another's */
async function readCertificate(path: string, domain: string): Promise<Certificate> {
  if (path.endsWith('.json')) return checked(fromAcme(await readFile(path, 'utf8'), domain));
  const store = await readFile(join(path, 'acme.json'), 'utf8').catch(() => null);
  return checked(store === null ? await readPair(path) : fromAcme(store, domain));
}

function checked(certificate: Certificate): Certificate {
  if (!new X509Certificate(certificate.cert).checkPrivateKey(createPrivateKey(certificate.key)))
    throw new Error('the key is not that of the certificate');
  return certificate;
}

export function createCertificates({ path, domain, onChange, log, everyMs = EVERY_MS }: CertificatesParts): Certificates {
  let current: Certificate | undefined;
  let complaint = '';

  async function look(): Promise<void> {
    try {
      const found = await readCertificate(path, domain);
      complaint = '';
      if (found.key === current?.key && found.cert === current.cert) return;
      current = found;
      onChange(found);
      log.info({ path, expires: new X509Certificate(found.cert).validTo }, 'certificate read');
    } catch (error) {
      const { message } = error as Error;
      // A renewal may be half written: the one before it serves on.
      if (message !== complaint) log.warn({ path, error: message }, 'the certificate cannot be read');
      complaint = message;
    }
  }

  const sweeper = createSweeper(look, 'looks at the certificate', { log, everyMs });
  return {
    async start() {
      await look();
      sweeper.start();
    },
    stop: sweeper.stop,
    expiresAt: () => (current ? Date.parse(new X509Certificate(current.cert).validTo) / 1_000 : 0),
  };
}
