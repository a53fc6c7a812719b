/** What members see and do about paying: checkout, portal, caps, consumption, invoices (contract 4.10). */
import type Stripe from 'stripe';
import { ownCall } from '#kit/contract/call.ts';
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { fault, shortFault } from '#kit/errors.ts';
import type {
  BillingLimits,
  Consumption,
  CreateCheckoutRequest,
  Invoice,
  Invoices,
  Link,
  SetBillingLimitsRequest,
} from '#proto/accounts/v1/accounts.ts';
import type { DeliveryServiceDefinition, Usage } from '#proto/delivery/v1/delivery.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { CATEGORIES, CURRENCIES, FREE_TIER, checkedCaps, limitOf } from '../domain/billing.ts';
import type { ProjectRow } from '../model.ts';
import { found } from '../projects.ts';
import type { ProjectsStore } from '../projects-store.ts';
import type { StripeSettings } from './stripe-client.ts';

export interface BillingParts {
  projects: ProjectsStore;
  audit: Pick<AuditTrail, 'act' | 'note'>;
  /** Null: billing is off. */
  stripe: Stripe | null;
  settings: StripeSettings | null;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'getUsage'>;
  dashboard: string;
}

export interface Billing {
  checkout(request: CreateCheckoutRequest, call: Call): Promise<Link>;
  portal(call: Call): Promise<Link>;
  limits(call: Call): Promise<BillingLimits>;
  setLimits(request: SetBillingLimitsRequest, call: Call): Promise<BillingLimits>;
  consumption(call: Call): Promise<Consumption>;
  invoices(call: Call): Promise<Invoices>;
}

const INVOICES_SHOWN = 100;
const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

function invoiceView(invoice: Stripe.Invoice): Invoice {
  return {
    id: invoice.id ?? '',
    number: invoice.number,
    status: invoice.status,
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    currency: invoice.currency,
    created: isoOf(invoice.created),
    periodStart: isoOf(invoice.period_start),
    periodEnd: isoOf(invoice.period_end),
    hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
    invoicePdf: invoice.invoice_pdf ?? null,
    subtotal: invoice.subtotal,
    total: invoice.total,
    paid: invoice.status === 'paid',
  };
}

function monthOf(now: Date): { start: string; end: string } {
  const at = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)).toISOString();
  return { start: at(0), end: at(1) };
}

const capsOf = (row: ProjectRow) => ({
  workflows: row.billingLimitWorkflows,
  campaigns: row.billingLimitCampaigns,
  transactional: row.billingLimitTransactional,
  inbound: row.billingLimitInbound,
});

export function createBilling({ projects, audit, stripe, settings, delivery, dashboard }: BillingParts): Billing {
  const current = async (call: Call): Promise<ProjectRow> => found(await projects.byId(call.projectId), call);
  const on = (): { stripe: Stripe; settings: StripeSettings } => {
    if (!stripe || !settings) throw shortFault('Billing is not enabled', 404);
    return { stripe, settings };
  };
  const usageOf = ({ _id }: ProjectRow): Promise<Usage> => delivery.getUsage({}, ownCall('accounts', _id));

  async function limitsOf(row: ProjectRow): Promise<BillingLimits> {
    const [caps, usage] = [capsOf(row), await usageOf(row)];
    const isFree = stripe !== null && !row.subscription && Object.values(caps).every((cap) => cap === null);
    const total = CATEGORIES.reduce((sum, one) => sum + usage[one], 0);
    return {
      workflows: limitOf(caps.workflows, usage.workflows),
      campaigns: limitOf(caps.campaigns, usage.campaigns),
      transactional: limitOf(caps.transactional, usage.transactional),
      inbound: limitOf(caps.inbound, usage.inbound),
      currency: row.currency ?? CURRENCIES[0],
      freeTier: isFree ? limitOf(FREE_TIER, total) : null,
    };
  }

  /** The subscription's period with what Stripe has metered in it; null for a project that never subscribed. */
  async function metered({ customer, subscription }: ProjectRow): Promise<Omit<Consumption, 'upcomingInvoice' | 'credits'> | null> {
    if (!stripe || !settings?.usagePrice || !customer || !subscription) return null;
    const [{ items }, { recurring }] = await Promise.all([
      stripe.subscriptions.retrieve(subscription),
      stripe.prices.retrieve(settings.usagePrice),
    ]);
    const [item] = items.data;
    if (!item || !recurring?.meter) return null;
    const [begin, end] = [item.current_period_start, item.current_period_end];
    // Stripe sums up by whole minutes.
    const whole = { start_time: begin - (begin % 60), end_time: end - (end % 60) };
    const { data } = await stripe.billing.meters.listEventSummaries(recurring.meter, { customer, ...whole, limit: 100 });
    const records = data.map((one) => ({ start: isoOf(one.start_time), end: isoOf(one.end_time), value: one.aggregated_value }));
    return {
      period: { start: isoOf(begin), end: isoOf(end) },
      usage: { total: records.reduce((sum, { value }) => sum + value, 0), records },
    };
  }

  async function upcoming({ customer, subscription }: ProjectRow): Promise<Consumption['upcomingInvoice']> {
    if (!stripe || !customer || !subscription) return null;
    const next = await stripe.invoices.createPreview({ customer, subscription });
    return {
      amountDue: next.amount_due,
      currency: next.currency,
      periodStart: isoOf(next.period_start),
      periodEnd: isoOf(next.period_end),
      subtotal: next.subtotal,
      total: next.total,
    };
  }

  /** The customer's balance, in the smallest unit of its currency. */
  async function creditsOf({ customer }: ProjectRow): Promise<number> {
    if (!stripe || !customer) return 0;
    const known = await stripe.customers.retrieve(customer);
    return known.deleted ? 0 : Math.max(0, -known.balance);
  }

  return {
    async checkout({ currency }, call) {
      const { stripe: api, settings: prices } = on();
      const row = await current(call);
      if (row.subscription) throw fault('BAD_REQUEST', { message: 'Project already has a subscription' });
      const items = [
        ...(prices.onboardingPrice ? [{ price: prices.onboardingPrice, quantity: 1 }] : []),
        ...(prices.usagePrice ? [{ price: prices.usagePrice }] : []),
      ];
      const { url } = await api.checkout.sessions.create({
        mode: 'subscription',
        client_reference_id: row._id,
        line_items: items,
        success_url: `${dashboard}/settings?tab=billing&checkout=success`,
        cancel_url: `${dashboard}/settings?tab=billing&checkout=cancelled`,
        ...(row.customer ? { customer: row.customer } : {}),
        ...(CURRENCIES.some((one) => one === currency) ? { currency: currency! } : {}),
      });
      await audit.note(call, { action: 'billing.checkout', target: null });
      return { url: url ?? '' };
    },

    async portal(call) {
      const { stripe: api } = on();
      const { customer } = await current(call);
      if (!customer) throw fault('BAD_REQUEST', { message: 'Project has no billing customer' });
      const { url } = await api.billingPortal.sessions.create({ customer, return_url: `${dashboard}/settings?tab=billing` });
      await audit.note(call, { action: 'billing.portal', target: null });
      return { url };
    },

    limits: async (call) => limitsOf(await current(call)),

    async setLimits(request, call) {
      const caps = checkedCaps({
        workflows: request.workflows ?? null,
        campaigns: request.campaigns ?? null,
        transactional: request.transactional ?? null,
        inbound: request.inbound ?? null,
      });
      if (!(await current(call)).subscription) throw fault('BAD_REQUEST', { message: 'Billing limits need a subscription' });
      const named = {
        billingLimitWorkflows: caps.workflows,
        billingLimitCampaigns: caps.campaigns,
        billingLimitTransactional: caps.transactional,
        billingLimitInbound: caps.inbound,
      };
      const target = CATEGORIES.map((one) => `${one} ${caps[one] ?? 'none'}`).join(', ');
      const changed = { ...named, updatedAt: call.now };
      const row = await audit.act(call, { action: 'billing.limits', target }, (session) => projects.set(call.projectId, changed, session));
      return limitsOf(found(row, call));
    },

    async consumption(call) {
      const row = await current(call);
      const [measured, usage, credits, upcomingInvoice] = await Promise.all([metered(row), usageOf(row), creditsOf(row), upcoming(row)]);
      const total = CATEGORIES.reduce((sum, one) => sum + usage[one], 0);
      return { ...(measured ?? { period: monthOf(call.now), usage: { total, records: [] } }), credits, upcomingInvoice };
    },

    async invoices(call) {
      const { customer } = await current(call);
      if (!stripe || !customer) return { invoices: [] };
      const { data } = await stripe.invoices.list({ customer, limit: INVOICES_SHOWN });
      return { invoices: data.map(invoiceView) };
    },
  };
}
