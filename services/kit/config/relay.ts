/** The SMTP relay: where it listens, with which certificate, what one message may have (contract "SMTP relay"). */
import { z } from 'zod';
import { readRange } from '../outbound/blocked-address.ts';
import { concern, setting } from './concern.ts';
import { duration, flag, list, whole } from './types.ts';

const ranges = list.transform((texts, context) => {
  const read = texts.map(readRange);
  if (read.includes(undefined)) context.addIssue({ code: 'custom', message: 'addresses and CIDRs such as 10.0.0.0/8, parted by commas' });
  return read.filter((range) => range !== undefined);
});

const port = whole(0, 65_535);

export const relay = concern(
  {
    SMTP_ENABLED: setting(flag(false), 'false', 'the relay listens'),
    SMTP_DOMAIN: setting(
      z
        .string()
        .regex(/^[a-zA-Z0-9.-]{1,255}$/, 'a host name')
        .default('localhost'),
      'localhost',
      'host name the relay greets with, and clients connect to',
    ),
    PORT_SECURE: setting(port.default(465), '465', 'relay with TLS from the first byte; only with a certificate'),
    PORT_SUBMISSION: setting(port.default(587), '587', 'relay with STARTTLS'),
    MAX_RECIPIENTS: setting(whole(1, 100).default(5), '5', 'recipients of one message through the relay, 1 to 100'),
    CERT_PATH: setting(
      z.string().min(1).optional(),
      '–',
      'folder with privkey.pem and fullchain.pem, or with acme.json of Traefik, read again when they change; unset: no TLS',
    ),
    SMTP_PROXY_PROTOCOL: setting(
      ranges,
      '–',
      'balancers whose connections to the relay begin with a PROXY protocol header, v1 or v2: addresses and CIDRs, parted by commas',
    ),
    SMTP_BYTES_IN_FLIGHT_MB: setting(
      whole(8, 16_384).default(128),
      '128',
      'messages the relay holds at once in a process, in temporary files; beyond it 452, and half of it for one project',
    ),
    SMTP_SLOW_CLIENT_TIMEOUT: setting(
      duration.default(30_000),
      '30s',
      'how long the relay bears a client that does not log in, or whose message comes at less than 512 bytes a second',
    ),
  },
  (v) => ({
    enabled: v.SMTP_ENABLED,
    domain: v.SMTP_DOMAIN,
    ports: { secure: v.PORT_SECURE, submission: v.PORT_SUBMISSION },
    maxRecipients: v.MAX_RECIPIENTS,
    certPath: v.CERT_PATH,
    /** Empty: no connection begins with a PROXY header. */
    balancers: v.SMTP_PROXY_PROTOCOL,
    bytesInFlight: v.SMTP_BYTES_IN_FLIGHT_MB * 1_048_576,
    slowClientMs: v.SMTP_SLOW_CLIENT_TIMEOUT,
  }),
);
