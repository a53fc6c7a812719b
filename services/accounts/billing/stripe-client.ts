/** Stripe's client as configured. */
import type Stripe from 'stripe';
import type { Config } from '#kit/config/config.ts';

export type StripeSettings = NonNullable<Config['billing']['stripe']>;

const WITHIN_MS = 10_000;
const RETRIES = 2;

/** Its package is loaded here only: a process without billing does not hold it. */
export async function createStripe({ secretKey, apiBase }: Pick<StripeSettings, 'secretKey' | 'apiBase'>): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const base = apiBase === null ? null : new URL(apiBase);
  return new Client(secretKey, {
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
