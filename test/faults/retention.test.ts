/** Mail whose time is over, under a moved clock: content blanked page by page, what is still to be sent and what younger mail uses kept. */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyRing } from '#kit/key-ring.ts';
import { readConfig } from '#kit/config/config.ts';
import { createGridFsBlobs } from '#kit/store/gridfs-blobs.ts';
import { collectionOf } from '#kit/store/bulk-write.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import type { EmailRow } from '#services/delivery/domain/email.ts';
import { createCampaignSendGate } from '#services/delivery/campaign-sends/campaign-sends.ts';
import { UNTOUCHED } from '#services/delivery/campaign-sends/page-model.ts';
import { packSlots } from '#services/delivery/campaign-sends/slots.ts';
import { createReceipts } from '#services/delivery/feedback/receipts.ts';
import { createLedger } from '#services/delivery/ledger/ledger.ts';
import { createSendAttempt } from '#services/delivery/dispatch/send-attempt.ts';
import { createComposer } from '#services/delivery/message/composer.ts';
import { deliveryModels } from '#services/delivery/model.ts';
import type { Provider } from '#services/delivery/providers/provider.ts';
import { frozenPage } from '#test/frozen-page.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { row as rowOf } from '../unit/delivery/row.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const own = await ownStack({ servers: ['mongodb'] });
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!, { w: 'majority', dbName: 'retention' }).asPromise();
const models = deliveryModels(connection);
await buildIndexes(Object.values(models));
const { sending, notices } = readConfig({ JWT_SECRET: 'x'.repeat(32) });

let now = new Date();
const clock = () => now;
const blobs = createGridFsBlobs(connection, clock);
const id = () => crypto.randomUUID();
/** What one delivery process has of it. */
function processOf(processId: string) {
  const ledger = createLedger({ models, blobs, sending, processId, id, clock, metrics: createMetrics(), log: createLog('silent') });
  const gate = createCampaignSendGate({ ...models, ...ledger, mongo: connection, blobs, processId, id, clock, spool: null });
  return { ...ledger, ...gate, ...ledger.withCampaigns({ ...gate, contacts: { findMany: async () => ({ contacts: [] }) } }) };
}
const { bodies, reader, rows: ledgerRows, outcomes, retention, pages, progress, ids, models: sendModels } = processOf('first');
await buildIndexes(sendModels);
const later = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};

async function write(projectId: string, over: Partial<EmailRow>): Promise<string> {
  const row = rowOf({ _id: id(), projectId, status: 'DELIVERED', createdAt: now, updatedAt: now, ...over });
  await models.emails.collection.insertOne(row as never);
  return row._id;
}
async function attachment(projectId: string, text: string) {
  const bytes = Buffer.from(text);
  return {
    filename: 'a.txt',
    contentType: 'text/plain',
    disposition: 'attachment',
    contentId: null,
    hash: await blobs.put(projectId, bytes),
    size: bytes.length,
  };
}
async function templateMail(projectId: string, over: Partial<EmailRow> = {}): Promise<string> {
  const skeleton = await bodies.keepSkeleton(projectId, ['<p>Hello ', '</p>']);
  return await write(projectId, {
    ...over,
    ...(await bodies.keepFilled(projectId, { skeletonHash: skeleton, pieces: ['<p>Hello ', '</p>'], values: ['Ada'] })),
  });
}
async function contentOf(projectId: string, emailId: string): Promise<[string | null, string[]]> {
  const { body, attachments } = await reader.get(projectId, emailId, false);
  return [body ?? null, attachments.map(({ content }) => Buffer.from(content, 'base64').toString())];
}
const files = async (projectId: string): Promise<number> =>
  await connection.collection('blobs.files').countDocuments({ filename: { $gte: `${projectId}/`, $lt: `${projectId}0` } });

const test = suite('retention');

test('content of every kind is readable for 90 days and gone after them; blobs that younger mail uses stay', async () => {
  const large = 'x'.repeat(5 * 1_048_576);
  const shared = await attachment('p1', 'shared');
  const old = [
    await write('p1', { attachments: [await attachment('p1', 'old'), shared] }),
    await write('p1', await bodies.keepWhole('p1', large)),
    await templateMail('p1'),
    await write('p1', { sourceType: 'INBOUND', status: 'RECEIVED' }),
    await write('p1', { status: 'UNKNOWN' }),
  ];
  later(80 * DAY);
  const young = [await write('p1', { attachments: [await attachment('p1', 'shared')] }), await templateMail('p1')];
  later(9 * DAY);
  assert.is(await retention.sweep(), 0, 'on day 89');
  assert.equal(await contentOf('p1', old[0]!), ['<p>Hello</p>', ['old', 'shared']]);
  assert.equal(await contentOf('p1', old[1]!), [large, []]);
  assert.equal(await contentOf('p1', old[2]!), ['<p>Hello Ada</p>', []]);

  later(2 * DAY);
  assert.is(await retention.sweep(), old.length, 'on day 91');
  assert.equal(await contentOf('p1', old[0]!), [null, ['', '']]);
  for (const emailId of old.slice(1)) assert.equal(await contentOf('p1', emailId), [null, []]);
  const { subject, attachments } = await reader.get('p1', old[0]!, false);
  assert.equal([subject, attachments.map(({ filename }) => filename)], ['Hello', ['a.txt', 'a.txt']], 'the record stays');
  later(2 * DAY);
  await retention.sweep();
  assert.is(await files('p1'), 2, 'the shared attachment and the text of the template');
  assert.equal(await contentOf('p1', young[0]!), ['<p>Hello</p>', ['shared']]);
  assert.equal(await contentOf('p1', young[1]!), ['<p>Hello Ada</p>', []]);

  later(90 * DAY);
  assert.is(await retention.sweep(), young.length);
  assert.is(await files('p1'), 0);
  assert.is(await connection.collection('blobs.chunks').countDocuments(), 0);
});

test('more mails than a page, all of one moment; none is looked at twice', async () => {
  const rows = Array.from({ length: 1_203 }, () => rowOf({ _id: id(), projectId: 'p2', status: 'SENT', createdAt: now, updatedAt: now }));
  await models.emails.collection.insertMany(rows as never);
  later(91 * DAY);
  assert.is(await retention.sweep(), rows.length);
  assert.is(await models.emails.countDocuments({ projectId: 'p2', body: null }), rows.length);
  assert.is(await retention.sweep(), 0, 'a project is looked at once an hour');
  later(2 * HOUR);
  await retention.sweep();
  const reached = await models.retention.findOne({ _id: 'p2', projectId: 'p2' }).lean();
  assert.equal(reached!.until, rows[0]!.createdAt, 'the next look begins where this one ended');
});

test('what is still to be sent keeps its content, however long a campaign is paused', async () => {
  const held = await templateMail('p3', { status: 'PENDING', sourceType: 'CAMPAIGN', campaignId: 'c' });
  const sent = await templateMail('p3', { status: 'SENT', sourceType: 'CAMPAIGN', campaignId: 'c' });
  for (let day = 0; day < 200; day += 20) {
    later(20 * DAY);
    await retention.sweep();
  }
  assert.equal(await contentOf('p3', held), ['<p>Hello Ada</p>', []]);
  assert.equal(await contentOf('p3', sent), [null, []]);
  await models.emails.updateOne({ _id: held, projectId: 'p3' }, { $set: { status: 'SENT' } });
  later(20 * DAY);
  await retention.sweep();
  assert.equal(await contentOf('p3', held), [null, []]);
});

test('a blanked mail that somebody sends again is FAILED with the reason, once and for all, and no empty mail leaves', async () => {
  const mails = [await write('p4', {}), await write('p4', { attachments: [await attachment('p4', 'file')] }), await templateMail('p4')];
  later(94 * DAY);
  await retention.sweep();
  const attempt = createSendAttempt({
    compose: createComposer({
      blobs,
      bodies,
      signingKey: async () => null,
      api: 'https://api.test',
      dashboard: 'https://app.test',
      trackingKeys: keyRing(['s']),
    }).compose,
    provider: { name: 'none', send: () => assert.unreachable('an empty mail left') } as unknown as Provider,
    project: async () => ({ tracking: 'DISABLED' }),
    isPhishing: async () => false,
    returnPaths: async () => () => 'bounces@example.org',
    recheck: async () => undefined,
    spool: null,
    messageMaxBytes: sending.messageMaxBytes,
  });
  await models.emails.updateMany({ _id: { $in: mails }, projectId: 'p4' }, { $set: { status: 'PENDING', dueAt: now } });
  const claimed = await ledgerRows.claim(mails, now, new Date(now.getTime() + 60_000));
  assert.is(claimed.length, mails.length);
  for (const row of claimed) await outcomes.record({ row, outcome: await attempt.run(row) });
  for (const row of await models.emails.find({ projectId: 'p4' }).lean<EmailRow[]>()) {
    assert.equal([row.status, row.error, 'dueAt' in row], ['FAILED', 'not composed: its content was blanked', false]);
    assert.equal(await ledgerRows.claim([row._id], new Date(now.getTime() + 365 * DAY), now), [], 'and is tried no more');
  }
});

test('a text that is mailed day by day is never taken for old', async () => {
  for (let day = 0; day < 200; day += 10) {
    await templateMail('p5');
    later(10 * DAY);
    await retention.sweep();
  }
  const emailId = await templateMail('p5');
  assert.equal(await contentOf('p5', emailId), ['<p>Hello Ada</p>', []]);
});

test('two processes at once: each mail is blanked by one', async () => {
  const emailIds = await Promise.all(Array.from({ length: 300 }, () => write('p6', {})));
  later(91 * DAY);
  await Promise.all([retention.sweep(), processOf('second').retention.sweep()]);
  assert.is(await models.emails.countDocuments({ projectId: 'p6', body: null }), emailIds.length);
  const [taken] = await models.retention.find({ projectId: 'p6' }).lean();
  assert.is(await processOf('third').retention.sweep(), 0, 'it was looked at just now');
  assert.equal(await models.retention.find({ projectId: 'p6' }).lean(), [taken]);
});

test('the development inbox forgets as well', async () => {
  const mail = { projectId: 'p6', from: 'a@b.test', to: 'c@d.test', subject: 's', raw: Buffer.from('raw'), rawHash: null, attempts: [1] };
  await models.inbox.create({ ...mail, _id: 'old', receivedAt: now });
  later(91 * DAY);
  await models.inbox.create({ ...mail, _id: 'young', receivedAt: now });
  await retention.sweep();
  assert.equal(
    (await models.inbox.find({ projectId: 'p6' }, { _id: 1 }).lean()).map(({ _id }) => _id),
    ['young'],
  );
});

test('pages of campaigns: content goes when every mail is at its end, and whom it was for stays', async () => {
  // GridFS dates what it keeps by the real time.
  now = new Date();
  const projectId = 'pages';
  const hash = (await bodies.keepWhole(projectId, 'x'.repeat(5_000_000))).bodyHash!;
  async function page(number: number, horizon: number): Promise<string> {
    const mails = [
      { to: 'a@example.com', body: 'Hello' },
      { to: 'b@example.com', bodyHash: hash },
    ];
    const frozen = frozenPage({ projectId, campaignId: `c${number}`, number, mails, frozenAt: now });
    await collectionOf(pages).insertOne(frozen);
    const plain = packSlots(Array.from({ length: horizon }, (_, slot) => slot));
    const note = { id: id(), at: now, from: now, by: 'test', delivered: true, plain, odd: packSlots([]), replies: '250 ok' };
    const { _id, campaignId, n, size } = frozen;
    const ended = { ...UNTOUCHED, horizon, ended: horizon, sent: horizon, delivered: horizon, notes: [note] };
    await collectionOf(progress).insertOne({ _id, projectId, campaignId, n, size, owner: null, ...ended });
    return (await ids()).ofPage(number, 0, 2)[1]!;
  }
  const [sent, waiting] = [await page(1, 2), await page(2, 1)];
  later(89 * DAY);
  await retention.sweep();
  assert.is((await reader.get(projectId, sent, false)).body!.length, 5_000_000, 'on day 89');
  later(2 * DAY);
  await retention.sweep();
  const { body, to, status } = await reader.get(projectId, sent, false);
  assert.equal([body, to, status], [null, 'b@example.com', 'DELIVERED']);
  assert.is((await reader.get(projectId, waiting, false)).body!.length, 5_000_000, 'what is still to be sent keeps its content');
  later(90 * DAY);
  await retention.sweep();
  assert.is((await reader.get(projectId, waiting, false)).body!.length, 5_000_000, 'however old it is');
});

test('a notice is known for 7 days, and then forgotten by the database itself', async () => {
  now = new Date(Date.now() - 8 * DAY);
  const receipts = createReceipts(models.notices, notices.retentionMs, clock);
  await receipts.once(['old'], async () => async () => undefined);
  now = new Date();
  await receipts.once(['young'], async () => async () => undefined);
  await until(async () => (await receipts.unseen(['old', 'young'])).has('old'), { within: 90_000, what: 'the old notice forgotten' });
  assert.equal([...(await receipts.unseen(['old', 'young']))], ['old']);
});

test.after(async () => {
  await connection.close();
  await own.stop();
});

test.run();
