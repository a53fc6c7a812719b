/** The room of billing: what members do, what Stripe posts, what is metered. */
import type { Model } from 'mongoose';
import type { Consumer } from '#kit/facts/consumer.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { createBilling } from './billing.ts';
import type { Billing, BillingParts } from './billing.ts';
import { createBillingEvents } from './billing-events.ts';
import type { BillingEvents, BillingEventsParts } from './billing-events.ts';
import { createMetering, reportsOf } from './metering.ts';
import { createStripe } from './stripe-client.ts';
import type { StripeSettings } from './stripe-client.ts';

export interface PaymentsParts extends Omit<BillingParts, 'stripe'>, Omit<BillingEventsParts, 'stripe' | 'webhookSecret'> {
  /** Null: billing is off. */
  settings: StripeSettings | null;
  metrics: Metrics;
  log: Log;
}

export interface Payments {
  billing: Billing;
  events: BillingEvents;
  models: Model<any>[];
  consumers: Consumer[];
  start(): void;
  stop(): Promise<void>;
}

export async function createPayments(parts: PaymentsParts): Promise<Payments> {
  const { settings } = parts;
  for (const outcome of ['taken', 'failed']) reportsOf(parts.metrics).inc({ outcome }, 0);
  const stripe = settings && (await createStripe(settings));
  const events = createBillingEvents({ ...parts, stripe, webhookSecret: settings?.webhookSecret ?? null });
  const metering = stripe && createMetering({ ...parts, stripe, meterEvent: settings!.meterEvent });
  return {
    billing: createBilling({ ...parts, stripe }),
    events,
    models: [events.model, ...(metering ? [metering.model] : [])],
    consumers: metering ? [metering.consumer] : [],
    start: () => metering?.start(),
    stop: async () => metering?.stop(),
  };
}
