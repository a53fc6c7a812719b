/** The table of routes as OpenAPI 3.1: schemas from the code, words from `reference/`, an example of everything. */
import { z } from 'zod';
import { CATALOGUE } from '#kit/errors.ts';
import type { Fault } from '#kit/errors.ts';
import { scopeOf } from './auth/scopes.ts';
import { sample } from './domain/sample.ts';
import type { JsonSchema } from './domain/sample.ts';
import { namedIn, tidy } from './domain/schema.ts';
import { conditionTree } from './records/segment.ts';
import { webhookRequest } from './records/workflow.ts';
import { describeParameter } from './reference/parameters.ts';
import { TAGS, textOf } from './reference/reference.ts';
import { exampleOf, refusalsOf } from './reference/refusals.ts';
import type { Reply } from './reply.ts';
import type { Auth, Route } from './route.ts';

type Json = Record<string, unknown>;

/** What `components` gathers while the routes are described. */
interface Components {
  schemas: Record<string, JsonSchema>;
  responses: Record<string, Json>;
}

interface Answered {
  content?: Record<string, { schema: JsonSchema }>;
  links?: Json;
}

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

const INFO: Json = {
  title: 'Posthorn',
  version: '1.0.0',
  summary: 'Transactional email, contacts, events, campaigns and workflows',
  description:
    'Send `Authorization: Bearer sk_…` with every request; `POST /v1/track` takes `pk_…` instead. A key belongs to one ' +
    'project and sees nothing of any other. A named key has a scope: `full` opens all, the others what `x-required-scope` says. ' +
    'Times are ISO 8601 in UTC, ids are uuids. Every answer has `X-Request-ID`: name it when you ask about one. ' +
    'Answers may gain fields at any time; what you do not know, ignore.',
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
};

const REASONS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read, or asks for something that cannot be',
  401: 'No key or session, or one that is not valid here',
  403: 'Known, and not allowed',
  404: 'There is no such thing, or it is not yours',
  409: 'It conflicts with how things stand',
  413: 'The body is too large',
  422: 'Fields of the body are wrong; `errors` names each',
  429: 'Too many requests; wait the seconds of `Retry-After`',
  503: 'Not available here or now',
};

const FAILURE = 'Anything else, most of all 5xx: not your fault; ask again later';

const fieldError = z
  .object({
    field: z.string().meta({ examples: ['email'] }),
    message: z.string().meta({ examples: ['Invalid email address'] }),
    code: z.string().meta({ examples: ['invalid_string'] }),
    received: z
      .string()
      .optional()
      .meta({ description: 'What came instead; with `invalid_type` and `reserved_event`', examples: ['undefined'] }),
  })
  .meta({ id: 'FieldError' });

const envelope = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: z.enum([...new Set(Object.values(CATALOGUE).map(({ code }) => code))] as [string, ...string[]]),
      message: z.string().meta({ examples: ['An unexpected error occurred'] }),
      statusCode: z.int().meta({ examples: [500] }),
      requestId: z.uuid().meta({ description: 'The same as the header X-Request-ID' }),
      errors: z.array(fieldError).optional().meta({ description: 'Every wrong field; at most 100' }),
      details: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({ examples: [{ resource: 'Contact', id: '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42' }] }),
      suggestion: z
        .string()
        .optional()
        .meta({ description: 'What to do next', examples: ['Check the fields listed in `errors`.'] }),
    }),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'Error' });

const shortError = z.object({ error: z.string().meta({ examples: ['Email is required'] }) }).meta({ id: 'ShortError' });

/** Examples and defaults of schemas that transform their input, which zod leaves out. */
const restore: NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] = ({ zodSchema, jsonSchema }) => {
  const { examples, default: fallback } = z.globalRegistry.get(zodSchema as unknown as z.ZodType) ?? {};
  if (examples) Object.assign(jsonSchema, { examples });
  if (fallback !== undefined) Object.assign(jsonSchema, { default: fallback });
};

/** zod → JSON Schema; named schemas move to the components. */
function describe(schema: z.ZodType, io: 'input' | 'output', { schemas }: Components): JsonSchema {
  // Wrapped, so that a named schema at the top becomes a reference too.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
    io,
    unrepresentable: 'any',
    override: restore,
  }) as unknown as { properties: { it: JsonSchema }; $defs?: Record<string, JsonSchema> };
  const moved = JSON.parse(JSON.stringify({ it: properties.it, $defs }).replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    it: JsonSchema;
    $defs: Record<string, JsonSchema>;
  };
  for (const [name, definition] of namedIn(moved)) schemas[name] = tidy(definition);
  return tidy(moved.it);
}

function content(schema: JsonSchema, { schemas }: Components, media = 'application/json'): Json {
  return { [media]: { schema, example: sample(schema, schemas) } };
}

const pathOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

function parameters({ path, query, idempotent }: Route, components: Components): Json[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...describeParameter(name!, path),
  }));
  const fields = query ? (describe(query, 'input', components).properties ?? {}) : {};
  const inQuery = Object.entries(fields).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    description: description ?? describeParameter(name, path).description,
    schema,
  }));
  return [...inPath, ...inQuery, ...(idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [])];
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'One for each thing you want done: with the same key it is done once, however often you ask. Valid for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'order-1042',
};

/** A message of a mail server, as `message/rfc822`: how to send one, not a whole one. */
const BOUNCE = [
  'From: MAILER-DAEMON@mx.example.com',
  'Subject: Undelivered Mail Returned to Sender',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  '',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Final-Recipient: rfc822; ada@example.org',
  'Action: failed',
  'Status: 5.1.1',
  '--b--',
].join('\r\n');

function requestBody(
  { body, bodyAs = body, multipart, formFields, raw, rawAs = ['application/json'] }: Route,
  components: Components,
): Json | undefined {
  if (multipart)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: [multipart.name],
            properties: {
              [multipart.name]: { type: 'string', format: 'binary', description: 'The file' },
              ...(formFields ? describe(formFields, 'input', components).properties : {}),
            },
          },
          encoding: { [multipart.name]: { contentType: multipart.types.join(', ') } },
          example: { [multipart.name]: multipart.example },
        },
      },
    };
  if (raw) {
    const described = content(describe(raw, 'input', components), components, rawAs[0]);
    const others = rawAs.slice(1).map((media) => [media, { schema: { type: 'string', format: 'binary' }, example: BOUNCE }]);
    return { required: true, content: { ...described, ...Object.fromEntries(others) } };
  }
  if (!body || !bodyAs) return undefined;
  const schema = describe(bodyAs, 'input', components);
  const required = (schema.required ?? []).length > 0 || !body.safeParse(undefined).success;
  return { required, content: content(schema, components) };
}

const HEADERS = { 'X-Request-ID': { $ref: '#/components/headers/RequestId' } };

function success({ status, record, media, shape, or }: Reply, returns: string, components: Components): Json {
  const schema = record && (shape === 'wrapped' ? z.object({ success: z.literal(true), data: record }) : record);
  const described: { content?: Json } = schema ? { content: content(describe(schema, 'output', components), components, media) } : {};
  const led = status >= 300 ? { Location: { description: 'Where it is', schema: { type: 'string', format: 'uri-reference' } } } : {};
  const others = or ? success(or, returns, components) : {};
  const description = status < 400 ? returns : (REASONS[status] ?? 'Refused');
  // The same status in another form: one answer with two media types.
  const forms = { ...described.content, ...(others[status] as { content?: Json } | undefined)?.content };
  return {
    ...others,
    [status]: { description, headers: { ...HEADERS, ...led }, ...(Object.keys(forms).length > 0 ? { content: forms } : {}) },
  };
}

/** `MISSING_AUTH` → `MissingAuth`. */
const pascalCase = (name: string): string => name.toLowerCase().replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());

function refusal(status: number, faults: readonly Fault[]): Json {
  const kinds = new Set(faults.map(({ options }) => options.short === true));
  const refs = [...kinds].toSorted().map((short) => ({ $ref: `#/components/schemas/${short ? 'ShortError' : 'Error'}` }));
  const examples = faults.map((one, at) => [
    `${pascalCase(one.name)}${faults.slice(0, at).some(({ name }) => name === one.name) ? at + 1 : ''}`,
    { summary: one.message, value: exampleOf(one) },
  ]);
  return {
    description: REASONS[status] ?? 'Refused',
    headers: HEADERS,
    content: { 'application/json': { schema: refs.length === 1 ? refs[0] : { anyOf: refs }, examples: Object.fromEntries(examples) } },
  };
}

/** Pages are read by people: their refusals are pages too. */
const refusedPage = (status: number, others: unknown = {}): Json => ({
  description: REASONS[status] ?? 'Refused',
  headers: HEADERS,
  content: { 'text/html': { schema: { type: 'string' }, example: '<!DOCTYPE html>' }, ...(others as Json) },
});

const isPage = ({ reply, path }: Route): boolean => (reply.media === 'text/html' || reply.status === 303) && !path.startsWith('/dev/');

/** What several routes refuse alike is described once. */
function refusals(route: Route, line: string, { responses }: Components): Json {
  const listed = [...refusalsOf(route, textOf(line))].map(([status, faults]) => {
    const described = refusal(status, faults);
    // Limited by what comes before pages, too.
    if (isPage(route)) return [status, refusedPage(status, status === 429 ? described['content'] : {})];
    if (faults.some(({ options }) => options.short || options.message !== undefined || options.errors)) return [status, described];
    const name = faults.map((one) => pascalCase(one.name)).join('Or');
    responses[name] = described;
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(listed) as Json;
}

/** What leads on from an answer in which the id is not the answer's own. */
const FOLLOWED_BY: Readonly<Record<string, Json>> = {
  'POST /v1/send': { getEmail: { operationId: 'getEmail', parameters: { id: '$response.body#/data/emails/0/email' } } },
  'POST /v1/track': { getContact: { operationId: 'getContact', parameters: { id: '$response.body#/data/contact' } } },
};

/** The schema of the record that an answer shows. */
function recordIn(schema: JsonSchema, { reply }: Route, { schemas }: Components): JsonSchema {
  const named = (one: JsonSchema): JsonSchema => (one.$ref ? schemas[one.$ref.split('/').at(-1)!]! : one);
  return reply.shape === 'wrapped' ? named(named(schema).properties!['data']!) : named(schema);
}

/** From what makes a thing to what reads, changes and removes it, by the id that was answered. */
function linksOf({ method, path, reply }: Route, routes: readonly Route[], answered: JsonSchema): Json {
  if (method !== 'POST') return {};
  const { properties = {} } = answered;
  const parent = path.replace(/\/bulk-\w+$/, '/bulk');
  const earlier = [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, `$request.path.${name}`]);
  const links = routes.flatMap((one): [string, Json][] => {
    const name = one.path.startsWith(`${parent}/:`) ? one.path.slice(parent.length + 2) : '/';
    const field = [name, 'id'].find((key) => key in properties);
    if (name.includes('/') || !field) return [];
    const at = `$response.body#/${reply.shape === 'wrapped' ? 'data/' : ''}${field}`;
    const { id } = textOf(one.referenceLine ?? `${one.method} ${one.path}`);
    return [[id, { operationId: id, parameters: { ...Object.fromEntries(earlier), [name]: at } }]];
  });
  return { ...Object.fromEntries(links), ...FOLLOWED_BY[`${method} ${path}`] };
}

function operation(route: Route, components: Components): Json {
  const line = route.referenceLine ?? `${route.method} ${route.path}`;
  const { id, tag, description, returns } = textOf(line);
  const [scope, role] = [scopeOf(route), route.admin ? 'ADMIN' : undefined];
  const needs = [scope && `A named key needs the scope \`${scope}\`.`, role && 'A session needs the role ADMIN or OWNER.'];
  return {
    operationId: id,
    tags: [tag],
    summary: route.summary,
    description: [description, ...needs].filter(Boolean).join(' '),
    security: SECURITY[route.auth],
    'x-required-scope': scope,
    'x-required-role': role,
    parameters: parameters(route, components),
    requestBody: requestBody(route, components),
    responses: {
      ...refusals(route, line, components),
      // What always refuses says so with its refusals.
      ...(route.reply.status < 400 ? success(route.reply, returns, components) : {}),
      default: { $ref: `#/components/responses/${isPage(route) ? 'FailurePage' : 'Failure'}` },
    },
  };
}

/** Of the requests that the platform makes, by the Standard Webhooks scheme. */
const SIGNATURE_HEADERS: readonly Json[] = [
  {
    name: 'webhook-id',
    in: 'header',
    description: 'Names the request: the same however often it is made, as `Idempotency-Key`. One you know is done already',
    schema: { type: 'string', format: 'uuid' },
    example: '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    description: 'When this attempt was made, in seconds since 1970. Refuse one that is minutes off',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1767225600',
  },
  {
    name: 'webhook-signature',
    in: 'header',
    description:
      '`v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, with what stands behind `whsec_` ' +
      'in the secret, decoded, as the key. After a rotation two, parted by a space: one that fits is enough',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
];

/** What the platform itself asks of others. */
function webhooks(components: Components): Json {
  return {
    workflowStep: {
      post: {
        operationId: 'receiveWorkflowStep',
        tags: ['Workflows'],
        summary: 'The request of a WEBHOOK step',
        description:
          'What a WEBHOOK step sends to its `url` when it has no `body` of its own: who it is about, which workflow and ' +
          'execution, and the event that began it. Method and headers are those of the step. ' +
          'Answer within ten seconds; what you answer is kept in the output of the step. A network error is tried three ' +
          'times, and so is a status beyond 2xx where the step has `failOnError`. Each is signed by the scheme of ' +
          'Standard Webhooks, unless the step sets one of the three headers itself: check it with the secret of ' +
          '`GET /users/@me/projects/{id}/webhook-secret` before you believe the body.',
        security: [],
        parameters: SIGNATURE_HEADERS,
        requestBody: { required: true, content: content(describe(webhookRequest, 'output', components), components) },
        responses: {
          '200': { description: 'Any status from 200 to 299: the step succeeded' },
          '4XX': { description: 'The step goes on all the same, unless it has `failOnError`' },
        },
      },
    },
  };
}

/** The document of these routes; every route is in it, this one included. */
export function openApi(routes: readonly Route[], apiUri: string): Json {
  const components: Components = { schemas: {}, responses: {} };
  for (const schema of [envelope, shortError, conditionTree]) describe(schema, 'output', components);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const described = operation(route, components);
    (paths[pathOf(route.path)] ??= {})[route.method.toLowerCase()] = described;
    for (const [status, answer] of Object.entries(described['responses'] as Record<string, Answered>)) {
      const schema = status.startsWith('2') && answer.content?.['application/json']?.schema;
      const links = schema ? linksOf(route, routes, recordIn(schema, route, components)) : {};
      if (Object.keys(links).length > 0) answer.links = links;
    }
  }
  const used = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => (one as { tags: string[] }).tags)),
  );
  const failed = content({ anyOf: [{ $ref: '#/components/schemas/Error' }, { $ref: '#/components/schemas/ShortError' }] }, components);
  const document = {
    openapi: '3.1.0',
    info: { ...INFO, contact: { name: 'Whoever runs this installation', url: apiUri } },
    servers: [{ url: apiUri, description: 'This installation' }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths,
    webhooks: webhooks(components),
    components: {
      schemas: components.schemas,
      securitySchemes: SCHEMES,
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: { RequestId: { schema: { type: 'string', format: 'uuid' }, description: 'Also `error.requestId`' } },
      responses: {
        ...components.responses,
        Failure: { description: FAILURE, headers: HEADERS, content: failed },
        FailurePage: { description: FAILURE, headers: HEADERS, content: refusedPage(500, failed)['content'] },
      },
    },
  };
  // What is undefined is not there.
  return JSON.parse(JSON.stringify(document)) as Json;
}
