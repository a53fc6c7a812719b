/** Look-ups against a real name server on the loopback, with its faults. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { createResolver } from '#services/verification/dns/resolver.ts';
import type { Resolver } from '#services/verification/dns/resolver.ts';
import { startNameServer } from '#test/name-server.ts';
import type { NameServer } from '#test/name-server.ts';

/** Where a server is silent. */
const IMPATIENT_MS = stretched(100);

const test = suite<{ server: NameServer; resolver: Resolver }>('resolver');

test.before.each(async (context) => {
  context.server = await startNameServer();
  context.resolver = createResolver({ servers: [context.server.address], metrics: createMetrics() });
});
test.after.each(async ({ server }) => server.stop());

test('an answer is kept by its time to live, and concurrent askers share one question', async ({ server, resolver }) => {
  server.add('a.test', 'A', '192.0.2.1', 300);
  const answers = await Promise.all(Array.from({ length: 20 }, () => resolver.lookup('a.test', 'A')));
  assert.ok(answers.every(({ outcome }) => outcome === 'found'));
  await resolver.lookup('A.TEST', 'A');
  assert.equal(server.asked, ['A a.test']);
});

test('a name that is not there and a type that is not there are different, and both are kept', async ({ server, resolver }) => {
  server.add('a.test', 'A', '192.0.2.1');
  for (let n = 0; n < 2; n += 1) {
    assert.is((await resolver.lookup('nope.test', 'A')).outcome, 'nxdomain');
    assert.is((await resolver.lookup('a.test', 'MX')).outcome, 'empty');
  }
  assert.is(server.asked.length, 2);
});

test('failures are outcomes of their own and are not kept', async ({ server, resolver }) => {
  server.add('a.test', 'A', '192.0.2.1');
  server.fault('a.test', 'servfail');
  assert.is((await resolver.lookup('a.test', 'A')).outcome, 'servfail');
  server.fault('a.test', 'lame');
  assert.is((await resolver.lookup('a.test', 'A')).outcome, 'servfail');
  server.fault('a.test', 'timeout');
  const impatient = createResolver({ servers: [server.address], metrics: createMetrics(), withinMs: IMPATIENT_MS });
  assert.is((await impatient.lookup('a.test', 'A')).outcome, 'timeout');
  server.fault('a.test', null);
  for (const each of [resolver, impatient]) assert.is((await each.lookup('a.test', 'A')).outcome, 'found');
});

test('a cut answer is asked for again over TCP, forty strings and all', async ({ server, resolver }) => {
  const strings = Array.from({ length: 40 }, (_, n) => `${n}-${'x'.repeat(60)}`);
  server.add('long.test', 'TXT', [...strings]);
  server.fault('long.test', 'truncate');
  const { answers, outcome } = await resolver.lookup('long.test', 'TXT');
  assert.is(outcome, 'found');
  const [record] = answers;
  assert.ok(record?.type === 'TXT');
  assert.equal(
    [record.data].flat().map((part) => Buffer.from(part as Uint8Array).toString()),
    strings,
  );
});

test('aliases are followed, over several answers; a loop ends as a failure', async ({ server, resolver }) => {
  server.add('one.test', 'CNAME', 'two.test');
  server.add('two.test', 'CNAME', 'three.test');
  server.add('three.test', 'TXT', 'here');
  const found = await resolver.lookup('one.test', 'TXT');
  assert.is(found.outcome, 'found');
  assert.is(found.alias, 'three.test');
  server.add('x.test', 'CNAME', 'y.test');
  server.add('y.test', 'CNAME', 'x.test');
  assert.is((await resolver.lookup('x.test', 'TXT')).outcome, 'servfail');
});

test('the next server is asked when one is silent', async ({ server }) => {
  const silent = await startNameServer();
  silent.fault('a.test', 'timeout');
  server.add('a.test', 'A', '192.0.2.1');
  const servers = [silent.address, server.address];
  const resolver = createResolver({ servers, metrics: createMetrics(), withinMs: IMPATIENT_MS });
  assert.is((await resolver.lookup('a.test', 'A')).outcome, 'found');
  await silent.stop();
});

test('of many questions at once each gets its own answer, though they share ports', async ({ server, resolver }) => {
  const count = 300;
  for (let n = 0; n < count; n += 1) server.add(`n${n}.test`, 'TXT', `value ${n}`);
  server.delayMs = 20;
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => resolver.lookup(`n${n}.test`, 'TXT')));
  const values = answers.map((answer) => answer.answers.map((record) => (record.type === 'TXT' ? [record.data].flat().join('') : '')));
  assert.equal(
    values,
    Array.from({ length: count }, (_, n) => [`value ${n}`]),
  );
  assert.is(server.asked.length, count);
});

test('a port where nobody listens is known at once', async ({ server }) => {
  const withinMs = stretched(2_000);
  const resolver = createResolver({ servers: [server.address], metrics: createMetrics(), withinMs });
  await server.stop();
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => resolver.lookup(`n${n}.test`, 'A')));
  assert.ok(answers.every(({ outcome }) => outcome === 'timeout'));
  assert.ok(performance.now() - begun < withinMs, 'no question waited for its time to run out');
  await startNameServer(Number(server.address.split(':')[1])).then((back) => Object.assign(server, back));
});

test.run();
