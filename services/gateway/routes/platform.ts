/** What the platform says about itself (contract 1, 4.9 "Config"). */
import { z } from 'zod';
import type { Config } from '#kit/config/config.ts';
import { promised } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { at } from '../schemas.ts';
import { socialLogins } from './social-login.ts';

const health = z
  .object({
    status: z.literal('ok'),
    time: at,
    environment: z.enum(['development', 'test', 'production']),
    uptime: z.number().meta({ description: 'Seconds', examples: [12.5] }),
    memoryUsage: z.record(z.string(), z.number()).meta({ examples: [{ rss: 180000000 }] }),
  })
  .meta({ id: 'Health' });

const on = z.boolean();
const address = z.string().meta({ examples: ['https://example.org'] });

const settings = z
  .object({
    environment: z.string().meta({ examples: ['production'] }),
    urls: z.object({ api: address, dashboard: address, landing: address.nullable(), wiki: address.nullable() }),
    features: z.object({
      billing: z.object({ enabled: on }),
      storage: z.object({ s3Enabled: on.meta({ description: 'Uploads work' }) }),
      authProviders: z.object({ github: on, google: on }),
      signup: z.object({ signupsDisabled: on }),
      email: z.object({ trackingToggleEnabled: on }),
      sponsor: z.object({ enabled: on }),
      smtp: z.object({ enabled: on, domain: z.string().nullable(), ports: z.object({ secure: z.int(), submission: z.int() }).nullable() }),
    }),
    aws: z.object({ sesRegion: z.string().nullable(), mailFromSubdomain: z.string().meta({ examples: ['posthorn'] }) }),
    mail: z.object({ provider: z.enum(['capture', 'smtp', 'ses']), mailFromSubdomain: z.string().meta({ examples: ['posthorn'] }) }),
  })
  .meta({ id: 'Settings' });

function serializeSettings(config: Config): z.output<typeof settings> {
  const { runtime, http, auth, billing, sending, relay } = config;
  const { mailFromSubdomain, provider } = sending;
  return {
    environment: runtime.env,
    urls: { api: http.apiUri, dashboard: http.dashboardUri, landing: http.landingUri ?? null, wiki: http.wikiUri ?? null },
    features: {
      billing: { enabled: billing.isOn },
      storage: { s3Enabled: (config.blobs.images.s3 ?? config.blobs.images.directory) !== undefined },
      authProviders: socialLogins(config),
      signup: { signupsDisabled: auth.signupsDisabled },
      email: { trackingToggleEnabled: provider !== 'ses' || sending.ses?.noTracking !== undefined },
      sponsor: { enabled: false },
      smtp: { enabled: relay.enabled, domain: relay.enabled ? relay.domain : null, ports: relay.enabled ? relay.ports : null },
    },
    aws: { sesRegion: provider === 'ses' ? sending.ses!.region : null, mailFromSubdomain },
    mail: { provider, mailFromSubdomain },
  };
}

export const platformRoutes: Route[] = [
  ownRoute('GET /', {
    summary: 'Open the start page',
    auth: 'none',
    target: 'gateway',
    reply: promised(302),
    answer: (_input, { config }) => ({ status: 302, headers: { Location: config.http.landingUri ?? config.http.dashboardUri } }),
  }),
  ownRoute('GET /health', {
    summary: 'Check the health',
    auth: 'none',
    target: 'gateway',
    reply: promised(200, health),
    answer: (_input, { config, clock }) => ({
      status: 200,
      json: {
        status: 'ok',
        time: clock().toISOString(),
        environment: config.runtime.env,
        uptime: process.uptime(),
        memoryUsage: process.memoryUsage(),
      },
    }),
  }),
  ownRoute('GET /config', {
    summary: 'Get the settings',
    auth: 'none',
    target: 'gateway',
    reply: promised(200, settings),
    answer: (_input, { config }) => ({ status: 200, json: serializeSettings(config) }),
  }),
];
