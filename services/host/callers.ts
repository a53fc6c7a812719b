/** Clients of other services: local when they run in this process, else over the bus, else straight to their gRPC port. */
import type { Bus } from '#kit/bus.ts';
import type { Config } from '#kit/config/config.ts';
import { createBusTransport, createClient, createLocalTransport, createNearestTransport } from '#kit/contract/client.ts';
import type { Transport } from '#kit/contract/client.ts';
import { serviceName } from '#kit/contract/definition.ts';
import type { Client, Definition, MethodName } from '#kit/contract/definition.ts';
import { createGrpcTransport } from '#kit/contract/grpc-client.ts';
import type { GrpcTransport } from '#kit/contract/grpc-client.ts';
import type { Perform } from '#kit/contract/perform.ts';
import { fault } from '#kit/errors.ts';

export interface Callers {
  /** A typed client with these methods; which transport it takes is chosen anew at each call. */
  client<D extends Definition, M extends MethodName<D>>(definition: D, ...methods: [M, ...M[]]): Pick<Client<D>, M>;
  /** A service of this process. */
  addLocal(definition: Definition, perform: Perform): void;
  /** True when some process offers every service of which a client was made. */
  allOffered(): boolean;
  close(): void;
}

export function createCallers({ auth, grpc: { clientTls }, runtime }: Config, bus: Bus): Callers {
  const local = new Map<string, Transport>();
  const needed = new Set<string>();
  const direct = new Map<string, GrpcTransport>();

  /** What does not fit a message of the bus goes straight to some process that offers the service. */
  function largeTransport(definition: Definition): Transport {
    return async (method, request, meta) => {
      const address = bus.grpcAddressOf(serviceName(definition));
      if (!address) throw fault('SERVICE_UNAVAILABLE');
      const key = `${address}/${definition.fullName}`;
      const caller =
        direct.get(key) ??
        createGrpcTransport(definition, {
          address,
          token: auth.grpcTokens[0]!,
          tls: clientTls,
          deadlineMs: runtime.busRequestTimeoutMs,
        });
      direct.set(key, caller);
      return caller.transport(method, request, meta);
    };
  }

  function client<D extends Definition, M extends MethodName<D>>(definition: D, ...methods: [M, ...M[]]): Pick<Client<D>, M> {
    needed.add(serviceName(definition));
    const remote = createBusTransport(bus, definition, largeTransport(definition));
    return createClient(definition, createNearestTransport(definition, local, remote), methods);
  }

  return {
    client,
    addLocal: (definition, perform) => void local.set(serviceName(definition), createLocalTransport(perform)),
    allOffered: () => [...needed].every((service) => local.has(service) || bus.offers(service)),
    close: () => direct.forEach((caller) => caller.close()),
  };
}
