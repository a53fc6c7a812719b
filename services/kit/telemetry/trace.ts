/** Traces at the seams: HTTP route, bus, gRPC, Mongo, Temporal; W3C context is carried through all of them. */
import { SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** W3C headers as they travel in call metadata, gRPC metadata and JetStream headers. */
export type Carrier = Record<string, string>;

const tracer = trace.getTracer('posthorn');
let exporting = false;

/** Sends spans to `endpoint` (OTLP over HTTP); without one no span is ever made. Answers the flush for shutdown. */
export function startTracing(endpoint: string | undefined, services: string): () => Promise<void> {
  if (!endpoint) return async () => undefined;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'posthorn', 'service.namespace': services }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  exporting = true;
  return () => provider.shutdown();
}

/** The active context as headers; empty when nothing is traced. */
export function carry(): Carrier | undefined {
  if (!exporting) return undefined;
  const carrier: Carrier = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Runs `work` in a span, child of `parent`'s context if given. Costs one comparison when nothing is traced. */
export async function span<T>(name: string, kind: keyof typeof SpanKind, attributes: Attributes, work: () => Promise<T>, parent?: Carrier): Promise<T> {
  if (!exporting) return work();
  const outer = parent ? propagation.extract(context.active(), parent) : context.active();
  return tracer.startActiveSpan(name, { kind: SpanKind[kind], attributes }, outer, async (active) => {
    try {
      return await work();
    } catch (error) {
      active.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).message });
      throw error;
    } finally {
      active.end();
    }
  });
}
