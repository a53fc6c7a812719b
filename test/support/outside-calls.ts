/** Calls of a service from another process: over the bus and over gRPC. */
import type { Services } from '#local/services.ts';
import { createBus } from '#kit/bus.ts';
import { createBusTransport } from '#kit/contract/client.ts';
import type { Transport } from '#kit/contract/client.ts';
import type { Definition } from '#kit/contract/definition.ts';
import { createGrpcTransport } from '#kit/contract/grpc-client.ts';
import { nodeIdOf } from '#kit/named-requests.ts';
import { createLog } from '#kit/telemetry/log.ts';
import type { OwnStack } from './stack.ts';
import { until } from './until.ts';

export interface OutsideCallsParts {
  own: OwnStack;
  services: Services;
  service: string;
  definition: Definition;
  token: string;
}

export interface OutsideCalls {
  bus: Transport;
  grpc: Transport;
  stop(): Promise<void>;
}

/** Resolves when the bus knows who offers the service. */
export async function startOutsideCalls({ own, services, service, definition, token }: OutsideCallsParts): Promise<OutsideCalls> {
  const bus = createBus({
    url: own.stack.urls['NATS_URL']!,
    namespace: own.env['MONGODB_PREFIX']!,
    // NATS lets those nodes be answered that are named after a service.
    nodeId: nodeIdOf('gateway', `bench-${process.pid}`),
    requestTimeoutMs: 15_000,
    log: createLog('error'),
  });
  await bus.start();
  await until(() => bus.offers(service), { what: `${service} on the bus` });
  const { grpcAddress } = (services.processes[service] ?? services.processes['posthorn'])!;
  const grpc = createGrpcTransport(definition, { address: grpcAddress, token });
  return {
    bus: createBusTransport(bus, definition, grpc.transport),
    grpc: grpc.transport,
    async stop() {
      grpc.close();
      await bus.stop(async () => undefined);
    },
  };
}
