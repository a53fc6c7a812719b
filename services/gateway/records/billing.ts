/** The records of billing (contract 4.10). */
import { z } from 'zod';
import { serializer } from '../reply.ts';
import { at } from '../schemas.ts';

export const CURRENCIES = ['usd', 'eur', 'gbp'] as const;

export const cap = z
  .int()
  .min(1)
  .max(2_000_000_000)
  .nullable()
  .meta({ examples: [50_000] });

const limit = z
  .object({
    limit: z.int().nullable(),
    usage: z.int(),
    percentage: z.number(),
    isWarning: z.boolean().meta({ description: 'From 80 %' }),
    isBlocked: z.boolean().meta({ description: 'From 100 %' }),
  })
  .meta({ id: 'BillingLimit' });
export const billingLimits = z
  .object({
    workflows: limit,
    campaigns: limit,
    transactional: limit,
    inbound: limit,
    currency: z.string().meta({ examples: ['usd'] }),
    freeTier: limit.nullable(),
  })
  .meta({ id: 'BillingLimits' });

const money = z.int().meta({ description: 'In the smallest unit of the currency', examples: [1_900] });
const upcoming = z.object({ amountDue: money, currency: z.string(), periodStart: at, periodEnd: at, subtotal: money, total: money });
export const consumption = z
  .object({
    period: z.object({ start: at, end: at }),
    usage: z.object({ total: z.number(), records: z.array(z.object({ start: at, end: at, value: z.number() })) }),
    credits: money,
    upcomingInvoice: upcoming.nullable(),
  })
  .meta({ id: 'BillingConsumption' });

const invoice = z
  .object({
    id: z.string().meta({ examples: ['in_1'] }),
    number: z.string().nullable(),
    status: z.string().nullable(),
    amountDue: money,
    amountPaid: money,
    currency: z.string(),
    created: at,
    periodStart: at,
    periodEnd: at,
    hostedInvoiceUrl: z.string().nullable(),
    invoicePdf: z.string().nullable(),
    subtotal: money,
    total: money,
    paid: z.boolean(),
  })
  .meta({ id: 'Invoice' });
export const invoices = z
  .object({ invoices: z.array(invoice), hasUnpaidInvoices: z.boolean(), unpaidInvoices: z.array(invoice) })
  .meta({ id: 'Invoices' });

export const serializeLimit = serializer(limit);
export const serializeUpcoming = serializer(upcoming);
export const serializeInvoice = serializer(invoice);
