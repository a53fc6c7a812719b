/** Sender addresses and domains (contract 4.3 "Sender domain", 4.9 "Domains"). */
import { fault, invalid } from '#kit/errors.ts';

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`);
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

/** An internationalised domain as DNS and mail carry it (`xn--…`); what is none comes back as it is. */
export function asciiDomain(domain: string): string {
  if (isAscii(domain)) return domain;
  const host = `http://${domain}`;
  return URL.canParse(host) ? new URL(host).hostname : domain;
}

function isDomain(text: string): boolean {
  const ascii = asciiDomain(text);
  return ascii.length <= 253 && DOMAIN.test(ascii);
}

/** Trimmed, lowercased, without the trailing dot; faults VALIDATION_ERROR when it is no domain. */
export function domainName(text: string): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '');
  if (!isDomain(name)) throw invalid([{ field: 'domain', message: 'Invalid domain', code: 'invalid_string' }]);
  return name;
}

/** The domain of a sender's address; faults SENDER_REFUSED with status 400 when it is malformed. */
export function senderDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const local = address.slice(0, at);
  if (at < 1 || local.length > 64 || !LOCAL.test(local) || !isDomain(domain)) {
    throw fault('SENDER_REFUSED', { message: 'Invalid sender email address', status: 400 });
  }
  return domain;
}

const NEXT = 'add it with POST /domains, publish the DNS records of the answer, then ask GET /domains/{id}/verify';

export function unverified(domain: string) {
  return fault('SENDER_REFUSED', { message: `Domain "${domain}" is not verified: ${NEXT}` });
}
