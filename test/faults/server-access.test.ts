/**
 * NATS, MongoDB, Valkey and Temporal that demand TLS, a certificate of ours, a user or an API key, tried with the right and the wrong
 * ones; and streams made as configured. Valkey and Temporal speak no TLS here: proxies that do stand before them.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NativeConnection } from '@temporalio/worker';
import type { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { connect } from 'nats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigError } from '#kit/config/config.ts';
import { createBus } from '#kit/bus.ts';
import { ensureStreams, manager } from '#kit/facts/stream.ts';
import { FACTS } from '#kit/facts/subject.ts';
import { connectNats, natsOptions } from '#kit/nats.ts';
import { connectRedis } from '#kit/redis.ts';
import { connectMongo, mongoTls } from '#kit/store/connection.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { locate } from '#local/binaries.mjs';
import { freePort } from '#local/ports.ts';
import { SERVERS } from '#local/servers/servers.ts';
import { stretched } from '#local/time-scale.ts';
import { connectionOptions, createTemporalClient } from '#services/host/temporal/client.ts';
import { createAuthority } from '#test/certificates.ts';
import { startGrpcTlsProxy, startTlsProxy } from '#test/tls-proxy.ts';
import type { TlsProxy } from '#test/tls-proxy.ts';
import { until } from '#test/until.ts';

const { MongoClient } = mongoose.mongo;
const test = suite('servers that demand TLS, certificates and users');
const log = createLog('silent');
const dir = mkdtempSync(join(tmpdir(), 'posthorn-access-'));
const children: ChildProcess[] = [];
const proxies: TlsProxy[] = [];
const ports = { secured: 0, mutual: 0, plain: 0, mongodb: 0, redis: 0, temporal: 0 };
const [authority, strangers] = [createAuthority(dir), createAuthority(dir, 'strangers')];
const [server, ours, theirs] = [authority.issue('server'), authority.issue('posthorn'), strangers.issue('posthorn')];
const { ca } = authority;
const API_KEY = 'api-key-of-temporal';
const NAMESPACE = 'mail';

/** Who trusts the right authority and shows the right certificate, and the ways of not doing so. */
const RIGHT = { ca, cert: ours.cert, key: ours.key };
const WRONG = {
  'whose authority we do not know': { cert: ours.cert, key: ours.key },
  'without a certificate of ours': { ca },
  'with a certificate of another authority': { ca, cert: theirs.cert, key: theirs.key },
} as const;

function start(command: string, args: string[]): void {
  children.push(spawn(command, args, { stdio: 'ignore' }));
}

function startNats(name: 'secured' | 'mutual', more: string, verified: string): void {
  const config = join(dir, `${name}.conf`);
  const tls = `tls { cert_file: "${server.certFile}", key_file: "${server.keyFile}"${verified} }`;
  writeFileSync(config, `listen: "127.0.0.1:${ports[name]}"\n${tls}\n${more}\n`);
  start(locate('nats')!.path, ['-c', config]);
}

test.before(async () => {
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await freePort();
  const guest = '{ user: guest, password: guest, permissions: { publish: ["guest.>"] } }';
  const users = `jetstream { store_dir: "${dir}/js" }\nauthorization { users: [ { user: posthorn, password: secret }, ${guest} ] }`;
  startNats('secured', users, '');
  startNats('mutual', '', `, ca_file: "${authority.caFile}", verify: true`);
  start(locate('nats')!.path, ['-a', '127.0.0.1', '-p', String(ports.plain)]);
  const tls = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', server.bothFile, '--tlsCAFile', authority.caFile];
  const data = (name: string): string => (mkdirSync(join(dir, name)), join(dir, name));
  start(locate('mongodb')!.path, ['--bind_ip', '127.0.0.1', '--port', String(ports.mongodb), '--dbpath', data('mongodb'), ...tls]);
  start(locate('redis')!.path, SERVERS.redis.args(ports.redis, data('redis')));
  start(locate('temporal')!.path, [...SERVERS.temporal.args(ports.temporal, data('temporal')), '--namespace', NAMESPACE]);
});

test.after(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  for (const child of children) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

const secured = (more: object = {}) => ({
  url: `tls://localhost:${ports.secured}`,
  user: 'posthorn',
  password: 'secret',
  tls: { ca },
  ...more,
});
const refused = (error: unknown): error is ConfigError => error instanceof ConfigError;

test('the right user reaches NATS over TLS, and streams are made as configured', async () => {
  const nats = await connectNats(secured(), 'test', log);
  await ensureStreams(nats, { replicas: 1, maxBytes: 5_000_000 });
  const { config } = await (await manager(nats)).streams.info(FACTS);
  assert.equal([config.num_replicas, config.max_bytes], [1, 5_000_000]);
  await nats.close();
});

test('user and password may stand in the address', async () => {
  const nats = await connectNats({ url: `tls://posthorn:secret@localhost:${ports.secured}`, tls: { ca } }, 'test', log);
  await nats.flush();
  await nats.close();
});

test('the bus goes the same way', async () => {
  const bus = createBus({ ...secured(), namespace: 'access', nodeId: 'access-1', requestTimeoutMs: 1_000, log });
  await bus.start();
  assert.ok(bus.up());
  await bus.stop(async () => undefined);
});

test('a wrong password is refused, not waited for', async () => {
  const failure = await connectNats(secured({ password: 'wrong' }), 'test', log).catch((error: unknown) => error);
  assert.ok(refused(failure), String(failure));
});

test('a tls:// address of a server without TLS is refused', async () => {
  const failure = await connectNats({ url: `tls://127.0.0.1:${ports.plain}` }, 'test', log).catch((error: unknown) => error);
  assert.ok(refused(failure), String(failure));
  assert.match((failure as Error).message, /offers TLS/);
});

const mutual = (tls: object) => ({ url: `tls://localhost:${ports.mutual}`, tls });

test('NATS that demands a certificate is reached with ours', async () => {
  const nats = await connectNats(mutual(RIGHT), 'test', log);
  await nats.flush();
  await nats.close();
});

for (const [who, tls] of Object.entries(WRONG)) {
  test(`NATS that demands a certificate is not reached ${who}`, async () => {
    const connecting = connect({ ...natsOptions(mutual(tls)), reconnect: false });
    const reached = await connecting.then(
      (nats) => nats.close().then(() => true),
      () => false,
    );
    assert.not.ok(reached);
  });
}

const mongoUri = () => `mongodb://127.0.0.1:${ports.mongodb}/?directConnection=true`;

async function reachesMongo(tls: object | undefined): Promise<boolean> {
  const options = { ...mongoTls({ tls }), serverSelectionTimeoutMS: stretched(500) };
  return await MongoClient.connect(mongoUri(), options).then(
    (client) => client.close().then(() => true),
    () => false,
  );
}

test('MongoDB that demands a certificate is reached with ours', async () => {
  await until(() => reachesMongo(RIGHT), { what: 'MongoDB' });
  const databases = await connectMongo({ uri: mongoUri(), prefix: 'access_', tls: RIGHT }, log, false);
  assert.is((await databases.of('test').db!.command({ ping: 1 }))['ok'], 1);
  await databases.close();
});

for (const [who, tls] of Object.entries({ ...WRONG, 'in clear text': undefined })) {
  test(`MongoDB that demands a certificate is not reached ${who}`, async () => assert.not.ok(await reachesMongo(tls)));
}

/** Whether it can be asked, and what it logs when it cannot. */
async function askRedis(redis: Redis): Promise<boolean> {
  const failed = new Promise<boolean>((resolve) => void redis.once('close', () => resolve(false)));
  const ready = new Promise<boolean>((resolve) => void redis.once('ready', () => resolve(true)));
  try {
    return (await Promise.race([ready, failed])) && (await redis.ping()) === 'PONG';
  } finally {
    redis.disconnect();
  }
}

async function demandingRedis(): Promise<number> {
  await until(() => SERVERS.redis.ready(ports.redis).then(() => true), { what: 'Valkey' });
  const proxy = await startTlsProxy({ port: ports.redis, certificate: server, ca });
  proxies.push(proxy);
  return proxy.port;
}

test('a rediss:// server that demands a certificate is reached with ours, however the address is spelt', async () => {
  const port = await demandingRedis();
  const url = `rediss://127.0.0.1:${port}`;
  for (const address of [url, url.toUpperCase()]) assert.ok(await askRedis(connectRedis({ url: address, tls: RIGHT }, log)), address);
  for (const [who, tls] of Object.entries(WRONG)) assert.not.ok(await askRedis(connectRedis({ url, tls }, log)), who);
  assert.not.ok(await askRedis(connectRedis({ url: `redis://127.0.0.1:${port}` }, log)), 'in clear text');
});

test('a rediss:// address that is answered in clear text is refused, and no password is sent to it', async () => {
  const received: Buffer[] = [];
  const clear = createServer((socket) => {
    socket.on('data', (bytes) => void received.push(bytes)).on('error', () => undefined);
    socket.write('+OK\r\n');
  });
  await new Promise<void>((resolve) => clear.listen(0, '127.0.0.1', resolve));
  const { port } = clear.address() as AddressInfo;
  for (const protocol of ['rediss', 'REDISS']) {
    const url = `${protocol}://user:hunter2@127.0.0.1:${port}`;
    assert.not.ok(await askRedis(connectRedis({ url, tls: { ca } }, log)));
  }
  await new Promise((resolve) => clear.close(resolve));
  assert.not.match(Buffer.concat(received).toString('latin1'), /hunter2|AUTH/i);
});

test('Temporal that demands a certificate and an API key is reached with ours, in its namespace, by client and workers', async () => {
  await until(() => SERVERS.temporal.ready(ports.temporal).then(() => true), { within: 30_000, what: 'Temporal' });
  const proxy = await startGrpcTlsProxy({ port: ports.temporal, certificate: server, ca, apiKey: API_KEY });
  proxies.push(proxy);
  const right = { address: `127.0.0.1:${proxy.port}`, namespace: NAMESPACE, tls: RIGHT, apiKey: API_KEY };

  async function asked(address: Parameters<typeof createTemporalClient>[0]): Promise<string> {
    const link = createTemporalClient(address);
    try {
      return `counted ${(await (await link()).workflow.count()).count}`;
    } catch (error) {
      return `${(error as Error).message} ${String((error as Error).cause ?? '')}`;
    } finally {
      await link.close();
    }
  }
  const worked = (address: Parameters<typeof connectionOptions>[0]): Promise<boolean> =>
    NativeConnection.connect(connectionOptions(address)).then(
      (connection) => connection.close().then(() => true),
      () => false,
    );

  assert.is(await asked(right), 'counted 0');
  assert.ok(await worked(right));
  assert.match(await asked({ ...right, namespace: 'elsewhere' }), /elsewhere/);
  assert.match(await asked({ ...right, apiKey: 'guessed' }), /no API key/);
  const wrong = Object.fromEntries(Object.entries(WRONG).map(([who, tls]) => [who, { ...right, tls }]));
  const cases = {
    ...wrong,
    'with another API key': { ...right, apiKey: 'guessed' },
    'in clear text': { ...right, tls: undefined, apiKey: undefined },
  };
  for (const [who, address] of Object.entries(cases)) {
    assert.not.match(await asked(address), /^counted/, who);
    assert.not.ok(await worked(address), who);
  }
});

test('an API key is never sent in the clear: without certificates TLS is spoken all the same', () => {
  const { tls } = connectionOptions({ address: 'temporal:7233', namespace: 'default', apiKey: API_KEY });
  assert.equal(tls, {});
});

test.run();
