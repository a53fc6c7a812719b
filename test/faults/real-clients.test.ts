/** As people meet Posthorn: README's first calls typed into a shell with curl, and a bounce report handed over by swaks. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyRing } from '#kit/key-ring.ts';
import { debianProgram } from '#local/debian.ts';
import { freePort } from '#local/ports.ts';
import { createBounceAddresses } from '#services/delivery/feedback/bounce-addresses.ts';
import { account } from '#test/client.ts';
import { dsn } from '#test/messages.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const SECRET = 'a tracking secret of thirty-two characters';
const test = suite('real clients');
const port = await freePort();
const own = await ownStack({ env: { TRACKING_SECRET: SECRET, INBOUND_SMTP_PORT: String(port) } });
const { url } = await own.startServices('one');
const { project, domain } = await account(url);

/** Runs a program to its end; answers what it printed. Throws when it fails. */
async function typed(name: 'curl' | 'swaks', ...args: string[]): Promise<string> {
  const { path, env } = await debianProgram(name);
  const { stdout } = await promisify(execFile)(path, args, { env });
  return stdout;
}

const curl = async (...args: string[]): Promise<any> => JSON.parse(await typed('curl', '-sS', '--fail-with-body', ...args));
const asKey = (key: string): string[] => ['-H', `Authorization: Bearer ${key}`, '-H', 'Content-Type: application/json'];

test('curl: send, read the inbox, track, look up the contact', async () => {
  const to = `${crypto.randomUUID()}@example.com`;
  const mail = JSON.stringify({
    to,
    from: `hello@${domain}`,
    subject: 'Hello {{name ?? "you"}}',
    body: '<p>Grüße an {{name}}</p>',
    data: { name: 'Zoë' },
    subscribed: true,
  });
  const sent = await curl('-X', 'POST', `${url}/v1/send`, ...asKey(project.secret), '-H', 'Idempotency-Key: typed-1', '-d', mail);
  assert.is(sent.success, true);
  const [item] = await until(async () => {
    const { data } = await curl(`${url}/dev/inbox?to=${to}`);
    return data.length > 0 && data;
  });
  const read = await curl(`${url}/dev/inbox/${item.id}`);
  assert.equal([read.subject, /Grüße an Zoë/.test(read.html)], ['Hello Zoë', true]);
  const tracked = await curl(
    '-X',
    'POST',
    `${url}/v1/track`,
    ...asKey(project.public),
    '-d',
    JSON.stringify({ email: to, event: 'signup' }),
  );
  assert.is(tracked.data.contact, sent.data.emails[0].contact.id);
  const contact = await curl(`${url}/contacts/${tracked.data.contact}`, ...asKey(project.secret));
  assert.equal([contact.email, contact.subscribed, contact.data], [to, true, { name: 'Zoë' }]);
  // The same key again: refused, and curl says so.
  const refused = await curl('-X', 'POST', `${url}/v1/send`, ...asKey(project.secret), '-H', 'Idempotency-Key: typed-1', '-d', mail).catch(
    (error) => JSON.parse(error.stdout),
  );
  assert.is(refused.error.code, 'IDEMPOTENCY_KEY_REUSED');
});

test('swaks: a bounce report at a mail’s return path', async () => {
  const to = `${crypto.randomUUID()}@example.com`;
  const mail = { to, from: `hello@${domain}`, subject: 's', body: 'b', subscribed: true };
  const {
    data: {
      emails: [{ email }],
    },
  } = await curl('-X', 'POST', `${url}/v1/send`, ...asKey(project.secret), '-d', JSON.stringify(mail));
  const status = async (): Promise<string> => (await curl(`${url}/emails/${email}`, ...asKey(project.secret))).status;
  await until(async () => (await status()) === 'DELIVERED');
  const back = createBounceAddresses(keyRing([SECRET])).write(email, `posthorn.${domain}`);
  const report = join(own.dir, 'report.eml');
  writeFileSync(report, dsn({ to: back }));
  const said = await typed('swaks', '--server', '127.0.0.1', '--port', String(port), '--from', '<>', '--to', back, '--data', `@${report}`);
  assert.match(said, /^<-\s+250 .*$/m);
  await until(async () => (await status()) === 'BOUNCED', { what: 'the bounce' });
});

test('swaks: mail for an address that is not ours is refused at RCPT', async () => {
  const refused = await typed(
    'swaks',
    '--server',
    '127.0.0.1',
    '--port',
    String(port),
    '--from',
    'stranger@example.net',
    '--to',
    'nobody@elsewhere.example',
    '--body',
    'b',
  ).catch((error) => error);
  assert.is(refused.code, 24, 'swaks: no recipient was taken');
  assert.match(refused.stdout, /<\*\*\s+5\d\d/);
});

test.after(() => own.stop());
test.run();
