/** Every chart, rendered with several values, held against what Kubernetes takes and what the services need. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { STOP_WITHIN_MS } from '#services/host/host.ts';
import { run } from '#local/tool.ts';
import { pythonPackages } from '#local/tools.ts';
import { SERVICE_NAMES } from '#services/names.ts';
import { lint, render } from '#test/charts.ts';
import type { Rendered, Rendering } from '#test/charts.ts';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';

const test = suite('charts');
const KUBERNETES = '1.33';

const key = (name: string): object => ({ name: 'posthorn', key: name });
const secrets = {
  JWT_SECRET: key('jwt'),
  MONGODB_URI: key('mongodb'),
  NATS_URL: key('nats'),
  REDIS_URL: key('redis'),
  SMTP_URL: key('smtp'),
  ENCRYPTION_KEY: key('encryption'),
  TRACKING_SECRET: key('tracking'),
  GRPC_TOKEN: key('grpc'),
  DELIVERY_WEBHOOK_SECRET: key('webhook'),
  STRIPE_SK: key('stripe'),
  STRIPE_WEBHOOK_SECRET: key('stripe-webhook'),
  POSTHORN_API_KEY: key('platform'),
};
const SHARED = ['GRPC_TOKEN', 'MONGODB_URI', 'NATS_URL', 'REDIS_URL'];
/** What each service holds beside the access to its servers. */
const HELD: Record<string, string[]> = {
  accounts: ['JWT_SECRET', 'POSTHORN_API_KEY', 'STRIPE_SK', 'STRIPE_WEBHOOK_SECRET'],
  delivery: ['ENCRYPTION_KEY', 'SMTP_URL', 'TRACKING_SECRET'],
  gateway: ['DELIVERY_WEBHOOK_SECRET', 'TRACKING_SECRET'],
};
const config = { TEMPORAL_ADDRESS: 'temporal.example:7233', API_URI: 'https://api.example.com' };
const production = { global: { config, secrets } };
const keda = { enabled: true };
const kedaOf: Record<string, object> = {
  delivery: { ...keda, prometheusAddress: 'http://prometheus:9090', natsMonitoringEndpoint: 'nats:8222', backlogPerPod: 1_000_000 },
  events: { ...keda, natsMonitoringEndpoint: 'nats:8222' },
  contacts: { ...keda, natsMonitoringEndpoint: 'nats:8222' },
};
const VALUES: Record<string, object> = {
  production,
  'by queues': { ...production, ...Object.fromEntries(Object.entries(kedaOf).map(([name, value]) => [name, { keda: value }])) },
  'with an ingress and an operator': {
    global: {
      ...production.global,
      serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
      imagePullSecrets: [{ name: 'registry' }],
    },
    gateway: {
      ingress: {
        enabled: true,
        ingressClassName: 'nginx',
        hosts: ['api.example.com'],
        tls: [{ secretName: 'tls', hosts: ['api.example.com'] }],
      },
      config: { API_RATE_LIMIT_PER_MINUTE: 1_000_000 },
    },
    templating: { autoscaling: { enabled: false }, replicaCount: 3 },
  },
  'with SMTP': {
    global: { ...production.global, config: { ...config, SMTP_ENABLED: true, SMTP_DOMAIN: 'smtp.example.com' } },
    relay: {
      smtp: {
        annotations: { 'service.beta.kubernetes.io/aws-load-balancer-type': 'nlb' },
        sourceRanges: ['10.0.0.0/8'],
        certificate: { secretName: 'smtp-tls', issuer: { name: 'letsencrypt' }, dnsNames: ['smtp.example.com'] },
      },
      config: { SMTP_PROXY_PROTOCOL: '10.0.0.0/8' },
    },
  },
  'with files': { global: { ...production.global, files: { GRPC_CALLERS_FILE: key('callers.json'), NATS_TLS_CA: key('nats-ca') } } },
  trial: {
    global: {
      config: { NODE_ENV: 'development' },
      secrets: { JWT_SECRET: key('jwt') },
      trial: { mongodb: true, nats: true, valkey: true, temporal: true },
    },
  },
};

const built = await anatomy();
const renderings = new Map(
  await Promise.all(
    Object.entries(VALUES).map(async ([name, values]): Promise<[string, Rendering]> => [name, await render('platform', values)]),
  ),
);
const objects = (values: string, kind: string): Rendered[] => renderings.get(values)!.objects.filter((object) => object.kind === kind);
const of = (values: string, kind: string, service: string): Rendered =>
  objects(values, kind).find(({ metadata }) => metadata.name === `posthorn-${service}`)!;
const pod = (service: string, values = 'production'): any => of(values, 'Deployment', service).spec.template.spec;
const variables = (service: string, values = 'production'): Map<string, any> =>
  new Map(pod(service, values).containers[0].env.map((one: any) => [one.name, one.value ?? one.valueFrom]));

for (const [name, { ok, said }] of renderings) test(`the platform renders: ${name}`, () => assert.ok(ok, said));

test('what the page on charts tells people to install renders', async () => {
  const [, shown] = /```yaml\n([^]*?)```/.exec(readFileSync('charts/README.md', 'utf8')) ?? [];
  const { ok, said, objects: all } = await render('platform', parse(shown!) as object);
  assert.ok(ok, said);
  const images = all.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.spec.containers[0].image);
  assert.equal(
    images,
    SERVICE_NAMES.map(() => 'registry.example.com/posthorn:0.1.0'),
  );
});

test('helm lint is content with every chart', async () => {
  const said = await Promise.all([
    ...SERVICE_NAMES.map((name) => lint(name, production)),
    ...Object.values(VALUES).map((values) => lint('platform', values)),
  ]);
  assert.equal(said.filter(Boolean), []);
});

test(`Kubernetes ${KUBERNETES} takes every object, strictly`, async () => {
  const packages = await pythonPackages('kubernetes-validate');
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-charts-'));
  try {
    // Custom resources have no schema there; their own tests are below.
    const custom = /^(ServiceMonitor|ScaledObject|Certificate)$/;
    const files = [...renderings].map(([name, rendering], index) => {
      const file = join(dir, `${index}.yaml`);
      writeFileSync(
        file,
        rendering.objects
          .filter(({ kind }) => !custom.test(kind))
          .map((object) => JSON.stringify(object))
          .join('\n---\n'),
      );
      assert.ok(rendering.objects.length > 40, name);
      return file;
    });
    const { ok, output } = await run('python3', ['-m', 'kubernetes_validate', '-k', KUBERNETES, '--strict', ...files], {
      env: { ...process.env, PYTHONPATH: packages },
    });
    assert.ok(ok, output.slice(-3_000));
    writeFileSync(
      join(dir, 'wrong.yaml'),
      JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec: { prots: [] } }),
    );
    assert.not(
      (
        await run('python3', ['-m', 'kubernetes_validate', '-k', KUBERNETES, '--strict', join(dir, 'wrong.yaml')], {
          env: { ...process.env, PYTHONPATH: packages },
        })
      ).ok,
      'a wrong object is noticed',
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

for (const name of SERVICE_NAMES) {
  test(`${name} alone: renders, runs as nobody, stops in time, is probed and spread`, async () => {
    const { ok, said, objects: own } = await render(name, production);
    assert.ok(ok, said);
    const kinds = own.map(({ kind }) => kind);
    for (const kind of ['Deployment', 'Service', 'ServiceAccount', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'NetworkPolicy'])
      assert.is(kinds.filter((one) => one === kind).length, 1, kind);
    const deployment = own.find(({ kind }) => kind === 'Deployment')!;
    const { spec } = deployment.spec.template;
    const [container] = spec.containers;
    assert.is(deployment.spec.replicas, undefined, 'the autoscaler owns the number of pods');
    assert.equal(deployment.spec.strategy.rollingUpdate, { maxSurge: 1, maxUnavailable: 0 });
    assert.is(spec.terminationGracePeriodSeconds, STOP_WITHIN_MS / 1_000 + container.lifecycle.preStop.sleep.seconds);
    assert.equal([spec.securityContext.runAsNonRoot, spec.automountServiceAccountToken], [true, false]);
    assert.equal(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.equal([container.livenessProbe.httpGet.path, container.readinessProbe.httpGet.path], ['/livez', '/readyz']);
    assert.equal(
      spec.topologySpreadConstraints.map(({ topologyKey }: any) => topologyKey),
      ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'],
    );
    const selector = deployment.spec.selector.matchLabels;
    for (const [label, value] of Object.entries(selector)) assert.is(deployment.spec.template.metadata.labels[label], value);
    for (const kind of ['Service', 'PodDisruptionBudget'])
      assert.equal(
        own.find((one) => one.kind === kind)!.spec.selector.matchLabels ?? own.find((one) => one.kind === kind)!.spec.selector,
        selector,
        kind,
      );
  });

  test(`${name}'s policy opens what it needs and nothing else`, () => {
    const { spec } = of('production', 'NetworkPolicy', name);
    assert.equal(spec.policyTypes, ['Ingress', 'Egress']);
    const out = spec.egress.flatMap(({ ports }: any) => ports.map(({ port }: any) => port));
    assert.equal(
      [27017, 4222, 6379, 53].filter((port) => !out.includes(port)),
      [],
    );
    assert.is(out.includes(25), name === 'delivery', 'only delivery speaks SMTP');
    assert.is(
      spec.ingress.some(({ ports }: any) => ports[0].port === 'http'),
      name === 'gateway',
      'only the gateway is open to the world',
    );
    assert.ok(spec.ingress.filter(({ ports }: any) => ports[0].port !== 'http').every(({ from }: any) => from.length > 0));
  });

  test(`${name} reads its settings by name, its secrets by reference`, () => {
    const env = variables(name);
    assert.equal([env.get('SERVICES'), env.get('NODE_ENV'), env.get('ADMIN_HOST')], [name, 'production', '0.0.0.0']);
    const referred = [...env].filter(([, value]) => value?.secretKeyRef);
    assert.equal(referred.map(([setting]) => setting).toSorted(), [...SHARED, ...(HELD[name] ?? [])].toSorted());
    for (const [setting, value] of referred) assert.equal(value, { secretKeyRef: secrets[setting as keyof typeof secrets] });
    assert.is(env.get('MAIL_PROVIDER'), 'smtp', 'those without SMTP_URL know it, too');
    assert.is(env.get('BILLING_ENABLED'), 'true', 'those without STRIPE_SK know it, too');
    assert.is(env.get('TEMPORAL_ADDRESS'), config.TEMPORAL_ADDRESS);
  });
}

test('JWT_SECRET goes where something unset is derived from it, and what a service is given itself is kept', async () => {
  const { objects: all } = await render('platform', {
    global: { config, secrets: { ...secrets, TRACKING_SECRET: undefined } },
    contacts: { secrets: { JWT_SECRET: key('own') } },
  });
  const holds = (service: string): unknown =>
    all
      .find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === `posthorn-${service}`)!
      .spec.template.spec.containers[0].env.find((one: any) => one.name === 'JWT_SECRET')?.valueFrom.secretKeyRef.key;
  assert.equal(['accounts', 'delivery', 'gateway', 'contacts', 'templating'].map(holds), ['jwt', 'jwt', 'jwt', 'own', undefined]);
});

test('files that settings name are mounted from their Secrets wherever the settings are read, also where indexes are built', async () => {
  const { objects: all, said } = await render('platform', {
    global: {
      config: { ...config, MONGODB_TLS_CA: '/elsewhere/ca.pem' },
      secrets,
      files: { GRPC_CALLERS_FILE: { name: 'callers', key: 'callers.json' }, MONGODB_TLS_CA: { name: 'mongodb-tls', key: 'ca.crt' } },
    },
    events: { files: { GRPC_CALLERS_FILE: { name: 'callers-of-events', key: 'callers.json' } } },
  });
  const podOf = (kind: string, name: string): any => all.find((one) => one.kind === kind && one.metadata.name === name)!.spec.template.spec;
  assert.is(said, '');
  for (const [{ containers, volumes }, callers] of [
    [podOf('Deployment', 'posthorn-contacts'), 'callers'],
    [podOf('Job', 'posthorn-contacts-indexes'), 'callers'],
    [podOf('Deployment', 'posthorn-events'), 'callers-of-events'],
  ]) {
    const paths = containers[0].env.filter(({ name }: any) => ['GRPC_CALLERS_FILE', 'MONGODB_TLS_CA'].includes(name));
    assert.equal(paths, [
      { name: 'GRPC_CALLERS_FILE', value: '/etc/posthorn/GRPC_CALLERS_FILE' },
      { name: 'MONGODB_TLS_CA', value: '/etc/posthorn/MONGODB_TLS_CA' },
    ]);
    const mount = containers[0].volumeMounts.find(({ name }: any) => name === 'files');
    assert.equal(mount, { name: 'files', mountPath: '/etc/posthorn', readOnly: true });
    assert.equal(volumes.find(({ name }: any) => name === 'files').projected.sources, [
      { secret: { name: callers, items: [{ key: 'callers.json', path: 'GRPC_CALLERS_FILE' }] } },
      { secret: { name: 'mongodb-tls', items: [{ key: 'ca.crt', path: 'MONGODB_TLS_CA' }] } },
    ]);
  }
  assert.not(
    pod('contacts').volumes.some(({ name }: any) => name === 'files'),
    'none without files',
  );
});

test('users of NATS: each pod is its own, and the server’s list has the namespace', async () => {
  const { objects: all } = await render('platform', {
    global: { config: { ...config, MONGODB_PREFIX: 'mail_' }, secrets, natsUsers: { enabled: true, secret: 'nats-users' } },
  });
  const { containers } = all.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'posthorn-events')!.spec.template.spec;
  const env = new Map(containers[0].env.map((one: any) => [one.name, one.value ?? one.valueFrom]));
  assert.equal([env.get('NATS_USER'), env.get('NATS_PASSWORD')], ['events', { secretKeyRef: { name: 'nats-users', key: 'events' } }]);
  const { data } = all.find(({ kind }) => kind === 'ConfigMap') as unknown as { data: Record<string, string> };
  assert.match(data['users.conf']!, /"MOL-mail_\.REQ\.accounts\.\*\.accounts\.getProject"/);
  assert.not.match(data['users.conf']!, /namespace\./);
});

test('a number is handed over as it was written', () =>
  assert.is(variables('gateway', 'with an ingress and an operator').get('API_RATE_LIMIT_PER_MINUTE'), '1000000'));

test('everything of a release is denied before its own policies open it', () => {
  const deny = objects('production', 'NetworkPolicy').find(({ metadata }) => metadata.name === 'posthorn-default-deny')!;
  assert.equal([deny.spec.policyTypes, deny.spec.ingress, deny.spec.egress], [['Ingress', 'Egress'], undefined, undefined]);
  for (const { spec } of [...objects('production', 'Deployment'), ...objects('production', 'Job')]) {
    for (const [label, value] of Object.entries(deny.spec.podSelector.matchLabels)) assert.is(spec.template.metadata.labels[label], value);
  }
});

test('the relay is open to the world where it takes mail, with the addresses of clients and a certificate', () => {
  const { spec } = of('with SMTP', 'Service', 'relay-smtp');
  assert.equal(
    [spec.type, spec.externalTrafficPolicy, spec.ports.map(({ port }: any) => port), spec.loadBalancerSourceRanges],
    ['LoadBalancer', 'Local', [465, 587], ['10.0.0.0/8']],
  );
  const { containers, volumes, securityContext } = pod('relay', 'with SMTP');
  const names = containers[0].ports.map(({ name }: any) => name);
  assert.equal([spec.ports.every(({ targetPort }: any) => names.includes(targetPort)), containers[0].ports[0].containerPort], [true, 465]);
  assert.equal(securityContext.sysctls, [{ name: 'net.ipv4.ip_unprivileged_port_start', value: '0' }]);
  const { secret } = volumes.find(({ name }: any) => name === 'certificate');
  assert.equal([secret.secretName, secret.items.map(({ path }: any) => path)], ['smtp-tls', ['privkey.pem', 'fullchain.pem']]);
  const env = variables('relay', 'with SMTP');
  assert.equal([env.get('CERT_PATH'), env.get('SMTP_ENABLED'), env.get('SMTP_PROXY_PROTOCOL')], ['/certificate', 'true', '10.0.0.0/8']);
  const [certificate] = objects('with SMTP', 'Certificate');
  assert.equal([certificate!.spec.secretName, certificate!.spec.issuerRef.name], ['smtp-tls', 'letsencrypt']);
  const ingress = of('with SMTP', 'NetworkPolicy', 'relay').spec.ingress.find(({ from }: any) => from === undefined);
  assert.equal(
    ingress.ports.map(({ port }: any) => port),
    ['submissions', 'submission'],
  );
  assert.equal([objects('production', 'Service').some(({ metadata }) => metadata.name === 'posthorn-relay-smtp')], [false]);
});

test('a relay without a certificate is refused in production', async () => {
  const { ok, said } = await render('relay', { global: { ...production.global, config: { ...config, SMTP_ENABLED: 'true' } } });
  assert.is(ok, false);
  assert.match(said, /smtp\.certificate\.secretName is missing/);
});

test("indexes are built before the new version's pods, by services that have any", () => {
  const jobs = objects('production', 'Job');
  assert.equal(
    jobs.map(({ metadata }) => metadata.name).sort(),
    SERVICE_NAMES.filter((name) => (built.services.get(name)!.models ?? []).length > 0)
      .map((name) => `posthorn-${name}-indexes`)
      .sort(),
  );
  for (const { metadata, spec } of jobs) {
    assert.is(metadata.annotations!['helm.sh/hook'], 'pre-install,pre-upgrade');
    assert.equal(spec.template.spec.containers[0].args, ['services/indexes.ts']);
    assert.is(spec.template.metadata.labels['app.kubernetes.io/component'], 'job', 'no Service counts it among its pods');
  }
  assert.ok(existsSync('services/indexes.ts'));
  assert.is(
    objects('trial', 'Job')[0]!.metadata.annotations!['helm.sh/hook'],
    'post-install,post-upgrade',
    'nothing to connect to earlier',
  );
});

test('queues scale: delivery by its ledger, workers by their task queues, consumers by their lag', () => {
  const triggers = (name: string): any[] => of('by queues', 'ScaledObject', name).spec.triggers;
  const delivery = triggers('delivery');
  const typed = Map.groupBy(delivery, ({ type }) => type as string);
  assert.equal([...typed.keys()], ['cpu', 'prometheus', 'nats-jetstream', 'temporal']);
  assert.is(typed.get('prometheus')![0].metadata.threshold, '1000000');
  assert.ok(
    typed.get('nats-jetstream')!.some(({ metadata: { stream, consumer } }) => stream === 'FACTS' && consumer === 'delivery-bounces'),
  );
  const [
    {
      metadata: { taskQueue, endpoint },
    },
  ] = typed.get('temporal') as [any];
  assert.equal([taskQueue, endpoint], ['delivery', config.TEMPORAL_ADDRESS]);
  assert.ok(triggers('events').some(({ metadata }) => metadata.consumer === 'events-timeline'));
  assert.equal(
    objects('by queues', 'HorizontalPodAutoscaler')
      .map(({ metadata }) => metadata.name)
      .filter((name) => /delivery|events|contacts/.test(name)),
    [],
  );
  assert.is(of('with an ingress and an operator', 'Deployment', 'templating').spec.replicas, 3);
});

test('an operator finds the metrics, or the annotations do', () => {
  assert.is(objects('with an ingress and an operator', 'ServiceMonitor').length, SERVICE_NAMES.length);
  assert.is(of('production', 'Deployment', 'events').spec.template.metadata.annotations['prometheus.io/port'], '9090');
  assert.equal(of('with an ingress and an operator', 'Ingress', 'gateway').spec.rules[0].http.paths[0].backend.service, {
    name: 'posthorn-gateway',
    port: { name: 'http' },
  });
});

test('servers for trying out are reached by name and hold no secret', () => {
  assert.is(objects('trial', 'StatefulSet').length, 4);
  const env = variables('contacts', 'trial');
  assert.equal(
    [env.get('MONGODB_URI'), env.get('NATS_URL'), env.get('REDIS_URL'), env.get('TEMPORAL_ADDRESS')],
    [
      'mongodb://posthorn-mongodb:27017/?replicaSet=rs0',
      'nats://posthorn-nats:4222',
      'redis://posthorn-valkey:6379',
      'posthorn-temporal:7233',
    ],
  );
  for (const { objects: all } of renderings.values()) assert.not(all.some(({ kind }) => kind === 'Secret'));
});

const REFUSED: [why: string, values: object, said: RegExp][] = [
  ['an unknown value', { ...production, gateway: { replicas: 3 } }, /gateway[^]*additional properties 'replicas' not allowed/],
  [
    'an unknown setting',
    { global: { secrets, config: { ...config, MAIL_PROVIDR: 'smtp' } } },
    /additional properties 'MAIL_PROVIDR' not allowed/,
  ],
  [
    'a setting of the wrong kind',
    { global: { secrets, config: { ...config, LOG_LEVEL: 'loud' } } },
    /LOG_LEVEL[^]*one of 'debug', 'info', 'warn', 'error'/,
  ],
  [
    'a secret in plain sight',
    { global: { config: { ...config, JWT_SECRET: 'x'.repeat(40) }, secrets } },
    /additional properties 'JWT_SECRET' not allowed/,
  ],
  [
    'a secret without its key',
    { global: { config, secrets: { ...secrets, JWT_SECRET: { name: 'posthorn' } } } },
    /JWT_SECRET[^]*missing property 'key'/,
  ],
  [
    'no JWT_SECRET',
    { global: { config, secrets: { ...secrets, JWT_SECRET: undefined } } },
    /JWT_SECRET is missing: give global\.secrets\.JWT_SECRET the name and the key of a Secret/,
  ],
  ['users of NATS without passwords', { global: { ...production.global, natsUsers: { enabled: true } } }, /natsUsers\.secret is missing/],
  ['no Temporal', { global: { secrets, config: {} } }, /TEMPORAL_ADDRESS is missing/],
  [
    'capture in production',
    { global: { secrets, config: { ...config, MAIL_PROVIDER: 'capture' } } },
    /MAIL_PROVIDER=capture keeps all mail in the development inbox and is refused in production/,
  ],
  [
    'no provider in production',
    { global: { config, secrets: { ...secrets, SMTP_URL: undefined } } },
    /MAIL_PROVIDER=capture keeps all mail/,
  ],
  [
    'smtp without a server',
    { global: { config: { ...config, MAIL_PROVIDER: 'smtp' }, secrets: { ...secrets, SMTP_URL: undefined } } },
    /SMTP_URL is missing: MAIL_PROVIDER=smtp needs/,
  ],
  [
    'servers for trying out in production',
    { global: { ...production.global, trial: { nats: true } } },
    /Production needs servers of your own/,
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

test.run();
