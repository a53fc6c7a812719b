/** Stripe's client as configured. */
import Stripe from 'stripe';
import type { Config } from '#kit/config/config.ts';

export type StripeSettings = NonNullable<Config['billing']['stripe']>;

const WITHIN_MS = 10_000;
const RETRIES = 2;

export function createStripe({ secretKey, apiBase }: Pick<StripeSettings, 'secretKey' | 'apiBase'>): Stripe {
  const base = apiBase === null ? null : new URL(apiBase);
  return new Stripe(secretKey, {
    timeout: WITHIN_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}
