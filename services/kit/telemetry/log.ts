/** JSON lines on stdout; each carries the trace, the request and the project it was written for. */
import { trace } from '@opentelemetry/api';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { currentScope } from './scope.ts';

export type Log = Logger;

/** @param level least severe line written. Keys, cookies and bodies are never passed to the log; `redact` is the second lock. */
export function createLog(level: string, base: Record<string, unknown> = {}, destination: DestinationStream = pino.destination(1)): Log {
  return pino(
    {
      level,
      base: { pid: process.pid, ...base },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.secret'], remove: true },
      mixin: () => {
        const span = trace.getActiveSpan()?.spanContext();
        const { deadline: _deadline, ...scope } = currentScope() ?? {};
        return { ...scope, ...(span ? { trace_id: span.traceId } : {}) };
      },
    },
    destination,
  );
}
