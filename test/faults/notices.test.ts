/** Delivery is killed in the middle of batches of notices: each batch is whole or not at all, and sent again it is published once. */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, api } from '#test/client.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { webhook } from '#test/webhook.ts';
import { createSentMails } from './sent-mails.ts';

const test = suite('notices, killed');
const own = await ownStack();
const services = await own.startServices('one');
const { project, domain } = await account(services.url);
const client = api(services.url, project.secret);
const report = webhook(api(services.url), own.env['DELIVERY_WEBHOOK_SECRET']!);
const { send, row, ended, events } = createSentMails(client, `hello@${domain}`);
const mongo = await mongoose.createConnection(own.env['MONGODB_URI']!, { directConnection: true }).asPromise();
// A minute otherwise: how long what a killed process had begun holds its keys.
await mongo.getClient().db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds: 5 });
const [process] = Object.values(services.processes);

const MAILS = 3;
const EACH = 100;
/** The kill comes this long after the batch is sent. */
const DELAYS_MS = [20, 60, 120];

test('whole or not at all, and no fact twice', async () => {
  const mails = await Promise.all(Array.from({ length: MAILS }, () => send(`${crypto.randomUUID()}@rcpt.test`)));
  await Promise.all(mails.map((mail) => ended(mail)));
  const opens = async () => (await Promise.all(mails.map((mail) => row(mail)))).map((found) => found.opens as number);
  const batches: object[][] = [];
  for (const delay of DELAYS_MS) {
    const before = await opens();
    const batch = Array.from({ length: MAILS * EACH }, (_, index) => ({
      id: crypto.randomUUID(),
      type: 'open',
      emailId: mails[index % MAILS]!.id,
    }));
    batches.push(batch);
    const answer = report(batch).catch(() => undefined);
    await sleep(delay);
    await process!.kill();
    await answer;
    await process!.start();
    const gained = (await opens()).map((count, index) => count - before[index]!);
    assert.ok(gained.every((count) => count === 0) || gained.every((count) => count === EACH), `after ${delay} ms: ${gained}`);
  }
  // What a killed process had begun holds its keys until MongoDB ends it.
  await Promise.all(
    batches.map((batch) => until(async () => (await report(batch)).status === 200, { within: 60_000, every: 500, what: 'the batch' })),
  );
  assert.equal(
    await opens(),
    mails.map(() => DELAYS_MS.length * EACH),
  );
  for (const mail of mails) {
    await until(async () => (await events(mail, 'email.open')).length >= DELAYS_MS.length * EACH, { within: 30_000 });
    const counts = (await events(mail, 'email.open')).map(({ data }) => data.opens);
    assert.equal(
      counts.sort((a, b) => a - b),
      Array.from({ length: DELAYS_MS.length * EACH }, (_, index) => index + 1),
    );
  }
});

test('a disabled project: its notices and its recipients’ pages go on', async () => {
  const mail = await send(`${crypto.randomUUID()}@rcpt.test`, { subscribed: true });
  await ended(mail);
  await mongo
    .useDb(`${own.env['MONGODB_PREFIX']}accounts`)
    .collection('projects')
    .updateOne({ _id: project.id as never }, { $set: { disabled: true, disabledReason: 'MANUAL' } });
  await until(async () => (await client.get(`/emails/${mail.id}`)).status === 403);
  const anonymous = api(services.url);
  assert.equal((await report({ id: crypto.randomUUID(), type: 'complaint', emailId: mail.id })).body, { success: true });
  assert.equal((await anonymous.get(`/contacts/public/${mail.contactId}`)).body.id, mail.contactId);
  await until(async () => (await anonymous.get(`/contacts/public/${mail.contactId}`)).body.subscribed === false);
  assert.is((await anonymous.post(`/contacts/public/${mail.contactId}/subscribe`)).body.subscribed, true);
  assert.equal(
    [
      (await anonymous.post(`/unsubscribe/${mail.contactId}`)).text,
      (await anonymous.get(`/contacts/public/${mail.contactId}`)).body.subscribed,
    ],
    ['Unsubscribed', false],
  );
  assert.is((await anonymous.get(`/app/unsubscribe/${mail.contactId}`)).status, 200);
});

test.after(async () => {
  await mongo.close();
  await own.stop();
});
test.run();
