/** Mail that leaves by SMTP, to an MTA that refuses, dawdles, falls silent or hangs up; and a process that dies in the middle of it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, api } from '#test/client.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { ok } from './answers.ts';
import { verifyDkim } from './dkim.ts';
import { createSentMails } from './sent-mails.ts';
import type { Sent } from './sent-mails.ts';

/** The third try of a mail comes 6 to 12 s after the first, the try after a silent connection 12 to 14 s. */
const DEADLINE_S = 16;

const sink = await startSink();
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: sink.url,
    EMAIL_RATE_LIMIT_PER_SECOND: '1000',
    SEND_RETRY_DEADLINE_TRANSACTIONAL: `${DEADLINE_S}s`,
    SEND_UNKNOWN_RETRY_AFTER: '1s',
    // What the killed process had claimed comes free after this.
    SEND_LEASE: '10s',
    BOUNCE_DOMAIN: 'bounces.example',
  },
});
let services = await own.startServices('one');
const { project, cookie } = await account(services.url);
let client = api(services.url, project.secret);
const { body: domain } = await api(services.url, { cookie }).post(
  '/domains',
  { domain: 'mail.example', projectId: project.id },
  { 'x-project-id': project.id },
);
const from = 'hello@mail.example';

let { send, row, ended, trace, steps, events } = createSentMails(client, from);

// Two mails were handed to the MTA when the only process is killed.
sink.script('killed@example.com', { slow: [3_600_000, 0] });
sink.script('killed-bulk@example.com', { slow: [3_600_000, 0] });
const marketing = ok(await client.post('/templates', { name: 'News', subject: 'News', body: '<p>News</p>', from, type: 'MARKETING' }));
const killed = await send('killed@example.com');
const killedBulk = await send('killed-bulk@example.com', {
  template: marketing.id,
  subject: undefined,
  body: undefined,
  from: undefined,
  subscribed: true,
});
await until(() => sink.attempts(killed.to) === 1 && sink.attempts(killedBulk.to) === 1, { what: 'the MTA to have both' }).catch(
  async (error: Error) => assert.unreachable(`${error.message}: ${JSON.stringify([await trace(killed), await trace(killedBulk)])}`),
);
const [posthorn] = Object.values(services.processes);
await posthorn!.kill();
await posthorn!.start();

// The first connection is accepted and never greeted; the others are.
sink.mute(true);
const silent = await send('silent@example.com');
await until(() => sink.mute(true) === 1, { what: 'a connection that is not greeted' });
sink.mute(false);

sink.script('busy@example.com', { recipient: ['451 4.3.0 busy, come again', '451 4.3.0 still busy', '250 2.1.5 now'] });
sink.script('full@example.com', { recipient: ['452 4.2.2 mailbox full'] });
sink.script('nobody@example.com', { recipient: ['550 5.1.1 nobody here by that name'] });
sink.script('spam@example.com', { message: ['554 5.7.1 looks like spam'] });
sink.script('hangs-up@example.com', { recipient: ['hang up', '250 2.1.5 recipient ok'] });
sink.script('hangs-up-late@example.com', { message: ['hang up', '250 2.0.0 taken at last'] });
sink.script('slow@example.com', { slow: [4_000] });
await Promise.all(
  ['full@example.com', 'nobody@example.com', 'spam@example.com'].map(async (email) =>
    ok(await client.post('/contacts', { email, subscribed: true })),
  ),
);
const [fine, busy, full, nobody, nobodyAgain, spam, hangsUp, hangsUpLate, slow] = (await Promise.all(
  [
    'fine@example.com',
    'busy@example.com',
    'full@example.com',
    'nobody@example.com',
    'nobody@example.com',
    'spam@example.com',
    'hangs-up@example.com',
    'hangs-up-late@example.com',
    'slow@example.com',
  ].map((to) => send(to)),
)) as [Sent, Sent, Sent, Sent, Sent, Sent, Sent, Sent, Sent];

const test = suite('smtp');

test('accepted: DELIVERED, once, the MTA’s words kept', async () => {
  const found = await ended(fine);
  assert.equal([found.status, found.error], ['DELIVERED', null]);
  assert.ok(found.sentAt && found.deliveredAt);
  assert.equal(await steps(fine), ['PENDING', 'SENDING', 'SENT', 'DELIVERED']);
  assert.match((await trace(fine))[2].detail, /^250 2\.0\.0 taken as \d+$/);
  assert.is(sink.takenFor(fine.to).length, 1);
  assert.match(sink.takenFor(fine.to)[0]!.from, new RegExp(`^bounce\\+${fine.id}\\.[0-9a-f]{20}@bounces\\.example$`));
});

test('the message: signed with the domain’s key, its id made from the row’s, whole', async () => {
  const { raw } = sink.takenFor(fine.to)[0]!;
  const { messageId } = await row(fine);
  assert.ok(messageId.includes(fine.id));
  assert.match(raw, new RegExp(`^Message-ID: <${messageId.replace(/[<>]/g, '')}>\r$`, 'mi'));
  const record = domain.records.find(({ name }: { name: string }) => name.includes('._domainkey.'));
  const verdict = verifyDkim(raw, /p=(\S+)/.exec(record.value)![1]!);
  assert.equal([verdict.record, verdict.bodyHolds, verdict.signatureHolds], [record.name, true, true]);
  for (const name of ['from', 'to', 'subject', 'date', 'message-id']) assert.ok(verdict.signed.includes(name), name);
  assert.not(verifyDkim(raw.replace('Subject: Hello', 'Subject: Hullo'), /p=(\S+)/.exec(record.value)![1]!).signatureHolds);
});

test('451 twice, then accepted: three attempts, one mail', async () => {
  assert.is((await ended(busy)).status, 'DELIVERED');
  assert.equal(await steps(busy), ['PENDING', 'SENDING', 'PENDING', 'SENDING', 'PENDING', 'SENDING', 'SENT', 'DELIVERED']);
  const waits = (await trace(busy)).filter(({ from: before, to }) => before === 'SENDING' && to === 'PENDING');
  assert.match(waits[0].detail, /451 4\.3\.0 busy, come again/);
  assert.match(waits[1].detail, /451 4\.3\.0 still busy/);
  assert.equal([sink.attempts(busy.to), sink.takenFor(busy.to).length], [3, 1]);
});

test('550: BOUNCED at once, the contact unsubscribed, published once for two mails', async () => {
  // The later of the two may find the address suppressed already.
  const rows = await Promise.all([nobody, nobodyAgain].map((mail) => ended(mail)));
  const bounced = rows.filter(({ status }) => status === 'BOUNCED');
  assert.ok(bounced.length > 0 && rows.every(({ status }) => ['BOUNCED', 'SUPPRESSED'].includes(status)));
  for (const found of bounced) {
    assert.match(found.error, /550 5\.1\.1 nobody here by that name/);
    assert.ok(found.bouncedAt);
    assert.match(ok(await client.get(`/emails/${found.id}/trace`)).data.at(-1).detail, /550 5\.1\.1/);
  }
  assert.equal([sink.attempts(nobody.to), sink.takenFor(nobody.to).length], [bounced.length, 0]);
  await until(async () => (await events(nobody, 'contact.unsubscribed')).length > 0);
  await until(async () => (await events(nobody, 'email.bounce')).length === bounced.length);
  for (const one of await events(nobody, 'email.bounce')) assert.is(one.data.bounceType, 'Permanent');
  assert.is(ok(await client.get(`/contacts/${nobody.contactId}`)).subscribed, false);
});

test('554 after the message: FAILED, no bounce', async () => {
  const found = await ended(spam);
  assert.is(found.status, 'FAILED');
  assert.match(found.error, /554 5\.7\.1 looks like spam/);
  assert.is(found.bouncedAt, null);
  assert.is(sink.attempts(spam.to), 1);
  assert.is(ok(await client.get(`/contacts/${spam.contactId}`)).subscribed, true);
});

test('a connection that ends in the middle: tried again, taken once', async () => {
  for (const mail of [hangsUp, hangsUpLate]) {
    assert.is((await ended(mail)).status, 'DELIVERED');
    assert.equal([sink.attempts(mail.to), sink.takenFor(mail.to).length], [2, 1], mail.to);
  }
  assert.match((await trace(hangsUpLate)).at(-2).detail, /taken at last/);
  assert.equal(await steps(hangsUpLate), ['PENDING', 'SENDING', 'UNKNOWN', 'PENDING', 'SENDING', 'SENT', 'DELIVERED']);
});

test('a slow answer is waited for', async () => {
  assert.is((await ended(slow)).status, 'DELIVERED');
  assert.equal([sink.attempts(slow.to), sink.takenFor(slow.to).length], [1, 1]);
});

test('a connection that is never greeted holds one mail up, and no other', async () => {
  assert.is((await ended(silent)).status, 'DELIVERED');
  assert.equal(await steps(silent), ['PENDING', 'SENDING', 'PENDING', 'SENDING', 'SENT', 'DELIVERED']);
  assert.match((await trace(silent))[2].detail, /greeting/i);
  assert.is(sink.takenFor(silent.to).length, 1);
});

test('452 until the deadline: FAILED, a transient bounce, the contact stays', async () => {
  const found = await ended(full);
  assert.is(found.status, 'FAILED');
  assert.match(found.error, /452 4\.2\.2 mailbox full/);
  assert.ok(Date.parse(found.updatedAt) - Date.parse(found.createdAt) >= DEADLINE_S * 1_000 - 50);
  assert.ok(sink.attempts(full.to) >= 3);
  const bounce = await until(async () => (await events(full, 'email.bounce'))[0]);
  assert.equal([bounce.data.bounceType, bounce.data.transientBounce], ['Transient', true]);
  assert.is(ok(await client.get(`/contacts/${full.contactId}`)).subscribed, true);
});

test('kept connections that the MTA closed meanwhile delay nothing', async () => {
  await sink.stop(true);
  const mail = await send('after-idle@example.com');
  assert.is((await ended(mail)).status, 'DELIVERED');
  assert.equal(await steps(mail), ['PENDING', 'SENDING', 'SENT', 'DELIVERED']);
});

test('killed after dispatch: a transactional mail is repeated once, a marketing mail is left UNKNOWN', async () => {
  await until(async () => (await row(killedBulk)).status === 'UNKNOWN', { within: 45_000, every: 200 });
  assert.is((await ended(killed, 45_000)).status, 'DELIVERED');
  assert.equal(await steps(killed), ['PENDING', 'SENDING', 'UNKNOWN', 'PENDING', 'SENDING', 'SENT', 'DELIVERED']);
  assert.equal([sink.attempts(killed.to), sink.takenFor(killed.to).length], [2, 1]);
  assert.equal(await steps(killedBulk), ['PENDING', 'SENDING', 'UNKNOWN']);
  assert.equal([sink.attempts(killedBulk.to), sink.takenFor(killedBulk.to).length], [1, 0]);
  assert.is((await events(nobody, 'contact.unsubscribed')).length, 1, 'published once, long after');
  assert.equal((await events(nobody, 'contact.unsubscribed'))[0].data, { reason: 'bounce' });
});

test('without SMTP_DELIVERED_ON_ACCEPT accepted is SENT; an MTA that is away is waited for', async () => {
  await services.stop();
  own.env['SMTP_DELIVERED_ON_ACCEPT'] = 'false';
  services = await own.startServices('one');
  client = api(services.url, project.secret);
  ({ send, row, ended, trace, steps, events } = createSentMails(client, from));
  const mail = await send('later@example.com');
  const found = await ended(mail);
  assert.equal([found.status, found.deliveredAt], ['SENT', null]);
  assert.ok(found.sentAt);
  await sink.stop();
  const early = await send('early@example.com');
  await until(async () => (await steps(early)).length >= 3);
  assert.match((await trace(early))[2].detail, /ECONNREFUSED/);
  await sink.start();
  assert.is((await ended(early)).status, 'SENT');
  assert.equal([sink.takenFor(mail.to).length, sink.takenFor(early.to).length], [1, 1]);
  assert.equal(
    (await events(mail, 'email.')).map(({ name }) => name),
    ['email.sent'],
  );
});

test.after(async () => {
  await own.stop();
  await sink.stop();
});

test.run();
