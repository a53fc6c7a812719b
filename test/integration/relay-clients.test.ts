/**
 * Real clients at the relay: nodemailer, smtplib, swaks, msmtp and Postfix, each with every row of its table; a corpus of messages, read
 * before and behind by Python's parser.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import nodemailer from 'nodemailer';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { windowOf } from '#kit/limits/allowance.ts';
import { debianProgram } from '#local/debian.ts';
import type { DebianProgram } from '#local/debian.ts';
import { run } from '#local/tool.ts';
import { smartHost, startPostfix } from '#test/postfix.ts';
import { startSink } from '#test/smtp.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { header, mail, mails } from './inbox-mail.ts';
import { address, anonymous, base, sender, tenant } from './tenant.ts';

const test = suite('real SMTP clients');
const { ports } = is(await anonymous.get('/config'), 200).features.smtp;
const own = await sender();
const from = `hello@${own.domain}`;
/** Over their limit of requests, and suspended. */
const [busy, suspended] = [await sender(), await tenant()];
const folder = mkdtempSync(join(tmpdir(), 'posthorn-clients-'));
test.after(() => rmSync(folder, { recursive: true }));

const redis = new Redis(process.env['REDIS_URL']!);
test.after(() => redis.disconnect());
/** What a project asked in this minute and the next. */
const counters = [0, 1].map((later) => `posthorn:{${busy.project.id}}:rate:${windowOf(Date.now()) + later}`);
await redis.mset(Object.fromEntries(counters.map((counter) => [counter, 1_000_000_000])));

async function suspend(projectId: string): Promise<void> {
  const mongo = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
  const projects = mongo.useDb(`${process.env['MONGODB_PREFIX']}accounts`).collection<{ _id: string }>('projects');
  await projects.updateOne({ _id: projectId }, { $set: { disabled: true, disabledReason: 'MANUAL' } });
  await mongo.close();
}
await suspend(suspended.project.id);

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
async function typed(name: DebianProgram | 'python3', args: string[], input = ''): Promise<{ ok: boolean; output: string }> {
  const { path, env } = name === 'python3' ? { path: name, env: process.env } : await debianProgram(name);
  const running = promisify(execFile)(path, args, { env });
  // A program that is refused early reads no further.
  running.child.stdin!.on('error', () => undefined).end(input);
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
  const onSecure = { port: ports.secure, secure: true, requireTLS: false };
  const again = await transport(own.project.secret, onSecure).sendMail({ from, to: address(), subject: 'on 465', text: 'x' });
  assert.match(again.response, /^250 2\.6\.0 /);
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

/** One mail as a client is asked to send it. */
interface Submission {
  user: string;
  key: string;
  from: string;
  to: string[];
  message: string;
}

const lines = (...all: string[]): string => all.join('\r\n');
const subject = 'Subject: s';
const filler = `${'x'.repeat(76)}\r\n`;

/** The rows of the table: what is wrong with a submission, and what its client hears. */
const ROWS: Record<string, [wrong: (right: Submission) => Partial<Submission>, reply: RegExp]> = {
  'wrong user name': [() => ({ user: 'somebody' }), /535 5\.7\.8 Invalid username/],
  'unknown key': [() => ({ key: `sk_${'3'.repeat(64)}` }), /535 5\.7\.8 Invalid API key/],
  'public key': [() => ({ key: own.project.public }), /535 5\.7\.8 Invalid API key/],
  'key of a suspended project': [() => ({ key: suspended.project.secret }), /535 5\.7\.8 Invalid API key/],
  'over the limit of requests': [
    ({ message }) => ({ key: busy.project.secret, from: busy.from, message: message.replace(/^From: .*$/m, `From: ${busy.from}`) }),
    /451 4\.7\.1 Failed to send email: Rate limit exceeded/,
  ],
  'sender of another domain': [
    ({ message }) => ({ from: 'a@elsewhere.example', message }),
    /550 5\.7\.1 Sender domain is not verified or not associated with your account/,
  ],
  'From of another domain': [
    ({ message }) => ({ message: message.replace(/^From: .*$/m, 'From: a@elsewhere.example') }),
    /550 5\.7\.1 Sender domain is not verified or not associated with your account/,
  ],
  'too many recipients': [() => ({ to: Array.from({ length: 7 }, address) }), /452 4\.5\.3 Maximum 5 recipients allowed/],
  'too large': [
    ({ message }) => ({ message: message + filler.repeat((10 * 1_048_576) / filler.length + 1) }),
    /552 5\.3\.4 |dsn=5\.3\.4, .* exceeds size limit/,
  ],
  'no subject': [({ message }) => ({ message: message.replace(`${subject}\r\n`, '') }), /554 5\.6\.0 Email must have a subject/],
  'a long subject': [
    ({ message }) => ({ message: message.replace(subject, `${subject}${`\r\n ${'x'.repeat(60)}`.repeat(20)}`) }),
    /554 5\.6\.0 Subject line is too long \(max 998 characters\)/,
  ],
  'no body': [({ message }) => ({ message: message.replace('words', '') }), /554 5\.6\.0 Email must have a body/],
  'too many headers': [
    ({ message }) => ({ message: lines(...Array.from({ length: 51 }, (_, n) => `X-Header-${n}: ${n}`), message) }),
    /554 5\.6\.0 Too many custom headers \(max 50\)/,
  ],
  'a file too many': [
    ({ message }) => ({
      message: message
        .replace(subject, lines(subject, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'))
        .replace('words', `--b\r\n\r\nwords\r\n${'--b\r\nContent-Type: text/csv\r\n\r\na\r\n'.repeat(11)}--b--`),
    }),
    /554 5\.6\.0 Failed to send email: Too many attachments/,
  ],
  nothing: [() => ({}), /250 2\.[06]\.0 /],
};

const SMTPLIB = `
import json, smtplib, ssl, sys
one = json.load(sys.stdin)
client = smtplib.SMTP('127.0.0.1', one['port'])
client.starttls(context=ssl._create_unverified_context())
said = lambda reply: print(reply[0], reply[1].decode())
try:
    client.login(one['user'], one['key'])
    said(client.mail(one['from'], ['SIZE=%d' % len(one['message'])]))
    for to in one['to']:
        said(client.rcpt(to))
    said(client.data(one['message'].encode()))
except smtplib.SMTPResponseException as error:
    said((error.smtp_code, error.smtp_error))
`;

const bareTransport = (port: number) => nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
const SERVER = ['--server', `127.0.0.1:${ports.submission}`, '--tls', '--auth', 'PLAIN'];

/** Hands a submission over, and answers what the client told of it. */
const CLIENTS: Record<string, (submission: Submission) => Promise<string>> = {
  async nodemailer({ user, key, message, ...envelope }) {
    const {
      response = '',
      rejectedErrors = [],
      message: said = '',
    } = (await transport(key, { auth: { user, pass: key } })
      .sendMail({ envelope, raw: message })
      .catch((error: Error) => error)) as any;
    return [response, said, ...rejectedErrors].join('\n');
  },
  async smtplib(submission) {
    return (await typed('python3', ['-c', SMTPLIB], JSON.stringify({ ...submission, port: ports.submission }))).output;
  },
  async swaks({ user, key, from: by, to, message }) {
    const login = ['--auth-user', user, '--auth-password', key];
    return (await typed('swaks', [...SERVER, ...login, '--from', by, '--to', to.join(), '--suppress-data', '--data', '-'], message)).output;
  },
  async msmtp({ user, key, from: by, to, message }) {
    const options = ['--host=127.0.0.1', `--port=${ports.submission}`, '--auth=plain', `--user=${user}`, `--passwordeval=echo ${key}`];
    const tls = ['--tls=on', '--tls-starttls=on', '--tls-certcheck=off'];
    const { output } = await typed(
      'msmtp',
      ['--logfile=-', ...options, ...tls, `--from=${by}`, '--', ...to],
      message.replaceAll('\r\n', '\n'),
    );
    return output;
  },
};

/** Submissions of the table; each of a sender of its own. */
function submissions(): { row: string; submission: Submission; reply: RegExp }[] {
  return Object.entries(ROWS).map(([row, [wrong, reply]], n) => {
    const by = `row-${n}@${own.domain}`;
    const right = {
      user: 'posthorn',
      key: own.project.secret,
      from: by,
      to: [address()],
      message: lines(`From: ${by}`, subject, '', 'words'),
    };
    return { row, submission: { ...right, ...wrong(right) }, reply };
  });
}

for (const [client, submit] of Object.entries(CLIENTS))
  test(`${client}: hears what is wrong, row by row`, async () => {
    await Promise.all(
      submissions().map(async ({ row, submission, reply }) => {
        const output = await submit(submission);
        assert.ok(reply.test(output), `${client}, ${row}: ${output.slice(-500)}`);
      }),
    );
  });

test('Postfix as a client of a smart host: its queue drains, what is put off comes again, what is refused comes back', async () => {
  const table = submissions();
  const home = await startSink();
  const { host } = new URL(home.url);
  const [hostname, port] = host.split(':');
  const logins = table.map(({ submission: { from: by, user, key } }) => `{${by}=${user}:${key}}`);
  const postfix = await startPostfix({
    settings: {
      ...smartHost(ports.submission, own.project.secret),
      smtp_sender_dependent_authentication: 'yes',
      smtp_sasl_password_maps: `inline:{ ${logins.join(', ')} }, static:posthorn:${own.project.secret}`,
      // Else a wrong password would be tried for days.
      smtp_sasl_auth_soft_bounce: 'no',
      message_size_limit: '0',
      // What comes back goes home, not through the relay.
      transport_maps: `inline:{ {${own.domain}=smtp:[${hostname}]:${port}} }`,
      smtp_tls_policy_maps: `inline:{ {[${hostname}]:${port}=none} }`,
    },
  });
  try {
    const intake = bareTransport(postfix.port);
    const about = (to: string): string[] =>
      postfix
        .log()
        .split('\n')
        .filter((line) => line.includes(`to=<${to}>`));
    await Promise.all(
      table.map(async ({ row, submission: { from: by, to, message }, reply }) => {
        await intake.sendMail({ envelope: { from: by, to }, raw: message });
        await until(() => reply.test(to.flatMap(about).join('\n')), { within: 20_000, what: `Postfix is told of ${row}` });
      }),
    );
    await redis.del(counters);
    await until(() => postfix.queued() === 0, { within: 20_000, what: 'an empty queue' });
    // What had a 4xx came again: two of seven recipients, and the mail of the project that was over its limit.
    const put = ['too many recipients', 'over the limit of requests'].flatMap(
      (name) => table.find(({ row }) => row === name)!.submission.to,
    );
    assert.ok(postfix.count('deferred') >= 3);
    for (const to of put) assert.is((await mails(to)).length, 1);
    await until(() => home.taken.some(({ raw }) => raw.includes('Email must have a subject')), { what: 'the notice to the sender' });
  } finally {
    await postfix.stop();
    await home.stop();
  }
});

test('swaks: the line that npm start prints', async () => {
  const to = address();
  const line = ['--server', `localhost:${ports.submission}`, '--tls', '--auth', 'PLAIN', '--auth-user', 'posthorn'];
  const message = ['--from', from, '--to', to, '--header', 'Subject: Hello {{name}}', '--body', 'Welcome.'];
  const { ok, output } = await typed('swaks', [...line, '--auth-password', own.project.secret, ...message]);
  assert.ok(ok, output);
  assert.match(output, /250 2\.6\.0 Message accepted as/);
  assert.match((await mail(to)).text, /Welcome\./);
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
  const count = '500';
  const args = ['127.0.0.1', String(ports.submission), own.project.secret, from, base, '20', count];
  const { ok, output } = await run('python3', ['test/integration/relay_corpus.py', ...args]);
  assert.ok(ok, output.slice(-3_000));
  const { sent, refused, noticed, faults } = JSON.parse(output.trim().split('\n').at(-1)!);
  assert.equal(faults, []);
  assert.equal([sent > 540, refused], [true, 0]);
  assert.ok(noticed > 500, `${noticed} times a message was told from the one before`);
});

test.run();
