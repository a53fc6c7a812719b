/** `values.schema.json`: settings from the services' own schemas, the rest from the shape of the defaults. Anything unknown is refused. */
import { configSchema, extraEnvSchema, filesSchema, secretsSchema } from './settings.ts';
import type { JsonSchema } from './settings.ts';
import { globalValues } from './values.ts';

/** Where Kubernetes' own schema holds: whatever is in it is passed on as it is. */
const KUBERNETES = new Set([
  'affinity',
  'annotations',
  'dnsNames',
  'extraVolumeMounts',
  'extraVolumes',
  'grpcFrom',
  'httpFrom',
  'imagePullSecrets',
  'labels',
  'metricsFrom',
  'nodeSelector',
  'podAnnotations',
  'podLabels',
  'resources',
  'tls',
  'to',
  'tolerations',
  'topologySpreadConstraints',
]);

/** Their schemas are the settings'. */
const SETTINGS = new Set(['config', 'secrets', 'files', 'extraEnv']);

const DRAFT = 'http://json-schema.org/draft-07/schema#';

const image: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    repository: { type: 'string' },
    tag: { type: 'string' },
    digest: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
    pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
  },
};

const amount: JsonSchema = {
  anyOf: [
    { type: 'integer', minimum: 0 },
    { type: 'string', pattern: '^[0-9]+%$' },
  ],
};
const podDisruptionBudget: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { maxUnavailable: amount, minAvailable: amount },
};

/** Where the shape of a default says too little. */
const OWN: Readonly<Record<string, JsonSchema>> = { image, podDisruptionBudget };

/** Of a trigger of KEDA. */
const authentication: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  anyOf: [{ maxProperties: 0 }, { required: ['name'] }],
  properties: { name: { type: 'string', minLength: 1 }, kind: { enum: ['TriggerAuthentication', 'ClusterTriggerAuthentication'] } },
};

/** The schema of a default: its type, its keys and no others. */
function likeDefault(key: string, value: unknown): JsonSchema {
  if (SETTINGS.has(key)) return { $ref: `#/definitions/${key}` };
  if (OWN[key]) return OWN[key];
  if (key === 'authenticationRef')
    return {
      ...objectOf(value as object),
      properties: Object.fromEntries(Object.keys(value as object).map((type) => [type, authentication])),
    };
  if (KUBERNETES.has(key)) return { type: Array.isArray(value) ? 'array' : 'object' };
  if (Array.isArray(value)) return { type: 'array', items: { type: typeof value[0] === 'number' ? 'integer' : 'string' } };
  if (typeof value === 'object' && value !== null) return objectOf(value);
  if (typeof value === 'number') return { type: 'integer', minimum: 0 };
  return { type: typeof value };
}

function objectOf(values: object): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, likeDefault(key, value)])),
  };
}

/** Helm hands these down to a chart by itself. */
const HELMS = { 'posthorn-lib': { type: 'object' } };

/** @param defaults values.yaml of the chart, without `global`. */
export function serviceSchema(title: string, defaults: object): JsonSchema {
  const { properties, ...rest } = objectOf({ global: globalValues(), ...defaults });
  const definitions = { config: configSchema(), secrets: secretsSchema(), files: filesSchema(), extraEnv: extraEnvSchema() };
  return { $schema: DRAFT, title, ...rest, properties: { ...HELMS, ...(properties as object) }, definitions };
}

/** Names only: each chart below checks what it is given, `global` included. */
export function umbrellaSchema(title: string, charts: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(['global', ...charts].map((name) => [name, { type: 'object' }]));
  return { $schema: DRAFT, title, type: 'object', additionalProperties: false, properties };
}
