/** Wiring of what goes out: claimed rows are composed, handed to the provider and marked; what a dead process left is settled. */
import type { Config } from '#kit/config/config.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { Redis } from 'ioredis';
import type { Client } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { admission } from './admission.ts';
import type { Gate } from './admission.ts';
import { returnPaths } from './bounce-address.ts';
import type { BounceAddresses } from './bounce-address.ts';
import { sharedBucket } from './bucket.ts';
import { courier } from './courier.ts';
import type { CourierParts } from './courier.ts';
import { dispatcher } from './dispatcher.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Domains } from './domains.ts';
import type { Ledger } from './ledger.ts';
import { marks } from './marks.ts';
import type { DeliveryModels } from './model.ts';
import type { Moved } from './moves.ts';
import { changingBucket, rateOf, workersOf } from './rate.ts';
import { recovery } from './recovery.ts';
import { anyOf, unsubscribed } from './suppression.ts';
import type { Suppressions } from './suppression.ts';

export interface DeparturesParts extends Omit<CourierParts, 'signingKey' | 'returnPath'> {
  sending: Config['sending'];
  models: Pick<DeliveryModels, 'emails' | 'journal'>;
  ledger: Ledger;
  domains: Domains;
  contacts: Client<typeof ContactsServiceDefinition>;
  /** Beside those who unsubscribed. */
  suppressed: Suppressions;
  gate: Gate;
  /** A row was tried, or is somebody else's. */
  tried: (id: string) => void;
  bounces: BounceAddresses;
  /** Where bounces go when a sender domain has no MX of its own. */
  bounceDomain: string;
  redis: Redis;
  processId: string;
  id: () => string;
  moved: Moved;
  clock: () => Date;
  log: Log;
  metrics: Metrics;
}

export function departures({ sending, models, ledger, domains, contacts, suppressed, gate, tried, bounces, bounceDomain, redis, processId, id, moved, clock, log, metrics, ...carrying }: DeparturesParts): Dispatcher {
  const { provider } = carrying;
  const rate = () => rateOf(sending, provider.quota);
  const rules = { deadlineTransactional: sending.retryDeadlineTransactionalMs, deadlineBulk: sending.retryDeadlineBulkMs, unknownRetryAfter: sending.unknownRetryAfterMs };
  const written = marks({ ...models, rules, heldMs: sending.leaseMs / 3, processId, id, moved, clock });
  const carry = courier({ ...carrying, signingKey: domains.signingKey, returnPath: returnPaths(bounces, domains, bounceDomain) });
  const bucket = changingBucket(rate, (perSecond) => sharedBucket(redis, perSecond, () => clock().getTime()));
  const sender = dispatcher({
    ledger, marks: written, courier: carry, bucket, workers: workersOf(sending, rate()), admit: admission(anyOf(unsubscribed(contacts), suppressed), gate), tried, leaseMs: sending.leaseMs, clock, log, metrics,
  });
  const rescuer = recovery({ ledger, marks: written, provider, rules, clock, log });
  return {
    hint: (rows) => sender.hint(rows),
    hintHeld: (rows) => sender.hintHeld(rows),
    drop: (rows) => sender.drop(rows),
    start() {
      sender.start();
      rescuer.start();
    },
    async stop() {
      await Promise.all([sender.stop(), rescuer.stop()]);
      await provider.close();
    },
  };
}
