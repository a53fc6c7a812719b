/** Who pays: Stripe's keys and prices. Without `STRIPE_SK` nothing is capped. */
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';
import { url } from './types.ts';

const text = z.string().optional();

export const billing = concern(
  {
    STRIPE_SK: setting(text, '–', 'secret key of Stripe; unset: billing is off and nothing is capped', { secret: true }),
    BILLING_ENABLED: setting(
      z.enum(['true', 'false']).optional(),
      'whether STRIPE_SK is set',
      'says so to processes that do not hold STRIPE_SK; false: billing is off all the same',
    ),
    STRIPE_WEBHOOK_SECRET: setting(text, '–', 'signs what Stripe posts to /webhooks/incoming/billing', { secret: true }),
    STRIPE_PRICE_ONBOARDING: setting(text, '–', 'price that a subscription begins with, once'),
    STRIPE_PRICE_EMAIL_USAGE: setting(text, '–', 'metered price of mails'),
    STRIPE_METER_EVENT_NAME: setting(z.string().default('emails'), 'emails', 'meter event that each counted mail is reported as'),
    STRIPE_API_BASE: setting(url('http:', 'https:').optional(), 'https://api.stripe.com', "where Stripe's API is (tests)"),
  },
  (v, { holds }) => {
    const isOn = v.BILLING_ENABLED === undefined ? v.STRIPE_SK !== undefined : v.BILLING_ENABLED === 'true';
    const secretKey = isOn && holds('STRIPE_SK') ? v.STRIPE_SK : undefined;
    if (isOn && holds('STRIPE_SK') && secretKey === undefined) throw new Refusal('STRIPE_SK', 'required with BILLING_ENABLED=true');
    return {
      isOn,
      /** Null where billing is off, and in processes that do not talk to Stripe. */
      stripe:
        secretKey === undefined
          ? null
          : {
              secretKey,
              webhookSecret: v.STRIPE_WEBHOOK_SECRET ?? null,
              onboardingPrice: v.STRIPE_PRICE_ONBOARDING ?? null,
              usagePrice: v.STRIPE_PRICE_EMAIL_USAGE ?? null,
              meterEvent: v.STRIPE_METER_EVENT_NAME,
              apiBase: v.STRIPE_API_BASE ?? null,
            },
    };
  },
);
