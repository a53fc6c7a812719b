/** The DNS records a sender domain needs (decisions 4.9, row `smtp`, `capture`). */

export interface DnsRecord {
  type: 'TXT' | 'MX';
  name: string;
  value: string;
  priority?: number;
  verified: boolean;
}

export interface RecordParts {
  domain: string;
  selector: string;
  /** Base64 of the public key (SubjectPublicKeyInfo). */
  publicKey: string;
  verified: boolean;
  mailFromSubdomain: string;
  inboundHost: string;
  spfInclude: string;
}

/** In the order they are shown. Only the DKIM record decides; the others are shown, not required. */
export function dnsRecords(parts: RecordParts): DnsRecord[] {
  const { domain, selector, publicKey, verified, inboundHost, spfInclude } = parts;
  const sub = `${parts.mailFromSubdomain}.${domain}`;
  return [
    { type: 'TXT', name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publicKey}`, verified },
    { type: 'MX', name: sub, value: inboundHost, priority: 10, verified: false },
    { type: 'TXT', name: sub, value: `v=spf1 include:${spfInclude} ~all`, verified: false },
    { type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none;', verified: false },
    { type: 'MX', name: domain, value: inboundHost, priority: 10, verified: false },
  ];
}
