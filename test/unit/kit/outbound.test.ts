/** Requests to addresses that strangers name, beside a name server that changes its mind (contract 6 "SSRF guard"). */
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { startNameServer } from '#test/name-server.ts';
import { readRange } from '../../../services/kit/outbound/blocked-address.ts';
import { RequestRefused, createOutbound } from '../../../services/kit/outbound/request.ts';

const test = suite('outbound requests');
const dns = await startNameServer();
const LIMITS = { timeoutMs: 10_000, bytes: 10_240, redirects: 5 };
const outbound = createOutbound({ allowed: [readRange('127.0.0.1')!], servers: [dns.address] });
/** Where nothing comes in time. */
const BRIEF = { ...LIMITS, timeoutMs: 400 };
const ask = (url: string, limits = LIMITS) => outbound({ url, method: 'GET', headers: {}, body: null }, limits);

/** A server for one case; answers its port. */
async function serving<T>(listener: RequestListener, work: (port: number) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function refused(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.instance(error, RequestRefused);
  return (error as Error).message;
}

test('a name is asked for once, and the connection goes where that answer led', async () => {
  dns.add('hooks.test', 'A', '127.0.0.1', 0);
  await serving(
    (request, response) => response.end(request.headers.host),
    async (port) => assert.is((await ask(`http://hooks.test:${port}/`)).text, `hooks.test:${port}`),
  );
  assert.equal(dns.asked.filter((question) => question === 'A hooks.test').length, 1);
});

test('a name that leads elsewhere the second time (rebinding) is judged again, and refused', async () => {
  dns.add('rebind.test', 'A', '127.0.0.1', 0);
  let calls = 0;
  const said = await serving(
    (_, response) => {
      calls += 1;
      dns.remove('rebind.test');
      dns.add('rebind.test', 'A', '169.254.169.254', 0);
      response.writeHead(302, { location: '/latest/meta-data' }).end();
    },
    (port) => refused(ask(`http://rebind.test:${port}/`)),
  );
  assert.equal([said, calls], ['rebind.test leads to an address that is not called', 1]);
});

test('one blocked address among several is enough', async () => {
  for (const blocked of ['10.0.0.1', '169.254.169.254']) {
    const name = `both-${blocked}.test`;
    dns.add(name, 'A', '127.0.0.1', 0);
    dns.add(name, 'A', blocked, 0);
    assert.match(await refused(ask(`http://${name}/`)), 'not called');
  }
  dns.add('six.test', 'A', '127.0.0.1', 0);
  dns.add('six.test', 'AAAA', '::ffff:10.0.0.1', 0);
  assert.match(await refused(ask('http://six.test/')), 'not called');
});

test('a redirect to an address that is not called, and to another scheme', async () => {
  for (const location of ['http://169.254.169.254/', 'http://[fd00::1]/', 'file:///etc/passwd', 'gopher://example.org/'])
    await serving(
      (_, response) => response.writeHead(302, { location }).end(),
      async (port) => assert.match(await refused(ask(`http://127.0.0.1:${port}/`)), 'not called'),
    );
});

test('an answer without an end is read no further than its limit', async () => {
  let written = 0;
  const { text, status } = await serving(
    (request, response) => {
      response.writeHead(200, { 'content-length': String(10 * 2 ** 30) });
      const beat = setInterval(() => {
        written += 4_096;
        response.write(Buffer.alloc(4_096, 'x'));
      }, 20);
      request.socket.on('close', () => clearInterval(beat));
    },
    (port) => ask(`http://127.0.0.1:${port}/`),
  );
  assert.equal([status, text.length], [200, 10_240]);
  assert.ok(written < 1_000_000, `${written} bytes were taken`);
});

for (const [what, listener] of [
  ['never answers', () => undefined],
  ['sends a byte now and then', (_, response) => void setInterval(() => response.write('x'), 100).unref()],
] as [string, RequestListener][])
  test(`a server that ${what} is left in time`, async () => {
    const began = performance.now();
    const error = await serving(listener, (port) => ask(`http://127.0.0.1:${port}/`, BRIEF).catch((reason: Error) => reason));
    const took = performance.now() - began;
    assert.is((error as Error).name, 'TimeoutError');
    assert.ok(took >= BRIEF.timeoutMs - 50 && took < stretched(20 * BRIEF.timeoutMs), `${took} ms`);
  });

test('a name server that does not answer is waited for no longer', async () => {
  dns.fault('slow.test', 'timeout');
  const error = await ask('http://slow.test/', BRIEF).catch((reason: Error) => reason);
  assert.is((error as Error).name, 'TimeoutError');
});

test.after(() => dns.stop());
test.run();
