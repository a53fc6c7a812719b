/** Wiring of the HTTP edge. It owns no data: authentication, limits and shapes only. */
import type { Client, Definition } from '#kit/contract/definition.ts';
import type { CreateService } from '#kit/service.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { makeAuthentication } from './authentication.ts';
import { makeOrigins } from './domain/origins.ts';
import { claim, settle } from './idempotency.ts';
import { leaving } from './leaving.ts';
import { makeRateLimiter } from './ratelimit.ts';
import { makeRoutes } from './routes.ts';
import type { Edge } from './route.ts';
import { makeServer } from './server.ts';
import { watchRequests } from './watch.ts';

export const create: CreateService = async (kit) => {
  const { config, log } = kit;
  const routes = makeRoutes(config);
  const clients = new Map<Definition, unknown>();
  for (const { target } of routes) if (target !== 'gateway' && !clients.has(target[0])) clients.set(target[0], kit.client(target[0]));
  const accounts = kit.client(AccountsServiceDefinition);
  const going = new AbortController();
  const edge: Edge = { config, log, clock: kit.clock, leaving: going.signal, client: <D extends Definition>(definition: D) => clients.get(definition) as Client<D> };
  const origins = makeOrigins([config.http.dashboardUri, config.http.landingUri, config.http.wikiUri]);
  const server = makeServer(routes, {
    edge,
    origins,
    authentication: makeAuthentication(accounts, origins),
    limiter: makeRateLimiter(kit.redis, { perMinute: config.http.rateLimitPerMinute, buckets: config.http.buckets }, log),
    claim: (route, key, caller) => claim(accounts, route, key, caller),
    settle: (held, statusCode, caller) => settle(accounts, held, statusCode, caller, log),
    seen: watchRequests(kit.metrics, log, config.http.requestLogging),
  });
  const leave = leaving(server);
  return {
    name: 'gateway',
    async start() {
      await server.listen({ host: config.http.host, port: config.http.port });
      log.info({ addresses: server.addresses() }, 'listening');
    },
    async stop() {
      going.abort();
      await leave();
      await server.close();
    },
  };
};
