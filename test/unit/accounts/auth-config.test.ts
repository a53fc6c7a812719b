/** The auth section of the configuration (decisions "Environment variables", "Security"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { auth } from '#kit/config/auth.ts';

const test = suite('config: auth');

type Name = keyof typeof auth.settings;
const JWT_SECRET = 'j'.repeat(32);

function read(environment: Partial<Record<Name, string>>) {
  const values = Object.fromEntries(Object.entries(auth.settings).map(([name, { schema }]) => [name, schema.parse(environment[name as Name])]));
  return auth.section(values as never, { production: false });
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
  assert.is(Buffer.from(section.encryptionKey, 'base64').length, 32);
  assert.is(new Set([section.jwtSecret, section.encryptionKey, section.trackingSecret]).size, 3);
  assert.is.not(section.trackingSecret, read({ JWT_SECRET: 'k'.repeat(32) }).trackingSecret);
});

test('keys that are given are used', () => {
  const section = read({ JWT_SECRET, TRACKING_SECRET: 't'.repeat(32), ENCRYPTION_KEY: 'e'.repeat(40) });
  assert.is(section.trackingSecret, 't'.repeat(32));
  assert.is(Buffer.from(section.encryptionKey, 'base64').length, 32);
  assert.is.not(section.encryptionKey, read({ JWT_SECRET }).encryptionKey);
});

const refused: [Name, string | undefined][] = [
  ['JWT_SECRET', undefined],
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

test('the encryption key is not the signing key', () => {
  assert.throws(() => read({ JWT_SECRET, ENCRYPTION_KEY: JWT_SECRET }), /another value/);
});

test.run();
