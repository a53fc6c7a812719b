/** Calls from outside a process: over the bus and over gRPC, beside the driver's read that they end in. */
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { createClient } from '#kit/contract/client.ts';
import type { Definition } from '#kit/contract/definition.ts';
import type { Services } from '#local/services.ts';
import type { Findings } from '#test/findings.ts';
import { startOutsideCalls } from '#test/outside-calls.ts';
import { comparedInTurn, rateOf } from '#test/rate.ts';
import type { OwnStack } from '#test/stack.ts';

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
  const calls = await startOutsideCalls({
    own,
    services,
    service: 'contacts',
    definition: ContactsServiceDefinition as Definition,
    token,
  });
  const ways = {
    'bus call (contacts.get over NATS)': calls.bus,
    'gRPC call (contacts.get)': calls.grpc,
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
  await calls.stop();
}
