/** The record of a sender domain that answers show (contract 2.8, 4.9). */
import { z } from 'zod';
import type { VerifyDomainResponse } from '#proto/delivery/v1/delivery.ts';
import { serializer } from '../reply.ts';
import { at, id } from '../schemas.ts';

const dnsRecord = z.object({
  type: z.enum(['TXT', 'MX', 'CNAME']),
  name: z.string().meta({ examples: ['p1._domainkey.example.org'] }),
  value: z.string().meta({ examples: ['v=DKIM1; k=rsa; p=MIIB'] }),
  priority: z
    .int()
    .optional()
    .meta({ examples: [10], description: 'MX only' }),
  verified: z.boolean(),
  problem: z
    .string()
    .nullable()
    .meta({ description: 'What was wrong when it was last looked up', examples: ['No TXT record at p1._domainkey.example.org'] }),
});

export const domain = z
  .object({
    id,
    domain: z.string().meta({ examples: ['example.org'] }),
    verified: z.boolean(),
    dkimTokens: z.array(z.string()).meta({ examples: [['p1']] }),
    projectId: id,
    createdAt: at,
    updatedAt: at,
    records: z.array(dnsRecord),
  })
  .meta({ id: 'Domain' });

/** What a check of its records found. */
export const domainCheck = z.object({
  domain: domain.shape.domain,
  tokens: domain.shape.dkimTokens,
  status: z.enum(['Success', 'Pending', 'Failed', 'TemporaryFailure', 'NotStarted']),
  verified: z.boolean(),
  records: z.array(dnsRecord),
});

const record = serializer(dnsRecord);
const whole = serializer(domain);

export function serializeDomain(message: { records: object[] }): Record<string, unknown> {
  return whole({ ...message, records: message.records.map(record) });
}

const check = serializer(domainCheck);

export function serializeDomainCheck({ status, domain: held }: VerifyDomainResponse): Record<string, unknown> {
  const { domain: name, dkimTokens, verified, records } = held!;
  return check({ domain: name, tokens: dkimTokens, status, verified, records: records.map(record) });
}
