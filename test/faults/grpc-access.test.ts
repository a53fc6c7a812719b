/** Access to gRPC: TLS, client certificates, a token for each caller; who is refused is refused before his message is decoded. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Metadata, credentials, status } from '@grpc/grpc-js';
import type { ChannelCredentials } from '@grpc/grpc-js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Actor, CallMeta } from '#kit/contract/call.ts';
import { createClient } from '#kit/contract/client.ts';
import type { Definition, Handlers } from '#kit/contract/definition.ts';
import { createGrpcAccess } from '#kit/contract/grpc-access.ts';
import { createGrpcTransport } from '#kit/contract/grpc-client.ts';
import type { GrpcClientTls } from '#kit/contract/grpc-client.ts';
import { createGrpcServer } from '#kit/contract/grpc-server.ts';
import type { GrpcServer, GrpcServerTls } from '#kit/contract/grpc-server.ts';
import { createInFlightCalls, createPerformer } from '#kit/contract/perform.ts';
import type { Fault } from '#kit/errors.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { stretched } from '#local/time-scale.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { posthorn } from '#test/posthorn.ts';
import { createAuthority } from '#test/certificates.ts';

const test = suite('access by gRPC');
const dir = mkdtempSync(join(tmpdir(), 'posthorn-grpc-'));
const [authority, strangers] = [createAuthority(dir), createAuthority(dir, 'strangers')];
const server = authority.issue('posthorn');
const servers: GrpcServer[] = [];
const WITHIN_MS = stretched(5_000);

/** How many requests were decoded, and who asked. */
const seen = { decoded: 0, actors: [] as Actor[] };
const definition = {
  ...ContactsServiceDefinition,
  methods: Object.fromEntries(
    Object.entries(ContactsServiceDefinition.methods).map(([name, method]) => [
      name,
      {
        ...method,
        requestType: { ...method.requestType, decode: (bytes: Uint8Array) => ((seen.decoded += 1), method.requestType.decode(bytes)) },
      },
    ]),
  ),
} as unknown as typeof ContactsServiceDefinition;
const handlers = new Proxy(
  {},
  {
    get: (_, method: string) =>
      method === 'exportContacts' ? async function* () {} : async (_request: unknown, { actor }: CallMeta) => (seen.actors.push(actor), {}),
  },
) as Handlers<typeof ContactsServiceDefinition>;

const sha256 = (token: string): string => createHash('sha256').update(token).digest('hex');
const TOKENS = { services: 'the-token-of-the-services', billing: 'first-token-of-billing', next: 'next-token-of-billing' };
const access = createGrpcAccess(
  [TOKENS.services],
  [
    { name: 'billing', tokens: [sha256(TOKENS.billing), sha256(TOKENS.next)], methods: ['contacts.get', 'contacts.exportContacts'] },
    { name: 'tool', tokens: [sha256('tool')], methods: ['reflection.info', 'contacts.*'] },
  ],
);

async function listen(tls?: GrpcServerTls): Promise<string> {
  const one = createGrpcServer({ access, tls, metrics: createMetrics() });
  const surroundings = { log: createLog('silent'), metrics: createMetrics(), clock: () => new Date(), inFlight: createInFlightCalls() };
  one.add(definition as Definition, createPerformer(definition, handlers, surroundings));
  servers.push(one);
  return `127.0.0.1:${await one.listen('127.0.0.1', 0)}`;
}

const meta: CallMeta = { projectId: 'p1', requestId: 'r1', actor: { kind: 'service', id: 'test' } };

/** Asks for a contact; answers the status of the fault, 200 without. */
async function get(address: string, token: string, tls?: GrpcClientTls): Promise<number> {
  const { transport, close } = createGrpcTransport(definition, { address, token, tls, deadlineMs: WITHIN_MS });
  const answer = await createClient(definition, transport)
    .get({ id: 'c1' }, meta)
    .then(
      () => 200,
      (fault: Fault) => fault.status,
    );
  close();
  return answer;
}

type Bytes = (bytes: Buffer) => Buffer;
const same: Bytes = (bytes) => bytes;

interface Raw {
  address: string;
  method: string;
  headers?: Record<string, string>;
  body?: Buffer;
  how?: 'unary' | 'answers' | 'requests';
  channel?: ChannelCredentials;
}

/** A client that knows no more than HTTP/2 asks of it; answers the status's name. */
function ask({
  address,
  method,
  headers = {},
  body = Buffer.alloc(0),
  how = 'unary',
  channel = credentials.createInsecure(),
}: Raw): Promise<string> {
  const client = new Client(address, channel, { 'grpc.ssl_target_name_override': 'posthorn' });
  const path = method.startsWith('/') ? method : `/${definition.fullName}/${method}`;
  const metadata = new Metadata();
  for (const [name, value] of Object.entries({ 'x-project-id': 'p1', ...headers })) metadata.set(name, value);
  const options = { deadline: Date.now() + WITHIN_MS };
  return new Promise<string>((resolve) => {
    const done = (error: { code: number } | null): void => resolve(status[error?.code ?? status.OK]!);
    if (how === 'unary') client.makeUnaryRequest(path, same, same, body, metadata, options, done);
    else if (how === 'requests') {
      const call = client.makeClientStreamRequest(path, same, same, metadata, options, done);
      call.write(body);
      call.end();
    } else {
      const call = client.makeServerStreamRequest(path, same, same, body, metadata, options);
      call
        .on('data', () => undefined)
        .on('error', done)
        .on('end', () => resolve('OK'));
    }
  }).finally(() => client.close());
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const GARBAGE = Buffer.from([0xff, 0xff, 0xff, 0xff]);
const plain = await listen();

const METHODS = [
  ['Get', 'unary'],
  ['ExportContacts', 'answers'],
  ['ImportFile', 'requests'],
] as const;
for (const [method, how] of METHODS) {
  test(`${how}: without a token nothing is decoded, whatever was sent`, async () => {
    const tried: Record<string, string>[] = [
      {},
      bearer('guessed'),
      bearer(''),
      { authorization: TOKENS.services },
      { 'x-caller': 'posthorn' },
    ];
    for (const headers of tried) {
      const before = seen.decoded;
      assert.is(await ask({ address: plain, method, how, headers, body: GARBAGE }), 'UNAUTHENTICATED');
      assert.is(seen.decoded, before);
    }
  });
}

test('who is admitted is told that his message is none', async () =>
  assert.is(await ask({ address: plain, method: 'Get', headers: bearer(TOKENS.services), body: GARBAGE }), 'INTERNAL'));

test('a caller may call its methods and no others, and the others decode nothing', async () => {
  for (const token of [TOKENS.billing, TOKENS.next]) {
    const headers = bearer(token);
    assert.is(await ask({ address: plain, method: 'Get', headers }), 'OK');
    assert.is(await ask({ address: plain, method: 'ExportContacts', how: 'answers', headers }), 'OK');
    const before = seen.decoded;
    assert.is(await ask({ address: plain, method: 'Delete', headers, body: GARBAGE }), 'PERMISSION_DENIED');
    assert.is(await ask({ address: plain, method: 'ImportFile', how: 'requests', headers, body: GARBAGE }), 'PERMISSION_DENIED');
    assert.is(await ask({ address: plain, method: 'StreamAudience', how: 'answers', headers, body: GARBAGE }), 'PERMISSION_DENIED');
    assert.is(seen.decoded, before);
  }
});

test('a refusal says who may not do what', async () => {
  const { transport, close } = createGrpcTransport(definition, { address: plain, token: TOKENS.billing, deadlineMs: WITHIN_MS });
  const fault = await createClient(definition, transport)
    .delete({ id: 'c1' }, meta)
    .catch((error: Fault) => error);
  close();
  assert.equal([(fault as Fault).status, (fault as Fault).message], [403, 'billing may not call contacts.delete']);
});

test('wildcards: every method of a service; everything', async () => {
  assert.is(await ask({ address: plain, method: 'Delete', headers: bearer('tool') }), 'OK');
  assert.is(await ask({ address: plain, method: 'Delete', headers: bearer(TOKENS.services) }), 'OK');
});

test('a caller speaks as itself unless it says for whom, and cannot take another’s name', async () => {
  seen.actors.length = 0;
  await ask({ address: plain, method: 'Get', headers: { ...bearer(TOKENS.billing), 'x-caller': 'posthorn' } });
  await ask({ address: plain, method: 'Get', headers: { ...bearer(TOKENS.billing), 'x-actor': 'user:u1' } });
  assert.equal(seen.actors, [
    { kind: 'service', id: 'billing' },
    { kind: 'user', id: 'u1' },
  ]);
});

test('health needs no token; reflection is a method like others', async () => {
  assert.is(await ask({ address: plain, method: '/grpc.health.v1.Health/Check' }), 'OK');
  const method = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
  assert.is(await ask({ address: plain, method, how: 'answers' }), 'UNAUTHENTICATED');
  assert.is(await ask({ address: plain, method, how: 'answers', headers: bearer(TOKENS.billing) }), 'PERMISSION_DENIED');
  assert.is(await ask({ address: plain, method, how: 'answers', headers: bearer('tool') }), 'OK');
});

test('TLS: known by its name where its authority is trusted, and by nobody else', async () => {
  const address = await listen(server);
  assert.is(await get(address, TOKENS.services, { ca: authority.ca, name: 'posthorn' }), 200);
  assert.is(await get(address, TOKENS.services, { ca: authority.ca }), 200, 'by its address');
  assert.is(await get(address, TOKENS.services, { ca: authority.ca, name: 'elsewhere' }), 503);
  assert.is(await get(address, TOKENS.services, { ca: strangers.ca, name: 'posthorn' }), 503);
  assert.is(await get(address, TOKENS.services), 503, 'clear text');
  assert.is(await get(address, 'guessed', { ca: authority.ca }), 401);
  const channel = credentials.createSsl(Buffer.from(authority.ca));
  assert.is(await ask({ address, method: 'Get', channel, body: GARBAGE }), 'UNAUTHENTICATED');
});

test('mTLS: without a certificate of the authority no token helps, with one a token is needed still', async () => {
  const address = await listen({ ...server, clientCa: authority.ca });
  const tls = { ca: authority.ca, name: 'posthorn' };
  assert.is(await get(address, TOKENS.services, { ...tls, own: authority.issue('delivery') }), 200);
  assert.is(await get(address, 'guessed', { ...tls, own: authority.issue('delivery') }), 401);
  assert.is(await get(address, TOKENS.services, { ...tls, own: strangers.issue('delivery') }), 503);
  assert.is(await get(address, TOKENS.services, tls), 503);
});

test('the operator’s command speaks TLS where the services do, and shows the certificate it has', async () => {
  const one = createGrpcServer({ access, tls: { ...server, clientCa: authority.ca }, metrics: createMetrics() });
  const surroundings = { log: createLog('silent'), metrics: createMetrics(), clock: () => new Date(), inFlight: createInFlightCalls() };
  const asked: string[] = [];
  const accounts = new Proxy({}, { get: (_, method: string) => async () => (asked.push(method), {}) });
  const perform = createPerformer(AccountsServiceDefinition, accounts as Handlers<typeof AccountsServiceDefinition>, surroundings);
  one.add(AccountsServiceDefinition, perform);
  servers.push(one);
  const env = { POSTHORN_GRPC: `127.0.0.1:${await one.listen('127.0.0.1', 0)}`, GRPC_TOKEN: TOKENS.services };
  const certificate = { GRPC_TLS_CERT: server.certFile, GRPC_TLS_KEY: server.keyFile };
  const command = (more: object) => posthorn(['project', 'enable', 'p1'], { ...env, ...more });
  assert.is((await command({})).code, 4, 'in clear text');
  assert.is((await command({ ...certificate, GRPC_TLS_CA: strangers.caFile })).code, 4, 'another authority');
  assert.equal(asked, []);
  const { code, stderr } = await command({ ...certificate, GRPC_TLS_CA: authority.caFile, GRPC_TLS_NAME: 'posthorn' });
  assert.equal([code, stderr, asked], [0, '', ['enableProject']]);
});

test.after(async () => {
  await Promise.all(servers.map((one) => one.close()));
  rmSync(dir, { recursive: true, force: true });
});

test.run();
