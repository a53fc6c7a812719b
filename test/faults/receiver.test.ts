/** Mail that comes in: reports and messages, over HTTP and through the built-in receiver; whom it takes, what it answers when it cannot. */
import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyRing } from '#kit/key-ring.ts';
import { freePort } from '#local/ports.ts';
import { stretched } from '#local/time-scale.ts';
import { createBounceAddresses } from '#services/delivery/feedback/bounce-addresses.ts';
import { account, api } from '#test/client.ts';
import { arf, dsn, inboundMessage } from '#test/messages.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { webhook } from '#test/webhook.ts';
import { ok } from './answers.ts';
import { createSentMails } from './sent-mails.ts';
import type { Sent } from './sent-mails.ts';

const SECRET = 'a tracking secret of thirty-two characters';
const port = await freePort();
const own = await ownStack({
  env: { TRACKING_SECRET: SECRET, INBOUND_SMTP_PORT: String(port), EMAIL_RATE_LIMIT_PER_SECOND: '1000', INBOUND_HOST: 'mx.posthorn.test' },
});
const services = await own.startServices('one');
const { project, domain } = await account(services.url);
const client = api(services.url, project.secret);
const report = webhook(api(services.url), own.env['DELIVERY_WEBHOOK_SECRET']!);
const { send, row, ended, events, steps } = createSentMails(client, `hello@${domain}`);
const bounces = createBounceAddresses(keyRing([SECRET]));
const verp = ({ id }: { id: string }) => bounces.write(id, `posthorn.${domain}`);
const test = suite('incoming mail');

/** Speaks SMTP line by line; answers every reply, in order. */
function dialogue(...commands: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const replies: string[] = [];
    const socket = connect(port, '127.0.0.1');
    let rest = '';
    socket.setTimeout(stretched(30_000), () => socket.destroy(new Error(`silence after ${replies.at(-1)}`)));
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (/^\d{3}-/.test(line)) continue;
        replies.push(line);
        const next = commands[replies.length - 1];
        if (next === undefined) socket.end();
        else socket.write(`${next}\r\n`);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(replies));
  });
}

/** Hands a message over; answers the last reply. */
async function deliver(raw: string, ...to: string[]): Promise<string> {
  return (
    await dialogue(
      'EHLO mx.test',
      'MAIL FROM:<>',
      ...to.map((address) => `RCPT TO:<${address}>`),
      'DATA',
      `${raw.replace(/^\./gm, '..')}\r\n.`,
    )
  ).at(-1)!;
}

const rfc822 = (raw: string) => report(raw, { type: 'message/rfc822; charset=utf-8' });
const fresh = async (): Promise<Sent> => {
  const mail = await send(`${crypto.randomUUID()}@rcpt.test`, { subscribed: true });
  await ended(mail);
  return mail;
};
/** The events of a mail's contact, once there are some. */
const published = async (mail: Sent, name: string): Promise<any[]> => {
  await until(async () => (await events(mail, name)).length > 0, { what: name });
  return events(mail, name);
};
const inbound = async (from: string): Promise<any[]> =>
  ok(await client.get('/emails?sourceType=INBOUND&pageSize=100')).data.filter((one: any) => one.from === from);

test('a bounce at its return path: BOUNCED, the contact unsubscribed, the address not written to again', async () => {
  const mail = await fresh();
  assert.match(await deliver(dsn({ to: verp(mail) }), verp(mail)), /^250 /);
  const found = await row(mail);
  assert.equal([found.status, found.error, found.deliveredAt], ['BOUNCED', '550 5.1.1 nobody here', null]);
  const [bounce] = await published(mail, 'email.bounce');
  assert.is(bounce.data.bounceType, 'Permanent');
  await until(async () => (await events(mail, 'contact.unsubscribed')).length === 1);

  const again = await until(
    async () => {
      const next = await ended(await send(mail.to));
      return next.status === 'SUPPRESSED' ? next : null;
    },
    { what: 'suppression' },
  );
  assert.match(again.error, /suppressed: it bounced/);
  // Subscribing anew says that the address works.
  ok(await client.patch(`/contacts/${mail.contactId}`, { subscribed: true }));
  await until(
    async () => {
      const next = await send(mail.to);
      await ended(next);
      return (await row(next)).status === 'DELIVERED';
    },
    { what: 'a lifted suppression' },
  );
});

test('a delay, a success; the same report twice; whatever the case of the address', async () => {
  const mail = await fresh();
  assert.match(await deliver(dsn({ to: verp(mail), action: 'delayed', status: '4.4.1' }), verp(mail).toUpperCase()), /^250 /);
  const success = dsn({ to: verp(mail), action: 'relayed', status: '2.0.0' });
  for (let again = 0; again < 2; again += 1) assert.match(await deliver(success, verp(mail)), /^250 /);
  assert.is((await row(mail)).status, 'DELIVERED');
  assert.equal(await steps(mail), ['PENDING', 'SENDING', 'SENT', 'DELIVERED', 'DELIVERED']);
  await until(async () => (await events(mail, 'email.delivery')).length === 2);
  const [bounce] = await published(mail, 'email.bounce');
  assert.is(bounce.data.transientBounce, true);
});

test('a feedback report with our return path: a complaint, and it stays when the contact subscribes anew', async () => {
  const mail = await fresh();
  assert.match(await deliver(arf({ to: `fbl@${domain}`, mailFrom: verp(mail) }), `fbl@${domain}`), /^250 /);
  assert.is((await row(mail)).status, 'COMPLAINED');
  await until(async () => (await events(mail, 'contact.unsubscribed')).some(({ data }) => data.reason === 'complaint'));
  ok(await client.patch(`/contacts/${mail.contactId}`, { subscribed: true }));
  await until(async () => (await events(mail, 'contact.subscribed')).length > 0);
  const next = await send(mail.to);
  assert.is((await ended(next)).status, 'SUPPRESSED');
});

test('what is not proved is an inbound message, or nothing', async () => {
  const mail = await fresh();
  const { messageId } = await row(mail);
  // Anybody could know a Message-ID.
  assert.match(await deliver(dsn({ to: `hello@${domain}`, messageId }), `hello@${domain}`), /^250 /);
  assert.match(await deliver(arf({ to: `fbl@${domain}`, messageId }), `fbl@${domain}`), /^250 /);
  // An out-of-office note at the return path is no bounce and no inbound message.
  const author = `${crypto.randomUUID()}@rcpt.test`;
  assert.match(await deliver(inboundMessage({ from: author, to: verp(mail), subject: 'Out of office' }), verp(mail)), /^250 /);
  assert.equal([(await row(mail)).status, (await inbound(author)).length], ['DELIVERED', 0]);
});

test('messages to a verified domain, whole: subject, text, attachment', async () => {
  const author = `${crypto.randomUUID()}@people.test`;
  const raw = inboundMessage({
    from: `Zoë <${author}>`,
    to: `info@${domain}`,
    subject: '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
    body: '.dot\r\nbody',
  });
  assert.match(await deliver(raw, `info@${domain}`), /^250 /);
  assert.match(await deliver(raw, `info@${domain}`), /^250 /);
  const [found, ...more] = await inbound(author);
  assert.equal([found.status, found.subject, found.to, found.fromName, more.length], ['RECEIVED', 'Grüße', `info@${domain}`, 'Zoë', 0]);
  assert.match(ok(await client.get(`/emails/${found.id}`)).body, /^\.dot\s+body/);
  const [fact] = await published(found, 'email.received');
  assert.equal([fact.data.from, fact.data.recipients], [author, [`info@${domain}`]]);
});

test('nobody else: unknown domains, changed addresses, relaying, logins', async () => {
  const mail = await fresh();
  const changed = verp(mail).replace(/\.(.)/, (_, digit: string) => `.${digit === '0' ? '1' : '0'}`);
  const replies = await dialogue(
    'EHLO mx.test',
    'MAIL FROM:<a@b.test>',
    `RCPT TO:<someone@gmail.com>`,
    `RCPT TO:<${changed}>`,
    `RCPT TO:<x@posthorn.${domain}>`,
    `RCPT TO:<x@other.${domain}>`,
    `RCPT TO:<info@${domain.toUpperCase()}>`,
    'AUTH PLAIN AGEAYg==',
    'STARTTLS',
    'QUIT',
  );
  assert.match(replies[0]!, /^220 mx\.posthorn\.test /);
  assert.equal(
    replies.slice(3, 7).map((reply) => reply.slice(0, 3)),
    ['550', '550', '550', '550'],
  );
  assert.match(replies[7]!, /^250 /);
  assert.ok(
    replies.slice(8, 10).every((reply) => reply.startsWith('50')),
    replies.join(),
  );
});

test('a message that is too large is refused after its end; connections of one client are bounded', async () => {
  const line = `${'x'.repeat(998)}\r\n`;
  const mail = await fresh();
  assert.match(await deliver(inboundMessage({ from: 'a@people.test', to: verp(mail), body: line.repeat(43_000) }), verp(mail)), /^552 /);
  const declared = await dialogue('EHLO mx.test', `MAIL FROM:<> SIZE=${50 * 1_048_576}`, 'QUIT');
  assert.match(declared[2]!, /^552 /);
  const sockets = Array.from({ length: 25 }, () => connect(port, '127.0.0.1'));
  const greetings = await Promise.all(
    sockets.map((socket) => new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString().slice(0, 3))))),
  );
  for (const socket of sockets) socket.destroy();
  assert.equal([greetings.filter((code) => code === '220').length, greetings.filter((code) => code === '421').length], [20, 5]);
  await until(async () => (await dialogue('QUIT'))[0]!.startsWith('220'));
});

test('the same over HTTP: signed mail may name its mail by Message-ID alone', async () => {
  const [bounced, complained] = [await fresh(), await fresh()];
  const [first, second] = [(await row(bounced)).messageId, (await row(complained)).messageId];
  const raw = dsn({ to: 'postmaster@mx.test', messageId: first });
  assert.equal(ok(await rfc822(raw)), { success: true });
  assert.equal(ok(await rfc822(raw)), { success: true, duplicate: true });
  assert.is((await row(bounced)).status, 'BOUNCED');
  ok(await rfc822(arf({ to: 'fbl@mx.test', messageId: second })));
  assert.is((await row(complained)).status, 'COMPLAINED');
  assert.is((await rfc822(dsn({ to: 'postmaster@mx.test', messageId: `${crypto.randomUUID()}@${domain}` }))).status, 500);
  assert.is((await rfc822(arf({ to: 'fbl@mx.test' }))).status, 400);
  const author = `${crypto.randomUUID()}@people.test`;
  ok(await rfc822(inboundMessage({ from: author, to: 'list@elsewhere.test', subject: '', more: [`Delivered-To: info@${domain}`] })));
  assert.equal(
    (await inbound(author)).map(({ subject }) => subject),
    ['(No subject)'],
  );
  ok(await rfc822(inboundMessage({ from: author, to: 'list@elsewhere.test' })));
  assert.is((await inbound(author)).length, 1);
  const unsigned = await api(services.url).post('/webhooks/delivery', raw, { 'content-type': 'message/rfc822' });
  assert.is(unsigned.status, 403);
});

test('the database is away: 451, and the same mail is taken when it is back', async () => {
  const mail = await fresh();
  const raw = dsn({ to: verp(mail) });
  await own.stack.servers.mongodb!.stop();
  assert.match(await deliver(raw, verp(mail)), /^451 /);
  // Whether a domain is verified cannot be asked.
  assert.match((await dialogue('EHLO mx.test', 'MAIL FROM:<>', `RCPT TO:<info@${domain}>`, 'QUIT'))[3]!, /^451 /);
  const answer = await rfc822(raw);
  assert.is(answer.status, 503, answer.text);
  await own.stack.servers.mongodb!.start();
  await until(async () => (await deliver(raw, verp(mail))).startsWith('250'), { within: 30_000 });
  assert.is((await row(mail)).status, 'BOUNCED');
  await until(async () => (await events(mail, 'email.bounce')).length === 1);
});

test.after(() => own.stop());
test.run();
