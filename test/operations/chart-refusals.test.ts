/** What the charts refuse to render, and how Helm says why: better there than in a pod that does not start. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { render } from '#test/charts.ts';
import { config, egress, keda, production, secrets } from '#test/release-values.ts';

const test = suite('refusals of the charts');

const REFUSED: [why: string, values: object, said: RegExp][] = [
  ['an unknown value', { ...production, gateway: { replicas: 3 } }, /gateway[^]*additional properties 'replicas' not allowed/],
  [
    'an unknown setting',
    { global: { ...production.global, config: { ...config, MAIL_PROVIDR: 'smtp' } } },
    /additional properties 'MAIL_PROVIDR' not allowed/,
  ],
  [
    'a setting of the wrong kind',
    { global: { ...production.global, config: { ...config, LOG_LEVEL: 'loud' } } },
    /LOG_LEVEL[^]*one of 'debug', 'info', 'warn', 'error'/,
  ],
  [
    'a secret in plain sight',
    { global: { ...production.global, config: { ...config, JWT_SECRET: 'x'.repeat(40) } } },
    /additional properties 'JWT_SECRET' not allowed/,
  ],
  [
    'a secret without its key',
    { global: { ...production.global, secrets: { ...secrets, JWT_SECRET: { name: 'posthorn' } } } },
    /JWT_SECRET[^]*missing property 'key'/,
  ],
  [
    'no JWT_SECRET',
    { global: { ...production.global, secrets: { ...secrets, JWT_SECRET: undefined } } },
    /JWT_SECRET is missing: give global\.secrets\.JWT_SECRET the name and the key of a Secret/,
  ],
  ['users of NATS without passwords', { global: { ...production.global, natsUsers: { enabled: true } } }, /natsUsers\.secret is missing/],
  ['no Temporal', { global: { ...production.global, config: {} } }, /TEMPORAL_ADDRESS is missing/],
  [
    'capture in production',
    { global: { ...production.global, config: { ...config, MAIL_PROVIDER: 'capture' } } },
    /MAIL_PROVIDER=capture keeps all mail in the development inbox and is refused in production/,
  ],
  [
    'no provider in production',
    { global: { ...production.global, secrets: { ...secrets, SMTP_URL: undefined } } },
    /MAIL_PROVIDER=capture keeps all mail/,
  ],
  [
    'smtp without a server',
    { global: { ...production.global, config: { ...config, MAIL_PROVIDER: 'smtp' }, secrets: { ...secrets, SMTP_URL: undefined } } },
    /SMTP_URL is missing: MAIL_PROVIDER=smtp needs/,
  ],
  [
    'servers for trying out in production',
    { global: { ...production.global, trial: { nats: true } } },
    /Production needs servers of your own/,
  ],
  [
    'a server whose peers nobody named',
    { global: { ...production.global, networkPolicy: { egress: { ...egress, nats: {} } } } },
    /networkPolicy\.egress\.nats\.to is missing: name the peers/,
  ],
  [
    'a collector whose peers nobody named',
    { global: { ...production.global, config: { ...config, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' } } },
    /networkPolicy\.egress\.otlp\.to is missing/,
  ],
  [
    'a collector of traces alone whose peers nobody named',
    { global: { ...production.global, config: { ...config, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' } } },
    /networkPolicy\.egress\.otlp\.to is missing/,
  ],
  ['a digest that is none', { global: { ...production.global, image: { digest: 'latest' } } }, /image\/digest[^]*does not match pattern/],
  [
    'a setting among further variables',
    { ...production, contacts: { extraEnv: [{ name: 'MONGODB_URI', value: 'mongodb://elsewhere' }] } },
    /contacts[^]*extraEnv\/0\/name/,
  ],
  ['no account and no name of one', { ...production, events: { serviceAccount: { create: false } } }, /serviceAccount\.name is missing/],
  [
    'an authentication of a trigger that is not there',
    { ...production, contacts: { keda: { authenticationRef: { prometheus: { name: 'x' } } } } },
    /contacts[^]*additional properties 'prometheus' not allowed/,
  ],
  [
    'a budget that is none',
    { ...production, contacts: { podDisruptionBudget: { minAvailable: 'most' } } },
    /podDisruptionBudget\/minAvailable/,
  ],
  ['a scaler without its address', { ...production, delivery: { keda } }, /keda\.prometheusAddress is missing/],
];
for (const [why, values, said] of REFUSED) {
  test(`refused: ${why}`, async () => {
    const rendering = await render('platform', values);
    assert.not.ok(rendering.ok);
    assert.match(rendering.said, said);
  });
}

test('a relay without a certificate is refused in production', async () => {
  const { ok, said } = await render('relay', { global: { ...production.global, config: { ...config, SMTP_ENABLED: 'true' } } });
  assert.is(ok, false);
  assert.match(said, /smtp\.certificate\.secretName is missing/);
});

test.run();
