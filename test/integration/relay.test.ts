/** The SMTP relay (contract "SMTP relay"): every row of its table, said line by line, and what becomes of what it took. */
import { domainToASCII } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { smtpClient } from '#test/smtp-client.ts';
import type { SmtpClient } from '#test/smtp-client.ts';
import { is } from './answers.ts';
import { header, mail, mails } from './inbox-mail.ts';
import { address, anonymous, sender } from './tenant.ts';

const test = suite('SMTP relay');
const { smtp } = is(await anonymous.get('/config'), 200).features;
const own = await sender();
const from = `Ada Lovelace <hello@${own.domain}>`;

/** Logged in on 587. */
async function loggedIn(key = own.project.secret): Promise<SmtpClient> {
  const client = await smtpClient(smtp.ports.submission);
  await client.say('EHLO client.example');
  await client.startTls();
  assert.match(await client.login(key), /^235 2\.7\.0 /);
  return client;
}

const lines = (...all: string[]): string => all.join('\r\n');

/** The replies to MAIL, each RCPT, DATA and the message. */
async function submit(client: SmtpClient, message: string, to: string[], sender_ = `hello@${own.domain}`): Promise<string[]> {
  const replies = [await client.say(`MAIL FROM:<${sender_}>`)];
  for (const one of to) replies.push(await client.say(`RCPT TO:<${one}>`));
  replies.push(await client.say('DATA'));
  if (!replies.at(-1)!.startsWith('354')) return replies;
  replies.push(await client.say(`${message}\r\n.`));
  return replies;
}

/** The reply to a message. */
async function submitted(message: string, to = [address()]): Promise<string> {
  const client = await loggedIn();
  try {
    return (await submit(client, message, to)).at(-1)!;
  } finally {
    client.close();
  }
}

test('is in GET /config', () => {
  assert.equal([smtp.enabled, smtp.domain], [true, 'localhost']);
  assert.ok(smtp.ports.secure > 0 && smtp.ports.submission > 0);
});

test('offers what it can, and STARTTLS before logins', async () => {
  const client = await smtpClient(smtp.ports.submission);
  assert.match(client.greeting, /^220 localhost ESMTP/);
  const offers = await client.say('EHLO client.example');
  for (const word of ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES', 'STARTTLS', `SIZE ${10 * 1_048_576}`])
    assert.match(offers, new RegExp(`^250[- ]${word}$`, 'm'));
  assert.match(await client.login(own.project.secret), /^538 5\.7\.0 /, 'no key in the clear');
  assert.match(await client.say(`MAIL FROM:<hello@${own.domain}>`), /^530 5\.7\.0 /);
  assert.match(await client.startTls(), /^220 /);
  assert.match(await client.say('EHLO client.example'), /^250[- ]AUTH PLAIN LOGIN$/m);
  assert.match(await client.say('QUIT'), /^221 /);
  client.close();
});

test('takes a mail on 587 and on 465, and says 250 once its rows are there', async () => {
  const secure = await smtpClient(smtp.ports.secure, { secure: true });
  assert.match(await secure.login(own.project.secret), /^235 /);
  for (const client of [await loggedIn(), secure]) {
    const [one, two] = [address(), address()];
    const text = lines(`From: ${from}`, `To: "Zoë" <${one}>, ${two}`, 'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=', 'X-Order: 1042', '', 'Hello');
    const [sender_, first, second, data, reply] = await submit(client, text, [one, two]);
    assert.match(sender_!, /^250 2\.1\.0 /);
    assert.match(first!, /^250 2\.1\.5 /);
    assert.match(second!, /^250 2\.1\.5 /);
    assert.match(data!, /^354 /);
    assert.match(reply!, /^250 2\.6\.0 Message accepted as [0-9a-f-]{36} [0-9a-f-]{36}$/);
    const ids = reply!.split(' ').slice(-2);
    const row = is(await own.api.get(`/emails/${ids[0]}`), 200);
    assert.equal(
      [row.sourceType, row.subject, row.from, row.fromName, row.toName, row.headers],
      ['TRANSACTIONAL', 'Grüße', `hello@${own.domain}`, 'Ada Lovelace', 'Zoë', { 'X-Order': '1042' }],
    );
    const arrived = await mail(two);
    assert.equal([arrived.subject, header(arrived, 'X-Order'), arrived.text.trim()], ['Grüße', '1042', 'Hello']);
    client.close();
  }
});

test('logs in by LOGIN too, and takes several messages on a connection', async () => {
  const client = await smtpClient(smtp.ports.secure, { secure: true });
  await client.say('EHLO client.example');
  assert.is(await client.say('AUTH LOGIN'), '334 VXNlcm5hbWU6');
  assert.is(await client.say(Buffer.from('PostHorn').toString('base64')), '334 UGFzc3dvcmQ6');
  assert.match(await client.say(Buffer.from(own.project.secret).toString('base64')), /^235 /);
  for (const subject of ['first', 'second']) {
    const to = address();
    assert.match((await submit(client, lines(`From: ${from}`, `Subject: ${subject}`, '', 'x'), [to])).at(-1)!, /^250 /);
    assert.is((await mail(to)).subject, subject);
  }
  client.close();
});

test('refuses who is nobody: 535', async () => {
  const client = await smtpClient(smtp.ports.secure, { secure: true });
  assert.is(await client.login(own.project.secret, 'somebody'), '535 5.7.8 Invalid username');
  assert.is(await client.login(own.project.public), '535 5.7.8 Invalid API key');
  assert.is(await client.login(`sk_${'0'.repeat(64)}`), '535 5.7.8 Invalid API key');
  client.close();
});

test('counts failed tries of a key: 454', async () => {
  const key = `sk_${'1'.repeat(64)}`;
  const replies: string[] = [];
  for (let tries = 0; tries < 12; tries += 1) {
    const client = await smtpClient(smtp.ports.secure, { secure: true });
    replies.push(await client.login(key));
    client.close();
  }
  assert.is(replies.filter((reply) => reply.startsWith('535 5.7.8')).length, 10);
  assert.match(replies.at(-1)!, /^454 4\.7\.0 /);
});

test('refuses senders of other domains: 550, at MAIL and by From', async () => {
  const client = await loggedIn();
  const text = '550 5.7.1 Sender domain is not verified or not associated with your account';
  assert.is(await client.say('MAIL FROM:<hello@elsewhere.example>'), text);
  const forged = lines('From: Boss <boss@elsewhere.example>', 'Subject: s', '', 'x');
  assert.is((await submit(client, forged, [address()])).at(-1), text);
  // A bounce has no sender; its From is looked at all the same.
  assert.is((await submit(client, forged, [address()], '')).at(-1), text);
  assert.match((await submit(client, lines(`From: ${from}`, 'Subject: s', '', 'x'), [address()], '')).at(-1)!, /^250 /);
  client.close();
});

test('takes so many recipients and no more: 452', async () => {
  const client = await loggedIn();
  const to = Array.from({ length: 7 }, address);
  const replies = await submit(client, lines(`From: ${from}`, 'Subject: many', '', 'x'), to);
  assert.equal(replies.slice(6, 8), Array(2).fill('452 4.5.3 Maximum 5 recipients allowed'));
  assert.match(replies.at(-1)!, /^250 /);
  assert.is((await mails(to[4]!)).length, 1);
  assert.match(await client.say(`MAIL FROM:<hello@${own.domain}>`), /^250 /);
  assert.match(await client.say('RCPT TO:<nobody@localhost>'), /^553 5\.1\.3 /);
  client.close();
});

test('refuses what has no subject, too long a one, no body: 554', async () => {
  const text = (subject: string[], body: string): string => lines(`From: ${from}`, ...subject, '', body);
  assert.is(await submitted(text([], 'x')), '554 5.6.0 Email must have a subject');
  assert.is(await submitted(text(['Subject:  '], 'x')), '554 5.6.0 Email must have a subject');
  const long = Array.from({ length: 20 }, () => ` ${'x'.repeat(60)}`);
  assert.is(await submitted(text(['Subject: long', ...long], 'x')), '554 5.6.0 Subject line is too long (max 998 characters)');
  assert.is(await submitted(text(['Subject: s'], ' ')), '554 5.6.0 Email must have a body');
  const headers = (count: number): string[] => Array.from({ length: count }, (_, index) => `X-Header-${index}: ${index}`);
  assert.match(await submitted(text(['Subject: s', ...headers(50)], 'x')), /^250 /);
  assert.is(await submitted(text(['Subject: s', ...headers(51)], 'x')), '554 5.6.0 Too many custom headers (max 50)');
});

test('refuses what is too large: 552, by its word and by its bytes', async () => {
  const client = await loggedIn();
  assert.match(await client.say(`MAIL FROM:<hello@${own.domain}> SIZE=${11 * 1_048_576}`), /^552 5\.3\.4 /);
  const body = `${'x'.repeat(76)}\r\n`.repeat((10 * 1_048_576) / 78 + 1);
  assert.match((await submit(client, lines(`From: ${from}`, 'Subject: s', '', body), [address()])).at(-1)!, /^552 5\.3\.4 /);
  // The conversation goes on.
  assert.match((await submit(client, lines(`From: ${from}`, 'Subject: s', '', 'x'), [address()])).at(-1)!, /^250 /);
  client.close();
});

test('refuses more attachments than POST /v1/send: 554', async () => {
  const part = lines('--b', 'Content-Type: text/csv', 'Content-Disposition: attachment; filename=a.csv', '', 'a,b', '');
  const text = lines(
    `From: ${from}`,
    'Subject: s',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'x',
    '',
  );
  assert.match(await submitted(`${text}${part.repeat(11)}--b--`), /^554 5\.6\.0 Failed to send email: Too many attachments/);
  assert.match(await submitted(`${text}${part.repeat(10)}--b--`), /^250 /);
});

test('says 250 to a message that comes again, and mails it once', async () => {
  const to = address();
  const text = (more: string): string =>
    lines(
      `Received: ${more}`,
      `From: ${from}`,
      `To: ${to}`,
      'Subject: once',
      `Message-ID: <${crypto.randomUUID()}@client.example>`,
      '',
      'x',
    );
  const message = text('by a');
  assert.match(await submitted(message, [to]), /^250 2\.6\.0 Message accepted as /);
  assert.is(await submitted(message.replace('by a', 'by b, later'), [to]), '250 2.6.0 Message was accepted before');
  // Another envelope, another Message-ID: another message.
  assert.match(await submitted(message, [to, address()]), /accepted as/);
  assert.match(await submitted(text('by a'), [to]), /accepted as/);
  assert.is((await mails(to, 3)).length, 3);
});

test('sends by the same templates, contacts and limits as HTTP', async () => {
  const to = address();
  is(await own.api.post('/contacts', { email: to, data: { name: 'Grace' } }), 201);
  const html = lines(`From: ${from}`, 'Subject: For {{name}}', 'Content-Type: text/html; charset=utf-8', '', '<p>Hi {{name}}</p>');
  assert.match(await submitted(html, [to]), /^250 /);
  const arrived = await mail(to);
  assert.equal([arrived.subject, arrived.html.includes('<p>Hi Grace</p>')], ['For Grace', true]);
});

test('takes addresses beyond ASCII', async () => {
  const to = `jürgen-${crypto.randomUUID()}@bücher.example`;
  const client = await loggedIn();
  assert.match(await client.say(`MAIL FROM:<hello@${own.domain}> SMTPUTF8 BODY=8BITMIME`), /^250 /);
  assert.match(await client.say(`RCPT TO:<${to}>`), /^250 /);
  await client.say('DATA');
  assert.match(await client.say(`${lines(`From: ${from}`, `To: Jürgen <${to}>`, 'Subject: Grüße', '', 'Füße')}\r\n.`), /^250 /);
  const arrived = await mail(to);
  assert.equal([arrived.subject, arrived.text.trim()], ['Grüße', 'Füße']);
  client.close();
});

test('takes domains beyond ASCII as they are written, from senders and for recipients, in either spelling', async () => {
  const label = crypto.randomUUID().slice(0, 8);
  const spellings = [`bücher-${label}.example`, domainToASCII(`bücher-${label}.example`)];
  is(await own.api.post('/domains', { domain: spellings[1]! }), 201);
  const client = await loggedIn();
  for (const domain of spellings) {
    const to = `${crypto.randomUUID()}@${domain}`;
    const smtpUtf8 = domain === spellings[0] ? ' SMTPUTF8' : '';
    assert.match(await client.say(`MAIL FROM:<hello@${domain}>${smtpUtf8}`), /^250 /);
    assert.match(await client.say(`RCPT TO:<${to}>`), /^250 /);
    await client.say('DATA');
    const reply = await client.say(`${lines(`From: hello@${domain}`, `To: Ada <${to}>`, 'Subject: s', '', 'x')}\r\n.`);
    assert.match(reply, /^250 /, domain);
    const row = is(await own.api.get(`/emails/${reply.split(' ').at(-1)}`), 200);
    assert.equal([row.to, row.toName, row.from], [to, 'Ada', `hello@${domain}`], 'as POST /v1/send keeps them');
    assert.is((await mails(to)).length, 1);
  }
  client.close();
});

test.run();
