/** Real clients at the relay: nodemailer, smtplib, swaks and msmtp; a corpus of messages, read before and behind by Python's parser. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import nodemailer from 'nodemailer';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { debianProgram } from '#local/debian.ts';
import type { DebianProgram } from '#local/debian.ts';
import { run } from '#local/tool.ts';
import { is } from './answers.ts';
import { header, mail } from './inbox-mail.ts';
import { address, anonymous, base, sender } from './tenant.ts';

const test = suite('real SMTP clients');
const { ports } = is(await anonymous.get('/config'), 200).features.smtp;
const own = await sender();
const from = `hello@${own.domain}`;
const folder = mkdtempSync(join(tmpdir(), 'posthorn-clients-'));
test.after(() => rmSync(folder, { recursive: true }));

const transport = (key = own.project.secret, more: object = {}) =>
  nodemailer.createTransport({
    host: '127.0.0.1',
    port: ports.submission,
    requireTLS: true,
    auth: { user: 'posthorn', pass: key },
    tls: { rejectUnauthorized: false },
    ...more,
  });

/** Runs a program; what it printed, and whether it was content. */
async function typed(name: DebianProgram, args: string[], input = ''): Promise<{ ok: boolean; output: string }> {
  const { path, env } = await debianProgram(name);
  const running = promisify(execFile)(path, args, { env });
  running.child.stdin!.end(input);
  return await running.then(
    ({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
    ({ stdout, stderr }) => ({ ok: false, output: stdout + stderr }),
  );
}

test('nodemailer: text, HTML, a picture inside, files, headers', async () => {
  const to = address();
  const picture = Buffer.from(Array.from({ length: 300 }, (_, index) => index % 256));
  const { response } = await transport().sendMail({
    from: { name: 'Zoë "the boss"', address: from },
    to: { name: 'Grace Hopper', address: to },
    replyTo: 'support@example.net',
    subject: 'Grüße 🎉',
    text: 'Hello',
    html: '<p>Hello <img src="cid:logo"></p>',
    headers: { 'X-Order': '1042' },
    attachments: [
      { filename: 'logo.png', content: picture, cid: 'logo' },
      { filename: 'Übersicht.pdf', content: picture },
    ],
  });
  assert.match(response, /^250 2\.6\.0 /);
  const arrived = await mail(to);
  assert.equal([arrived.subject, header(arrived, 'X-Order'), header(arrived, 'Reply-To')], ['Grüße 🎉', '1042', 'support@example.net']);
  assert.ok(arrived.html.includes('cid:logo'));
  assert.equal(
    arrived.attachments.map((one: any) => [one.filename, one.disposition, one.contentId ?? null]),
    [
      ['logo.png', 'inline', 'logo'],
      ['Übersicht.pdf', 'attachment', null],
    ],
  );
  for (const one of arrived.attachments) assert.ok(Buffer.from(one.content, 'base64').equals(picture));
});

test('nodemailer: hears what was refused, and whether to come again', async () => {
  const codeOf = (work: Promise<unknown>): Promise<number | undefined> =>
    work.then(
      () => 250,
      ({ responseCode }) => responseCode,
    );
  const plain = { from, to: address(), subject: 's', text: 'x' };
  assert.is(await codeOf(transport(own.project.public).sendMail(plain)), 535);
  assert.is(await codeOf(transport(own.project.secret, { auth: { user: 'x', pass: own.project.secret } }).sendMail(plain)), 535);
  assert.is(await codeOf(transport().sendMail({ ...plain, from: 'a@elsewhere.example' })), 550);
  assert.is(await codeOf(transport().sendMail({ ...plain, subject: '' })), 554);
  assert.is(await codeOf(transport().sendMail({ ...plain, text: '' })), 554);
  assert.is(await codeOf(transport().sendMail({ ...plain, text: 'x\r\n'.repeat(4_000_000) })), 552);
  const { rejected, accepted } = await transport().sendMail({ ...plain, to: Array.from({ length: 7 }, address) });
  assert.equal([accepted.length, rejected.length], [5, 2]);
  assert.is(await codeOf(transport(own.project.secret, { port: ports.secure, secure: true, requireTLS: false }).sendMail(plain)), 250);
});

test('swaks: the line that npm start prints', async () => {
  const to = address();
  const line = ['--server', `localhost:${ports.submission}`, '--tls', '--auth', 'PLAIN', '--auth-user', 'posthorn'];
  const message = ['--from', from, '--to', to, '--header', 'Subject: Hello {{name}}', '--body', 'Welcome.'];
  const { ok, output } = await typed('swaks', [...line, '--auth-password', own.project.secret, ...message]);
  assert.ok(ok, output);
  assert.match(output, /250 2\.6\.0 Message accepted as/);
  assert.match((await mail(to)).text, /Welcome\./);
  const refused = await typed('swaks', [...line, '--auth-password', `sk_${'2'.repeat(64)}`, ...message]);
  assert.match(refused.output, /535 5\.7\.8 Invalid API key/);
});

test('msmtp: a message of sendmail’s callers', async () => {
  const to = address();
  const config = join(folder, 'msmtprc');
  const settings = {
    account: 'default',
    host: '127.0.0.1',
    port: ports.submission,
    auth: 'plain',
    user: 'posthorn',
    password: own.project.secret,
    from,
    tls: 'on',
    tls_starttls: 'on',
    tls_certcheck: 'off',
  };
  writeFileSync(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  );
  chmodSync(config, 0o600);
  const { ok, output } = await typed('msmtp', ['-C', config, '-t'], `From: ${from}\nTo: ${to}\nSubject: by msmtp\n\n.dots\nwords\n`);
  assert.ok(ok, output);
  assert.equal((await mail(to)).text.trim().split(/\r?\n/), ['.dots', 'words']);
});

test('smtplib and a corpus: what arrives is what was sent, part by part', async () => {
  const count = '300';
  const args = ['127.0.0.1', String(ports.submission), own.project.secret, from, base, '20', count];
  const { ok, output } = await run('python3', ['test/integration/relay_corpus.py', ...args]);
  assert.ok(ok, output.slice(-3_000));
  const { sent, refused, noticed, faults } = JSON.parse(output.trim().split('\n').at(-1)!);
  assert.equal(faults, []);
  assert.equal([sent > 340, refused], [true, 0]);
  assert.ok(noticed > 300, `${noticed} times a message was told from the one before`);
});

test.run();
