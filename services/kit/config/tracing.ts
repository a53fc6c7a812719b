/** Where traces go, and which are made: the standard variables of OpenTelemetry, which its SDK reads by itself (kit/telemetry/trace.ts). */
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';
import { flag, share } from './types.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const text = (otherwise: string, meaning: string) => setting(z.string().optional(), otherwise, meaning);

export const tracing = concern(
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: text('–', 'where traces go (OTLP); without it and the next two none are made'),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text('OTEL_EXPORTER_OTLP_ENDPOINT', 'where traces go, with its path: no /v1/traces is added'),
    OTEL_TRACES_EXPORTER: text('otlp', 'exporters of traces: otlp, console, none'),
    OTEL_EXPORTER_OTLP_PROTOCOL: setting(
      z.enum(['grpc', 'http/protobuf', 'http/json']).default('http/protobuf'),
      'http/protobuf',
      'how the collector is spoken to: grpc, http/protobuf or http/json',
    ),
    OTEL_TRACES_SAMPLER: setting(
      z.enum(SAMPLERS).default('parentbased_always_on'),
      'parentbased_always_on',
      'which traces are recorded, for instance parentbased_traceidratio',
    ),
    OTEL_TRACES_SAMPLER_ARG: setting(share.optional(), '1', 'share of traces that a ratio records, 0 to 1'),
    // Calls, facts and documents carry `traceparent` and nothing else that a span could be found by.
    OTEL_PROPAGATORS: setting(
      z.enum(['tracecontext', 'tracecontext,baggage']).default('tracecontext,baggage'),
      'tracecontext,baggage',
      'how a trace goes on from process to process: W3C headers, with or without baggage',
    ),
    OTEL_SERVICE_NAME: text('the service', 'name of the process in traces; `posthorn` where it runs several'),
    OTEL_RESOURCE_ATTRIBUTES: text('–', 'more that traces say of the process: `key=value`, parted by commas'),
    OTEL_SDK_DISABLED: setting(flag(false), 'false', 'makes no traces, whatever else is set'),
  },
  (v) => {
    if (v.OTEL_TRACES_SAMPLER.endsWith('ratio') && v.OTEL_TRACES_SAMPLER_ARG === undefined)
      throw new Refusal('OTEL_TRACES_SAMPLER_ARG', `a share from 0 to 1 with OTEL_TRACES_SAMPLER=${v.OTEL_TRACES_SAMPLER}`);
    const exporters = v.OTEL_TRACES_EXPORTER?.split(',').map((name) => name.trim()) ?? [];
    const named = v.OTEL_EXPORTER_OTLP_ENDPOINT ?? v.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? v.OTEL_TRACES_EXPORTER;
    return {
      /** Whether spans go anywhere. */
      exporting: !v.OTEL_SDK_DISABLED && named !== undefined && !exporters.includes('none'),
      serviceName: v.OTEL_SERVICE_NAME,
    };
  },
);
