/** What happens around every handler, whichever transport the call came through. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { fault, Fault } from '../errors.ts';
import { isDatabaseDown, isOutOfTime } from '../store/fault.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Carrier } from '../telemetry/trace.ts';
import { inScope } from '../telemetry/scope.ts';
import { span } from '../telemetry/trace.ts';
import type { CallMeta } from './call.ts';
import { timeLeft } from './deadline.ts';
import { isPublic, serviceName } from './definition.ts';
import type { Definition, Handlers } from './definition.ts';

export interface Surroundings {
  log: Log;
  metrics: Metrics;
  clock: () => Date;
  inFlight: InFlightCalls;
}

export type TransportName = 'local' | 'bus' | 'grpc';

/** Counts the calls in flight, so that a stop can wait for them. */
export interface InFlightCalls {
  /** Runs `work` and counts it until it ends. */
  track<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no call is in flight. */
  done(): Promise<void>;
}

export function createInFlightCalls(): InFlightCalls {
  let count = 0;
  const waiting: (() => void)[] = [];

  async function track<T>(work: () => Promise<T>): Promise<T> {
    count += 1;
    try {
      return await work();
    } finally {
      count -= 1;
      if (count === 0) waiting.splice(0).forEach((resolve) => resolve());
    }
  }

  function done(): Promise<void> {
    return count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
  }

  return { track, done };
}

/** One method, ready to be called through any transport. Streams answer an AsyncIterable. */
export type Perform = (method: string, request: unknown, incoming: IncomingCall) => Promise<unknown>;

/** How a request came. */
export interface IncomingCall {
  meta: CallMeta;
  transport: TransportName;
  /** Of the caller's trace. */
  parent?: Carrier | undefined;
}

/** Anything → a Fault; what nobody meant is logged whole and answered as INTERNAL_SERVER_ERROR. */
export function toFault(error: unknown, log: Log, where: Record<string, unknown> = {}): Fault {
  if (error instanceof Fault) return error;
  if (isDatabaseDown(error)) {
    log.warn({ ...where, error: (error as Error).message }, 'database unavailable');
    return fault('DATABASE_UNAVAILABLE');
  }
  if (isOutOfTime(error)) return fault('SERVICE_TIMEOUT');
  log.error({ ...where, err: error }, 'unexpected error');
  return fault('INTERNAL_SERVER_ERROR');
}

/** Tenancy at the call: no project, no call, unless the method is marked public. Nor is anything done for a caller who has given up. */
function checkMeta(meta: CallMeta | undefined, open: boolean): void {
  if (!meta?.actor) throw fault('FORBIDDEN', { message: 'The call says not who asks' });
  if (!meta.projectId && !open) throw fault('FORBIDDEN', { message: 'The call names no project' });
  timeLeft(meta);
}

/** The RED of methods: `outcome` is ok, refused (the caller's doing) or error. */
export function callSeconds(metrics: Metrics) {
  return metrics.histogram('posthorn_call_seconds', 'Time a service took to answer a method', {
    labels: ['service', 'method', 'transport', 'outcome'],
  });
}

export function createPerformer<D extends Definition>(
  definition: D,
  handlers: Handlers<D>,
  { log, metrics, clock, inFlight }: Surroundings,
): Perform {
  const service = serviceName(definition);
  const seconds = callSeconds(metrics);
  const open = new Map(Object.entries(definition.methods).map(([name, method]) => [name, isPublic(method)]));
  const callOf = (meta: CallMeta) => ({ ...meta, now: clock() });

  async function answer(method: string, request: unknown, meta: CallMeta): Promise<unknown> {
    try {
      checkMeta(meta, open.get(method) === true);
      const handler = handlers[method as keyof Handlers<D>] as (request: unknown, call: unknown) => Promise<unknown>;
      return await inFlight.track(() => handler(request, callOf(meta)));
    } catch (error) {
      throw toFault(error, log, { service, method });
    }
  }

  async function around<T>(method: string, { meta, transport, parent }: IncomingCall, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    let outcome = 'ok';
    try {
      const attributes = { 'rpc.system': transport, 'rpc.service': service, 'rpc.method': method };
      return await inScope({ requestId: meta?.requestId, projectId: meta?.projectId, deadline: meta?.deadline }, () =>
        span(`${service}.${method}`, work, { kind: 'SERVER', attributes, parent }),
      );
    } catch (error) {
      outcome = (error as Fault).status >= 500 ? 'error' : 'refused';
      throw error;
    } finally {
      seconds.observe({ service, method, transport, outcome }, (performance.now() - started) / 1_000);
    }
  }

  /**
   * Every piece is made in the stream's own scope and span, whoever reads it. Between pieces nothing is in flight: a reader that takes its
   * time does not hold up a stop.
   */
  async function* pieces(method: string, request: unknown, incoming: IncomingCall): AsyncGenerator<unknown> {
    const { meta } = incoming;
    const over = Promise.withResolvers<void>();
    const within = await new Promise<ReturnType<typeof AsyncLocalStorage.snapshot>>((resolve) => {
      around(method, incoming, () => {
        resolve(AsyncLocalStorage.snapshot());
        return over.promise;
      }).catch(() => undefined);
    });
    const handler = handlers[method as keyof Handlers<D>] as (request: unknown, call: unknown) => AsyncIterable<unknown>;
    try {
      const rows = within(() => handler(request, callOf(meta))[Symbol.asyncIterator]());
      try {
        for (;;) {
          timeLeft(meta);
          const { done, value } = await inFlight.track(() => within(() => rows.next()));
          if (done) return;
          yield value;
        }
      } finally {
        await within(() => rows.return?.());
      }
    } catch (error) {
      const failure = toFault(error, log, { service, method });
      over.reject(failure);
      throw failure;
    } finally {
      over.resolve();
    }
  }

  return async (method, request, incoming) => {
    const { meta } = incoming;
    if (!definition.methods[method]?.responseStream) return around(method, incoming, () => answer(method, request, meta));
    checkMeta(meta, open.get(method) === true);
    return pieces(method, request, incoming);
  };
}
