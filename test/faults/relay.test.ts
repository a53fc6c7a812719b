/** The relay when something is away, changes or is too much: the truth as a reply code, nothing lost, memory flat. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { selfSigned } from '#local/certificate.ts';
import { relaySettings, writeCertificate } from '#local/relay.ts';
import { stretched } from '#local/time-scale.ts';
import { account, api } from '#test/client.ts';
import { smtpClient } from '#test/smtp-client.ts';
import type { SmtpClient } from '#test/smtp-client.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { ok } from './answers.ts';

const test = suite('relay, faults');
const MB = 1_048_576;
const settings = await relaySettings(join('/tmp', `posthorn-relay-${process.pid}`));
/** Longer than a login takes that nobody can check, and than the others here pause. */
const SLOW_MS = stretched(6_000);
const own = await ownStack({
  env: {
    ...settings,
    SMTP_SLOW_CLIENT_TIMEOUT: `${SLOW_MS}ms`,
    SMTP_PROXY_PROTOCOL: '127.0.0.1',
    SMTP_BYTES_IN_FLIGHT_MB: '64',
    MAX_ATTACHMENT_SIZE_MB: '20',
    IDEMPOTENCY_LEASE: '2s',
    RATE_LIMIT_ENABLED: 'true',
    RATE_LIMIT_SEND_RATE: '2',
    RATE_LIMIT_SEND_BURST: '20',
    BUS_REQUEST_TIMEOUT_MS: '5000',
    EMAIL_RATE_LIMIT_PER_SECOND: '1000',
  },
});
const services = await own.startServices('one');
const { posthorn } = services.processes;
const { project, domain } = await account(services.url);
const client = api(services.url, project.secret);
const from = `hello@${domain}`;
const submission = Number(settings.PORT_SUBMISSION);
const secure = Number(settings.PORT_SECURE);
let serial = 0;
const address = (): string => `relay-${serial++}@example.com`;

/** Every connection comes through a balancer here. */
const behind = (peer: string, port = 40_000): string => `PROXY TCP4 ${peer} 127.0.0.1 ${port} 587\r\n`;

async function loggedIn(key = project.secret, peer = '192.0.2.7'): Promise<SmtpClient> {
  const one = await smtpClient(submission, { first: behind(peer) });
  await one.say('EHLO client.example');
  await one.startTls();
  assert.match(await one.login(key), /^235 /);
  return one;
}

async function open(one: SmtpClient, to = address()): Promise<void> {
  assert.match(await one.say(`MAIL FROM:<${from}>`), /^250 /);
  assert.match(await one.say(`RCPT TO:<${to}>`), /^250 /);
  assert.match(await one.say('DATA'), /^354 /);
}

async function submit(one: SmtpClient, { to = address(), id = crypto.randomUUID(), body = 'x' } = {}): Promise<string> {
  const sender = await one.say(`MAIL FROM:<${from}>`);
  if (!sender.startsWith('250')) return sender;
  await one.say(`RCPT TO:<${to}>`);
  await one.say('DATA');
  return await one.say(`From: ${from}\r\nTo: ${to}\r\nSubject: s\r\nMessage-ID: <${id}@client.example>\r\n\r\n${body}\r\n.`);
}

const arrived = async (to: string): Promise<number> => ok(await client.get(`/dev/inbox?to=${to}`)).data.length;
const residentMb = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${posthorn!.pid}/status`, 'utf8'))![1]) / 1_024;

/** What the client hears at last, and after how long; it ends the connection. */
async function ending(one: SmtpClient): Promise<{ said: string; afterMs: number }> {
  const begun = performance.now();
  const said = await one.reply().catch(({ message }: Error) => message);
  one.close();
  return { said, afterMs: performance.now() - begun };
}

/** Says nothing after the greeting. */
async function fallSilent() {
  return await ending(await smtpClient(submission, { first: behind('192.0.2.10') }));
}

/** Sends a message by the byte. */
async function dribble() {
  const one = await loggedIn(project.secret, '192.0.2.11');
  await open(one);
  const beat = setInterval(() => one.write('x'), 1_000);
  return await ending(one).finally(() => clearInterval(beat));
}

/** Speaks without the header of a balancer. */
const headless = smtpClient(submission, { first: 'EHLO client.example\r\n' });
// These take their time while the others are at work.
const [silent, dribbling] = [fallSilent(), dribble()];

test('PROXY protocol: versions 1 and 2, also before TLS', async () => {
  const v2 = Buffer.from('0d0a0d0a000d0a515549540a2111000cc6336401c0000201a4f6024b', 'hex');
  for (const first of [behind('198.51.100.1'), v2, 'PROXY UNKNOWN\r\n']) {
    const one = await smtpClient(submission, { first });
    assert.match(one.greeting, /^220 /);
    const hello = await one.say('EHLO client.example');
    assert.match(hello, first === 'PROXY UNKNOWN\r\n' ? /\[127\.0\.0\.1\]/ : /\[198\.51\.100\.1\]/);
    one.close();
  }
});

test('failed logins count for the client behind the balancer', async () => {
  const tries = async (peer: string): Promise<string> => {
    const one = await smtpClient(submission, { first: behind(peer) });
    await one.say('EHLO client.example');
    await one.startTls();
    const reply = await one.login(`sk_${crypto.randomUUID().replaceAll('-', '').repeat(2)}`);
    one.close();
    return reply;
  };
  const replies: string[] = [];
  for (let n = 0; n < 52; n += 1) replies.push(await tries('203.0.113.9'));
  assert.match(replies[0]!, /^535 /);
  assert.match(replies.at(-1)!, /^454 4\.7\.0 /);
  assert.match(await tries('203.0.113.10'), /^535 /);
});

test('a new certificate is shown at once, and nobody is disconnected', async () => {
  const before = await loggedIn();
  const next = selfSigned('localhost');
  writeCertificate(settings.CERT_PATH, next);
  const shown = async (): Promise<string> => {
    const one = await smtpClient(submission, { first: behind('192.0.2.8') });
    await one.say('EHLO client.example');
    await one.startTls();
    const { raw } = (one.socket as any).getPeerCertificate();
    one.close();
    return raw.toString('base64');
  };
  const wanted = next.cert.replaceAll(/-----[^-]+-----|\n/g, '');
  await until(async () => (await shown()) === wanted, { within: stretched(20_000), every: 500 });
  assert.match(await submit(before), /^250 /);
  before.close();
});

test('a key that is replaced sends no more: 535, on a connection that stands', async () => {
  const other = await account(services.url);
  const one = await loggedIn(other.project.secret);
  const session = api(services.url, { cookie: other.cookie });
  ok(await session.post(`/users/@me/projects/${other.project.id}/regenerate-keys`));
  assert.match(await one.say(`MAIL FROM:<hello@${other.domain}>`), /^535 5\.7\.8 Invalid API key/);
  one.close();
});

test('over the limit of requests: 451, as HTTP says 429', async () => {
  const other = await account(services.url);
  const one = await loggedIn(other.project.secret);
  const replies: string[] = [];
  const send = async (): Promise<string> => {
    await one.say(`MAIL FROM:<hello@${other.domain}>`);
    await one.say(`RCPT TO:<${address()}>`);
    await one.say('DATA');
    return await one.say(`From: hello@${other.domain}\r\nSubject: s\r\n\r\nx\r\n.`);
  };
  for (let n = 0; n < 60 && !replies.at(-1)?.startsWith('451'); n += 1) replies.push(await send());
  assert.match(replies.at(-1)!, /^451 4\.7\.1 Failed to send email: Rate limit exceeded/);
  assert.ok(replies.length > 20 && replies[0]!.startsWith('250'));
  one.close();
});

test('MongoDB away: 451 or 454; back again: the same message arrives once', async () => {
  const one = await loggedIn();
  const [to, id] = [address(), crypto.randomUUID()];
  await own.stack.servers.mongodb!.stop();
  const reply = await submit(one, { to, id });
  assert.match(reply, /^45[14] 4\./, reply);
  one.close();
  const stranger = await smtpClient(submission, { first: behind('192.0.2.9') });
  await stranger.say('EHLO client.example');
  await stranger.startTls();
  assert.match(await stranger.login(project.secret), /^454 4\.7\.0 /);
  stranger.close();
  await own.stack.servers.mongodb!.start();
  await until(
    async () => {
      const again = await smtpClient(submission, { first: behind('192.0.2.9') });
      await again.say('EHLO client.example');
      await again.startTls();
      const login = await again.login(project.secret);
      const taken = login.startsWith('235') ? await submit(again, { to, id }) : login;
      again.close();
      return taken.startsWith('250');
    },
    { within: stretched(60_000), every: 500 },
  );
  await until(async () => (await arrived(to)) === 1);
});

test('large messages on many connections: memory stays flat, beyond the budget 452, small ones pass', async () => {
  const small = await loggedIn();
  assert.match(await submit(small), /^250 /);
  const before = residentMb();
  const large = await Promise.all(Array.from({ length: 12 }, () => loggedIn()));
  await Promise.all(large.map((one) => open(one)));
  // 12 × 10 MB come in at the same time, and stop before their end: 32 MB of them find room.
  const block = `${'y'.repeat(76)}\r\n`.repeat(MB / 78);
  const type = 'Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=a.pdf';
  const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b\r\n${type}\r\n\r\n`;
  const head = `From: ${from}\r\nSubject: large\r\n${parts}`;
  let most = before;
  for (const one of large) one.write(head);
  for (let n = 0; n < 10; n += 1) {
    await Promise.all(large.map((one) => new Promise((resolve) => one.socket.write(block, resolve))));
    most = Math.max(most, residentMb());
  }
  console.log(`    resident: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most, with 120 MB on the way`);
  assert.ok(most - before < 100, `${before} → ${most}`);
  const other = await account(services.url);
  const another = await loggedIn(other.project.secret);
  await another.say(`MAIL FROM:<hello@${other.domain}>`);
  await another.say(`RCPT TO:<${address()}>`);
  await another.say('DATA');
  assert.match(await another.say(`From: hello@${other.domain}\r\nSubject: s\r\n\r\nx\r\n.`), /^250 /, 'another project is served');
  another.close();
  const replies = await Promise.all(large.map((one) => one.say('--b--\r\n.')));
  assert.ok(replies.some((reply) => reply.startsWith('452 4.3.1')));
  assert.ok(
    replies.every((reply) => /^(250|452 4\.3\.1|552 5\.3\.4) /.test(reply)),
    replies.join(),
  );
  for (const one of large) one.close();
  assert.match(await submit(small), /^250 /);
  small.close();
});

test('200 connections, and no more', async () => {
  // Four addresses of clients: one alone may have half of them.
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, n) => smtpClient(submission, { first: behind(`192.0.2.${100 + (n % 4)}`) })),
  );
  assert.ok(all.filter(({ greeting }) => greeting.startsWith('220')).length >= 195);
  const more = await smtpClient(submission, { first: behind('192.0.2.200') });
  assert.match(more.greeting, /^421 /);
  more.close();
  assert.match(await all[0]!.say('NOOP'), /^250 /);
  for (const one of all) one.close();
  await until(async () => {
    const next = await smtpClient(submission, { first: behind('192.0.2.201') });
    next.close();
    return next.greeting.startsWith('220');
  });
});

test('without a header nobody is greeted', async () => assert.is((await headless).greeting, ''));

for (const [what, end] of [
  ['who says nothing', silent],
  ['a message that dribbles', dribbling],
] as const)
  test(`${what} has to go: 421`, async () => {
    const { said, afterMs } = await end;
    assert.match(said, /^421 /);
    assert.ok(afterMs > SLOW_MS / 2 && afterMs < SLOW_MS + stretched(15_000), `after ${afterMs.toFixed(0)} ms`);
  });

test('a stop answers what is in flight, and says goodbye to the others', async () => {
  const [busy, idle] = [await loggedIn(), await loggedIn()];
  const to = address();
  await open(busy, to);
  busy.write(`From: ${from}\r\nSubject: in flight\r\n\r\nfirst\r\n`);
  await sleep(200);
  const stopped = posthorn!.stop();
  assert.match(await idle.reply(), /^421 /);
  assert.match(await busy.say('last\r\n.'), /^250 2\.6\.0 /);
  assert.match(await busy.reply(), /^421 /);
  await stopped;
  await posthorn!.start();
  await until(async () => (await arrived(to)) === 1);
});

test('465 speaks TLS from the first byte behind a balancer too', async () => {
  // The header comes in the clear, the handshake behind it.
  const raw = connect(secure, '127.0.0.1');
  raw.write(behind('198.51.100.3'));
  const socket = connectTls({ socket: raw, rejectUnauthorized: false, servername: 'localhost' });
  const greeting = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
  assert.match(greeting, /^220 /);
  socket.destroy();
});

test.after(() => own.stop());
test.run();
