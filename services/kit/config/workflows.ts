/** Which private addresses WEBHOOK steps may call. */
import { z } from 'zod';
import { readRange } from '../outbound/blocked-address.ts';
import type { Range } from '../outbound/blocked-address.ts';
import { concern, setting } from './concern.ts';

const ranges = z
  .string()
  .optional()
  .transform((text, context): Range[] => {
    const items = (text ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    const read = items.map(readRange);
    if (read.includes(undefined)) context.addIssue({ code: 'custom', message: 'ranges such as 10.0.0.0/8, parted by commas' });
    return read.filter((range) => range !== undefined);
  });

export const workflows = concern(
  {
    WEBHOOK_ALLOW_PRIVATE: setting(ranges, '–', 'private address ranges (CIDR, parted by commas) that webhooks of workflows may call'),
  },
  (v) => ({
    /** Ranges open to webhooks although they are private. */
    webhookAllowed: v.WEBHOOK_ALLOW_PRIVATE,
  }),
);
