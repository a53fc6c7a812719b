/** Settings: what is taken, what stops the boot and in which words, and which process reads which secret. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigError, readConfig } from '#kit/config/config.ts';
import { selfSigned } from '#local/certificate.ts';

const test = suite('configuration');
const JWT_SECRET = 'x'.repeat(40);
const faults = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map(({ name }) => name);
  }
};

test('defaults are enough beside JWT_SECRET, and the result is frozen', () => {
  const config = readConfig({ JWT_SECRET });
  assert.is(config.http.port, 8080);
  assert.throws(() => Object.assign(config.http, { port: 1 }));
});

test('an empty variable counts as unset', () => {
  assert.is(readConfig({ JWT_SECRET, PORT: '' }).http.port, 8080);
});

test('the dashboard is never the API itself: its pages would meet the one-click route', () => {
  const dashboard = (environment: Record<string, string>) =>
    readConfig({ JWT_SECRET, API_URI: 'https://api.test/', ...environment }).http.dashboardUri;
  assert.is(dashboard({}), 'https://api.test/app');
  assert.is(dashboard({ DASHBOARD_URI: 'https://api.test' }), 'https://api.test/app');
  assert.is(dashboard({ DASHBOARD_URI: 'https://app.test/' }), 'https://app.test');
});

test('MONGODB_URL and DATABASE_URL are other names of MONGODB_URI', () => {
  for (const name of ['MONGODB_URL', 'DATABASE_URL'])
    assert.is(readConfig({ JWT_SECRET, [name]: 'mongodb://db/' }).stores.mongo.uri, 'mongodb://db/');
});

test('a replica set is named by its members', () => {
  for (const uri of [
    'mongodb://a:27017,b:27017,c:27017/?replicaSet=rs0',
    'mongodb://user:p%40ss@a:27017,b:27018/db?replicaSet=rs0&w=majority',
    'mongodb+srv://user:pass@db.example.org/',
    'mongodb://127.0.0.1:27017',
  ])
    assert.is(readConfig({ JWT_SECRET, MONGODB_URI: uri }).stores.mongo.uri, uri);
  for (const uri of ['mongodb://', 'mongodb:///db', 'mongo://a', 'a:27017,b:27017', 'mongodb://a b'])
    assert.equal(faults({ MONGODB_URI: uri, JWT_SECRET }), ['MONGODB_URI']);
});

for (const [name, value] of Object.entries({
  PORT: '80a',
  MONGODB_URI: 'http://db',
  NATS_URL: 'localhost',
  REDIS_URL: 'x',
  TEMPORAL_ADDRESS: 'temporal',
  LOG_LEVEL: 'loud',
  MAIL_PROVIDER: 'pigeon',
  SEND_UNKNOWN_RETRY_AFTER: 'soon',
  DISABLE_SIGNUPS: 'maybe',
  JWT_SECRET: 'short',
})) {
  test(`${name}=${value} stops the boot, named in the table`, () => {
    assert.equal(faults({ JWT_SECRET, [name]: value }), [name]);
  });
}

test('the provider follows from what is set; ses needs its region, and both keys or none', () => {
  const provider = (environment: Record<string, string>) => readConfig({ JWT_SECRET, ...environment }).sending.provider;
  assert.is(provider({ AWS_SES_REGION: 'eu-west-1' }), 'ses');
  assert.is(provider({ AWS_SES_REGION: 'eu-west-1', SMTP_URL: 'smtp://mta', MAIL_PROVIDER: 'smtp' }), 'smtp');
  assert.equal(faults({ JWT_SECRET, MAIL_PROVIDER: 'ses' }), ['AWS_SES_REGION']);
  assert.equal(faults({ JWT_SECRET, AWS_SES_REGION: 'eu-west-1', AWS_SES_ACCESS_KEY_ID: 'k' }), ['AWS_SES_SECRET_ACCESS_KEY']);
});

test('reports: malformed topics and origins, short secrets; test origins and endpoints never in production', () => {
  for (const [name, value] of [
    ['SNS_TOPIC_ARNS', 'mail'],
    ['SNS_CERT_ORIGINS', 'ftp://x'],
    ['DELIVERY_WEBHOOK_SECRET', 'short'],
    ['INBOUND_SMTP_PORT', '0'],
  ] as const)
    assert.equal(faults({ JWT_SECRET, [name]: value }), [name]);
  const names = faults({
    NODE_ENV: 'production',
    JWT_SECRET,
    AWS_SES_REGION: 'eu-west-1',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    SNS_CERT_ORIGINS: 'http://127.0.0.1:1',
  });
  for (const name of ['AWS_ENDPOINT_URL', 'SNS_CERT_ORIGINS']) assert.ok(names.includes(name), name);
  assert.equal(readConfig({ JWT_SECRET, SNS_TOPIC_ARNS: ' arn:aws:sns:eu-west-1:1:a , arn:aws:sns:eu-west-1:1:b,' }).notices.snsTopics, [
    'arn:aws:sns:eu-west-1:1:a',
    'arn:aws:sns:eu-west-1:1:b',
  ]);
});

test('every fault is reported at once', () => {
  assert.equal(faults({ PORT: 'x', NATS_URL: 'y' }).sort(), ['JWT_SECRET', 'NATS_URL', 'PORT']);
});

test('a secret is never printed', () => {
  assert.throws(
    () => readConfig({ JWT_SECRET: 'hunter2' }),
    (error: Error) => !error.message.includes('hunter2'),
  );
});

test('production asks for its servers and refuses conveniences', () => {
  const names = faults({ NODE_ENV: 'production', JWT_SECRET, MAIL_PROVIDER: 'capture' });
  assert.ok(names.includes('MONGODB_URI'));
  assert.ok(names.includes('MAIL_PROVIDER'));
});

const dir = mkdtempSync(join(tmpdir(), 'posthorn-config-'));
test.after(() => rmSync(dir, { recursive: true, force: true }));
const fileOf = (name: string, text: string): string => {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
};
const [own, other] = [selfSigned('posthorn'), selfSigned('elsewhere')];
const [certificate, key, otherKey] = [fileOf('cert.pem', own.cert), fileOf('key.pem', own.key), fileOf('other.key', other.key)];
const [text, missing] = [fileOf('text.pem', 'no certificate'), join(dir, 'missing.pem')];
const callers = (value: unknown): string =>
  fileOf(`callers-${Math.random()}.json`, typeof value === 'string' ? value : JSON.stringify(value));
const hash = createHash('sha256').update('token').digest('hex');

/** What stands in the table of a boot that was stopped. */
function refusals(environment: Record<string, string>): [name: string, expected: string][] {
  try {
    readConfig({ JWT_SECRET, ...environment });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map(({ name, expected }) => [name, expected]);
  }
}

for (const prefix of ['NATS_TLS', 'MONGODB_TLS', 'REDIS_TLS', 'TEMPORAL_TLS', 'GRPC_TLS']) {
  const at = { REDIS_URL: 'rediss://redis:6379' };
  const [ca, cert, ownKey] = [`${prefix}_CA`, `${prefix}_CERT`, `${prefix}_KEY`];

  test(`${prefix}_*: files that are there, certificates and keys in them, keys of the certificates beside them`, () => {
    const pair = { ...at, [cert]: certificate, [ownKey]: key };
    assert.equal(refusals({ ...pair, [ca]: certificate }), []);
    assert.equal(refusals({ ...pair, [ca]: missing }), [[ca, 'a file that can be read']]);
    assert.equal(refusals({ ...pair, [ca]: text }), [[ca, 'a PEM file of a certificate']]);
    assert.equal(refusals({ ...pair, [cert]: key }), [[cert, 'a PEM file of a certificate']]);
    assert.equal(refusals({ ...pair, [ownKey]: certificate }), [[ownKey, 'a PEM file of a private key, without a password']]);
    assert.equal(refusals({ ...pair, [ownKey]: otherKey }), [[ownKey, `the key of the certificate in ${cert}`]]);
    assert.equal(refusals({ ...at, [cert]: certificate }), [[ownKey, `set together with ${cert}`]]);
    assert.equal(refusals({ ...at, [ownKey]: key }), [[cert, `set together with ${ownKey}`]]);
  });
}

test('what asks for TLS is refused where there is none', () => {
  assert.equal(refusals({ REDIS_URL: 'redis://redis:6379', REDIS_TLS_CA: certificate }), [
    ['REDIS_URL', 'a rediss:// address when REDIS_TLS_CA or REDIS_TLS_CERT is set'],
  ]);
  for (const name of ['GRPC_TLS_CA', 'GRPC_TLS_CLIENT_CA'])
    assert.equal(refusals({ [name]: certificate }), [[name, 'set together with GRPC_TLS_CERT']]);
  assert.equal(refusals({ GRPC_TLS_NAME: 'posthorn' }), [['GRPC_TLS_NAME', 'set together with GRPC_TLS_CERT']]);
});

test('streams of facts have three replicas in production, unless fewer are allowed in so many words', () => {
  const servers = { MONGODB_URI: 'mongodb://db/', NATS_URL: 'nats://nats', REDIS_URL: 'redis://redis', TEMPORAL_ADDRESS: 'temporal:7233' };
  const production = { ...servers, NODE_ENV: 'production', MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://mta' };
  const replicas = (environment: Record<string, string>) => readConfig({ JWT_SECRET, ...environment }).stores.streams.replicas;
  assert.equal([replicas({}), replicas({ NATS_REPLICAS: '2' }), replicas(production)], [1, 2, 3]);
  assert.equal(refusals({ ...production, NATS_REPLICAS: '1' }), [
    ['NATS_REPLICAS', 'at least 3 in production, unless NATS_FEWER_REPLICAS=true'],
  ]);
  assert.is(replicas({ ...production, NATS_REPLICAS: '1', NATS_FEWER_REPLICAS: 'true' }), 1);
});

test('GRPC_CALLERS_FILE: names, hashes and methods, and where it is wrong', () => {
  const methods = ['contacts.get', 'events.*', 'reflection.info'];
  const given = readConfig({ JWT_SECRET, GRPC_CALLERS_FILE: callers({ billing: { tokens: [hash], methods } }) }).grpc.callers;
  assert.equal(given, [{ name: 'billing', tokens: [hash], methods }]);
  for (const [value, said] of [
    ['{', /^JSON of \{"<caller>"/],
    ['[]', /expected record/],
    [{ 'my billing': { tokens: [hash], methods } }, /\(my billing: .*\)/],
    [{ billing: { tokens: ['token'], methods } }, /\(billing\.tokens\.0: the SHA-256 of a token in hex\)/],
    [{ billing: { tokens: [], methods } }, /\(billing\.tokens: /],
    [{ billing: { tokens: [hash], methods: ['contacts'] } }, /\(billing\.methods\.0: <service>\.<method>, <service>\.\* or \*\)/],
    [{ billing: { tokens: [hash], methods, token: 'x' } }, /\(billing: Unrecognized key: "token"\)/],
  ] as const) {
    const [[name, expected] = ['', '']] = refusals({ GRPC_CALLERS_FILE: callers(value) });
    assert.is(name, 'GRPC_CALLERS_FILE');
    assert.match(expected, said);
  }
  assert.equal(refusals({ GRPC_CALLERS_FILE: missing }), [['GRPC_CALLERS_FILE', 'a file that can be read']]);
});

test('GRPC_TOKEN: long enough, of characters that a header takes, no value twice', () => {
  assert.equal(refusals({ GRPC_TOKEN: 'short' }), [['GRPC_TOKEN', 'at least 16 characters, each where several are parted by commas']]);
  assert.equal(refusals({ GRPC_TOKEN: 'with a blank in its middle' }), [['GRPC_TOKEN', 'printable ASCII without blanks']]);
  const token = 'x'.repeat(16);
  assert.equal(refusals({ GRPC_TOKEN: `${token},${token}` }), [['GRPC_TOKEN', 'no value twice']]);
});

test('a process whose services do not hold them reads neither Stripe’s keys nor the platform’s, and knows whether billing is on', () => {
  const environment = {
    JWT_SECRET,
    STRIPE_SK: 'sk',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    POSTHORN_API_KEY: `sk_${'0'.repeat(64)}`,
    POSTHORN_FROM_ADDRESS: 'hello@example.com',
  };
  const [holding, others] = [readConfig(environment), readConfig(environment, [])];
  assert.equal([holding.billing.isOn, holding.billing.stripe?.secretKey, holding.platform.mail?.from], [true, 'sk', 'hello@example.com']);
  assert.equal([others.billing, others.platform.mail], [{ isOn: true, stripe: null }, null]);
  const pod = { POSTHORN_FROM_ADDRESS: 'hello@example.com', BILLING_ENABLED: 'true' };
  assert.equal(readConfig(pod, []).billing, { isOn: true, stripe: null });
  assert.equal(refusals({ BILLING_ENABLED: 'true' }), [['STRIPE_SK', 'required with BILLING_ENABLED=true']]);
  assert.equal(readConfig({ ...environment, BILLING_ENABLED: 'false' }).billing, { isOn: false, stripe: null });
});

test.run();
