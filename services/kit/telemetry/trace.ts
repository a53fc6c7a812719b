/** Spans of HTTP routes, the bus, gRPC, MongoDB and Temporal; W3C trace context is carried through all of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api';
import type { Attributes, Context, SpanContext } from '@opentelemetry/api';
import { Fault } from '../errors.ts';

/** W3C headers as they travel in call metadata, gRPC metadata, JetStream headers and Temporal headers. */
export type Carrier = Record<string, string>;

const tracer = trace.getTracer('posthorn');
/** A collector that is away must not hold up a stop. */
const FLUSH_WITHIN_MS = 3_000;
let exporting = false;

/** What starts the traces of a process. */
export interface TracingParts {
  /** Whether spans go anywhere (kit/config/tracing.ts); the SDK itself reads the standard variables. */
  exporting: boolean;
  /** OTEL_SERVICE_NAME; absent: the service that the process runs, `posthorn` for several. */
  serviceName?: string | undefined;
  services: readonly string[];
  processId: string;
}

/**
 * Starts the SDK of OpenTelemetry, which is loaded only then: a process that sends no spans neither waits for it nor holds it in memory.
 * Metrics and logs are not its business. Answers the flush for shutdown.
 */
export async function startTracing({ exporting: wanted, serviceName, services, processId }: TracingParts): Promise<() => Promise<void>> {
  if (!wanted) return async () => undefined;
  const { startNodeSdk } = await import('@opentelemetry/sdk-node');
  const own = {
    'service.namespace': 'posthorn',
    'service.name': services.length === 1 ? services[0]! : 'posthorn',
    'service.instance.id': processId,
  };
  const sdk = startNodeSdk({
    // Below OTEL_RESOURCE_ATTRIBUTES, which is below OTEL_SERVICE_NAME.
    resourceDetectors: [{ detect: () => ({ attributes: own }) }],
    ...(serviceName === undefined ? {} : { resourceAttributes: { 'service.name': serviceName } }),
    metricReaders: [],
    logRecordProcessors: [],
  });
  exporting = true;
  return () => Promise.race([sdk.shutdown(), sleep(FLUSH_WITHIN_MS, undefined, { ref: false })]);
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

const linksOf = (texts: readonly string[]): { context: SpanContext }[] =>
  texts.flatMap((text) => {
    const linked = trace.getSpanContext(outerOf({ traceparent: text }));
    return linked ? [{ context: linked }] : [];
  });

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
  const options = { kind: SpanKind[kind], attributes, links: linksOf(links) };
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
export function openSpan(name: string, { kind, attributes, parent, links = [] }: SpanOptions): OpenSpan {
  const outer = outerOf(parent);
  const opened = tracer.startSpan(name, { kind: SpanKind[kind], attributes, links: linksOf(links) }, outer);
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
