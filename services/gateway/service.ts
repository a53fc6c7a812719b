/** Wiring of the HTTP edge. It owns no data: authentication, limits and shapes only. */
import type { CreateService, ServiceModule } from '#kit/service.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { createAuthentication } from './auth/authentication.ts';
import { createOrigins } from './domain/origins.ts';
import { createAccessLog } from './http/access-log.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createServer } from './http/server.ts';
import { createByteBudget } from '#kit/limits/byte-budget.ts';
import { createClientLimiter } from './limits/client-limiter.ts';
import { createRateLimiter } from '#kit/limits/rate-limiter.ts';
import { createStreamLimiter } from './limits/stream-limiter.ts';
import { clientsOf, createRoutes } from './routes.ts';
import type { Edge } from './route.ts';
import { createImages } from './uploads.ts';

/** Streams that a project may have open at once. */
const MOST_STREAMS = 20;
/** The part of the bodies' budget for whoever shows no key. */
const KEYLESS_SHARE = 0.125;

export const secrets = [
  'TRACKING_SECRET',
  'DELIVERY_WEBHOOK_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_ACCESS_KEY_SECRET',
] as const satisfies ServiceModule['secrets'];

export const create: CreateService = async (kit) => {
  const { config, log } = kit;
  const { http } = config;
  const routes = createRoutes(config);
  const accounts = kit.client(
    AccountsServiceDefinition,
    'claimIdempotencyKey',
    'resolveKey',
    'resolveMembership',
    'resolveSession',
    'settleIdempotencyKey',
  );
  const draining = new AbortController();
  const origins = createOrigins([http.dashboardUri, http.landingUri, http.wikiUri]);
  const authentication = createAuthentication(accounts, origins);
  const images = createImages(config.blobs.images);
  const edge: Edge = {
    config,
    images,
    log,
    clock: kit.clock,
    draining: draining.signal,
    streams: createStreamLimiter(kit.redis, MOST_STREAMS, log),
    authorize: authentication.authorize,
    client: clientsOf(routes, kit),
  };
  const server = await createServer(routes, {
    edge,
    origins,
    authentication,
    limiter: createRateLimiter(kit.redis, { perMinute: http.rateLimitPerMinute, buckets: http.buckets }, log),
    limitClient: createClientLimiter(http.clientLimitPerMinute),
    budgets: { keyed: createByteBudget(http.bodiesBytes), keyless: createByteBudget(http.bodiesBytes * KEYLESS_SHARE) },
    ...createIdempotency(accounts, log),
    logAccess: createAccessLog({ metrics: kit.metrics, log, logging: http.requestLogging, routes }),
  });
  return {
    name: 'gateway',
    activities: { purgeProject: async ({ projectId }: { projectId: string }): Promise<void> => images?.removeAll(projectId) },
    async start() {
      await server.fastify.listen({ host: http.host, port: http.port });
      log.info({ addresses: server.fastify.addresses() }, 'listening');
    },
    async stop(withinMs) {
      draining.abort();
      const end = setTimeout(() => server.connections.end(), withinMs);
      await server.connections.drain();
      await server.fastify.close();
      clearTimeout(end);
    },
  };
};
