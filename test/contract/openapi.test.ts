import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '#kit/config/config.ts';
import { openApi } from '#services/gateway/openapi.ts';
import { createRoutes } from '#services/gateway/routes.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters: { name?: string; in?: string; description?: string; example?: unknown; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: object; example?: unknown }>; $ref?: string }>;
}

type Node = Record<string, unknown>;

const routes = createRoutes(readConfig({ JWT_SECRET: 'x'.repeat(32) }));
const document = openApi(routes, 'http://127.0.0.1:8080');
const paths = document['paths'] as Record<string, Record<string, Operation>>;
const operationOf = (method: string, path: string) => paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

const described = suite('OpenAPI document');

described('is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
  assert.is(valid, true, JSON.stringify(errors)?.slice(0, 2_000));
  assert.is(document['openapi'], '3.1.0');
});

described('holds every route and no other', () => {
  const listed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.equal(listed.sort(), routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort());
});

const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
const tags = new Set((document['tags'] as { name: string; description: string }[]).map(({ name }) => name));

described('names operations once, as a person would', () => {
  const ids = operations.map(({ operationId }) => operationId);
  assert.is(new Set(ids).size, ids.length);
  for (const one of ids) assert.match(one, /^[a-z]+(?:[A-Z][a-z]+)+$/);
  for (const one of ['sendEmail', 'trackEvent', 'listContacts', 'upsertContact', 'sendCampaign']) assert.ok(ids.includes(one), one);
});

/** What a reference leads to; anything else is itself. */
function followed<T extends object>(node: T): T {
  const ref = (node as { $ref?: string }).$ref;
  if (!ref) return node;
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Node)[key], document) as T;
}

described('says of every operation what it does, where it belongs, and what its parameters mean', () => {
  const summaries = operations.map(({ summary }) => summary);
  assert.is(new Set(summaries).size, summaries.length, 'each has a title of its own');
  for (const { operationId, summary, description, tags: own, parameters } of operations) {
    assert.match(summary, /^[A-Z][^.;`]{3,54}$/, `${operationId}: a title that fits a menu`);
    assert.match(description, /^[A-Z`][^]{10,}[.]$/, operationId);
    assert.ok(own.length === 1 && tags.has(own[0]!), operationId);
    for (const one of parameters.map(followed)) {
      assert.ok(one.description, `${operationId}: ${one.name}`);
      if (one.in === 'path') assert.is.not(one['example'], undefined, `${operationId}: ${one.name}`);
    }
  }
  for (const { name, description } of document['tags'] as { name: string; description: string }[]) assert.ok(description, name);
});

described('says what every answer is, and shows one of each', () => {
  for (const { operationId, requestBody, responses } of operations) {
    for (const [media, { example }] of Object.entries(requestBody?.content ?? {}))
      assert.is.not(example, undefined, `${operationId}: ${media}`);
    for (const [status, one] of Object.entries(responses)) {
      const { description, content = {} } = followed(one);
      assert.ok(description, `${operationId}: ${status}`);
      if (status.startsWith('4')) assert.ok(Object.keys(content).length > 0, `${operationId}: ${status} has a body`);
    }
  }
});

described('shows pages as pages', () => {
  for (const { method, path, reply } of routes.filter((route) => route.reply.media === 'text/html')) {
    const { content } = operationOf(method, path)!.responses[reply.status]!;
    assert.equal(Object.keys(content!), ['text/html'], path);
  }
  assert.equal(Object.keys(operationOf('GET', '/dev/inbox')!.responses['200']!.content!), ['application/json', 'text/html']);
});

described('says whose it is, on what terms, and what is sent to others', () => {
  const info = document['info'] as { contact: Node; license: Node; description: string };
  assert.ok(info.contact['name'] && info.contact['url'] && info.license['name'] && info.license['identifier'] && info.description);
  const { workflowStep } = document['webhooks'] as Record<string, { post: Operation }>;
  const { requestBody, parameters, description } = workflowStep!.post;
  assert.ok(description && requestBody!.content['application/json']!.example);
  assert.equal(
    parameters.map(({ name }) => name),
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  );
});

described('lists the refusals of every operation by status, each with an example', () => {
  for (const { operationId, security, requestBody, responses } of operations) {
    const expected = ['429', ...(security.length > 0 ? ['401'] : []), ...(requestBody?.content['application/json'] ? ['413'] : [])];
    for (const status of expected) assert.ok(status in responses, `${operationId}: ${status}`);
    const succeeds = Object.keys(responses).some((status) => status.startsWith('2') || status.startsWith('3'));
    assert.is(succeeds, operationId !== 'unsubscribeNobody', operationId);
  }
  const refused = (document['components'] as { responses: Node }).responses;
  for (const [name, response] of [...Object.entries(refused), ...operations.flatMap(({ responses }) => Object.entries(responses))])
    for (const { example, examples } of Object.values((response as { content?: Record<string, Node> }).content ?? {}))
      assert.ok(example !== undefined || Object.keys(examples as Node).length > 0, name);
});

/** Every schema of the document; what stands in examples is none. */
function* schemasIn(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Node;
  for (const [key, value] of Object.entries(node)) if (!/^(?:examples?|default|enum|value)$/.test(key)) yield* schemasIn(value);
}

described('holds nothing that generators of clients stumble over', () => {
  for (const node of schemasIn(document)) {
    assert.not(typeof node['pattern'] === 'string' && typeof node['format'] === 'string', JSON.stringify(node));
    assert.not(typeof node['const'] === 'boolean', JSON.stringify(node));
    if (node['type'] === 'array') assert.ok(node['items'], JSON.stringify(node));
    if (Array.isArray(node['type'])) assert.ok(node['type'].length === 2 && node['type'][1] === 'null', JSON.stringify(node));
    assert.is.not(node['additionalProperties'], false, JSON.stringify(node));
    assert.is(node['$defs'], undefined);
  }
});

described('names no schema that no path leads to, for generators leave it out', () => {
  const schemas = (document['components'] as { schemas: Record<string, Node> }).schemas;
  const reached = new Set<string>();
  const reach = (node: unknown): void => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(name!)) continue;
      reached.add(name!);
      reach(schemas[name!]);
    }
  };
  reach([paths, (document['components'] as { responses: Node }).responses]);
  assert.equal(
    Object.keys(schemas).filter((name) => !reached.has(name)),
    [],
  );
});

described('says what a body needs as the code does', () => {
  const schemas = (document['components'] as { schemas: Record<string, Node> }).schemas;
  assert.equal(schemas['Attachment']!['required'], ['filename', 'content', 'contentType']);
  assert.equal((schemas['SendTemplate']!['required'] as string[]).toSorted(), ['template', 'to']);
  assert.equal((schemas['SendContent']!['required'] as string[]).toSorted(), ['body', 'from', 'subject', 'to']);
  assert.equal((schemas['ConditionGroup']!['properties'] as Node)['conditions'], { $ref: '#/components/schemas/Condition' });
  const body = (path: string) =>
    operationOf('POST', path)!.requestBody!.content['application/json']!.schema as { properties: Record<string, Node> };
  assert.is(body('/contacts/lookup').properties['emails']!['minItems'], 1);
  assert.is(body('/contacts/bulk-delete').properties['contactIds']!['minItems'], 1);
  assert.equal((operationOf('GET', '/campaigns/:id')!.parameters[0] as Node)['schema'], { type: 'string', format: 'uuid' });
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const takes = (name: string, value: unknown) => ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, value) as boolean;
  const filter = { field: 'data.seen', operator: 'within' };
  assert.is(takes('ConditionFilter', { ...filter, value: 3 }), false, 'a unit is missing');
  assert.is(takes('ConditionFilter', { ...filter, value: 3, unit: 'days' }), true);
  assert.is(takes('ConditionFilter', { ...filter, operator: 'equals' }), false, 'a value is missing');
  assert.is(takes('ConditionFilter', { ...filter, operator: 'exists' }), true);
  assert.is(takes('ConditionGroup', { filters: [] }), false, 'neither filters nor conditions');
  assert.is(takes('ConditionGroup', { conditions: { logic: 'AND', groups: [{ filters: [{ ...filter, operator: 'exists' }] }] } }), true);
  const file = { filename: 'a', content: 'QQ==', contentType: 'image/png', disposition: 'inline' };
  assert.is(takes('Attachment', file), false, 'shown inline, but by no name');
  assert.is(takes('Attachment', { ...file, contentId: 'logo' }), true);
  const campaign = { name: 'n', subject: 's', body: 'b', from: 'a@example.org', audienceType: 'SEGMENT' };
  const at = 'paths/~1campaigns/post/requestBody/content/application~1json/schema';
  const takesCampaign = (value: object) => ajv.validate({ $ref: `openapi#/${at}` }, value) as boolean;
  assert.is(takesCampaign(campaign), false, 'of which segment');
  assert.is(takesCampaign({ ...campaign, segmentId: '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42' }), true);
  assert.is(takesCampaign({ ...campaign, audienceType: 'FILTERED' }), false, 'on which condition');
  const bulk = body('/contacts/bulk-delete');
  assert.is(ajv.validate(bulk, { mode: 'query', filter: {} }), true);
  assert.is(ajv.validate(bulk, { mode: 'query' }), false);
  assert.is(ajv.validate(bulk, { mode: 'ids', filter: {} }), false);
});

for (const { method, path, body, reply, auth } of routes) {
  described(`${method} ${path} has schemas and examples`, () => {
    const operation = operationOf(method, path)!;
    assert.is(operation.security.length > 0, auth !== 'none');
    for (const [, parameter] of path.matchAll(/:(\w+)/g))
      assert.ok(operation.parameters.some((one) => one.in === 'path' && one.name === parameter));
    const bodies = [
      ...(body ? [operation.requestBody!.content['application/json']!] : []),
      ...(reply.status < 400 ? Object.values(operation.responses[reply.status]!.content ?? {}) : []),
    ];
    const forms = reply.or?.status === reply.status ? 2 : 1;
    assert.is(bodies.length, (body ? 1 : 0) + (reply.record ? forms : 0));
    for (const { schema, example } of bodies) {
      assert.ok(Object.keys(schema).length > 0, 'a schema');
      assert.is.not(example, undefined);
    }
  });
}

described('request examples pass their own schema', () => {
  for (const { method, path, body } of routes.filter((route) => route.body)) {
    const example = operationOf(method, path)!.requestBody!.content['application/json']!.example;
    const parsed = body!.safeParse(example);
    assert.ok(parsed.success, `${method} ${path}: ${JSON.stringify(example)} ${parsed.error?.message}`);
  }
});

described('every reference leads somewhere', () => {
  const text = JSON.stringify(document);
  for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = path!.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
    assert.ok(found, path);
  }
});

described.run();
