/**
 * The order of contract 1 and what a body may be, on a real server whose services are stand-ins. Behaviour is tested against real ones
 * elsewhere.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import { readConfig } from '#kit/config/config.ts';
import { fault } from '#kit/errors.ts';
import { createOrigins } from '#services/gateway/domain/origins.ts';
import { stretched } from '#local/time-scale.ts';
import { promised } from '#services/gateway/reply.ts';
import { ownRoute } from '#services/gateway/route.ts';
import { createByteBudget } from '#kit/limits/byte-budget.ts';
import { data } from '#services/gateway/schemas.ts';
import { createServer } from '#services/gateway/http/server.ts';
import type { ServerParts } from '#services/gateway/http/server.ts';
import { until } from '#test/until.ts';

let steps: string[] = [];
let refuseAt = '';
let settled: number[] = [];

const step = (name: string): void => {
  steps.push(name);
  if (name === refuseAt) throw fault('CONFLICT');
};

const config = readConfig({ JWT_SECRET: 'x'.repeat(32) });
const log = { info() {}, warn() {}, error() {} };

const gate: ServerParts = {
  edge: {
    config,
    log: log as never,
    clock: () => new Date(),
    authorize: async () => undefined,
    images: null,
    streams: { open: () => assert.unreachable() as never },
    draining: new AbortController().signal,
    client: () => assert.unreachable() as never,
  },
  origins: createOrigins(['https://app.example.org']),
  authentication: {
    async identify() {
      step('authentication');
      return {
        caller: { projectId: 'p', requestId: 'r', scope: 'full', actor: { kind: 'key', id: 'secret' } },
        disabled: refuseAt === 'project',
      };
    },
    membership: async () => undefined,
  },
  async limiter() {
    step('limit');
    return { allowed: refuseAt !== 'limited', limit: 9, remaining: 8, reset: 7, retryAfter: 7 };
  },
  async claim() {
    step('claim');
    return { key: 'k', operationId: 'o' };
  },
  settle: async (_held, status) => void settled.push(status),
  limitClient: async () => undefined,
  budgets: { keyed: createByteBudget(1e9), keyless: createByteBudget(1e9) },
  logAccess() {},
};

const route = ownRoute('POST /v1/thing', {
  summary: 'A thing',
  auth: 'secret-key',
  idempotent: true,
  body: z.object({ name: z.string(), data: data.optional() }),
  before: (body) => {
    step('before');
    if ((body as { name?: string } | undefined)?.name === '') throw fault('BAD_REQUEST');
  },
  target: 'gateway',
  reply: promised(200),
  answer: ({ body }) => {
    step('handler');
    return { status: 200, json: body };
  },
});
const bodyless = ownRoute('POST /any/:id', {
  summary: 'Any body',
  auth: 'none',
  target: 'gateway',
  reply: promised(200),
  answer: ({ params }) => ({ status: 200, json: params }),
});

const { fastify: server } = await createServer([route, bodyless], gate);
await server.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.server.address() as AddressInfo;
const JSON_TYPE = { 'content-type': 'application/json' };

async function post(body: string | Buffer | undefined, headers: Record<string, string> = JSON_TYPE, path = '/v1/thing') {
  steps = [];
  settled = [];
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: body as never, headers });
  const answer = (await response.json()) as {
    name?: string;
    error?: { code: string; message: string; requestId: string; errors?: { field: string }[] };
  };
  if (answer.error) assert.is(answer.error.requestId, response.headers.get('x-request-id'));
  return { status: response.status, headers: response.headers, answer };
}

const order = suite('order');
order.before.each(() => void (refuseAt = ''));
order.after(() => server.close());

order('authentication, project, limit, claim, body, schema, handler', async () => {
  const { status } = await post('{"name":"a"}', { ...JSON_TYPE, 'idempotency-key': 'k' });
  assert.is(status, 200);
  assert.equal(steps, ['authentication', 'limit', 'claim', 'before', 'handler']);
  assert.equal(settled, [200]);
});

const STOPS: [string, number, string[]][] = [
  ['authentication', 409, ['authentication']],
  ['project', 403, ['authentication']],
  ['limited', 429, ['authentication', 'limit']],
  ['claim', 409, ['authentication', 'limit', 'claim']],
];
for (const [at, expected, seen] of STOPS) {
  order(`a refusal by ${at} is heard before the broken body`, async () => {
    refuseAt = at;
    const { status } = await post('{broken', { ...JSON_TYPE, 'idempotency-key': 'k' });
    assert.is(status, expected);
    assert.equal(steps, seen);
    assert.equal(settled, []);
  });
}

order('limited answers carry the limit, refusals too', async () => {
  for (const [at, status] of [
    ['', 200],
    ['limited', 429],
  ] as const) {
    refuseAt = at;
    const answer = await post('{"name":"a"}');
    assert.equal(
      [
        answer.status,
        answer.headers.get('ratelimit-limit'),
        answer.headers.get('ratelimit-remaining'),
        answer.headers.get('ratelimit-reset'),
      ],
      [status, '9', '8', '7'],
    );
    assert.is(answer.headers.get('retry-after'), at ? '7' : null);
  }
});

const BODIES: [string, string | Buffer | undefined, Record<string, string>, number, string][] = [
  ['broken JSON', '{broken', JSON_TYPE, 400, 'VALIDATION_ERROR'],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), JSON_TYPE, 400, 'VALIDATION_ERROR'],
  ['no body', undefined, {}, 422, 'VALIDATION_ERROR'],
  ['an empty body', '', JSON_TYPE, 422, 'VALIDATION_ERROR'],
  ['a text body', '{"name":"a"}', { 'content-type': 'text/plain' }, 400, 'INVALID_REQUEST_BODY'],
  ['a form', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }, 400, 'INVALID_REQUEST_BODY'],
  ['a multipart form', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 400, 'INVALID_REQUEST_BODY'],
  ['nonsense for a type', '{"name":"a"}', { 'content-type': 'nonsense' }, 400, 'INVALID_REQUEST_BODY'],
  ['what comes before the schema', '{"name":""}', JSON_TYPE, 400, 'BAD_REQUEST'],
  ['the schema', '{"name":1}', JSON_TYPE, 422, 'VALIDATION_ERROR'],
];
for (const [name, body, headers, status, code] of BODIES) {
  order(`${name} → ${status} ${code}, and the claim is settled`, async () => {
    const said = await post(body, { ...headers, 'idempotency-key': 'k' });
    assert.equal([said.status, said.answer.error?.code], [status, code]);
    // What the body is called is looked at after the claim too.
    assert.equal(settled, [status]);
  });
}

order('JSON by other names is JSON', async () => {
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'])
    assert.is((await post('{"name":"a"}', { 'content-type': type })).status, 200);
});

order('every name in data is an ordinary name', async () => {
  const body = '{"name":"a","data":{"__proto__":{"admin":true},"constructor":1,"$where":"x","a.b":null,"":"\\u0000"}}';
  const response = await fetch(`http://127.0.0.1:${port}/v1/thing`, { method: 'POST', body, headers: JSON_TYPE });
  assert.is(await response.text(), body);
  assert.is(({} as { admin?: boolean }).admin, undefined);
});

order('data may be as deep as the database keeps', async () => {
  const nested = (levels: number) => `{"name":"a","data":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
  assert.is((await post(nested(64))).status, 200);
  for (const levels of [65, 100_000])
    assert.equal(
      (await post(nested(levels))).answer.error?.errors?.map(({ field }) => field),
      ['data'],
    );
});

order('routes without a body take anything', async () => {
  for (const type of ['text/plain', 'nonsense', 'multipart/form-data; boundary=x', 'application/json']) {
    assert.is((await post('{broken', { 'content-type': type }, '/any/1')).status, 200);
  }
});

order('unknown routes and unreadable paths are answered in the envelope', async () => {
  assert.equal([(await post('{broken', JSON_TYPE, '/nowhere')).answer.error?.message, steps], ['Unknown route POST /nowhere', []]);
  assert.is((await post(undefined, {}, '/any/%zz')).status, 400);
});

order('OPTIONS is answered before anybody is asked who he is', async () => {
  steps = [];
  const response = await fetch(`http://127.0.0.1:${port}/v1/thing`, { method: 'OPTIONS', headers: { origin: 'https://any.org' } });
  assert.equal([response.status, response.headers.get('access-control-allow-origin'), steps], [200, '*', []]);
});

order('a server that drains answers who asks once more after half a second, and ends the connection then', async () => {
  const { fastify: drained, connections } = await createServer([bodyless], gate);
  await drained.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((drained.server.address() as AddressInfo).port, '127.0.0.1');
  const left = once(client, 'close');
  let answers = '';
  client.on('data', (chunk: Buffer) => void (answers += chunk.toString()));
  const ask = (id: string): boolean => client.write(`POST /any/${id} HTTP/1.1\r\nHost: gateway\r\nContent-Length: 0\r\n\r\n`);
  ask('first');
  await until(() => answers.includes('first'), { what: 'the first answer' });
  const ended = connections.drain().then(() => drained.close());
  await sleep(500);
  ask('second');
  await Promise.all([ended, left]);
  assert.match(answers, /HTTP\/1\.1 200 OK\r\n[^]*HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*second/i);
});

order('a server that is closed waits for no connection on which nothing was asked', async () => {
  const { fastify: closed } = await createServer([bodyless], gate);
  await closed.listen({ host: '127.0.0.1', port: 0 });
  const unused = connect((closed.server.address() as AddressInfo).port, '127.0.0.1');
  await once(unused, 'connect');
  await until(async () => (await promisify(closed.server.getConnections.bind(closed.server))()) === 1, { what: 'the connection' });
  const [ended] = await Promise.all([Promise.race([once(unused, 'close'), sleep(stretched(5_000), 'still open')]), closed.close()]);
  assert.is.not(ended, 'still open');
});

order.run();
