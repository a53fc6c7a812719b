/** Traces at the seams: HTTP route, bus, gRPC, Mongo, Temporal; W3C context is carried through all of them. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api';
import type { Attributes, Context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { Fault } from '../errors.ts';

/** W3C headers as they travel in call metadata, gRPC metadata, JetStream headers and Temporal headers. */
export type Carrier = Record<string, string>;

const tracer = trace.getTracer('posthorn');
/** A collector that is away must not hold up a stop. */
const FLUSH_WITHIN_MS = 3_000;
let exporting = false;

/** Sends spans to `endpoint` (OTLP over HTTP); without one no span is ever made. Answers the flush for shutdown. */
export function startTracing(endpoint: string | undefined, services: readonly string[], processId: string): () => Promise<void> {
  if (!endpoint) return async () => undefined;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'posthorn',
      'service.name': services.length === 1 ? services[0]! : 'posthorn',
      'service.instance.id': processId,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  exporting = true;
  return () => Promise.race([provider.shutdown(), new Promise<void>((resolve) => setTimeout(resolve, FLUSH_WITHIN_MS).unref())]);
}

/** True when spans are made. */
export function isTracing(): boolean {
  return exporting;
}

/** The active context as headers; undefined when nothing is traced. */
export function carry(): Carrier | undefined {
  if (!exporting) return undefined;
  const carrier: Carrier = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** The active context as one text, for documents and messages that are taken up later. */
export function traceparent(): string | undefined {
  return carry()?.['traceparent'];
}

function outerOf(parent: Carrier | undefined): Context {
  return parent ? propagation.extract(ROOT_CONTEXT, parent) : context.active();
}

export interface SpanOptions {
  kind: keyof typeof SpanKind;
  attributes: Attributes;
  /** Where the work came from; one that names no trace begins a new trace. Without it the active span is the parent. */
  parent?: Carrier | undefined;
  /** Other traces that the same work is for: `traceparent` texts. */
  links?: readonly string[];
}

/** Runs `work` in a span. Costs one comparison when nothing is traced. */
export async function span<T>(name: string, work: () => Promise<T>, { kind, attributes, parent, links = [] }: SpanOptions): Promise<T> {
  if (!exporting) return work();
  const linked = links.map((link) => trace.getSpanContext(outerOf({ traceparent: link }))).filter((one) => one !== undefined);
  const options = { kind: SpanKind[kind], attributes, links: linked.map((one) => ({ context: one })) };
  return tracer.startActiveSpan(name, options, outerOf(parent), async (active) => {
    try {
      return await work();
    } catch (error) {
      // A refusal is the caller's doing.
      if (!(error instanceof Fault && error.status < 500))
        active.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).message });
      throw error;
    } finally {
      active.end();
    }
  });
}

/** Says more of the span under way, if there is one. */
export function note(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

/** A span whose work comes in several pieces. */
export interface OpenSpan {
  within<T>(work: () => T): T;
  /** @param failure says what went wrong, if something did. */
  end(attributes: Attributes, failure?: string): void;
}

/** Begins a span; whoever begins it ends it. Only for use while `isTracing()`. */
export function openSpan(name: string, { kind, attributes, parent }: SpanOptions): OpenSpan {
  const outer = outerOf(parent);
  const opened = tracer.startSpan(name, { kind: SpanKind[kind], attributes }, outer);
  const inner = trace.setSpan(outer, opened);
  return {
    within: (work) => context.with(inner, work),
    end(more, failure) {
      opened.setAttributes(more);
      if (failure !== undefined) opened.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      opened.end();
    },
  };
}
