/** What strangers and broken programs say to the relay: refused with the right code, the next one is served, nothing is mailed. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { smtpClient } from '#test/smtp-client.ts';
import type { SmtpClient } from '#test/smtp-client.ts';
import { is } from './answers.ts';
import { mails } from './inbox-mail.ts';
import { address, anonymous, sender } from './tenant.ts';

const test = suite('SMTP relay, hostile clients');
const { ports } = is(await anonymous.get('/config'), 200).features.smtp;
const own = await sender();
const from = `hello@${own.domain}`;

async function loggedIn(): Promise<SmtpClient> {
  const client = await smtpClient(ports.secure, { secure: true });
  assert.match(await client.login(own.project.secret), /^235 /);
  return client;
}

/** Says DATA and these bytes, however they end; answers the first reply to them. */
async function data(client: SmtpClient, bytes: string, to = address()): Promise<string> {
  await client.say(`MAIL FROM:<${from}>`);
  await client.say(`RCPT TO:<${to}>`);
  assert.match(await client.say('DATA'), /^354 /);
  client.write(Buffer.from(bytes, 'latin1'));
  return await client.reply();
}

const mail = (body: string): string => `From: ${from}\r\nSubject: s\r\n\r\n${body}`;

const SMUGGLED: [string, string][] = [
  ['LF.LF', '\n.\n'],
  ['LF.CRLF', '\n.\r\n'],
  ['CRLF.LF', '\r\n.\n'],
  ['CR.CR', '\r.\r'],
  ['CR.CRLF', '\r.\r\n'],
  ['CRCRLF.CRLF', '\r\r\n.\r\n'],
];
for (const [name, ending] of SMUGGLED)
  test(`no second message behind ${name}`, async () => {
    const [first, second] = [address(), address()];
    const client = await loggedIn();
    const hidden = `MAIL FROM:<${from}>\r\nRCPT TO:<${second}>\r\nDATA\r\n${mail('hidden')}`;
    const reply = await data(client, `${mail('shown')}${ending}${hidden}\r\n.\r\n`, first);
    assert.match(reply, /^554 5\.6\.0 Failed to send email: a (line feed|carriage return) stands/);
    const replies: string[] = [];
    for (let next = await client.reply(); next !== ''; next = await client.reply()) replies.push(next);
    assert.match(replies.at(-1)!, /^421 /, 'the connection ends');
    assert.not.ok(
      replies.some((one) => one.startsWith('354 ')),
      `a second message began: ${replies.join('; ')}`,
    );
    client.close();
    const seen = is(await own.api.get(`/emails?to=${second}`), 200);
    assert.is(seen.total, 0);
    assert.is(is(await own.api.get(`/emails?to=${first}`), 200).total, 0);
  });

test('a final dot in pieces ends a message, a stuffed dot does not', async () => {
  const client = await loggedIn();
  const to = address();
  await client.say(`MAIL FROM:<${from}>`);
  await client.say(`RCPT TO:<${to}>`);
  await client.say('DATA');
  for (const piece of [mail('first'), '\r\n..', '\r\nlast\r', '\n', '.', '\r', '\n']) {
    client.write(piece);
    await sleep(20);
  }
  assert.match(await client.reply(), /^250 /);
  const [arrived] = await mails(to);
  assert.equal(arrived.text.trim().split(/\r?\n/), ['first', '.', 'last']);
  client.close();
});

test('NUL and lines over 998 characters: 554', async () => {
  const client = await loggedIn();
  assert.match(await data(client, `${mail('a\0b')}\r\n.\r\n`), /^554 5\.6\.0 .* NUL/);
  assert.match(await data(client, `${mail('x'.repeat(999))}\r\n.\r\n`), /^554 5\.6\.0 .* 998/);
  assert.match(await data(client, `${mail('x'.repeat(998))}\r\n.\r\n`), /^250 /);
  client.close();
});

test('a command line without an end: 421, and no memory for it', async () => {
  const client = await smtpClient(ports.submission);
  client.write('A'.repeat(100_000));
  assert.match(await client.reply(), /^421 /);
  client.close();
});

test('what is said before TLS is not heard behind it', async () => {
  const client = await smtpClient(ports.submission);
  await client.say('EHLO client.example');
  // Both in one packet: the second would be the first command of the encrypted conversation.
  client.write('STARTTLS\r\nEHLO injected.example\r\nMAIL FROM:<a@example.com>\r\n');
  assert.match(await client.reply(), /^220 /);
  client.close();
  const polite = await smtpClient(ports.submission);
  await polite.say('EHLO client.example');
  await polite.startTls();
  assert.match(await polite.say('MAIL FROM:<a@example.com>'), /^503 5\.5\.1 /, 'EHLO is said anew');
  polite.close();
});

test('nothing without a login: 530; no commands out of turn: 503', async () => {
  const client = await smtpClient(ports.secure, { secure: true });
  await client.say('EHLO client.example');
  assert.match(await client.say(`MAIL FROM:<${from}>`), /^530 5\.7\.0 /);
  assert.match(await client.say('DATA'), /^530 5\.7\.0 /);
  client.close();
  const known = await loggedIn();
  assert.match(await known.say(`RCPT TO:<${address()}>`), /^503 5\.5\.1 /);
  assert.match(await known.say('DATA'), /^503 5\.5\.1 /);
  assert.match(await known.say(`AUTH PLAIN ${Buffer.from('\0posthorn\0x').toString('base64')}`), /^503 5\.5\.1 /);
  assert.match(await known.say('BDAT 5 LAST'), /^500 5\.5\.2 /);
  assert.match(await known.say(`MAIL FROM:<${from}> BODY=BINARYMIME`), /^501 5\.5\.4 /);
  assert.match(await known.say(`MAIL FROM:<${from}> SIZE=x`), /^501 5\.5\.4 /);
  assert.match(await known.say('MAIL FROM:<a@b@c>'), /^(501|553) 5\.1\.7 /);
  known.close();
});

test('10,000 recipients: the first five are taken', async () => {
  const client = await loggedIn();
  await client.say(`MAIL FROM:<${from}>`);
  const replies: Record<string, number> = {};
  for (let batch = 0; batch < 100; batch += 1) {
    client.write(Array.from({ length: 100 }, (_, index) => `RCPT TO:<r${batch}-${index}@example.com>\r\n`).join(''));
    for (let index = 0; index < 100; index += 1) {
      const code = (await client.reply()).slice(0, 9);
      replies[code] = (replies[code] ?? 0) + 1;
    }
  }
  assert.equal(replies, { '250 2.1.5': 5, '452 4.5.3': 9_995 });
  client.close();
});

test('commands all at once are answered in order (PIPELINING)', async () => {
  const client = await loggedIn();
  const to = address();
  client.write(`MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
  for (const code of ['250', '250', '354']) assert.ok((await client.reply()).startsWith(code));
  client.write(`${mail('x')}\r\n.\r\nNOOP\r\nQUIT\r\n`);
  for (const code of ['250 2.6.0', '250 2.0.0', '221 2.0.0']) assert.ok((await client.reply()).startsWith(code));
});

test('logins that are none: 501, 504, and the end after many', async () => {
  const client = await smtpClient(ports.secure, { secure: true });
  await client.say('EHLO client.example');
  assert.match(await client.say('AUTH CRAM-MD5'), /^504 5\.5\.4 /);
  assert.match(await client.say('AUTH PLAIN !!!!'), /^501 5\.5\.4 /);
  assert.match(await client.say('AUTH PLAIN'), /^334/);
  assert.match(await client.say('*'), /^501 5\.5\.4 /);
  let last = '';
  for (let tries = 0; tries < 12 && !last.startsWith('421'); tries += 1) last = await client.say('VRFY someone');
  assert.match(last, /^421 /);
  client.close();
});

test('random bytes end nothing but their own connection', async () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const client = await smtpClient(ports.submission);
    const bytes = Buffer.alloc(2_000, Buffer.from(`${seed}\x00\xff\r\nDATA\r\n.\r\n\x16\x03\x01`, 'latin1'));
    client.write(bytes);
    await Promise.race([once(client.socket, 'close'), sleep(200)]);
    client.close();
  }
  const client = await loggedIn();
  assert.match(await data(client, `${mail('after all that')}\r\n.\r\n`), /^250 /);
  client.close();
});

test('messages made to take long are read, or refused, and others are served meanwhile', async () => {
  const nested = Array.from({ length: 60 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join('');
  const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n\r\n'.repeat(100_000)}--b--`;
  const head = `From: ${from}\r\nSubject: s\r\n`;
  const quiet = await loggedIn();
  const bodies = [nested, parts, `To: ${'<'.repeat(900)}\r\n${' a,\r\n'.repeat(50_000)}\r\nx`, `X: y\r\n${'--\r\n'.repeat(500_000)}`];
  const work = bodies.map(async (body) => {
    const client = await loggedIn();
    const reply = await data(client, `${head}${body}\r\n.\r\n`);
    client.close();
    return reply;
  });
  const begun = Date.now();
  assert.match(await quiet.say('NOOP'), /^250 /);
  assert.ok(Date.now() - begun < 5_000);
  for (const reply of await Promise.all(work)) assert.match(reply, /^(250|554) /);
  quiet.close();
});

test.run();
