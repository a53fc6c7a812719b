/** The access log: one line and one measurement a request. Never keys, cookies or bodies. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';

/** Records a request whose answer has left. */
export type AccessLog = (request: FastifyRequest, reply: FastifyReply) => void;

/** Labels are the table's: method and pattern of a route, class of the status. */
export function createAccessLog(metrics: Metrics, log: Log, logging: boolean): AccessLog {
  const seconds = metrics.histogram('posthorn_gateway_request_seconds', 'Time an HTTP request took to be answered', {
    labels: ['method', 'route', 'status'],
  });
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
