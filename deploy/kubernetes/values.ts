/**
 * Defaults of a service's values, and those that all services share; what each is for is `EFFECTS`, which the charts' READMEs print. Their
 * schema is `schema.ts`.
 */
import type { Traits } from './traits.ts';

export interface Size {
  replicas: number;
  most: number;
  cpu: string;
  memory: string;
}

/** From the capacity page (`docs/capacity.md`); who is not listed gets the last line. */
const SIZES: Readonly<Record<string, Size>> = {
  gateway: { replicas: 2, most: 12, cpu: '500m', memory: '384Mi' },
  delivery: { replicas: 2, most: 24, cpu: '1', memory: '512Mi' },
  contacts: { replicas: 2, most: 12, cpu: '500m', memory: '384Mi' },
  relay: { replicas: 2, most: 8, cpu: '500m', memory: '512Mi' },
  templating: { replicas: 2, most: 12, cpu: '500m', memory: '512Mi' },
};
const OTHERS: Size = { replicas: 2, most: 8, cpu: '250m', memory: '384Mi' };

/** Helm waits five minutes for each job unless told otherwise (`--timeout`); a job that takes longer fails by itself before that. */
const JOB_SECONDS = 270;

/** The addresses of the internet, without those of private nets, where no mail server and no webhook of a stranger is. */
const INTERNET = [
  { ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'] } },
  { ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } },
];
const inNamespace = (name: string): object => ({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } });

export function globalValues(): object {
  return {
    image: { repository: 'posthorn', tag: '', digest: '', pullPolicy: 'IfNotPresent' },
    imagePullSecrets: [],
    config: {},
    secrets: {},
    files: {},
    extraEnv: [],
    privateCA: { secret: '', configMap: '', key: 'ca.crt' },
    natsUsers: { enabled: false, secret: '' },
    trial: { mongodb: false, nats: false, valkey: false, temporal: false },
    serviceMonitor: { enabled: false, interval: '15s', labels: {} },
    prometheusRule: { enabled: false, labels: {}, runbookUrl: '' },
    dashboards: { enabled: false, labels: { grafana_dashboard: '1' } },
    networkPolicy: {
      enabled: true,
      httpFrom: [],
      grpcFrom: [],
      metricsFrom: [inNamespace('monitoring')],
      egress: {
        dns: { ports: [53], to: [inNamespace('kube-system')] },
        mongodb: { ports: [27017], to: [] },
        nats: { ports: [4222], to: [] },
        redis: { ports: [6379], to: [] },
        temporal: { ports: [7233], to: [] },
        otlp: { ports: [4318], to: [] },
        smtp: { ports: [25, 465, 587], to: INTERNET },
        https: { ports: [443], to: INTERNET },
        s3: { ports: [443], to: INTERNET },
      },
    },
  };
}

function kedaValues({ backlog, consumers, taskQueues }: Traits, replicas: number): object {
  const triggers = [
    ...(backlog ? ['prometheus'] : []),
    ...(consumers.length > 0 ? ['nats-jetstream'] : []),
    ...(taskQueues.length > 0 ? ['temporal'] : []),
  ];
  return {
    enabled: false,
    pollingInterval: 15,
    cooldownPeriod: 300,
    ...(backlog ? { prometheusAddress: '', backlogPerPod: 5000 } : {}),
    ...(consumers.length > 0 ? { natsMonitoringEndpoint: '', natsAccount: '$G', lagPerPod: 2000 } : {}),
    ...(taskQueues.length > 0 ? { tasksPerPod: 20 } : {}),
    // The processor's load has no source that fails.
    ...(triggers.length > 0
      ? {
          authenticationRef: Object.fromEntries(triggers.map((type) => [type, {}])),
          fallback: { failureThreshold: 3, replicas, behavior: 'currentReplicasIfHigher' },
        }
      : {}),
  };
}

export function serviceValues(name: string, traits: Traits): object {
  const { replicas, most, cpu, memory } = SIZES[name] ?? OTHERS;
  const { http, smtp, models, migrations } = traits;
  return {
    enabled: true,
    nameOverride: '',
    fullnameOverride: '',
    replicaCount: replicas,
    image: {},
    config: {},
    secrets: {},
    files: {},
    extraEnv: [],
    resources: { requests: { cpu, memory }, limits: { memory: memory === '512Mi' ? '1Gi' : '768Mi' } },
    autoscaling: { enabled: true, minReplicas: replicas, maxReplicas: most, targetCPUUtilizationPercentage: 70 },
    keda: kedaValues(traits, replicas),
    podDisruptionBudget: { maxUnavailable: 1 },
    topologySpreadConstraints: [],
    preStopSeconds: 5,
    ...(models ? { indexes: { activeDeadlineSeconds: JOB_SECONDS } } : {}),
    ...(migrations ? { migrations: { activeDeadlineSeconds: JOB_SECONDS } } : {}),
    serviceAccount: { create: true, name: '', annotations: {} },
    service: { type: 'ClusterIP', annotations: {} },
    ...(smtp
      ? {
          smtp: {
            type: 'LoadBalancer',
            externalTrafficPolicy: 'Local',
            annotations: {},
            loadBalancerClass: '',
            sourceRanges: [],
            ...(smtp.certificate ? { certificate: { secretName: '', issuer: { name: '', kind: 'ClusterIssuer' }, dnsNames: [] } } : {}),
          },
        }
      : {}),
    ...(http ? { ingress: { enabled: false, ingressClassName: '', annotations: {}, hosts: [], tls: [] } } : {}),
    podAnnotations: {},
    podLabels: {},
    nodeSelector: {},
    tolerations: [],
    affinity: {},
    priorityClassName: '',
    extraVolumes: [],
    extraVolumeMounts: [],
  };
}

/** Value → what it does. A group has one line where its keys are Kubernetes' own. */
export const EFFECTS: Readonly<Record<string, string>> = {
  'global.image.repository': 'of every service; one image holds them all',
  'global.image.tag': "the chart's `appVersion` when empty",
  'global.image.digest': '`sha256:…`, instead of the tag',
  'global.image.pullPolicy': 'as Kubernetes has it',
  'global.imagePullSecrets': 'Secrets of the registry, `[{ name: … }]`',
  'global.config': 'settings of every service that are no secrets (docs/operations.md)',
  'global.secrets': 'setting → `{ name, key }` of a Secret that holds it',
  'global.files': 'setting that names a file → `{ name, key }` of a Secret that holds it; mounted, and the path set',
  'global.extraEnv':
    'further variables of every pod, as Kubernetes has them; settings are refused here, they belong to `config` or `secrets`. ' +
    '`POSTHORN_GRPC` here replaces the addresses that the command `posthorn` is given',
  'global.privateCA.secret': 'Secret with the certificate of an authority of your own, which Node then trusts beside the public ones',
  'global.privateCA.configMap': 'the same in a ConfigMap',
  'global.privateCA.key': 'where in it the certificate lies',
  'global.natsUsers.enabled': 'each pod is a user of its own at NATS',
  'global.natsUsers.secret': "Secret with each user's password under the service's name",
  'global.trial.mongodb': 'a MongoDB of one pod, for trying out',
  'global.trial.nats': 'a NATS of one pod, for trying out',
  'global.trial.valkey': 'a Valkey of one pod, for trying out',
  'global.trial.temporal': 'a Temporal of one pod, for trying out',
  'global.serviceMonitor.enabled':
    'a ServiceMonitor a service, for the Prometheus operator; without it pods carry the `prometheus.io` annotations',
  'global.serviceMonitor.interval': 'between two scrapes',
  'global.serviceMonitor.labels': 'by which the operator finds it',
  'global.prometheusRule.enabled': "`platform` only: the alerts as a PrometheusRule, for this release's series alone",
  'global.prometheusRule.labels': 'by which the operator finds it',
  'global.prometheusRule.runbookUrl':
    'where deploy/runbooks is read; `runbook_url` of each alert is this and `/<alert>.md`. Empty: the path in this repository',
  'global.dashboards.enabled': '`platform` only: each board as a ConfigMap, for the sidecar of Grafana',
  'global.dashboards.labels': 'by which the sidecar finds them',
  'global.networkPolicy.enabled': 'default deny for every pod; open is what a service serves and what its code reaches',
  'global.networkPolicy.httpFrom': 'peers that reach the API; empty: all',
  'global.networkPolicy.grpcFrom': 'peers that reach gRPC beside our own services',
  'global.networkPolicy.metricsFrom': 'peers that reach `/metrics`',
  'global.networkPolicy.egress.dns': 'name servers: ports and peers. Name those of `DNS_SERVERS`, too',
  'global.networkPolicy.egress.mongodb': 'ports and peers; peers must be named',
  'global.networkPolicy.egress.nats': 'ports and peers; peers must be named',
  'global.networkPolicy.egress.redis': 'ports and peers; peers must be named',
  'global.networkPolicy.egress.temporal': 'ports and peers; peers must be named',
  'global.networkPolicy.egress.otlp':
    'ports and peers; open and to be named once `OTEL_EXPORTER_OTLP_ENDPOINT` or its `TRACES_ENDPOINT` is set',
  'global.networkPolicy.egress.smtp': 'where delivery hands mail over: the internet without private nets',
  'global.networkPolicy.egress.s3':
    'where big bytes and images lie, once a bucket or `S3_ENDPOINT` is set: the internet without private nets',
  'global.networkPolicy.egress.https': 'providers, webhooks, logins: the internet without private nets',
  enabled: '`false`: `platform` leaves this service out',
  nameOverride: "instead of the service's name, in names and labels",
  fullnameOverride: 'instead of `<release>-<name>`; names over 52 characters are cut and end in a hash of the whole',
  replicaCount: 'pods, where neither `autoscaling` nor `keda` is on',
  image: '`repository`, `tag`, `digest`, `pullPolicy` of this service, over `global.image`',
  config: 'settings of this service, over `global.config`',
  secrets: 'of this service, over `global.secrets`',
  files: 'of this service, over `global.files`',
  extraEnv: 'of this service, after `global.extraEnv`',
  resources: 'as Kubernetes has it; sizing: docs/capacity.md',
  'autoscaling.enabled': 'by CPU',
  'autoscaling.minReplicas': 'pods at least, with `keda` too',
  'autoscaling.maxReplicas': 'pods at most, with `keda` too',
  'autoscaling.targetCPUUtilizationPercentage': 'of what is requested',
  'keda.enabled': 'by what waits, instead of the HPA: a ScaledObject',
  'keda.pollingInterval': 'seconds between two looks',
  'keda.cooldownPeriod': 'seconds',
  'keda.prometheusAddress': "where the ledger's backlog is asked for",
  'keda.backlogPerPod': 'mails that wait, a pod',
  'keda.natsMonitoringEndpoint': "host:port of NATS's monitoring",
  'keda.natsAccount': 'account of the stream',
  'keda.lagPerPod': 'facts that wait, a pod',
  'keda.tasksPerPod': 'tasks of Temporal that wait, a pod',
  'keda.authenticationRef': 'type of trigger → `{ name, kind }` of a TriggerAuthentication, where the source asks who is there',
  'keda.fallback.failureThreshold': 'looks in vain before the fallback holds',
  'keda.fallback.replicas': 'pods while a source does not answer',
  'keda.fallback.behavior': 'as KEDA has it (2.17 and later): never fewer than there are',
  podDisruptionBudget: '`maxUnavailable`, or `minAvailable` instead of it',
  topologySpreadConstraints: 'empty: over zones, then over nodes, as far as it goes',
  preStopSeconds: 'pause before SIGTERM, until every node has dropped the endpoint',
  'migrations.activeDeadlineSeconds': 'of the job that migrates stored data, in the same way; what it did not finish it goes on with',
  'indexes.activeDeadlineSeconds':
    "of the job that builds indexes; below Helm's `--timeout` (5m), which holds for each job. Raise both where collections are large",
  'serviceAccount.create': '`false`: `serviceAccount.name` is there already',
  'serviceAccount.name': "the full name's when empty",
  'serviceAccount.annotations': 'of the one that is made',
  'service.type': 'as Kubernetes has it',
  'service.annotations': 'as Kubernetes has it',
  'smtp.type': 'of the Service that mail comes in by',
  'smtp.externalTrafficPolicy': '`Local`: clients keep their addresses',
  'smtp.annotations': 'of that Service',
  'smtp.loadBalancerClass': 'as Kubernetes has it',
  'smtp.sourceRanges': 'CIDRs that may connect; empty: all',
  'smtp.certificate.secretName': 'Secret with `tls.crt` and `tls.key`',
  'smtp.certificate.issuer.name': 'asks cert-manager for it',
  'smtp.certificate.issuer.kind': '`Issuer` or `ClusterIssuer`',
  'smtp.certificate.dnsNames': 'host names that clients connect to',
  'ingress.enabled': 'an Ingress for the API',
  'ingress.ingressClassName': 'as Kubernetes has it',
  'ingress.annotations': 'as Kubernetes has it',
  'ingress.hosts': 'host names',
  'ingress.tls': 'as Kubernetes has it',
  podAnnotations: 'as Kubernetes has it',
  podLabels: 'as Kubernetes has it',
  nodeSelector: 'as Kubernetes has it',
  tolerations: 'as Kubernetes has it',
  affinity: 'as Kubernetes has it',
  priorityClassName: 'as Kubernetes has it',
  extraVolumes: 'as Kubernetes has it, of pods and of the job',
  extraVolumeMounts: 'as Kubernetes has it, of pods and of the job',
};
