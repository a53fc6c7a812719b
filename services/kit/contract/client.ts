/** The caller's side: a typed client over one of the transports that lead to a service. */
import type { Bus } from '../bus.ts';
import { fault } from '../errors.ts';
import { carry } from '../telemetry/trace.ts';
import type { CallMeta } from './call.ts';
import { timeLeft, within } from './deadline.ts';
import { isStream, serviceName } from './definition.ts';
import type { Client, Definition, MethodName } from './definition.ts';
import { OVERSIZED, fromBus } from './moleculer.ts';
import type { BusMeta } from './moleculer.ts';
import type { Perform } from './perform.ts';
import { isOversized } from './payload-size.ts';

/** Of a call that nobody has acted on yet. */
const ATTEMPTS = 4;

/** How a call reaches a service. A method that streams its answer answers an AsyncIterable, one that streams its request is given one. */
export type Transport = (method: string, request: unknown, meta: CallMeta) => Promise<unknown>;

/** Straight into a service of this process. */
export function createLocalTransport(perform: Perform): Transport {
  return (method, request, meta) => {
    const work = perform(method, request, { meta: metaOf(meta), transport: 'local' });
    return meta.deadline === undefined ? work : within(Math.max(0, meta.deadline - Date.now()), work, () => fault('SERVICE_TIMEOUT'));
  };
}

/**
 * Over NATS. Fails at once while the bus is down: what waited in a buffer would be answered long after its caller left.
 * @param large the transport of streams and of what does not fit a message of the bus. A method whose answer proves too large is asked a
 * second time.
 */
export function createBusTransport({ broker, up }: Pick<Bus, 'broker' | 'up'>, definition: Definition, large: Transport): Transport {
  const service = serviceName(definition);
  const timeoutMs = broker.options.requestTimeout!;
  return async (method, request, meta) => {
    if (isStream(definition.methods[method]!)) return large(method, request, metaOf(meta));
    if (!up()) throw fault('SERVICE_UNAVAILABLE');
    if (isOversized(request)) return large(method, request, meta);
    for (let attempt = 1; ; attempt += 1) {
      const leftMs = timeLeft(meta, timeoutMs);
      try {
        // A fresh meta a call: Moleculer merges the callee's meta back into the object it was given.
        return await broker.call(`${service}.${method}`, request, { timeout: leftMs, meta: toBus(meta, leftMs) });
      } catch (error) {
        if ((error as { type?: string }).type === OVERSIZED) return large(method, request, meta);
        if (attempt === ATTEMPTS || !wasLeaving(error, broker.nodeID)) throw fromBus(error);
      }
    }
  };
}

/** A process that is going answers that it has no such service: nothing was done, and another may have it. */
function wasLeaving(error: unknown, self: string): boolean {
  const { name, data } = error as { name?: string; data?: { nodeID?: string } };
  return name === 'ServiceNotFoundError' && data?.nodeID !== undefined && data.nodeID !== self;
}

// Handlers pass their whole Call on; only the metadata travels.
function metaOf({ projectId, actor, requestId, ip, deadline }: CallMeta): CallMeta {
  return { projectId, actor, requestId, ip, deadline };
}

/** Clocks of two machines differ: over the bus travels how long, not until when. */
function toBus({ projectId, actor, requestId, ip }: CallMeta, leftMs: number): BusMeta {
  return { projectId, actor, requestId, ip, leftMs, trace: carry() };
}

/**
 * `createClient(ContactsServiceDefinition, transport).get({ id }, call)`
 * @param methods those the client has; all of the definition's by default
 */
export function createClient<D extends Definition, M extends MethodName<D> = MethodName<D>>(
  definition: D,
  transport: Transport,
  methods: readonly M[] = Object.keys(definition.methods) as M[],
): Pick<Client<D>, M> {
  const asked = (method: string) => (request: unknown, meta: CallMeta) => transport(method, request, meta);
  const read = (method: string) => (request: unknown, meta: CallMeta) => opened(() => transport(method, request, meta));
  return Object.fromEntries(methods.map((name) => [name, (definition.methods[name]!.responseStream ? read : asked)(name)])) as Pick<
    Client<D>,
    M
  >;
}

/** The call is made when the first answer is asked for. */
async function* opened(call: () => Promise<unknown>): AsyncIterable<unknown> {
  yield* (await call()) as AsyncIterable<unknown>;
}

/** Chooses the way anew at each call: services of this process register after clients of them were made. */
export function createNearestTransport(definition: Definition, local: ReadonlyMap<string, Transport>, remote: Transport): Transport {
  const service = serviceName(definition);
  return (method, request, meta) => (local.get(service) ?? remote)(method, request, meta);
}
