/** The DNS records a sender domain needs (contract 4.9). */

export interface DnsRecord {
  type: 'TXT' | 'MX' | 'CNAME';
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
  /** Of the second signature; its public key is base64 of the bare key (RFC 8463 §4). */
  ed25519?: { selector: string; publicKey: string } | undefined;
  verified: boolean;
  mailFromSubdomain: string;
  inboundHost: string;
  spfInclude: string;
}

/**
 * Row `smtp`, `capture`, in the order they are shown. Only the DKIM record with the RSA key decides; the others are shown, not required.
 */
export function dnsRecords(parts: RecordParts): DnsRecord[] {
  const { domain, selector, publicKey, ed25519, verified, inboundHost, spfInclude } = parts;
  const sub = `${parts.mailFromSubdomain}.${domain}`;
  return [
    { type: 'TXT', name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publicKey}`, verified },
    ...(ed25519
      ? [
          {
            type: 'TXT' as const,
            name: `${ed25519.selector}._domainkey.${domain}`,
            value: `v=DKIM1; k=ed25519; p=${ed25519.publicKey}`,
            verified: false,
          },
        ]
      : []),
    { type: 'MX', name: sub, value: inboundHost, priority: 10, verified: false },
    { type: 'TXT', name: sub, value: `v=spf1 include:${spfInclude} ~all`, verified: false },
    { type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none;', verified: false },
    { type: 'MX', name: domain, value: inboundHost, priority: 10, verified: false },
  ];
}

export interface SesRecordParts {
  domain: string;
  /** Of the identity; three. */
  tokens: readonly string[];
  region: string;
  verified: boolean;
  mailFromSubdomain: string;
}

/** Row `ses`: what SES says of its DKIM decides. */
export function sesRecords({ domain, tokens, region, verified, mailFromSubdomain }: SesRecordParts): DnsRecord[] {
  const sub = `${mailFromSubdomain}.${domain}`;
  return [
    ...tokens.map((token) => ({
      type: 'CNAME' as const,
      name: `${token}._domainkey.${domain}`,
      value: `${token}.dkim.amazonses.com`,
      verified,
    })),
    { type: 'MX', name: sub, value: `feedback-smtp.${region}.amazonses.com`, priority: 10, verified: false },
    { type: 'TXT', name: sub, value: 'v=spf1 include:amazonses.com ~all', verified: false },
    { type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none;', verified: false },
    { type: 'MX', name: domain, value: `inbound-smtp.${region}.amazonaws.com`, priority: 10, verified: false },
  ];
}
