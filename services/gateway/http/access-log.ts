/** The access log: one line and one measurement a request. Never keys, cookies or bodies. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { Route } from '../route.ts';

/** Records a request whose answer has left. */
export type AccessLog = (request: FastifyRequest, reply: FastifyReply) => void;

export interface AccessLogParts {
  metrics: Metrics;
  log: Log;
  /** A line for each request. */
  logging: boolean;
  routes: readonly Route[];
}

/** Where other systems bring their events: they come seldom, and what goes wrong there is an alert. */
const INCOMING = '/webhooks/incoming/';
const FAULTY = ['4xx', '5xx'];

/** Labels are the table's: method and pattern of a route, class of the status. */
export function createAccessLog({ metrics, log, logging, routes }: AccessLogParts): AccessLog {
  const seconds = metrics.histogram('posthorn_gateway_request_seconds', 'Time an HTTP request took to be answered', {
    labels: ['method', 'route', 'status'],
  });
  // Counted from 0 on: the first refusals are an increase as well.
  for (const { method, path } of routes.filter((route) => route.path.startsWith(INCOMING)))
    for (const status of FAULTY) seconds.zero({ method, route: path, status });
  return function logAccess(request, reply) {
    const { route } = request.routeOptions.config;
    const { statusCode, elapsedTime } = reply;
    const pattern = route?.path ?? 'unknown';
    seconds.observe({ method: route?.method ?? 'other', route: pattern, status: `${Math.floor(statusCode / 100)}xx` }, elapsedTime / 1_000);
    if (!logging) return;
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: pattern,
        path: request.raw.url!.split('?', 1)[0]!.slice(0, 500),
        status: statusCode,
        ms: Math.round(elapsedTime * 10) / 10,
        projectId: request.caller?.projectId || undefined,
        actor: request.caller?.actor.kind,
        ip: request.ip,
      },
      'request',
    );
  };
}
