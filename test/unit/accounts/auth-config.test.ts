/** The auth section of the configuration (contract "Environment variables", "Security and suspension"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { auth } from '#kit/config/auth.ts';

const test = suite('config: auth');

type Name = keyof typeof auth.settings;
const JWT_SECRET = 'j'.repeat(32);

function read(environment: Partial<Record<Name, string>>) {
  const values = Object.fromEntries(
    Object.entries(auth.settings).map(([name, { schema }]) => [name, schema.parse(environment[name as Name])]),
  );
  return auth.section(values as never, { production: false, holds: () => true });
}

test('defaults', () => {
  const section = read({ JWT_SECRET });
  assert.is(section.signupsDisabled, false);
  assert.equal(section.loginLimit, { perEmail: 5, perIp: null, windowSeconds: 900 });
  assert.is(section.idempotencyTtlMs, 86_400_000);
});

test('keys are derived from JWT_SECRET, each its own, the same at every start', () => {
  const section = read({ JWT_SECRET });
  assert.equal(section, read({ JWT_SECRET }));
  assert.is(Buffer.from(section.encryptionKeys[0]!.secret, 'base64').length, 32);
  assert.is(new Set([section.sessionKeys, section.encryptionKeys, section.trackingKeys].map(([key]) => key!.secret)).size, 3);
  assert.not.equal(section.trackingKeys, read({ JWT_SECRET: 'k'.repeat(32) }).trackingKeys);
});

test('keys that are given write; what was derived before stays readable', () => {
  const section = read({ JWT_SECRET, TRACKING_SECRET: 't'.repeat(32), ENCRYPTION_KEY: 'e'.repeat(40) });
  assert.is(section.trackingKeys[0]!.secret, 't'.repeat(32));
  assert.is(Buffer.from(section.encryptionKeys[0]!.secret, 'base64').length, 32);
  const derived = read({ JWT_SECRET });
  assert.equal([section.trackingKeys[1], section.encryptionKeys[1]], [derived.trackingKeys[0], derived.encryptionKeys[0]]);
});

test('several values are keys in their order, and so are those derived from them', () => {
  const [old, fresh] = ['o'.repeat(32), 'f'.repeat(32)];
  const section = read({ JWT_SECRET: `${fresh}, ${old}` });
  assert.equal(
    section.sessionKeys.map(({ secret }) => secret),
    [fresh, old],
  );
  assert.equal(section.trackingKeys, [read({ JWT_SECRET: fresh }).trackingKeys[0]!, read({ JWT_SECRET: old }).trackingKeys[0]!]);
  assert.equal(
    section.grpcTokens,
    [fresh, old].flatMap((root) => read({ JWT_SECRET: root }).grpcTokens),
  );
});

const refused: [Name, string | undefined][] = [
  ['JWT_SECRET', `${'a'.repeat(32)},short`],
  ['JWT_SECRET', `${'a'.repeat(32)},${'a'.repeat(32)}`],
  ['TRACKING_SECRET', `${'a'.repeat(32)},`],
  ['JWT_SECRET', 'short'],
  ['ENCRYPTION_KEY', 'short'],
  ['TRACKING_SECRET', 'short'],
  ['DISABLE_SIGNUPS', 'yes'],
  ['LOGIN_RATE_LIMIT_PER_EMAIL', '0'],
  ['LOGIN_RATE_LIMIT_PER_IP', 'none'],
  ['LOGIN_RATE_LIMIT_WINDOW', '-1'],
  ['IDEMPOTENCY_KEY_TTL_HOURS', '1.5'],
];
for (const [name, value] of refused) {
  test(`${name}=${value ?? '(unset)'} stops the boot`, () => assert.is(auth.settings[name].schema.safeParse(value).success, false));
}

test('without JWT_SECRET nothing boots that needs it', () => assert.throws(() => read({}), /JWT_SECRET: required/));

test('the encryption key is not the signing key', () => {
  assert.throws(() => read({ JWT_SECRET, ENCRYPTION_KEY: JWT_SECRET }), /another value/);
});

test.run();
