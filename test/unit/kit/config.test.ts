import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigError, readConfig } from '#kit/config/config.ts';

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

test.run();
