/** Pages whose holder died and that nobody asks for any more: settled, or forgotten where the page itself is gone. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { singly } from '#kit/facts/joint-fact.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { createAbandonedPages } from '#services/delivery/campaign-sends/abandoned-pages.ts';
import type { OpenPage } from '#services/delivery/campaign-sends/open-page.ts';
import { pageIdOf } from '#services/delivery/campaign-sends/page-mails.ts';
import { createRecovery } from '#services/delivery/dispatch/recovery.ts';
import { createEngagementRecorder } from '#services/delivery/feedback/engagement.ts';
import { until } from '#test/until.ts';
import {
  ACCEPTED,
  clock,
  countTransition,
  createSendingProcess,
  endProcesses,
  endServers,
  frozen,
  gateOf,
  id,
  mailsOf,
  models,
  rules,
} from './sending-process.ts';

const freezing = createSendingProcess(async () => ACCEPTED);
const { openPages, pageMails, pages, progress, store } = gateOf('finder');
const test = suite('abandoned pages');

/** A page that a process held which has been gone for a while. */
async function abandoned() {
  const { send } = await frozen(8, freezing);
  const pageId = pageIdOf((await store.find(send.projectId, send.campaignId))!.number!, 0);
  const page = (await gateOf('gone').openPages.open(pageId, send.projectId)) as OpenPage;
  await page.claim([0, 1]);
  await progress.collection.updateOne({ _id: pageId as never }, { $set: { lease: new Date(Date.now() - 60_000) } });
  return { pageId, send };
}

const there = (pageId: string) => progress.collection.countDocuments({ _id: pageId as never });

test('what its holder may have sent is settled; of a page that is gone nothing stays, and none is found again and again', async () => {
  const [kept, cleared, alive] = [await abandoned(), await abandoned(), await abandoned()];
  await pages.collection.deleteMany({ _id: { $in: [cleared.pageId, alive.pageId] } as never });
  // Its send was cleared, and whoever holds it does not know yet.
  await progress.collection.updateOne({ _id: alive.pageId as never }, { $set: { lease: new Date(Date.now() + 60_000) } });
  const sweeper = createAbandonedPages(openPages, createLog('silent'));
  sweeper.hint();
  await until(async () => (await openPages.abandoned(0, 10)).length === 0, { within: 20_000, what: 'no abandoned page' });
  await sweeper.stop();
  assert.equal(await Promise.all([kept, cleared, alive].map(({ pageId }) => there(pageId))), [1, 0, 1]);
  assert.is((await progress.collection.findOne({ _id: kept.pageId as never }))!['doubtful'], 0);
});

test('pages write together: whichever is another’s by then is lost alone, and what others note is noted once', async () => {
  const { openPages: own } = gateOf('together');
  const pages_ = await Promise.all(
    [0, 1, 2].map(async () => {
      const { send } = await frozen(8, freezing);
      const pageId = pageIdOf((await store.find(send.projectId, send.campaignId))!.number!, 0);
      return (await own.open(pageId, send.projectId)) as OpenPage;
    }),
  );
  // A slow machine needs longer than a lease.
  own.startRenewing();
  const [first, lost, last] = pages_ as [OpenPage, OpenPage, OpenPage];
  for (const page of pages_) await page.claim([0]);
  // Before anything ended: the last slot in flight is noted at once.
  await progress.collection.updateOne({ _id: lost.id as never }, { $set: { owner: 'another/1' } });
  for (const page of pages_) page.taken({ slot: 0, reply: '250 ok', delivered: true });
  // Slots of the last one alone are claimed; what the others have to note goes along.
  const claimed = await own.claim([last.emailId(1)]);
  assert.equal(
    claimed.map(({ page, slots }) => [page.id, slots]),
    [[last.id, [1]]],
  );
  await until(async () => lost.isLost, { what: 'the lost page' });
  const notesOf = async (page: OpenPage) => (await progress.collection.findOne({ _id: page.id as never }))!['notes'].length;
  assert.equal(await Promise.all(pages_.map(notesOf)), [1, 0, 1]);
  assert.equal([first.isLost, last.isLost], [false, false]);
  last.giveBack(1);
  await Promise.all(pages_.map((page) => page.release()));
  // What was released is left behind its facts, at once where the process stops.
  await own.stop();
  assert.equal(await progress.collection.countDocuments({ _id: first.id as never, lease: { $exists: true } }), 0);
});

test('slots that were given back are in no doubt from the next write on', async () => {
  const { send } = await frozen(8, freezing);
  const pageId = pageIdOf((await store.find(send.projectId, send.campaignId))!.number!, 0);
  const { openPages: own } = gateOf('giver');
  const page = (await own.open(pageId, send.projectId)) as OpenPage;
  const state = async () => (await progress.collection.findOne({ _id: pageId as never }))!;
  await page.claim([0, 1, 2, 3, 4, 5]);
  assert.equal([(await state())['horizon'], (await state())['doubtful']], [6, 6]);
  for (const slot of [1, 3, 4, 5]) page.giveBack(slot);
  await page.renew();
  // Slot 1 is behind one in flight, 0 and 2 may be handed over.
  assert.equal([(await state())['horizon'], (await state())['doubtful']], [3, 3]);
  for (const slot of [0, 2]) page.taken({ slot, reply: '250 ok', delivered: true });
  assert.equal(await page.claim([3, 4]), [], 'slot 1 goes before them: the horizon would be above it');
  assert.equal(await page.claim([1, 4, 3]), [1, 3, 4]);
  assert.equal([(await state())['horizon'], (await state())['doubtful']], [5, 3]);
  for (const slot of [1, 3, 4]) page.taken({ slot, reply: '250 ok', delivered: true });
  await page.release();
  await own.stop();
});

test('what was given back of one page is in no doubt once another is claimed of', async () => {
  const { openPages: own } = gateOf('held');
  const [first, second] = (await Promise.all(
    [0, 1].map(async () => {
      const { send } = await frozen(8, freezing);
      return await own.open(pageIdOf((await store.find(send.projectId, send.campaignId))!.number!, 0), send.projectId);
    }),
  )) as [OpenPage, OpenPage];
  const doubtful = async ({ id: _id }: OpenPage) => (await progress.collection.findOne({ _id: _id as never }))!['doubtful'];
  const claimed = await own.claim([0, 1, 2].map(first.emailId));
  for (const { page, slots } of claimed) for (const slot of slots) page.giveBack(slot);
  assert.is(await doubtful(first), 3);
  await own.claim([second.emailId(0)]);
  await until(async () => (await doubtful(first)) === 0, { what: 'the lower horizon' });
  assert.is(await doubtful(second), 1);
  second.giveBack(0);
  await Promise.all([first, second].map((page) => page.release()));
  await own.stop();
});

test('a mail of a process that died left for sure once it is read, before its page is settled or after', async () => {
  const { pageId, send } = await abandoned();
  const { projectId, campaignId } = send;
  const emailIds = (await mailsOf(send)).toSorted((a, b) => a.slot! - b.slot!).map(({ _id }) => _id);
  const recorder = createEngagementRecorder({
    model: models.emails,
    slots: pageMails,
    processId: 'test',
    id,
    countTransition,
    hint: () => undefined,
  });
  const read = (emailId: string) => recorder({ projectId, emailId, kind: 'open', at: clock(), link: null, userAgent: null, purpose: '' });
  await read(emailIds[0]!);
  const settled = (await openPages.open(pageId, projectId)) as OpenPage;
  const log = createLog('silent');
  const { rows: ledger, outcomes } = freezing;
  const recovery = createRecovery({
    ledger,
    outcomes,
    provider: { name: 'test' } as never,
    rules,
    clock,
    log,
    spool: null,
    holdsPages: async () => false,
    leaseMs: 30_000,
    metrics: createMetrics(),
  });
  await recovery.sweep();
  await (
    await settled.release()
  ).left;
  await read(emailIds[1]!);
  const [before, after] = (await mailsOf(send)).toSorted((a, b) => a.slot! - b.slot!);
  assert.equal(
    [before, after].map((row) => [row!.status, row!.opens, row!.sentAt !== null]),
    [
      ['OPENED', 1, true],
      ['OPENED', 1, true],
    ],
  );
  const [counted] = await freezing.counter.of(projectId, [campaignId], false);
  assert.equal([counted!.sent, counted!.opened, counted!.failed, counted!.unknown, counted!.pending], [2, 2, 0, 0, 6]);
  const outboxes = [models.journal, models.emails].map(({ collection }) => collection.find({}, { projection: { outbox: 1 } }).toArray());
  const facts = (await Promise.all(outboxes)).flat().flatMap(({ outbox }) => (outbox ?? []) as PendingFact[]);
  const sent = facts.flatMap((fact) => singly(fact)).filter(({ name }) => name === 'email.sent');
  assert.equal(
    emailIds.slice(0, 2).map((emailId) => sent.filter((fact) => fact.emailId === emailId).length),
    [1, 1],
    'published once',
  );
});

test.after(async () => {
  await endProcesses();
  await endServers();
});

test.run();
