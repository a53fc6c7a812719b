/** Settings of the services as values of a chart: the JSON Schema of each, which of them are secrets and which name files. */
import { z } from 'zod';
import { CONCERNS } from '#kit/config/config.ts';
import type { Concern, Setting } from '#kit/config/concern.ts';

export type JsonSchema = { [key: string]: unknown };

/** What the chart itself decides: where a pod listens and which service it runs. */
const THE_CHARTS = new Set([
  'SERVICES',
  'ADMIN_PORT',
  'ADMIN_HOST',
  'GRPC_PORT',
  'GRPC_HOST',
  'GRPC_ADVERTISE',
  'PORT',
  'HOST',
  'SPOOL_DIR',
]);

/** Variables read text; values may be written as what the text says. */
function asValue(schema: JsonSchema): JsonSchema {
  const { $schema: _schema, default: _default, ...rest } = schema;
  if (rest['pattern'] === String.raw`^\d+$`) return { anyOf: [{ type: 'integer', minimum: 0 }, rest] };
  if (Array.isArray(rest['enum']) && rest['enum'].join() === 'true,false') return { anyOf: [{ type: 'boolean' }, rest] };
  return rest;
}

const known = Object.values(CONCERNS as unknown as Record<string, Concern>).flatMap(({ settings }) => Object.entries(settings));
const all = known.filter(([name]) => !THE_CHARTS.has(name));

/** `config`: every setting that is no secret. */
export function configSchema(): JsonSchema {
  const properties = all
    .filter(([, { secret }]) => !secret)
    .map(([name, { schema, shown, effect }]) => [
      name,
      {
        description: `${effect} (default: ${shown})`,
        ...asValue(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema),
      },
    ]);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}

/** Where something lies in a Secret. The thing itself is refused. */
const reference = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'key'],
  properties: { name: { type: 'string', minLength: 1 }, key: { type: 'string', minLength: 1 } },
};

function references(isMeant: (setting: Setting) => boolean | undefined): JsonSchema {
  const properties = all.filter(([, one]) => isMeant(one)).map(([name, { effect }]) => [name, { description: effect, ...reference }]);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}

/** `secrets`: setting → where its value lies. */
export const secretsSchema = (): JsonSchema => references(({ secret }) => secret);

/** `files`: setting → where the file lies that it names; the chart mounts it and sets the path. */
export const filesSchema = (): JsonSchema => references(({ file }) => file);

/** `extraEnv`: variables that are no settings. Those have their places, where they are checked. */
export const extraEnvSchema = (): JsonSchema => ({
  type: 'array',
  items: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', not: { enum: known.flatMap(([name, { aliases }]) => [name, ...(aliases ?? [])]) } } },
  },
});
