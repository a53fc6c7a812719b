/** The parts around the conversation: whose turn it is, what is held, who has to go, which certificate is shown. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '#kit/telemetry/log.ts';
import { selfSigned } from '#local/certificate.ts';
import type { Pem } from '#local/certificate.ts';
import { writeCertificate } from '#local/relay.ts';
import { createCertificates } from '#services/relay/certificates.ts';
import type { Message } from '#services/relay/domain/message.ts';
import { Refusal } from '#services/relay/domain/refusal.ts';
import { createMessageReader } from '#services/relay/message-reader.ts';
import { SESSION_LIMITS, createSessions } from '#services/relay/sessions.ts';
import { createSpool } from '#services/relay/spool.ts';
import { createWorkQueue } from '#services/relay/work-queue.ts';
import { until } from '#test/until.ts';

const turns = suite('work queue');

turns('projects take turns, however many messages one of them has', async () => {
  const queue = createWorkQueue(1, 1_000);
  const done: string[] = [];
  const work = (owner: string) => queue.run(owner, 1, async () => void done.push(owner));
  await Promise.all([...Array.from({ length: 5 }, () => work('a')), work('b'), work('c'), work('b')]);
  assert.ok(done.indexOf('b') <= 2 && done.indexOf('c') <= 3, done.join());
  assert.is(queue.waiting, 0);
});

turns('so many at once, and so many bytes; what is larger goes alone', async () => {
  const queue = createWorkQueue(3, 100);
  let [bytes, works, most, mostBytes] = [0, 0, 0, 0];
  const work = (size: number) =>
    queue.run('a', size, async () => {
      bytes += size;
      works += 1;
      most = Math.max(most, works);
      if (works > 1) mostBytes = Math.max(mostBytes, bytes);
      await sleep(2);
      bytes -= size;
      works -= 1;
    });
  await Promise.all([10, 10, 10, 10, 90, 500, 20, 80].map(work));
  assert.equal([most, mostBytes <= 100], [3, true]);
});

turns('a failure gives its place back', async () => {
  const queue = createWorkQueue(1, 10);
  await queue.run('a', 1, () => Promise.reject(new Error('no'))).catch(() => undefined);
  assert.is(await queue.run('a', 1, async () => 'next'), 'next');
});
turns.run();

const spools = suite('spool');

async function* pieces(...all: string[]): AsyncIterable<Uint8Array> {
  for (const piece of all) yield Buffer.from(piece);
}
const line = `${'x'.repeat(98)}\r\n`;
const codeOf = (work: Promise<unknown>): Promise<number | undefined> =>
  work.then(
    () => 250,
    (error: unknown) => (error instanceof Refusal ? error.code : undefined),
  );

spools('small messages stay in memory, larger ones go to a file, both are read as they came', async () => {
  const spool = createSpool({ budgetBytes: 20_000_000, maxBytes: 8_000_000 });
  const reader = createMessageReader();
  for (const size of [10, 5_000]) {
    const body = line.repeat(size);
    const spooled = await spool.take(pieces('Subject: s\r\n', '\r\n', ...Array.from({ length: 10 }, () => body)), 'a');
    assert.is(typeof spooled.source === 'number', size > 100);
    assert.is(spool.held(), spooled.size);
    assert.is((await reader.read(spooled)).text!.replaceAll('\n', '\r\n').length, size * 1_000);
    await spooled.end();
    await spooled.end();
    assert.is(spool.held(), 0);
  }
  await reader.stop();
});

spools('refuses what is too large, what finds no room, and lines that are none, and holds nothing of it', async () => {
  const spool = createSpool({ budgetBytes: 4_000, maxBytes: 3_000 });
  assert.is(await codeOf(spool.take(pieces(line.repeat(20), line.repeat(20)), 'a')), 552);
  assert.is(await codeOf(spool.take(pieces('a\nb'), 'a')), 554);
  const held = await spool.take(pieces(line.repeat(15)), 'a');
  assert.is(await codeOf(spool.take(pieces(line.repeat(15)), 'a')), 452, 'half of it is the most for one owner');
  assert.is(await codeOf(spool.take(pieces(line.repeat(15)), 'b')), 250);
  assert.is(await codeOf(spool.take(pieces(line.repeat(15)), 'c')), 452);
  await held.end();
  assert.is(await codeOf(spool.take(pieces(line.repeat(15)), 'c')), 250);
  assert.is(spool.held(), 3_000);
});

spools('reads what is refused to its end, but not for ever', async () => {
  const spool = createSpool({ budgetBytes: 100_000, maxBytes: 1_000 });
  let read = 0;
  async function* endless(): AsyncIterable<Uint8Array> {
    for (;;) {
      read += 1;
      yield Buffer.from(line);
    }
  }
  assert.is(await codeOf(spool.take(endless(), 'a')), undefined, 'no reply of its own');
  assert.ok(read < 30);
  assert.is(spool.held(), 0);
});
spools.run();

const readers = suite('message reader');
const MB = 1_048_576;

/** Reads a message; by how many MB the process grew meanwhile, and what came of it. */
async function grown(source: Uint8Array): Promise<{ mb: number; outcome: Message | Error }> {
  const reader = createMessageReader();
  await reader.read({ source: Buffer.from('Subject: s\r\n\r\nx'), size: 0 });
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  const outcome = await reader.read({ source, size: source.length }).catch((error: Error) => error);
  clearInterval(look);
  await reader.stop();
  return { mb: (most - before) / MB, outcome };
}

readers('a message costs memory by its bytes, however short its lines are', async () => {
  const lines = 10 * MB;
  const { mb, outcome } = await grown(Buffer.from(`Subject: s\r\n\r\n${'\r\n'.repeat(lines - 1)}x`));
  assert.is((outcome as Message).text!.length, lines + 1);
  assert.ok(mb < 250, `${mb.toFixed(0)} MB for a message of 20`);
});

readers('refuses more parts or headers than any mail has', async () => {
  const parts = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(2 * MB)}`);
  const { mb, outcome } = await grown(parts);
  assert.match((outcome as Error).message, /cannot be read: it has more than 1000 parts/);
  assert.ok(mb < 150, `${mb.toFixed(0)} MB for a message of 20`);
  const headers = await grown(Buffer.from(`${'a:\r\n'.repeat(3_000)}\r\nx`));
  assert.match((headers.outcome as Error).message, /cannot be read: it has more than 2000 headers/);
});
readers.run();

const people = suite('sessions');

people('so many in all, of one client and of one project', () => {
  const sessions = createSessions(() => 0, { ...SESSION_LIMITS, slowMs: 10, connections: 4, perClient: 3, perProject: 2 });
  for (const id of ['a', 'b', 'c']) sessions.open(id, '192.0.2.1');
  assert.throws(() => sessions.open('d', '::ffff:192.0.2.1'), /Too many connections/);
  sessions.open('e', '192.0.2.2');
  assert.throws(() => sessions.open('f', '192.0.2.3'), /Too many connections/);
  const identity = { key: 'k', projectId: 'p' };
  sessions.authenticate('a', identity);
  sessions.authenticate('b', identity);
  assert.throws(() => sessions.authenticate('c', identity), /Too many connections/);
  sessions.close('a');
  sessions.authenticate('c', identity);
  assert.is(sessions.size, 3);
});

people('who does not log in, idles or dribbles has to go; who waits for us may wait', () => {
  let now = 0;
  const sessions = createSessions(() => now, { ...SESSION_LIMITS, idleMs: 20, slowMs: 10, leastRate: 1_000 });
  const after = (ms: number): string | undefined => {
    now += ms;
    return sessions.overdue('a');
  };
  sessions.open('a', '192.0.2.1');
  assert.is(after(10), undefined);
  assert.match(after(1)!, /Log in/);
  sessions.authenticate('a', { key: 'k', projectId: 'p' });
  assert.is(after(20), undefined);
  assert.match(after(1)!, /Idle/);
  sessions.enter('a', 'receiving');
  sessions.get('a')!.received += 11;
  assert.is(after(11), undefined, 'as fast as it must be');
  assert.is(after(10), undefined);
  assert.match(after(1)!, /too slowly/, 'what came early is not lived on');
  sessions.enter('a', 'working');
  assert.is(after(1_000_000), undefined);
  sessions.enter('a', 'failing');
  assert.match(after(0)!, /does not end/);
});
people.run();

const certificates = suite('certificates');

async function watched(path: string, work: (shown: Pem[], expires: () => number) => Promise<void>): Promise<void> {
  const shown: Pem[] = [];
  const log = createLog('silent');
  const watch = createCertificates({ path, domain: 'smtp.example.org', onChange: (pem) => shown.push(pem), log, everyMs: 20 });
  await watch.start();
  try {
    await work(shown, watch.expiresAt);
  } finally {
    await watch.stop();
  }
}

certificates('a pair is read, again when it changed, and kept while half of a new one lies there', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-certificates-'));
  const [first, second] = [selfSigned('smtp.example.org'), selfSigned('smtp.example.org')];
  writeCertificate(dir, first);
  await watched(dir, async (shown, expires) => {
    assert.equal(shown, [first]);
    assert.ok(Math.abs(expires() - Date.now() / 1_000 - 10 * 365 * 86_400) < 60);
    writeFileSync(join(dir, 'fullchain.pem'), second.cert);
    await sleep(100);
    assert.is(shown.length, 1);
    writeFileSync(join(dir, 'privkey.pem'), second.key);
    await until(async () => shown.length === 2);
    assert.equal(shown[1], second);
  });
  rmSync(dir, { recursive: true });
});

certificates('of Traefik: the one for the domain, by name or wildcard', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-certificates-'));
  mkdirSync(dir, { recursive: true });
  const [other, wild] = [selfSigned('other.example.org'), selfSigned('*.example.org')];
  const entry = (main: string, { key, cert }: Pem) => ({
    domain: { main },
    certificate: Buffer.from(cert).toString('base64'),
    key: Buffer.from(key).toString('base64'),
  });
  const store = (...all: object[]): void =>
    writeFileSync(join(dir, 'acme.json'), JSON.stringify({ le: { Account: {}, Certificates: all } }));
  store(entry('other.example.org', other));
  await watched(dir, async (shown) => {
    assert.equal(shown, [], 'none for this domain');
    store(entry('other.example.org', other), entry('*.example.org', wild));
    await until(async () => shown.length === 1);
    assert.equal(shown, [wild]);
  });
  rmSync(dir, { recursive: true });
});
certificates.run();
