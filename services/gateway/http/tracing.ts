/** The HTTP seam: one span a request to a route, from its arrival until its answer has left. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, openSpan } from '#kit/telemetry/trace.ts';
import type { OpenSpan } from '#kit/telemetry/trace.ts';

/** Called before every other hook, so that their work belongs to the span. Adds nothing when nothing is traced. */
export function traceRequests(server: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const within = (request: FastifyRequest, work: () => void): void => {
    const open = spans.get(request);
    if (open) open.within(work);
    else work();
  };
  server.addHook('onRequest', (request, _reply, done) => {
    const { route } = request.routeOptions.config;
    if (route) {
      const { traceparent, tracestate } = request.headers;
      const parent = {
        ...(typeof traceparent === 'string' ? { traceparent } : {}),
        ...(typeof tracestate === 'string' ? { tracestate } : {}),
      };
      const attributes = { 'http.request.method': route.method, 'http.route': route.path, 'posthorn.request_id': request.id };
      spans.set(request, openSpan(`${route.method} ${route.path}`, { kind: 'SERVER', attributes, parent }));
    }
    within(request, done);
  });
  // The body arrives in the socket's own context.
  server.addHook('preValidation', (request, _reply, done) => within(request, done));
  server.addHook('onResponse', (request, reply, done) => {
    within(request, done);
    const { statusCode } = reply;
    const project = request.caller?.projectId;
    spans
      .get(request)
      ?.end(
        { 'http.response.status_code': statusCode, ...(project ? { 'posthorn.project_id': project } : {}) },
        statusCode >= 500 ? `answered ${statusCode}` : undefined,
      );
  });
}
