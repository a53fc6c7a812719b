/** A secret is the servers' that every process connects to, or of single services, which name it: nobody else's process gets it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CONCERNS } from '#kit/config/config.ts';
import type { Concern } from '#kit/config/concern.ts';
import { OWN_SECRETS } from '#kit/config/concern.ts';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';

/** What every process connects with. */
const EVERYBODYS = ['GRPC_TOKEN', 'MONGODB_URI', 'NATS_PASSWORD', 'NATS_TOKEN', 'NATS_URL', 'REDIS_URL', 'TEMPORAL_API_KEY'];

const test = suite('secrets');
const secrets = Object.values(CONCERNS as unknown as Record<string, Concern>).flatMap(({ settings }) =>
  Object.entries(settings).flatMap(([name, { secret }]) => (secret ? [name] : [])),
);
const { services } = await anatomy();

test('each is everybody’s or in OWN_SECRETS', () => assert.equal(secrets.toSorted(), [...EVERYBODYS, ...OWN_SECRETS].toSorted()));

test('each of OWN_SECRETS is named by some service', () => {
  const held = new Set([...services.values()].flatMap((service) => service.secrets));
  assert.equal(
    OWN_SECRETS.filter((name) => !held.has(name)),
    [],
  );
});

test.run();
