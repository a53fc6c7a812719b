/** Tracing of MongoDB: one span a command, child of whatever asked for it. Listens only while something is traced. */
import { SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';
import type { Span } from '@opentelemetry/api';
import type { Connection } from 'mongoose';

const tracer = trace.getTracer('posthorn');
/** What the driver says to itself. */
const SILENT = new Set(['hello', 'ping', 'endSessions', 'getMore', 'killCursors']);

/** @param connection made with `monitorCommands: true`. */
export function traceMongo(connection: Connection): void {
  const open = new Map<number, Span>();
  const end = (requestId: number, failure?: Error): void => {
    const span = open.get(requestId);
    if (!span) return;
    open.delete(requestId);
    if (failure) span.setStatus({ code: SpanStatusCode.ERROR, message: failure.message });
    span.end();
  };
  connection
    .getClient()
    .on('commandStarted', ({ commandName, databaseName, command, requestId }) => {
      // Only within a trace: sweepers that poll would fill the collector with nothing.
      if (SILENT.has(commandName) || !trace.getSpan(context.active())) return;
      const collection = String(command[commandName]);
      open.set(
        requestId,
        tracer.startSpan(`${commandName} ${collection}`, {
          kind: SpanKind.CLIENT,
          attributes: {
            'db.system.name': 'mongodb',
            'db.namespace': databaseName,
            'db.collection.name': collection,
            'db.operation.name': commandName,
          },
        }),
      );
    })
    .on('commandSucceeded', ({ requestId }) => end(requestId))
    .on('commandFailed', ({ requestId, failure }) => end(requestId, failure));
}
