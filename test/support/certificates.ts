/** Certificates for servers and clients of a test, made by openssl. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  /** PEM texts. */
  cert: string;
  key: string;
  certFile: string;
  keyFile: string;
  /** Key and certificate in one, as MongoDB wants them. */
  bothFile: string;
}

export interface Authority {
  /** PEM. */
  ca: string;
  caFile: string;
  /** For 127.0.0.1, localhost and the name. */
  issue(name: string): Certificate;
}

const DAYS = ['-days', '2'];
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** @param dir where its files are kept. @param name of the authority; one a folder. */
export function createAuthority(dir: string, name = 'authority'): Authority {
  const at = (file: string): string => join(dir, `${name}-${file}`);
  const openssl = (...args: string[]): unknown => execFileSync('openssl', args, { stdio: 'ignore' });
  openssl('req', '-x509', ...KEY, ...DAYS, '-subj', `/CN=${name}`, '-keyout', at('ca.key'), '-out', at('ca.pem'));

  function issue(who: string): Certificate {
    const [certFile, keyFile, bothFile] = [at(`${who}.pem`), at(`${who}.key`), at(`${who}-both.pem`)];
    writeFileSync(at(`${who}.ext`), `subjectAltName=DNS:${who},DNS:localhost,IP:127.0.0.1\n`);
    openssl('req', '-new', ...KEY, '-subj', `/CN=${who}`, '-keyout', keyFile, '-out', at(`${who}.csr`));
    const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at(`${who}.ext`)];
    openssl('x509', '-req', '-in', at(`${who}.csr`), ...signed, ...DAYS, '-out', certFile);
    const [cert, key] = [readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8')];
    writeFileSync(bothFile, key + cert);
    return { cert, key, certFile, keyFile, bothFile };
  }

  return { ca: readFileSync(at('ca.pem'), 'utf8'), caFile: at('ca.pem'), issue };
}
