/** Every chart, rendered with several values, held against what Kubernetes takes and what the services need. */
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { addressOf, ASKED } from '../../cli/operator/services.ts';
import { STOP_WITHIN_MS } from '#services/host/host.ts';
import { run } from '#local/tool.ts';
import { pythonPackages } from '#local/tools.ts';
import { SERVICE_NAMES } from '#services/names.ts';
import { helmSays, lint, render, startCluster } from '#test/charts.ts';
import type { Rendered, Rendering } from '#test/charts.ts';
import { config, keda, key, production, secrets } from '#test/release-values.ts';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';
import { TRIAL } from '../../deploy/kubernetes/trial.ts';
import { BOARDS } from '../../deploy/grafana/boards.ts';
import { ALERTS } from '../../deploy/prometheus/alerts.ts';

const test = suite('charts');
const KUBERNETES = '1.33';

const SHARED = ['GRPC_TOKEN', 'MONGODB_URI', 'NATS_URL', 'REDIS_URL'];
/** What each service holds beside the access to its servers. */
const HELD: Record<string, string[]> = {
  accounts: ['JWT_SECRET', 'POSTHORN_API_KEY', 'STRIPE_SK', 'STRIPE_WEBHOOK_SECRET'],
  delivery: ['ENCRYPTION_KEY', 'SMTP_URL', 'TRACKING_SECRET'],
  gateway: ['DELIVERY_WEBHOOK_SECRET', 'TRACKING_SECRET'],
};
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
      prometheusRule: { enabled: true, labels: { release: 'prometheus' }, runbookUrl: 'https://git.example.com/posthorn/deploy/runbooks/' },
      dashboards: { enabled: true },
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
    global: {
      ...production.global,
      config: { ...config, SMTP_ENABLED: true, SMTP_DOMAIN: 'smtp.example.com', INBOUND_SMTP_PORT: 2525 },
    },
    delivery: { smtp: { type: 'NodePort' } },
    relay: {
      smtp: {
        annotations: { 'service.beta.kubernetes.io/aws-load-balancer-type': 'nlb' },
        sourceRanges: ['10.0.0.0/8'],
        certificate: { secretName: 'smtp-tls', issuer: { name: 'letsencrypt' }, dnsNames: ['smtp.example.com'] },
      },
      config: { SMTP_PROXY_PROTOCOL: '10.0.0.0/8' },
    },
  },
  'changed throughout': {
    global: {
      ...production.global,
      image: { repository: 'registry.example.com/posthorn', digest: `sha256:${'a'.repeat(64)}` },
      extraEnv: [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }],
      privateCA: { configMap: 'company-ca', key: 'root.pem' },
    },
    events: {
      nameOverride: 'timeline',
      extraEnv: [{ name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
      extraVolumes: [{ name: 'scratch', emptyDir: {} }],
      extraVolumeMounts: [{ name: 'scratch', mountPath: '/scratch' }],
      podDisruptionBudget: { minAvailable: '50%' },
      serviceAccount: { create: false, name: 'there-already' },
    },
    contacts: { fullnameOverride: 'people' },
    gateway: { serviceAccount: { name: 'edge', annotations: { 'iam.example.com/role': 'edge' } } },
    delivery: {
      keda: {
        ...kedaOf['delivery'],
        authenticationRef: {
          prometheus: { name: 'prometheus-login', kind: 'ClusterTriggerAuthentication' },
          temporal: { name: 'temporal-key' },
        },
      },
    },
    relay: { keda },
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
    const custom = /^(ServiceMonitor|PrometheusRule|ScaledObject|Certificate)$/;
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
    assert.ok(
      spec.egress.every((rule: any) => rule.to.length > 0),
      'it reaches what is named and nothing else',
    );
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
    global: { ...production.global, secrets: { ...secrets, TRACKING_SECRET: undefined } },
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
      ...production.global,
      config: { ...config, MONGODB_TLS_CA: '/elsewhere/ca.pem' },
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
    global: { ...production.global, config: { ...config, MONGODB_PREFIX: 'mail_' }, natsUsers: { enabled: true, secret: 'nats-users' } },
  });
  const { containers } = all.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'posthorn-events')!.spec.template.spec;
  const env = new Map(containers[0].env.map((one: any) => [one.name, one.value ?? one.valueFrom]));
  assert.equal([env.get('NATS_USER'), env.get('NATS_PASSWORD')], ['events', { secretKeyRef: { name: 'nats-users', key: 'events' } }]);
  const { data } = all.find(({ kind }) => kind === 'ConfigMap') as unknown as { data: Record<string, string> };
  assert.match(data['users.conf']!, /"MOL-mail_\.REQ\.accounts\.\*\.accounts\.getProject"/);
  assert.not.match(data['users.conf']!, /namespace\./);
});

test('the command finds every service it asks: by the names of their Services, cut ones too, or as extraEnv says', async () => {
  const long = 'p'.repeat(45);
  const found = async (values: object, release = 'posthorn'): Promise<void> => {
    const { objects: all, said } = await render('platform', values, { release });
    assert.is(said, '');
    const there = all
      .filter(({ kind }) => kind === 'Service')
      .map(({ metadata, spec }) => `${metadata.name}:${spec.ports.find(({ name }: any) => name === 'grpc')?.port}`);
    for (const { metadata, spec } of all.filter(({ kind }) => kind === 'Deployment')) {
      const given = spec.template.spec.containers[0].env.filter(({ name }: any) => name === 'POSTHORN_GRPC');
      assert.is(given.length, 1, metadata.name);
      for (const service of ASKED) assert.ok(there.includes(addressOf(given[0].value, service)), `${metadata.name}: ${service}`);
    }
  };
  await found(production);
  await found(production, long);
  const named = ASKED.map((service) => `${service}=${service === 'contacts' ? 'people' : `posthorn-${service}`}:50051`).join();
  await found({
    global: { ...production.global, extraEnv: [{ name: 'POSTHORN_GRPC', value: named }] },
    contacts: { fullnameOverride: 'people' },
  });
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
  const ingress = of('with SMTP', 'NetworkPolicy', 'relay').spec.ingress.find(({ ports }: any) => ports[0].port === 'submissions');
  assert.equal(
    ingress.ports.map(({ port }: any) => port),
    ['submissions', 'submission'],
  );
  assert.equal(ingress.from, [{ ipBlock: { cidr: '10.0.0.0/8' } }]);
  assert.not(objects('production', 'Service').some(({ metadata }) => metadata.name.endsWith('-smtp')));
});

test('delivery takes bounces on port 25 where its receiver is on, without a certificate', () => {
  const { spec } = of('with SMTP', 'Service', 'delivery-smtp');
  assert.equal(
    [spec.type, spec.externalTrafficPolicy, spec.ports],
    ['NodePort', 'Local', [{ name: 'smtp', port: 25, targetPort: 'smtp' }]],
  );
  const { containers, volumes, securityContext } = pod('delivery', 'with SMTP');
  assert.equal(containers[0].ports[0], { name: 'smtp', containerPort: 25 });
  assert.is(securityContext.sysctls[0].name, 'net.ipv4.ip_unprivileged_port_start');
  assert.not(volumes.some(({ name }: any) => name === 'certificate'));
  const env = variables('delivery', 'with SMTP');
  assert.equal([env.get('INBOUND_SMTP_PORT'), env.get('INBOUND_SMTP_HOST')], ['25', '0.0.0.0'], 'where the Service leads');
  const open = of('with SMTP', 'NetworkPolicy', 'delivery').spec.ingress.find(({ ports }: any) => ports[0].port === 'smtp');
  assert.equal([open.ports.length, open.from], [1, undefined]);
});

test("indexes are built before the new version's pods, by services that have any", () => {
  const jobs = objects('production', 'Job').filter(({ metadata }) => metadata.name.endsWith('-indexes'));
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

test('stored data is migrated after the indexes and before the pods, by services that have migrations', () => {
  const jobs = objects('production', 'Job').filter(({ metadata }) => metadata.name.endsWith('-migrations'));
  assert.equal(
    jobs.map(({ metadata }) => metadata.name).sort(),
    SERVICE_NAMES.filter((name) => (built.services.get(name)!.migrations ?? []).length > 0)
      .map((name) => `posthorn-${name}-migrations`)
      .sort(),
  );
  assert.ok(jobs.length > 0);
  for (const { metadata, spec } of jobs) {
    assert.is(metadata.annotations!['helm.sh/hook'], 'pre-install,pre-upgrade');
    const ofIndexes = of('production', 'Job', metadata.name.replace('posthorn-', '').replace('-migrations', '-indexes'));
    const weight = ({ annotations }: Rendered['metadata']): number => Number(annotations!['helm.sh/hook-weight']);
    assert.ok(weight(metadata) > weight(ofIndexes.metadata), 'the indexes are there');
    assert.equal(spec.template.spec.containers[0].args, ['services/migrations.ts']);
  }
  assert.ok(existsSync('services/migrations.ts'));
});

test('queues scale: delivery by its ledger, workers by their task queues, consumers by their lag', () => {
  const triggers = (name: string): any[] => of('by queues', 'ScaledObject', name).spec.triggers;
  const delivery = triggers('delivery');
  const typed = Map.groupBy(delivery, ({ type }) => type as string);
  assert.equal([...typed.keys()], ['cpu', 'prometheus', 'nats-jetstream', 'temporal']);
  assert.is(typed.get('prometheus')![0].metadata.threshold, '1000000');
  assert.match(typed.get('prometheus')![0].metadata.query, /namespace="mail",release="posthorn"/);
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

test('what is changed by values is changed: image, variables, authority, account, budget', () => {
  const values = 'changed throughout';
  const named = (kind: string, name: string): Rendered => objects(values, kind).find(({ metadata }) => metadata.name === name)!;
  const deployment = named('Deployment', 'posthorn-timeline');
  const { containers, volumes, serviceAccountName } = deployment.spec.template.spec;
  assert.is(containers[0].image, `registry.example.com/posthorn@sha256:${'a'.repeat(64)}`);
  const job = named('Job', 'posthorn-timeline-indexes').spec.template.spec;
  for (const { env, volumeMounts } of [containers[0], job.containers[0]]) {
    const given = new Map(env.map((one: any) => [one.name, one.value ?? one.valueFrom]));
    assert.equal(
      [given.get('HTTPS_PROXY'), given.get('NODE'), given.get('NODE_EXTRA_CA_CERTS')],
      ['http://proxy:3128', { fieldRef: { fieldPath: 'spec.nodeName' } }, '/etc/posthorn-ca/ca.crt'],
    );
    assert.equal(
      ['private-ca', 'scratch'].map((name) => volumeMounts.find((one: any) => one.name === name)?.mountPath),
      ['/etc/posthorn-ca', '/scratch'],
    );
  }
  for (const { volumes: mounted } of [{ volumes }, job])
    assert.equal(mounted.find(({ name }: any) => name === 'private-ca').configMap, {
      name: 'company-ca',
      items: [{ key: 'root.pem', path: 'ca.crt' }],
    });
  assert.is(containers[0].env.find(({ name }: any) => name === 'SERVICES').value, 'events', 'another name, the same service');
  assert.equal([serviceAccountName, named('ServiceAccount', 'posthorn-timeline')], ['there-already', undefined]);
  assert.equal(named('PodDisruptionBudget', 'posthorn-timeline').spec.minAvailable, '50%');
  assert.is('maxUnavailable' in named('PodDisruptionBudget', 'posthorn-timeline').spec, false);
  assert.is(named('Service', 'people').spec.selector['app.kubernetes.io/name'], 'contacts');
  assert.is(named('ServiceAccount', 'edge').metadata.annotations!['iam.example.com/role'], 'edge');
  assert.is(named('Deployment', 'posthorn-gateway').spec.template.spec.serviceAccountName, 'edge');
});

test('KEDA: sources that ask who is there are told, and one that is silent takes no pods away', () => {
  const { triggers, fallback } = of('changed throughout', 'ScaledObject', 'delivery').spec;
  const said = new Map(triggers.map(({ type, authenticationRef }: any) => [type, authenticationRef]));
  assert.equal(
    [said.get('prometheus'), said.get('temporal'), said.get('nats-jetstream'), said.get('cpu')],
    [{ name: 'prometheus-login', kind: 'ClusterTriggerAuthentication' }, { name: 'temporal-key' }, undefined, undefined],
  );
  assert.equal(fallback, { failureThreshold: 3, replicas: 2, behavior: 'currentReplicasIfHigher' });
  assert.is(
    of('changed throughout', 'ScaledObject', 'relay').spec.fallback,
    undefined,
    "KEDA refuses one beside the processor's load alone",
  );
});

test('a name that is too long is cut, and no two become one', async () => {
  const release = 'a-release-whose-name-has-as-many-characters-as-fit-in';
  assert.is(release.length, 53);
  const names = await Promise.all(
    ['contacts', 'campaigns'].map(async (service) => {
      const { objects: all } = await render(service, production, { release });
      for (const { metadata } of all) assert.ok(metadata.name.length <= 63, metadata.name);
      return all.find(({ kind }) => kind === 'Deployment')!.metadata.name;
    }),
  );
  for (const name of names) assert.match(name, /^a-release-whose-name-has-as-many-characters-[0-9a-f]{8}$/);
  assert.is.not(names[0], names[1]);
});

test('helm test asks each service through its Service', async () => {
  const pods = objects('production', 'Pod');
  assert.is(pods.length, SERVICE_NAMES.length);
  for (const { metadata, spec } of pods) {
    const service = metadata.name.replace(/^posthorn-(.*)-test$/, '$1');
    assert.is(metadata.annotations!['helm.sh/hook'], 'test');
    const urls = spec.containers[0].args.filter((one: string) => one.startsWith('http'));
    assert.equal(urls, [`http://posthorn-${service}:9090/readyz`, ...(service === 'gateway' ? ['http://posthorn-gateway:80/health'] : [])]);
    const { ports, selector } = of('production', 'Service', service).spec;
    for (const url of urls)
      assert.ok(
        ports.some(({ port }: any) => port === Number(new URL(url).port || 80)),
        url,
      );
    assert.is.not(
      metadata.labels!['app.kubernetes.io/component'],
      selector['app.kubernetes.io/component'],
      'the test is none of those it asks',
    );
    const { ingress, egress: out } = of('production', 'NetworkPolicy', service).spec;
    const peer = { podSelector: { matchLabels: { 'app.kubernetes.io/name': service, 'app.kubernetes.io/instance': 'posthorn' } } };
    const asks = { podSelector: { matchLabels: { ...peer.podSelector.matchLabels, 'app.kubernetes.io/component': 'test' } } };
    assert.ok(
      ingress.some(({ from }: any) => JSON.stringify(from) === JSON.stringify([asks])),
      'it is let in',
    );
    assert.ok(
      out.some(
        (rule: any) =>
          rule.to[0].podSelector?.matchLabels['app.kubernetes.io/name'] === service &&
          rule.ports.some(({ port }: any) => port === 'metrics'),
      ),
      'it gets out',
    );
  }
  // What the pod runs, with this Node.
  const [{ spec }] = pods as [Rendered];
  const server = createServer((request, response) => response.writeHead(request.url === '/readyz' ? 200 : 503).end()).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked = (path: string): Promise<{ ok: boolean; output: string }> =>
    run(process.execPath, [...spec.containers[0].args.slice(0, 2), `${address}${path}`]);
  const [ready, waiting] = await Promise.all([asked('/readyz'), asked('/elsewhere')]);
  server.close();
  assert.equal([ready.ok, waiting.ok], [true, false]);
  assert.match(waiting.output, /503 http/);
});

test('autoscaling switched on keeps the pods there are', async () => {
  const replicas = async (annotations: Record<string, string>, autoscaling: object): Promise<unknown> => {
    const cluster = await startCluster({
      '/apis/apps/v1/namespaces/mail/deployments/posthorn-contacts': {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: {
          name: 'posthorn-contacts',
          namespace: 'mail',
          labels: { 'app.kubernetes.io/managed-by': 'Helm' },
          annotations: { 'meta.helm.sh/release-name': 'posthorn', 'meta.helm.sh/release-namespace': 'mail', ...annotations },
        },
        spec: { replicas: 7 },
      },
    });
    try {
      const { ok, said, objects: all } = await render('contacts', { ...production, autoscaling }, { cluster: cluster.url });
      assert.ok(ok, said);
      return all.find(({ kind }) => kind === 'Deployment')!.spec.replicas;
    } finally {
      await cluster.stop();
    }
  };
  assert.is(await replicas({ 'posthorn/replicas': 'written' }, { enabled: true }), 7, 'Helm wrote them before: they are written on');
  assert.is(await replicas({}, { enabled: true }), undefined, "they were the autoscaler's from the start");
  assert.is(await replicas({}, { enabled: false }), 2);
  assert.is(of('with an ingress and an operator', 'Deployment', 'templating').metadata.annotations!['posthorn/replicas'], 'written');
});

test('dependencies are locked: Helm builds them from the locks, and what it packs renders alone', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-charts-'));
  try {
    // Without the links that make a checkout installable as it is.
    cpSync('charts', join(dir, 'charts'), { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
    const build = async (chart: string): Promise<void> => {
      const { ok, output } = await helmSays(['dependency', 'build', join(dir, 'charts', chart)]);
      assert.ok(ok, output);
    };
    await Promise.all([...SERVICE_NAMES, ...TRIAL.map((name) => `trial/${name}`)].map(build));
    await build('platform');
    const packed = await helmSays(['package', join(dir, 'charts/platform'), '--destination', dir]);
    assert.ok(packed.ok, packed.output);
    const alone = await render(join(dir, 'platform-0.1.0.tgz'), production);
    assert.ok(alone.ok, alone.said);
    const names = (all: Rendered[]): string[] => all.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted();
    assert.equal(names(alone.objects), names(renderings.get('production')!.objects));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test("an operator finds the alerts, which are this release's, and Grafana the boards", () => {
  const values = 'with an ingress and an operator';
  const [rule, ...others] = objects(values, 'PrometheusRule');
  assert.equal([others.length, rule!.metadata.labels!['release']], [0, 'prometheus']);
  const { rules } = rule!.spec.groups[0] as { rules: any[] };
  assert.equal(
    rules.map(({ alert }) => alert),
    ALERTS.map(({ name }) => name),
  );
  for (const { alert, expr, labels, annotations } of rules) {
    assert.equal([labels.namespace, labels.release], ['mail', 'posthorn'], alert);
    if (alert !== 'Watchdog') assert.match(expr, /^[^$]*namespace="mail",release="posthorn"[^$]*$/);
    assert.is(annotations.runbook_url, `https://git.example.com/posthorn/deploy/runbooks/${alert}.md`);
  }
  const relabelled = of(values, 'ServiceMonitor', 'events').spec.endpoints[0].relabelings;
  assert.equal(
    relabelled.map(({ targetLabel, replacement }: any) => [targetLabel, replacement]),
    [
      ['job', 'posthorn'],
      ['process', 'events'],
      ['namespace', 'mail'],
      ['release', 'posthorn'],
    ],
  );
  const boards = objects(values, 'ConfigMap') as (Rendered & { data: Record<string, string> })[];
  assert.equal(boards.map(({ data }) => Object.keys(data)[0]).toSorted(), BOARDS.map(({ uid }) => `${uid}.json`).toSorted());
  for (const { data, metadata } of boards) {
    assert.is(metadata.labels!['grafana_dashboard'], '1');
    for (const [file, text] of Object.entries(data))
      assert.equal(JSON.parse(text), JSON.parse(readFileSync(join('deploy/grafana/boards', file), 'utf8')), file);
  }
  assert.equal([...objects('production', 'PrometheusRule'), ...objects('production', 'ConfigMap')], []);
});

test('a service that is left out is not missed', async () => {
  const { objects: all } = await render('platform', {
    ...production,
    global: { ...production.global, prometheusRule: { enabled: true } },
    relay: { enabled: false },
  });
  const { rules } = all.find(({ kind }) => kind === 'PrometheusRule')!.spec.groups[0] as { rules: any[] };
  const missed = rules.filter(({ alert }) => alert === 'ServiceGone').map(({ labels }) => labels.service);
  assert.equal(
    missed,
    SERVICE_NAMES.filter((name) => name !== 'relay'),
  );
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

test.run();
