/** The table of routes as OpenAPI 3.1, schemas and examples included. */
import { z } from 'zod';
import { serviceName } from '#kit/contract/definition.ts';
import { CATALOGUE } from '#kit/errors.ts';
import type { Reply } from './reply.ts';
import type { Auth, Route } from './route.ts';
import { sample } from './domain/sample.ts';
import type { JsonSchema } from './domain/sample.ts';

type Json = Record<string, unknown>;
type Components = Record<string, JsonSchema>;

const SECURITY: Readonly<Record<Auth, Json[]>> = {
  none: [],
  'public-key': [{ publicKey: [] }],
  'secret-key': [{ secretKey: [] }],
  'secret-key-or-session': [{ secretKey: [] }, { session: [], project: [] }],
  session: [{ session: [] }],
};

const SCHEMES: Json = {
  secretKey: { type: 'http', scheme: 'bearer', description: 'Secret key (sk_*) of a project' },
  publicKey: { type: 'http', scheme: 'bearer', description: 'Public key (pk_*) of a project' },
  session: { type: 'apiKey', in: 'cookie', name: 'next_token', description: 'Session of POST /auth/login' },
  project: { type: 'apiKey', in: 'header', name: 'X-Project-Id', description: 'Which project a session speaks for' },
};

const fieldError = z.object({
  field: z.string().meta({ examples: ['email'] }),
  message: z.string(),
  code: z.string().meta({ examples: ['invalid_string'] }),
  received: z.string().optional(),
});

const envelope = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: z.enum([...new Set(Object.values(CATALOGUE).map(({ code }) => code))] as [string, ...string[]]),
      message: z.string(),
      statusCode: z.int().meta({ examples: [422] }),
      requestId: z.uuid(),
      errors: z.array(fieldError).optional(),
      details: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({ examples: [{ resource: 'Contact', id: '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42' }] }),
      suggestion: z.string().optional(),
    }),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'Error' });

const shortError = z.object({ error: z.string() }).meta({ id: 'ShortError' });

/** Examples and defaults of schemas that transform their input, which zod leaves out. */
const restore: NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] = ({ zodSchema, jsonSchema }) => {
  const { examples, default: fallback } = z.globalRegistry.get(zodSchema as unknown as z.ZodType) ?? {};
  if (examples) jsonSchema.examples = examples as never;
  if (fallback !== undefined) jsonSchema.default = fallback as never;
};

/** zod → JSON Schema; named schemas move to the components. */
function describe(schema: z.ZodType, io: 'input' | 'output', components: Components): JsonSchema {
  // Wrapped, so that a named schema at the top becomes a reference too.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
    io,
    unrepresentable: 'any',
    override: restore,
  }) as unknown as { properties: { it: JsonSchema }; $defs?: Components };
  const moved = JSON.parse(JSON.stringify({ it: properties.it, $defs }).replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    it: JsonSchema;
    $defs: Components;
  };
  for (const [name, { id: _id, ...definition }] of Object.entries(moved.$defs)) components[name] = definition;
  return moved.it;
}

function content(schema: JsonSchema, components: Components, media = 'application/json'): Json {
  return { [media]: { schema, example: sample(schema, components) } };
}

const pathOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

function parameters({ path, query, idempotent }: Route, components: Components): Json[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42',
  }));
  const fields = query ? (describe(query, 'input', components).properties ?? {}) : {};
  const inQuery = Object.entries(fields).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
  const header = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'order-1042',
  };
  return [...inPath, ...inQuery, ...(idempotent ? [header] : [])];
}

function requestBody({ body, multipart, formFields, raw }: Route, components: Components): Json | undefined {
  if (multipart)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: [multipart],
            properties: {
              [multipart]: { type: 'string', format: 'binary' },
              ...(formFields ? describe(formFields, 'input', components).properties : {}),
            },
          },
        },
      },
    };
  if (raw)
    return {
      required: true,
      content: {
        ...content(describe(raw, 'input', components), components),
        'message/rfc822': { schema: { type: 'string', format: 'binary' } },
      },
    };
  return body && { required: true, content: content(describe(body, 'input', components), components) };
}

function response({ status, record, media, shape, or }: Reply, components: Components): Json {
  const schema = record && (shape === 'wrapped' ? z.object({ success: z.literal(true), data: record }) : record);
  const described = schema ? { content: content(describe(schema, 'output', components), components, media) } : {};
  const headers = { 'X-Request-ID': { $ref: '#/components/headers/RequestId' } };
  return { [status]: { description: status >= 400 ? 'Refused' : 'Done', headers, ...described }, ...(or ? response(or, components) : {}) };
}

/** `/contacts/:id` → `ContactsId`. */
const pascalCase = (path: string): string =>
  path.replace(/[^A-Za-z0-9]+(\w)?/g, (_all, letter: string | undefined) => letter?.toUpperCase() ?? '');

function operation(route: Route, components: Components): Json {
  const { method, path, target, summary, auth } = route;
  const service = target === 'gateway' ? 'gateway' : serviceName(target[0]);
  return {
    operationId: `${method.toLowerCase()}${pascalCase(path) || 'Root'}`,
    tags: [service],
    summary,
    security: SECURITY[auth],
    parameters: parameters(route, components),
    requestBody: requestBody(route, components),
    responses: { ...response(route.reply, components), default: { $ref: '#/components/responses/Error' } },
  };
}

/** The document of these routes; every route is in it, this one included. */
export function openApi(routes: readonly Route[], apiUri: string): Json {
  const components: Components = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) (paths[pathOf(route.path)] ??= {})[route.method.toLowerCase()] = operation(route, components);
  const failures = { schema: { anyOf: [describe(envelope, 'output', components), describe(shortError, 'output', components)] } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Posthorn', version: '1.0.0', description: 'Transactional email, contacts, events and campaigns.' },
    servers: [{ url: apiUri }],
    paths,
    components: {
      schemas: components,
      securitySchemes: SCHEMES,
      headers: { RequestId: { schema: { type: 'string', format: 'uuid' }, description: 'Also error.requestId' } },
      responses: {
        Error: {
          description: 'Any error; some dashboard routes use the short form',
          content: { 'application/json': { ...failures, example: sample(components['Error']!, components) } },
        },
      },
    },
  };
  // What is undefined is not there.
  return JSON.parse(JSON.stringify(document)) as Json;
}
