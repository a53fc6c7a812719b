/** What the check of an address found (contract 2.6). */
import { z } from 'zod';
import { serializer } from '../reply.ts';

export const verdict = z
  .object({
    email: z.string().meta({ examples: ['ada@example.org'] }),
    valid: z.boolean(),
    isDisposable: z.boolean(),
    isAlias: z.boolean(),
    isTypo: z.boolean(),
    isPlusAddressed: z.boolean(),
    isPersonalEmail: z.boolean(),
    domainExists: z.boolean(),
    hasWebsite: z.boolean(),
    hasMxRecords: z.boolean(),
    reasons: z.array(z.string()).meta({ examples: [['Email appears to be valid']] }),
    suggestedEmail: z
      .string()
      .optional()
      .meta({ examples: ['ada@gmail.com'], description: 'Present with a likely typo' }),
  })
  .meta({ id: 'Verification' });

export const serializeVerdict = serializer(verdict);
