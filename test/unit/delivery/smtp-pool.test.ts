/** The SMTP client against servers that do as they are scripted: what arrives, what is refused, what nobody knows. */
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Closed, Refused, Unanswered } from '#services/delivery/providers/port.ts';
import type { TakenMail } from '#services/delivery/providers/port.ts';
import { mayAuthenticate } from '#services/delivery/providers/smtp/opening.ts';
import { createSmtpPool } from '#services/delivery/providers/smtp/pool.ts';
import type { Pool } from '#services/delivery/providers/smtp/pool.ts';
import { serverOf } from '#services/delivery/providers/smtp/server.ts';
import type { Manner } from '#test/smtp.ts';
import { startSink } from '#test/smtp.ts';
import { stretched } from '#local/time-scale.ts';
import { until } from '#test/until.ts';

const FROM = 'team@example.org';
const PIPELINING = { offers: ['PIPELINING', '8BITMIME', 'SIZE 5000000'] };
const message = (text: string) => Buffer.from(`Subject: x\r\n\r\n${text}\r\n`);
const sink = await startSink();
const pools: Pool[] = [];
/** Called before each dot. */
let handingOver: (to: string) => void = () => undefined;

function poolTo(manner: Manner, { limit = 1, query = '', url = sink.url } = {}) {
  sink.manner = manner;
  const pool = createSmtpPool(serverOf(`${url}${query}`), limit);
  pools.push(pool);
  return (to: string, raw: Buffer = message(to), from = FROM) => pool.send({ from, to }, raw, () => handingOver(to));
}

/** What became of a mail, in a word. */
const outcomeOf = (sending: Promise<string>): Promise<string> =>
  sending.then(
    () => 'accepted',
    (error) =>
      error instanceof Unanswered
        ? 'unknown'
        : error instanceof Closed
          ? 'closed'
          : error instanceof Refused
            ? `${error.refusal.stage} ${error.refusal.code ?? '-'}`
            : `threw ${error.message}`,
  );
let count = 0;
const fresh = (name: string) => `${name}-${(count += 1)}@example.com`;

const test = suite('smtp pool');

for (const [way, manner] of Object.entries<Manner>({
  'with pipelining': PIPELINING,
  'without pipelining': {},
  'byte by byte': { ...PIPELINING, split: true },
})) {
  test(`${way}: every mail arrives as it was, once, in order, over one connection`, async () => {
    const send = poolTo(manner);
    const before = sink.connections;
    const mails = Array.from({ length: 40 }, (_, index) => ({ to: fresh('many'), raw: message(`.dot ${index}\r\n..\r\n.\r\nend`) }));
    const replies = await Promise.all(mails.map(({ to, raw }) => send(to, raw)));
    for (const [index, { to, raw }] of mails.entries()) {
      assert.equal(
        sink.takenFor(to).map((taken) => taken.raw),
        [raw.toString('latin1')],
      );
      assert.match(replies[index]!, /^250 2\.0\.0 taken as \d+$/);
    }
    assert.equal(
      sink.taken.slice(-40).map(({ to }) => to),
      mails.map(({ to }) => to),
    );
    assert.is(sink.connections - before, 1);
  });

  test(`${way}: every second recipient refused, each hears its own`, async () => {
    const send = poolTo(manner, { limit: 2 });
    const mails = Array.from({ length: 20 }, () => fresh('second'));
    mails.forEach((to, index) => index % 2 && sink.script(to, { recipient: ['550 5.1.1 nobody'] }));
    assert.equal(
      await Promise.all(mails.map((to) => outcomeOf(send(to)))),
      mails.map((_, index) => (index % 2 ? 'recipient 550' : 'accepted')),
    );
    assert.equal(
      mails.map((to) => sink.takenFor(to).length),
      mails.map((_, index) => 1 - (index % 2)),
    );
  });

  test(`${way}: what is refused at each point names it; the mail behind it arrives`, async () => {
    const send = poolTo(manner);
    sink.script('bad@example.org', { sender: ['553 5.1.8 not you'] });
    const [atRcpt, atData, atDot, busy] = [fresh('rcpt'), fresh('data'), fresh('dot'), fresh('busy')];
    sink.script(atRcpt, { recipient: ['452 4.2.2 full'] });
    sink.script(atData, { data: ['451 4.3.0 not now'] });
    sink.script(atDot, { message: ['554-5.7.1 it looks\r\n554 5.7.1 like spam'] });
    sink.script(busy, { recipient: ['450-4.2.1 try\r\n450 4.2.1 later'] });
    const found = await Promise.all([
      outcomeOf(send(fresh('x'), undefined, 'bad@example.org')),
      outcomeOf(send(atRcpt)),
      outcomeOf(send(atData)),
      outcomeOf(send(atDot)),
      outcomeOf(send(busy)),
      outcomeOf(send(fresh('good'))),
    ]);
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

/** A pool that takes mail from a feed with so much room; what became of each mail, by its recipient. */
function feeding({ room, limit, mails }: { room: () => number; limit: number; mails: string[] }) {
  sink.manner = PIPELINING;
  const pool = createSmtpPool(serverOf(sink.url), limit);
  pools.push(pool);
  const [outcomes, busy] = [new Map<string, string>(), [] as number[]];
  const next = (): TakenMail | undefined => {
    const to = mails.shift();
    if (to === undefined) return undefined;
    return {
      emailId: to,
      projectId: 'p',
      attempt: 1,
      envelope: { from: FROM, to },
      from: FROM,
      subject: 'x',
      tracked: false,
      raw: message(to),
      handingOver: () => handingOver(to),
      accepted: ({ delivered }) => void outcomes.set(to, delivered ? 'delivered' : 'accepted'),
      failed: (error) => void outcomes.set(to, error instanceof Refused ? `refused ${error.refusal.code ?? '-'}` : 'unknown'),
    };
  };
  return { pool, outcomes, busy, look: pool.feed({ next, room, busy: (connections) => void busy.push(connections) }, true) };
}

test('mail of a feed leaves as connections have room, in one round trip each, and each hears what became of it', async () => {
  const mails = Array.from({ length: 60 }, () => fresh('fed'));
  sink.script(mails[7]!, { recipient: ['550 5.1.1 nobody'] });
  const all = [...mails];
  const [packets, connections] = [sink.packets, sink.connections];
  const { outcomes, busy, look } = feeding({ room: () => 2, limit: 5, mails });
  look();
  await until(() => outcomes.size === all.length, { what: 'the end of the feed' });
  assert.equal(
    all.map((to) => [outcomes.get(to), sink.takenFor(to).length]),
    all.map((_, index) => (index === 7 ? ['refused 550', 0] : ['delivered', 1])),
  );
  assert.is(sink.connections - connections, 2);
  assert.ok(sink.packets - packets < 110, `${sink.packets - packets} packets for 60 mails`);
  await until(() => busy.at(-1) === 0, { what: 'connections that are free again' });
  assert.is(Math.max(...busy), 2);
});

test('a feed without room waits for nobody and keeps no connection; a mail that is sent goes before its mails', async () => {
  let room = 1;
  const mails = Array.from({ length: 200 }, () => fresh('bulk'));
  const { pool, outcomes, busy, look } = feeding({ room: () => room, limit: 1, mails });
  look();
  await until(() => outcomes.size > 3, { what: 'mail of the feed' });
  assert.match(await pool.send({ from: FROM, to: fresh('urgent') }, message('urgent'), () => undefined), /^250/);
  assert.ok(mails.length > 0, 'the feed was empty before the other mail left');
  room = 0;
  await until(() => busy.at(-1) === 0, { what: 'the free connection' });
  assert.ok(mails.length > 0, 'the feed was empty before it lost its room');
  const left = outcomes.size;
  assert.match(await pool.send({ from: FROM, to: fresh('urgent') }, message('urgent'), () => undefined), /^250/);
  assert.is(outcomes.size, left, 'mail left without room');
  room = 1;
  look();
  await until(() => outcomes.size === 200, { what: 'the rest' });
});

test('nothing is handed over that cannot be announced; what is announced is not yet at the server', async () => {
  const send = poolTo(PIPELINING);
  const announced: [string, number][] = [];
  handingOver = (to) => {
    announced.push([to, sink.takenFor(to).length]);
    if (to.startsWith('unwritable')) throw new Error('the disk is full');
  };
  const [good, bad, behind] = [fresh('good'), fresh('unwritable'), fresh('behind')];
  assert.equal(await Promise.all([outcomeOf(send(good)), outcomeOf(send(bad)), outcomeOf(send(behind))]), [
    'accepted',
    'connection -',
    'accepted',
  ]);
  handingOver = () => undefined;
  assert.is(sink.takenFor(bad).length, 0);
  assert.ok(announced.every(([, taken]) => taken === 0));
  assert.ok([good, bad, behind].every((one) => announced.some(([to]) => to === one)));
  // A recipient that is refused is never announced.
  const nobody = fresh('nobody');
  sink.script(nobody, { recipient: ['550 5.1.1 nobody'] });
  assert.is(await outcomeOf(send(nobody)), 'recipient 550');
  assert.not(announced.some(([to]) => to === nobody));
});

test('a server that goes on although the recipient was refused gets a dot, and takes nothing', async () => {
  const send = poolTo({ ...PIPELINING, lax: true });
  const to = fresh('lax');
  sink.script(to, { recipient: ['550 5.1.1 nobody'] });
  assert.equal(await Promise.all([outcomeOf(send(to)), outcomeOf(send(fresh('after')))]), ['recipient 550', 'accepted']);
});

test('lost before the dot: refused as a connection, or carried by another one; after it: unknown', async () => {
  const send = poolTo(PIPELINING);
  const [early, late, huge, behind] = [fresh('early'), fresh('late'), fresh('huge'), fresh('behind')];
  sink.script(early, { recipient: ['hang up'] });
  sink.script(late, { message: ['hang up'] });
  sink.script(huge, { data: ['cut'] });
  assert.is(await outcomeOf(send(early)), 'connection -');
  assert.equal(
    await Promise.all([
      outcomeOf(send(fresh('warm'))),
      outcomeOf(send(fresh('warm'))),
      outcomeOf(send(late)),
      outcomeOf(send(behind)),
      outcomeOf(send(fresh('more'))),
    ]),
    ['accepted', 'accepted', 'unknown', 'accepted', 'accepted'],
  );
  assert.is(sink.takenFor(behind).length, 1);
  // More than the kernel holds for both ends.
  assert.is(await outcomeOf(poolTo({ offers: ['PIPELINING'] })(huge, message('x'.repeat(64_000_000)))), 'connection -');
});

test('a kept connection that says 421, or is gone, costs no mail an attempt', async () => {
  const send = poolTo(PIPELINING);
  const to = fresh('again');
  assert.is(await outcomeOf(send(fresh('warm'))), 'accepted');
  sink.script('goodbye@example.org', { sender: ['421 4.4.2 too many messages', '250 ok'] });
  assert.is(await outcomeOf(send(to, undefined, 'goodbye@example.org')), 'accepted');
  await sink.stop(true);
  assert.is(await outcomeOf(send(to)), 'accepted');
  assert.is(sink.takenFor(to).length, 2);
});

test('421 after the dot is an answer; the next mail takes another connection', async () => {
  const send = poolTo(PIPELINING);
  await send(fresh('warm'));
  const to = fresh('closing');
  sink.script(to, { message: ['421 4.3.2 closing'] });
  assert.equal(await Promise.all([outcomeOf(send(to)), outcomeOf(send(fresh('next')))]), ['content 421', 'accepted']);
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
    const found = await Promise.all([1, 2, 3].map(() => outcomeOf(send(fresh('greeted')))));
    for (const one of found) assert.match(one, /^connection (421|-)$/);
    sink.manner = PIPELINING;
    assert.equal(await Promise.all([1, 2, 3].map(() => outcomeOf(send(fresh('recovered'))))), ['accepted', 'accepted', 'accepted']);
  });
}

test('garbage in the middle: before the dot a lost connection, after it unknown', async () => {
  const [asked, sent] = [fresh('asked'), fresh('sent')];
  sink.script(asked, { recipient: ['what?'] });
  sink.script(sent, { message: ['what?'] });
  assert.equal([await outcomeOf(poolTo(PIPELINING)(asked)), await outcomeOf(poolTo(PIPELINING)(sent))], ['connection -', 'unknown']);
});

test('silence ends with its time limit, and holds nobody else up', async () => {
  const silent = fresh('silent');
  sink.script(silent, { slow: [3_600_000] });

  const send = poolTo(PIPELINING, { limit: 2, query: '?dataTimeout=1500' });
  await Promise.all([send(fresh('warm')), send(fresh('warm'))]);
  let ended = false;
  const stuck = outcomeOf(send(silent)).finally(() => (ended = true));
  assert.equal(
    await Promise.all(Array.from({ length: 20 }, () => outcomeOf(send(fresh('other'))))),
    Array.from({ length: 20 }, () => 'accepted'),
  );
  assert.not(ended, 'the others did not wait');
  assert.is(await stuck, 'unknown');
});

test('a mail sent ahead of a slow answer is carried by another connection', async () => {
  const send = poolTo(PIPELINING, { limit: 1, query: '?dataTimeout=5000' });
  await send(fresh('warm'));
  const slow = fresh('slow');
  sink.script(slow, { slow: [1_500] });
  const behind = fresh('behind');
  assert.equal(await Promise.all([outcomeOf(send(slow)), outcomeOf(send(behind))]), ['accepted', 'accepted']);
  assert.equal([sink.takenFor(slow).length, sink.takenFor(behind).length], [1, 1]);
});

test('what the server cannot take is refused here: too large, SMTPUTF8, no address', async () => {
  const send = poolTo({ offers: ['PIPELINING', 'SIZE 1000'] });
  assert.is(await outcomeOf(send(fresh('large'), message('x'.repeat(2_000)))), 'sender 552');
  // FAILED, not a bounce: it says nothing about the recipient.
  assert.is(await outcomeOf(send('größe@example.com')), 'sender 553');
  assert.is(await outcomeOf(send('a@example.com> SIZE=1')), 'recipient 553');
  assert.is(await outcomeOf(send('a@example.com\r\nRSET')), 'recipient 553');
  assert.is(await outcomeOf(send('bücher@bücher.example', undefined)), 'sender 553');
  assert.is(await outcomeOf(send('books@bücher.example')), 'accepted');
  assert.is(sink.takenFor('books@xn--bcher-kva.example').length, 1);
  assert.is(await outcomeOf(poolTo({ offers: ['SMTPUTF8', '8BITMIME'] })('größe@example.com')), 'accepted');
});

test('a password is sent in clear text to this host alone', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) assert.ok(mayAuthenticate(false, address), address);
  for (const address of ['10.0.0.1', '192.0.2.25', '2001:db8::25', '::ffff:10.0.0.1', undefined]) {
    assert.not(mayAuthenticate(false, address), String(address));
    assert.ok(mayAuthenticate(true, address), String(address));
  }
});

async function smtpServer(options: SMTPServerOptions) {
  const seen: { user: string | undefined; secure: boolean }[] = [];
  const server = new SMTPServer({
    ...options,
    closeTimeout: 50,
    onAuth: ({ username, password }, session, done) => (password === 'p@ss:w' ? done(null, { user: username }) : done(new Error('no'))),
    onData: (stream, session, done) =>
      void stream.resume().on('end', () => {
        seen.push({ user: session.user as unknown as string, secure: session.secure });
        done();
      }),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    port: (server.server.address() as { port: number }).port,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

test('STARTTLS, implicit TLS, AUTH PLAIN and LOGIN; certificates count unless outcomeOf otherwise', async () => {
  for (const [secure, methods] of [
    [false, ['PLAIN']],
    [false, ['LOGIN']],
    [true, ['PLAIN']],
  ] as const) {
    const server = await smtpServer({ secure, authMethods: [...methods] });
    const at = (login: string, query: string) =>
      poolTo({}, { url: `${secure ? 'smtps' : 'smtp'}://${login}127.0.0.1:${server.port}`, query });
    assert.is(await outcomeOf(at('ann:p%40ss%3Aw@', '?rejectUnauthorized=false')(fresh('tls'))), 'accepted');
    assert.equal(server.seen, [{ user: 'ann', secure: true }]);
    assert.is(await outcomeOf(at('ann:p%40ss%3Aw@', '')(fresh('tls'))), 'connection -');
    assert.is(await outcomeOf(at('ann:wrong@', '?rejectUnauthorized=false')(fresh('tls'))), 'connection 535');
    assert.is(server.seen.length, 1);
    await server.stop();
  }
});

test('closed: what was handed over is unknown at once, everything else was not handed over', async () => {
  sink.manner = PIPELINING;
  const pool = createSmtpPool(serverOf(sink.url), 3);
  const mail = (to: string): Promise<string> => outcomeOf(pool.send({ from: FROM, to }, message(to), () => undefined));
  const [silent, begun, opening, waiting, late] = ['silent', 'begun', 'opening', 'waiting', 'late'].map(fresh) as [string, ...string[]];
  sink.script(silent, { message: ['silence'] });
  sink.script(begun!, { data: ['silence'] });
  const outcomes = [mail(silent), mail(begun!)];
  await until(() => sink.attempts(silent) + sink.attempts(begun!) === 2, { what: 'both of them' });
  const ungreeted = sink.mute(true);
  outcomes.push(mail(opening!), mail(waiting!));
  await until(() => sink.mute(true) > ungreeted, { what: 'a connection that nobody greets' });
  const closed = performance.now();
  pool.close();
  assert.equal(await Promise.all([...outcomes, mail(late!)]), ['unknown', 'closed', 'closed', 'closed', 'closed']);
  assert.ok(performance.now() - closed < stretched(1_000));
  sink.mute(false);
});

test('requireTLS without STARTTLS: nothing is sent', async () => {
  assert.is(await outcomeOf(poolTo({}, { query: '?requireTLS=true' })(fresh('plain'))), 'connection 250');
});

test('an option nobody knows stops the start', () => {
  for (const query of ['?requireTls=true', '?socketTimeout=soon', '?requireTLS=1'])
    assert.throws(() => serverOf(`smtp://mta.example${query}`), /SMTP_URL/);
  assert.equal(
    [serverOf('smtp://mta.example').port, serverOf('smtps://mta.example').port, serverOf('smtp://mta.example:25').port],
    [587, 465, 25],
  );
});

test.after(async () => {
  for (const pool of pools) pool.close();
  await sink.stop();
});

test.run();
