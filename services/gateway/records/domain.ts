/** What is told of a sender domain (decisions 2.8, 4.9). */
import { z } from 'zod';
import { telling } from '../reply.ts';
import { at, id } from '../schemas.ts';

const dnsRecord = z.object({
  type: z.enum(['TXT', 'MX', 'CNAME']),
  name: z.string().meta({ examples: ['p1._domainkey.example.org'] }),
  value: z.string().meta({ examples: ['v=DKIM1; k=rsa; p=MIIB'] }),
  priority: z.int().optional().meta({ examples: [10], description: 'MX only' }),
  verified: z.boolean(),
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

const record = telling(dnsRecord);
const whole = telling(domain);

export function tellDomain(message: { records: object[] }): Record<string, unknown> {
  return whole({ ...message, records: message.records.map(record) });
}
