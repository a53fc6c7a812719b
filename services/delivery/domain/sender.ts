/** Sender addresses and domains (decisions 4.3 "Sender domain", 4.9 Domains). */
import { fault, invalid } from '#kit/errors.ts';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`);
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

function isDomain(text: string): boolean {
  return text.length <= 253 && DOMAIN.test(text);
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

export function unverified(domain: string) {
  return fault('SENDER_REFUSED', { message: `Domain "${domain}" is not verified` });
}
