/** A collector of traces: takes OTLP over HTTP, as JSON, and keeps what it gets. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** Of the process that made it: `service.name`. */
  service: string;
  /** What it says of that process. */
  resource: Record<string, unknown>;
  kind: number;
  attributes: Record<string, unknown>;
  /** 2 is an error. */
  status: number;
  /** Trace ids. */
  links: string[];
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: CollectedSpan[];
  /** Spans of a trace. */
  of(traceId: string): CollectedSpan[];
  stop(): Promise<void>;
}

type Attribute = { key: string; value: Record<string, unknown> };

const plain = (attributes: Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function read({ resourceSpans = [] }: any): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    scopeSpans.flatMap(({ spans }: any) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status, links = [] }: any): CollectedSpan => ({
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        name,
        service: String(plain(resource.attributes)['service.name']),
        resource: plain(resource.attributes),
        kind,
        attributes: plain(attributes),
        status: status?.code ?? 0,
        links: links.map((link: any) => link.traceId),
      })),
    ),
  );
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/traces') return response.writeHead(404).end();
    spans.push(...read(await json(request)));
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    of: (traceId) => spans.filter((span) => span.traceId === traceId),
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
