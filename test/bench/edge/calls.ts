/** Calls from outside a process: over the bus and over gRPC, beside the driver's read that they end in. */
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { createBus } from '#kit/bus.ts';
import { createBusTransport, createClient } from '#kit/contract/client.ts';
import type { Definition } from '#kit/contract/definition.ts';
import { createGrpcTransport } from '#kit/contract/grpc-client.ts';
import { nodeIdOf } from '#kit/named-requests.ts';
import { createLog } from '#kit/telemetry/log.ts';
import type { Services } from '#local/services.ts';
import type { Findings } from '#test/findings.ts';
import { comparedInTurn, rateOf } from '#test/rate.ts';
import type { OwnStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

export interface CallsParts {
  own: OwnStack;
  services: Services;
  projectId: string;
  token: string;
  ids: readonly string[];
  /** The bare read. */
  bare: (n: number) => Promise<unknown>;
  rounds: number;
}

const IN_FLIGHT = 32;

export async function measureCalls(findings: Findings, { own, services, projectId, token, ids, bare, rounds }: CallsParts): Promise<void> {
  const meta = { projectId, requestId: 'bench', actor: { kind: 'service', id: 'bench' } } as const;
  const bus = createBus({
    url: own.stack.urls['NATS_URL']!,
    namespace: own.env['MONGODB_PREFIX']!,
    nodeId: nodeIdOf('gateway', `bench-${process.pid}`),
    requestTimeoutMs: 5_000,
    log: createLog('error'),
  });
  await bus.start();
  await until(() => bus.offers('contacts'), { what: 'contacts on the bus' });
  const grpc = createGrpcTransport(ContactsServiceDefinition as Definition, {
    address: services.processes['posthorn']!.grpcAddress,
    token,
  });
  const ways = {
    'bus call (contacts.get over NATS)': createBusTransport(bus, ContactsServiceDefinition as Definition, grpc.transport),
    'gRPC call (contacts.get)': grpc.transport,
  };
  for (const [what, transport] of Object.entries(ways)) {
    const contacts = createClient(ContactsServiceDefinition, transport);
    const compared = await comparedInTurn(
      () => rateOf(IN_FLIGHT, (n) => contacts.get({ id: ids[(n * 7_919) % ids.length]! }, meta)),
      [{ beside: 'driver findOne', rate: () => rateOf(IN_FLIGHT, bare) }],
      rounds,
    );
    findings.compare('Calls from another process: contacts in no order, reads that arrive together are joined', {
      what,
      inFlight: IN_FLIGHT,
      ...compared,
    });
  }
  grpc.close();
  await bus.stop(async () => undefined);
}
