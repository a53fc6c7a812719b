/** Defaults of a service's values, and those that all services share. Their schema is `schema.ts`. */
import type { Traits } from './traits.ts';

export interface Size {
  replicas: number;
  most: number;
  cpu: string;
  memory: string;
}

/** From the capacity page (`deploy/capacity.md`); who is not listed gets the last line. */
const SIZES: Readonly<Record<string, Size>> = {
  gateway: { replicas: 2, most: 12, cpu: '500m', memory: '384Mi' },
  delivery: { replicas: 2, most: 24, cpu: '1', memory: '512Mi' },
  contacts: { replicas: 2, most: 12, cpu: '500m', memory: '384Mi' },
  relay: { replicas: 2, most: 8, cpu: '500m', memory: '512Mi' },
  templating: { replicas: 2, most: 12, cpu: '500m', memory: '512Mi' },
};
const OTHERS: Size = { replicas: 2, most: 8, cpu: '250m', memory: '384Mi' };

export function globalValues(): object {
  return {
    image: { repository: 'posthorn', tag: '', pullPolicy: 'IfNotPresent' },
    imagePullSecrets: [],
    config: {},
    secrets: {},
    files: {},
    natsUsers: { enabled: false, secret: '' },
    trial: { mongodb: false, nats: false, valkey: false, temporal: false },
    serviceMonitor: { enabled: false, interval: '15s', labels: {} },
    networkPolicy: {
      enabled: true,
      httpFrom: [],
      grpcFrom: [],
      metricsFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
      egress: {
        mongodb: { ports: [27017], to: [] },
        nats: { ports: [4222], to: [] },
        redis: { ports: [6379], to: [] },
        temporal: { ports: [7233], to: [] },
        otlp: { ports: [4318], to: [] },
        smtp: { ports: [25, 465, 587], to: [] },
        https: { ports: [443], to: [] },
      },
    },
  };
}

export function serviceValues(name: string, { http, smtp, backlog, consumers, taskQueues }: Traits): object {
  const { replicas, most, cpu, memory } = SIZES[name] ?? OTHERS;
  return {
    enabled: true,
    replicaCount: replicas,
    image: {},
    config: {},
    secrets: {},
    files: {},
    resources: { requests: { cpu, memory }, limits: { memory: memory === '512Mi' ? '1Gi' : '768Mi' } },
    autoscaling: { enabled: true, minReplicas: replicas, maxReplicas: most, targetCPUUtilizationPercentage: 70 },
    keda: {
      enabled: false,
      pollingInterval: 15,
      cooldownPeriod: 300,
      ...(backlog ? { prometheusAddress: '', backlogPerPod: 5000 } : {}),
      ...(consumers.length > 0 ? { natsMonitoringEndpoint: '', natsAccount: '$G', lagPerPod: 2000 } : {}),
      ...(taskQueues.length > 0 ? { tasksPerPod: 20 } : {}),
    },
    podDisruptionBudget: { maxUnavailable: 1 },
    topologySpreadConstraints: [],
    preStopSeconds: 5,
    indexes: { activeDeadlineSeconds: 1800 },
    serviceAccount: { annotations: {} },
    service: { type: 'ClusterIP', annotations: {} },
    ...(smtp
      ? {
          smtp: {
            type: 'LoadBalancer',
            externalTrafficPolicy: 'Local',
            annotations: {},
            loadBalancerClass: '',
            sourceRanges: [],
            certificate: { secretName: '', issuer: { name: '', kind: 'ClusterIssuer' }, dnsNames: [] },
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
