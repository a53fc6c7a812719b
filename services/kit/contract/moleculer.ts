/** The bus transport: a handler map as a Moleculer service. */
import { Errors } from 'moleculer';
import type { Context, ServiceSchema } from 'moleculer';
import { Fault } from '../errors.ts';
import type { FaultWire } from '../errors.ts';
import type { Carrier } from '../telemetry/trace.ts';
import type { CallMeta } from './call.ts';
import { isStream, serviceName } from './definition.ts';
import type { Definition } from './definition.ts';
import type { IncomingCall, Perform } from './perform.ts';
import { isOversized } from './payload-size.ts';

/** The `type` a Fault travels under; Moleculer keeps `data` whole across the bus. */
export const FAULT = 'FAULT';
/** The answer does not fit the bus: the caller asks again over gRPC. */
export const OVERSIZED = 'OVERSIZED';

/** What travels beside a request. `leftMs`: how long its caller waits; one of an earlier version does not say. */
export type BusMeta = Omit<CallMeta, 'deadline'> & { leftMs?: number; trace?: Carrier | undefined };

/** Definition and performer → Moleculer service. Streams are left to gRPC. */
export function toMoleculer(definition: Definition, perform: Perform): ServiceSchema {
  const methods = Object.entries(definition.methods).filter(([, method]) => !isStream(method));
  return {
    name: serviceName(definition),
    actions: Object.fromEntries(
      methods.map(([method]) => [
        method,
        {
          handler: async (context: Context<unknown, BusMeta>) => {
            const { trace, leftMs, ...meta } = context.meta;
            const deadline = leftMs === undefined ? undefined : Date.now() + leftMs;
            const incoming: IncomingCall = { meta: { ...meta, deadline }, transport: 'bus', parent: trace };
            const answer = await perform(method, context.params, incoming).catch((failure: Fault) => {
              throw new Errors.MoleculerError(failure.message, failure.status, FAULT, failure.toWire());
            });
            if (isOversized(answer)) throw new Errors.MoleculerError('The answer is too large for the bus', 413, OVERSIZED);
            return answer;
          },
        },
      ]),
    ),
  };
}

/** What came back over the bus → a Fault. */
export function fromBus(error: unknown): Fault {
  const { type, data, name } = error as { type?: string; data?: FaultWire; name?: string };
  if (type === FAULT && data) return Fault.fromWire(data);
  if (name === 'RequestTimeoutError') return new Fault('SERVICE_TIMEOUT');
  return new Fault('SERVICE_UNAVAILABLE');
}
