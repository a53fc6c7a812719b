/** Values for the charts as a release in production would give them. */

/** How a value of the charts names a key of a Secret. */
export const key = (name: string): object => ({ name: 'posthorn', key: name });
/** Of all settings that are secret. */
export const secrets = {
  JWT_SECRET: key('jwt'),
  MONGODB_URI: key('mongodb'),
  NATS_URL: key('nats'),
  REDIS_URL: key('redis'),
  SMTP_URL: key('smtp'),
  ENCRYPTION_KEY: key('encryption'),
  TRACKING_SECRET: key('tracking'),
  GRPC_TOKEN: key('grpc'),
  DELIVERY_WEBHOOK_SECRET: key('webhook'),
  STRIPE_SK: key('stripe'),
  STRIPE_WEBHOOK_SECRET: key('stripe-webhook'),
  POSTHORN_API_KEY: key('platform'),
};
export const config = { TEMPORAL_ADDRESS: 'temporal.example:7233', API_URI: 'https://api.example.com' };
const to = [{ ipBlock: { cidr: '10.20.0.0/16' } }];
/** Of the servers that every release has. */
export const egress = { mongodb: { to }, nats: { to }, redis: { to }, temporal: { to } };
/** What a release in production has to be given, and nothing else. */
export const production = { global: { config, secrets, networkPolicy: { egress } } };
export const keda = { enabled: true };
