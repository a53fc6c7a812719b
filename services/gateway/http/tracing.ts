/** Tracing of HTTP: one span a request to a route, from its arrival until its answer has left. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isTracing, openSpan } from '#kit/telemetry/trace.ts';
import type { OpenSpan } from '#kit/telemetry/trace.ts';

/** Whether a connection comes from a proxy of ours: whose word on traces counts. @param trusted TRUST_PROXY */
function trusts(trusted: number | false | readonly string[]): (address: string) => boolean {
  if (!trusted) return () => false;
  // The nearest so many are ours, and the connection's other end is the nearest of all.
  if (typeof trusted === 'number') return () => true;
  const ranges = trusted.map((range) => ipaddr.parseCIDR(range.includes('/') ? range : `${range}/${range.includes(':') ? 128 : 32}`));
  return (address) => {
    const peer = ipaddr.process(address);
    return ranges.some(([network, bits]) => network.kind() === peer.kind() && peer.match(network, bits));
  };
}

/**
 * Called before every other hook, so that their work belongs to the span. Adds nothing when nothing is traced. A trace that a stranger
 * names is pointed to, not continued: neither its sampling nor its ids become ours.
 */
export function traceRequests(server: FastifyInstance, trustProxy: number | false | readonly string[]): void {
  if (!isTracing()) return;
  const isOurs = trusts(trustProxy);
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
      const named = {
        ...(typeof traceparent === 'string' ? { traceparent } : {}),
        ...(typeof tracestate === 'string' ? { tracestate } : {}),
      };
      const origin = isOurs(request.socket.remoteAddress ?? '')
        ? { parent: named }
        : { parent: {}, links: typeof traceparent === 'string' ? [traceparent] : [] };
      const attributes = { 'http.request.method': route.method, 'http.route': route.path, 'posthorn.request_id': request.id };
      spans.set(request, openSpan(`${route.method} ${route.path}`, { kind: 'SERVER', attributes, ...origin }));
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
