import { Validator } from '@seriousme/openapi-schema-validator';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '#kit/config/config.ts';
import { openApi } from '#services/gateway/openapi.ts';
import { createRoutes } from '#services/gateway/routes.ts';

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: object; example?: unknown }> }>;
}

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

described('names operations once', () => {
  const ids = Object.values(paths).flatMap((operations) => Object.values(operations).map(({ operationId }) => operationId));
  assert.is(new Set(ids).size, ids.length);
});

for (const { method, path, body, reply, auth } of routes) {
  described(`${method} ${path} has schemas and examples`, () => {
    const operation = operationOf(method, path)!;
    assert.is(operation.security.length > 0, auth !== 'none');
    for (const [, parameter] of path.matchAll(/:(\w+)/g))
      assert.ok(operation.parameters.some((one) => one.in === 'path' && one.name === parameter));
    const bodies = [
      ...(body ? [operation.requestBody!.content['application/json']!] : []),
      ...Object.values(operation.responses[reply.status]!.content ?? {}),
    ];
    assert.is(bodies.length, (body ? 1 : 0) + (reply.record ? 1 : 0));
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
