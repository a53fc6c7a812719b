/** The SMTP client against servers that do as they are told: what arrives, what is refused, what nobody knows. */
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Refused, Unanswered } from '#services/delivery/provider.ts';
import { smtpPool } from '#services/delivery/smtp/pool.ts';
import type { Pool } from '#services/delivery/smtp/pool.ts';
import { serverOf } from '#services/delivery/smtp/server.ts';
import type { Manner } from '#test/smtp.ts';
import { startSink } from '#test/smtp.ts';

const FROM = 'team@example.org';
const PIPELINING = { offers: ['PIPELINING', '8BITMIME', 'SIZE 5000000'] };
const message = (text: string) => Buffer.from(`Subject: x\r\n\r\n${text}\r\n`);
const sink = await startSink();
const pools: Pool[] = [];

function poolTo(manner: Manner, { limit = 1, query = '', url = sink.url } = {}) {
  sink.manner = manner;
  const pool = smtpPool(serverOf(`${url}${query}`), limit);
  pools.push(pool);
  return (to: string, raw: Buffer = message(to), from = FROM) => pool.send({ from, to }, raw);
}

/** What became of a mail, in a word. */
const told = (sending: Promise<string>): Promise<string> => sending.then(
  () => 'accepted',
  (error) => error instanceof Unanswered ? 'unknown' : error instanceof Refused ? `${error.refusal.stage} ${error.refusal.code ?? '-'}` : `threw ${error.message}`,
);
let count = 0;
const fresh = (name: string) => `${name}-${count += 1}@example.com`;

const test = suite('smtp pool');

for (const [way, manner] of Object.entries<Manner>({ 'with pipelining': PIPELINING, 'without pipelining': {}, 'byte by byte': { ...PIPELINING, split: true } })) {
  test(`${way}: every mail arrives as it was, once, in order, over one connection`, async () => {
    const send = poolTo(manner);
    const before = sink.connections;
    const mails = Array.from({ length: 40 }, (_, index) => ({ to: fresh('many'), raw: message(`.dot ${index}\r\n..\r\n.\r\nend`) }));
    const replies = await Promise.all(mails.map(({ to, raw }) => send(to, raw)));
    for (const [index, { to, raw }] of mails.entries()) {
      assert.equal(sink.takenFor(to).map((taken) => taken.raw), [raw.toString('latin1')]);
      assert.match(replies[index]!, /^250 2\.0\.0 taken as \d+$/);
    }
    assert.equal(sink.taken.slice(-40).map(({ to }) => to), mails.map(({ to }) => to));
    assert.is(sink.connections - before, 1);
  });

  test(`${way}: every second recipient refused, each hears its own`, async () => {
    const send = poolTo(manner, { limit: 2 });
    const mails = Array.from({ length: 20 }, () => fresh('second'));
    mails.forEach((to, index) => index % 2 && sink.script(to, { recipient: ['550 5.1.1 nobody'] }));
    assert.equal(await Promise.all(mails.map((to) => told(send(to)))), mails.map((_, index) => (index % 2 ? 'recipient 550' : 'accepted')));
    assert.equal(mails.map((to) => sink.takenFor(to).length), mails.map((_, index) => 1 - (index % 2)));
  });

  test(`${way}: what is refused at each point names it; the mail behind it arrives`, async () => {
    const send = poolTo(manner);
    sink.script('bad@example.org', { sender: ['553 5.1.8 not you'] });
    const [atRcpt, atData, atDot, busy] = [fresh('rcpt'), fresh('data'), fresh('dot'), fresh('busy')];
    sink.script(atRcpt, { recipient: ['452 4.2.2 full'] });
    sink.script(atData, { data: ['451 4.3.0 not now'] });
    sink.script(atDot, { message: ['554-5.7.1 it looks\r\n554 5.7.1 like spam'] });
    sink.script(busy, { recipient: ['450-4.2.1 try\r\n450 4.2.1 later'] });
    const found = await Promise.all([told(send(fresh('x'), undefined, 'bad@example.org')), told(send(atRcpt)), told(send(atData)), told(send(atDot)), told(send(busy)), told(send(fresh('good')))]);
    assert.equal(found, ['sender 553', 'recipient 452', 'content 451', 'content 554', 'recipient 450', 'accepted']);
  });
}

test('mails follow each other in one round trip each where the server is prompt', async () => {
  const send = poolTo(PIPELINING);
  await send(fresh('first'));
  const before = sink.packets;
  await Promise.all(Array.from({ length: 50 }, () => send(fresh('ahead'))));
  assert.ok(sink.packets - before < 90, `${sink.packets - before} packets for 50 mails`);
});

test('a server that goes on although the recipient was refused gets a dot, and takes nothing', async () => {
  const send = poolTo({ ...PIPELINING, lax: true });
  const to = fresh('lax');
  sink.script(to, { recipient: ['550 5.1.1 nobody'] });
  assert.equal(await Promise.all([told(send(to)), told(send(fresh('after')))]), ['recipient 550', 'accepted']);
});

test('lost before the dot: refused as a connection, or carried by another one; after it: unknown', async () => {
  const send = poolTo(PIPELINING);
  const [early, late, huge, behind] = [fresh('early'), fresh('late'), fresh('huge'), fresh('behind')];
  sink.script(early, { recipient: ['hang up'] });
  sink.script(late, { message: ['hang up'] });
  sink.script(huge, { data: ['cut'] });
  assert.is(await told(send(early)), 'connection -');
  assert.equal(await Promise.all([told(send(fresh('warm'))), told(send(fresh('warm'))), told(send(late)), told(send(behind)), told(send(fresh('more')))]), ['accepted', 'accepted', 'unknown', 'accepted', 'accepted']);
  assert.is(sink.takenFor(behind).length, 1);
  // More than the kernel holds for both ends.
  assert.is(await told(poolTo({ offers: ['PIPELINING'] })(huge, message('x'.repeat(64_000_000)))), 'connection -');
});

test('a kept connection that says 421, or is gone, costs no mail an attempt', async () => {
  const send = poolTo(PIPELINING);
  const to = fresh('again');
  assert.is(await told(send(fresh('warm'))), 'accepted');
  sink.script('goodbye@example.org', { sender: ['421 4.4.2 too many messages', '250 ok'] });
  assert.is(await told(send(to, undefined, 'goodbye@example.org')), 'accepted');
  await sink.stop(true);
  assert.is(await told(send(to)), 'accepted');
  assert.is(sink.takenFor(to).length, 2);
});

test('421 after the dot is an answer; the next mail takes another connection', async () => {
  const send = poolTo(PIPELINING);
  await send(fresh('warm'));
  const to = fresh('closing');
  sink.script(to, { message: ['421 4.3.2 closing'] });
  assert.equal(await Promise.all([told(send(to)), told(send(fresh('next')))]), ['content 421', 'accepted']);
});

for (const [name, manner] of Object.entries<Manner>({
  'a greeting of 421': { greeting: '421 4.3.2 come back later' },
  'a greeting of another protocol': { greeting: 'HTTP/1.1 400 Bad Request' },
  'a greeting without an end': { greeting: '2'.repeat(70_000) },
  'an end in place of a greeting': { greeting: 'hang up' },
  'an answer to EHLO that is none': { offers: 'hello there' },
  '421 to EHLO': { offers: '421 4.7.0 no' },
})) {
  test(`${name} is a refusal of the connection; the pool recovers`, async () => {
    const send = poolTo(manner, { limit: 2 });
    const found = await Promise.all([1, 2, 3].map(() => told(send(fresh('greeted')))));
    for (const one of found) assert.match(one, /^connection (421|-)$/);
    sink.manner = PIPELINING;
    assert.equal(await Promise.all([1, 2, 3].map(() => told(send(fresh('recovered'))))), ['accepted', 'accepted', 'accepted']);
  });
}

test('garbage in the middle: before the dot a lost connection, after it unknown', async () => {
  const [asked, sent] = [fresh('asked'), fresh('sent')];
  sink.script(asked, { recipient: ['what?'] });
  sink.script(sent, { message: ['what?'] });
  assert.equal([await told(poolTo(PIPELINING)(asked)), await told(poolTo(PIPELINING)(sent))], ['connection -', 'unknown']);
});

test('silence ends with its time limit, and holds nobody else up', async () => {
  const silent = fresh('silent');
  sink.script(silent, { slow: [3_600_000] });

  const send = poolTo(PIPELINING, { limit: 2, query: '?dataTimeout=1500' });
  await Promise.all([send(fresh('warm')), send(fresh('warm'))]);
  let ended = false;
  const stuck = told(send(silent)).finally(() => (ended = true));
  assert.equal(await Promise.all(Array.from({ length: 20 }, () => told(send(fresh('other'))))), Array.from({ length: 20 }, () => 'accepted'));
  assert.not(ended, 'the others did not wait');
  assert.is(await stuck, 'unknown');
});

test('a mail sent ahead of a slow answer is carried by another connection', async () => {
  const send = poolTo(PIPELINING, { limit: 1, query: '?dataTimeout=5000' });
  await send(fresh('warm'));
  const slow = fresh('slow');
  sink.script(slow, { slow: [1_500] });
  const behind = fresh('behind');
  assert.equal(await Promise.all([told(send(slow)), told(send(behind))]), ['accepted', 'accepted']);
  assert.equal([sink.takenFor(slow).length, sink.takenFor(behind).length], [1, 1]);
});

test('what the server cannot take is refused here: too large, SMTPUTF8, no address', async () => {
  const send = poolTo({ offers: ['PIPELINING', 'SIZE 1000'] });
  assert.is(await told(send(fresh('large'), message('x'.repeat(2_000)))), 'sender 552');
  assert.is(await told(send('größe@example.com')), 'recipient 553');
  assert.is(await told(send('a@example.com> SIZE=1')), 'recipient 553');
  assert.is(await told(send('a@example.com\r\nRSET')), 'recipient 553');
  assert.is(await told(send('bücher@bücher.example', undefined)), 'recipient 553');
  assert.is(await told(send('books@bücher.example')), 'accepted');
  assert.is(sink.takenFor('books@xn--bcher-kva.example').length, 1);
  assert.is(await told(poolTo({ offers: ['SMTPUTF8', '8BITMIME'] })('größe@example.com')), 'accepted');
});

async function smtpServer(options: SMTPServerOptions) {
  const seen: { user: string | undefined; secure: boolean }[] = [];
  const server = new SMTPServer({
    ...options,
    closeTimeout: 50,
    onAuth: ({ username, password }, session, done) => (password === 'p@ss:w' ? done(null, { user: username }) : done(new Error('no'))),
    onData: (stream, session, done) => void stream.resume().on('end', () => {
      seen.push({ user: session.user as unknown as string, secure: session.secure });
      done();
    }),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { seen, port: (server.server.address() as { port: number }).port, stop: () => new Promise<void>((resolve) => server.close(resolve)) };
}

test('STARTTLS, implicit TLS, AUTH PLAIN and LOGIN; certificates count unless told otherwise', async () => {
  for (const [secure, methods] of [[false, ['PLAIN']], [false, ['LOGIN']], [true, ['PLAIN']]] as const) {
    const server = await smtpServer({ secure, authMethods: [...methods] });
    const at = (login: string, query: string) => poolTo({}, { url: `${secure ? 'smtps' : 'smtp'}://${login}127.0.0.1:${server.port}`, query });
    assert.is(await told(at('ann:p%40ss%3Aw@', '?rejectUnauthorized=false')(fresh('tls'))), 'accepted');
    assert.equal(server.seen, [{ user: 'ann', secure: true }]);
    assert.is(await told(at('ann:p%40ss%3Aw@', '')(fresh('tls'))), 'connection -');
    assert.is(await told(at('ann:wrong@', '?rejectUnauthorized=false')(fresh('tls'))), 'connection 535');
    assert.is(server.seen.length, 1);
    await server.stop();
  }
});

test('requireTLS without STARTTLS: nothing is sent', async () => {
  assert.is(await told(poolTo({}, { query: '?requireTLS=true' })(fresh('plain'))), 'connection 250');
});

test('an option nobody knows stops the start', () => {
  for (const query of ['?requireTls=true', '?socketTimeout=soon', '?requireTLS=1']) assert.throws(() => serverOf(`smtp://mta.example${query}`), /SMTP_URL/);
  assert.equal([serverOf('smtp://mta.example').port, serverOf('smtps://mta.example').port, serverOf('smtp://mta.example:25').port], [587, 465, 25]);
});

test.after(async () => {
  for (const pool of pools) pool.close();
  await sink.stop();
});

test.run();
