/**
 * Mail that was accepted and must not leave any more: its contact left or is gone, its address bounced, its project is disabled
 * (contract 3.1, 4.8).
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, api } from '#test/client.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { ok } from './answers.ts';
import { createSentMails } from './sent-mails.ts';

const CAMPAIGN = randomUUID();
const sink = await startSink();
const own = await ownStack({ env: { MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url, EMAIL_RATE_LIMIT_PER_SECOND: '1000' } });
const { url } = await own.startServices('one');
const { project, domain } = await account(url);
const client = api(url, project.secret);
const { send, ended, trace } = createSentMails(client, `hello@${domain}`);
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!).asPromise();
const database = (name: string) => connection.useDb(`${own.env['MONGODB_PREFIX']}${name}`);
const emails = database('delivery').collection<{ _id: string } & Record<string, unknown>>('emails');

sink.script('gone@example.com', { recipient: ['550 5.1.1 nobody here by that name'] });
const [pattern, bounced] = await Promise.all([send('pattern@example.com'), send('gone@example.com')]);
await ended(pattern);
assert.is((await ended(bounced)).status, 'BOUNCED');
await until(async () => (await database('delivery').collection('suppressions').countDocuments()) === 1, { what: 'the address to be kept' });
const { claim: _claim, ...accepted } = (await emails.findOne({ _id: pattern.id }))!;

const contacts = {
  willing: ok(await client.post('/contacts', { email: 'willing@example.com' })),
  left: ok(await client.post('/contacts', { email: 'left@example.com', subscribed: false })),
  deleted: { id: randomUUID(), email: 'deleted@example.com' },
  bounced: { id: ok(await client.patch(`/contacts/${bounced.contactId}`, { subscribed: false })).id, email: 'gone@example.com' },
};

type Who = keyof typeof contacts;

/** source, class, to whom → what becomes of it, and what it says. */
const TABLE: [string, string, Who, string, string | null][] = [
  ['TRANSACTIONAL', 'TRANSACTIONAL', 'left', 'DELIVERED', null],
  ['TRANSACTIONAL', 'HEADLESS', 'left', 'DELIVERED', null],
  ['TRANSACTIONAL', 'MARKETING', 'left', 'SUPPRESSED', 'Contact is unsubscribed'],
  ['TRANSACTIONAL', 'MARKETING', 'deleted', 'SUPPRESSED', 'Contact was deleted'],
  ['TRANSACTIONAL', 'TRANSACTIONAL', 'deleted', 'DELIVERED', null],
  ['CAMPAIGN', 'MARKETING', 'willing', 'DELIVERED', null],
  ['CAMPAIGN', 'MARKETING', 'left', 'SUPPRESSED', 'Contact is unsubscribed'],
  ['CAMPAIGN', 'HEADLESS', 'left', 'SUPPRESSED', 'Contact is unsubscribed'],
  ['CAMPAIGN', 'TRANSACTIONAL', 'left', 'DELIVERED', null],
  ['CAMPAIGN', 'TRANSACTIONAL', 'deleted', 'SUPPRESSED', 'Contact was deleted'],
  ['WORKFLOW', 'MARKETING', 'willing', 'DELIVERED', null],
  ['WORKFLOW', 'MARKETING', 'left', 'FAILED', 'Contact is unsubscribed'],
  ['WORKFLOW', 'HEADLESS', 'left', 'FAILED', 'Contact is unsubscribed'],
  ['WORKFLOW', 'TRANSACTIONAL', 'left', 'DELIVERED', null],
  ['WORKFLOW', 'MARKETING', 'deleted', 'SUPPRESSED', 'Contact was deleted'],
  ['TRANSACTIONAL', 'TRANSACTIONAL', 'bounced', 'SUPPRESSED', 'Address is suppressed: it bounced'],
  ['CAMPAIGN', 'TRANSACTIONAL', 'bounced', 'SUPPRESSED', 'Address is suppressed: it bounced'],
];

/** A row as it stands when it was accepted, due now. */
const waiting = (over: Record<string, unknown>) => {
  const now = new Date();
  return {
    ...accepted,
    _id: randomUUID(),
    status: 'PENDING',
    dueAt: now,
    attempt: 0,
    sentAt: null,
    deliveredAt: null,
    error: null,
    trace: [{ at: now, to: 'PENDING', by: 'test' }],
    createdAt: now,
    updatedAt: now,
    ...over,
  };
};

const rows = TABLE.map(([sourceType, mailClass, who]) =>
  waiting({
    sourceType,
    class: mailClass,
    to: contacts[who].email,
    contactId: contacts[who].id,
    campaignId: sourceType === 'CAMPAIGN' ? CAMPAIGN : null,
  }),
);
await database('delivery').collection<{ _id: string } & Record<string, unknown>>('campaign_sends').insertOne({
  _id: CAMPAIGN,
  projectId: project.id,
  run: null,
  state: 'OPEN',
  rate: null,
  pages: 0,
  frozen: true,
  count: null,
  createdAt: new Date(),
});
const [seenBefore, askedBefore] = [sink.taken.length, sink.attempts('gone@example.com')];
await emails.insertMany(rows as never);

const test = suite('unwilling');

for (const [index, [sourceType, mailClass, who, status, error]] of TABLE.entries()) {
  test(`${sourceType}, class ${mailClass}, to one who is ${who}: ${status}`, async () => {
    const mail = { id: rows[index]!._id, to: contacts[who].email, contactId: contacts[who].id };
    const found = await ended(mail);
    assert.equal([found.status, found.error], [status, error]);
    if (error) assert.equal([(await trace(mail)).at(-1).detail, found.sentAt], [error, null]);
  });
}

test('what did not leave was not shown to the MTA', () => {
  assert.is(sink.taken.length - seenBefore, TABLE.filter(([, , , status]) => status === 'DELIVERED').length);
  assert.is(sink.attempts('gone@example.com'), askedBefore);
});

test('the mails of a campaign are listed by it, and by where they come from', async () => {
  const ids = (query: string): Promise<string[]> =>
    client.get(`/emails?pageSize=100&${query}`).then((answer) =>
      ok(answer)
        .data.map(({ id }: { id: string }) => id)
        .sort(),
    );
  const of = (source: string): string[] =>
    rows
      .filter((_, index) => TABLE[index]![0] === source)
      .map(({ _id }) => _id)
      .sort();
  assert.equal(await ids(`campaignId=${CAMPAIGN}`), of('CAMPAIGN'));
  assert.equal(await ids('sourceType=WORKFLOW'), of('WORKFLOW'));
  assert.equal(
    await ids(`campaignId=${CAMPAIGN}&status=SUPPRESSED&to=LEFT@example.com`),
    rows
      .filter((_, index) => TABLE[index]![0] === 'CAMPAIGN' && TABLE[index]![2] === 'left' && TABLE[index]![3] === 'SUPPRESSED')
      .map(({ _id }) => _id)
      .sort(),
  );
});

test('a project that is disabled sends nothing: FAILED, and the reason', async () => {
  await database('accounts')
    .collection<{ _id: string }>('projects')
    .updateOne({ _id: project.id }, { $set: { disabled: true, disabledReason: 'MANUAL' } });
  // Settings act within a second.
  await sleep(1_500);
  const before = sink.taken.length;
  const made = ['TRANSACTIONAL', 'WORKFLOW', 'CAMPAIGN'].map((sourceType) =>
    waiting({ sourceType, to: contacts.willing.email, contactId: contacts.willing.id }),
  );
  await emails.insertMany(made as never);
  await until(
    async () =>
      (await emails.countDocuments({
        _id: { $in: made.map(({ _id }) => _id) },
        status: 'FAILED',
        error: 'Project is disabled',
        dueAt: { $exists: false },
      })) === 3,
  );
  assert.is(sink.taken.length, before);
});

test.after(async () => {
  await connection.close();
  await own.stop();
  await sink.stop();
});
test.run();
