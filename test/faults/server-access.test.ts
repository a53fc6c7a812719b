/** NATS and MongoDB that demand TLS and a user, tried with the right and the wrong ones; and streams made as configured. */
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigError } from '#kit/config/config.ts';
import { createBus } from '#kit/bus.ts';
import { ensureStreams, manager } from '#kit/facts/stream.ts';
import { FACTS } from '#kit/facts/subject.ts';
import { connectNats } from '#kit/nats.ts';
import { connectMongo } from '#kit/store/connection.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { locate } from '#local/binaries.mjs';
import { freePort } from '#local/ports.ts';
import { until } from '#test/until.ts';

const { MongoClient } = mongoose.mongo;
const test = suite('servers that demand TLS and a user');
const log = createLog('silent');
const dir = mkdtempSync(join(tmpdir(), 'posthorn-access-'));
const children: ChildProcess[] = [];
const [ports, certificate] = [{ secured: 0, plain: 0, mongo: 0 }, join(dir, 'server.pem')];
let ca: string;

function start(command: string, args: string[]): void {
  children.push(spawn(command, args, { stdio: 'ignore' }));
}

/** A certificate of this machine that signs itself. By the name: the NATS library cannot check an address. */
function makeCertificate(): string {
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  writeFileSync(certificate, readFileSync(key, 'utf8') + readFileSync(cert, 'utf8'));
  return readFileSync(cert, 'utf8');
}

test.before(async () => {
  ca = makeCertificate();
  for (const name of ['secured', 'plain', 'mongo'] as const) ports[name] = await freePort();
  const config = join(dir, 'nats.conf');
  writeFileSync(
    config,
    `listen: "127.0.0.1:${ports.secured}"
jetstream { store_dir: "${dir}/js" }
tls { cert_file: "${dir}/cert.pem", key_file: "${dir}/key.pem" }
authorization { users: [ { user: posthorn, password: secret }, { user: guest, password: guest, permissions: { publish: ["guest.>"] } } ] }
`,
  );
  start(locate('nats')!.path, ['-c', config]);
  start(locate('nats')!.path, ['-a', '127.0.0.1', '-p', String(ports.plain)]);
  const tls = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', certificate, '--tlsAllowConnectionsWithoutCertificates'];
  start(locate('mongodb')!.path, ['--bind_ip', '127.0.0.1', '--port', String(ports.mongo), '--dbpath', dir, ...tls]);
});

test.after(async () => {
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

test('MongoDB is reached over TLS with the authority given', async () => {
  const uri = `mongodb://127.0.0.1:${ports.mongo}/?directConnection=true`;
  await until(() =>
    MongoClient.connect(uri, { tls: true, ca, serverSelectionTimeoutMS: 500 }).then(
      (client) => client.close().then(() => true),
      () => false,
    ),
  );
  const databases = await connectMongo({ uri, prefix: 'access_', tls: { ca } }, log, false);
  assert.is((await databases.of('test').db!.command({ ping: 1 }))['ok'], 1);
  await databases.close();
  const clear = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 500 }).catch(() => 'refused');
  assert.is(clear, 'refused');
});

test.run();
