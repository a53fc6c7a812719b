/** Paying for a project, and what Stripe posts (contract 4.10, "Provider notifications: Billing notices"). */
import { z } from 'zod';
import { AccountsServiceDefinition as Accounts } from '#proto/accounts/v1/accounts.ts';
import type { BillingLimits, Consumption, Invoices } from '#proto/accounts/v1/accounts.ts';
import {
  CURRENCIES,
  billingLimits,
  cap,
  consumption,
  invoices,
  serializeInvoice,
  serializeLimit,
  serializeUpcoming,
} from '../records/billing.ts';
import { bare, promised } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Route } from '../route.ts';
import { choice } from '../schemas.ts';

const session = { auth: 'session', project: 'path' } as const;
const admin = { ...session, admin: true } as const;
const link = z.object({ url: z.string().meta({ examples: ['https://checkout.stripe.com/c/pay/cs_1'] }) });
const limits = z.object({ workflows: cap, campaigns: cap, transactional: cap, inbound: cap });
const HOOKS = ['/webhooks/incoming/billing', '/webhooks/incoming/stripe'] as const;

function serializeLimits({ currency, freeTier, ...categories }: BillingLimits) {
  const { workflows, campaigns, transactional, inbound } = categories;
  return {
    workflows: serializeLimit(workflows!),
    campaigns: serializeLimit(campaigns!),
    transactional: serializeLimit(transactional!),
    inbound: serializeLimit(inbound!),
    currency,
    freeTier: freeTier ? serializeLimit(freeTier) : null,
  };
}

function serializeConsumption({ period, usage, credits, upcomingInvoice }: Consumption) {
  return { period, usage, credits, upcomingInvoice: upcomingInvoice ? serializeUpcoming(upcomingInvoice) : null };
}

function serializeInvoices({ invoices: all }: Invoices) {
  const unpaid = all.filter(({ status }) => status === 'open' || status === 'uncollectible');
  return { invoices: all.map(serializeInvoice), hasUnpaidInvoices: unpaid.length > 0, unpaidInvoices: unpaid.map(serializeInvoice) };
}

export const billingRoutes: Route[] = [
  route('POST /users/@me/projects/:id/checkout', {
    ...admin,
    whileDisabled: true,
    summary: 'Begin a subscription',
    query: z.object({ currency: choice(CURRENCIES, undefined) }),
    target: [Accounts, 'createCheckout'],
    request: ({ query }) => query,
    reply: bare(link),
  }),
  route('POST /users/@me/projects/:id/billing-portal', {
    ...admin,
    whileDisabled: true,
    summary: 'Open the billing portal',
    target: [Accounts, 'createBillingPortal'],
    request: () => ({}),
    reply: bare(link),
  }),
  route('GET /users/@me/projects/:id/billing-limits', {
    ...session,
    summary: 'Get billing limits',
    target: [Accounts, 'getBillingLimits'],
    request: () => ({}),
    reply: bare(billingLimits),
    serialize: serializeLimits,
  }),
  route('PUT /users/@me/projects/:id/billing-limits', {
    ...admin,
    summary: 'Set billing limits',
    body: limits,
    target: [Accounts, 'setBillingLimits'],
    request: ({ body }) => body,
    reply: bare(billingLimits),
    serialize: serializeLimits,
  }),
  route('GET /users/@me/projects/:id/billing-consumption', {
    ...session,
    summary: 'Get the consumption',
    target: [Accounts, 'getConsumption'],
    request: () => ({}),
    reply: bare(consumption),
    serialize: serializeConsumption,
  }),
  route('GET /users/@me/projects/:id/billing-invoices', {
    ...session,
    summary: 'List invoices',
    target: [Accounts, 'listInvoices'],
    request: () => ({}),
    reply: bare(invoices),
    serialize: serializeInvoices,
  }),
  ...HOOKS.map((path) =>
    ownRoute(`POST ${path}`, {
      summary: `Receive Stripe events at ${path}`,
      auth: 'none',
      cost: 'tracking',
      raw: z.record(z.string(), z.unknown()).meta({ examples: [{ id: 'evt_1', type: 'invoice.paid' }] }),
      target: [Accounts, 'recordBillingEvent'],
      reply: promised(200, z.object({ received: z.literal(true) })),
      async answer({ http, caller }, edge) {
        const body = (http.body as Buffer | undefined) ?? Buffer.alloc(0);
        await edge.client(Accounts).recordBillingEvent({ body, signature: String(http.headers['stripe-signature'] ?? '') }, caller);
        return { status: 200, json: { received: true } };
      },
    }),
  ),
];
