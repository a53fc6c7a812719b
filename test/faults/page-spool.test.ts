/** A page whose holder was killed, taken over on the same host: its spool says of each slot how far it was. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { createSpoolRecovery } from '#services/delivery/dispatch/spool-recovery.ts';
import { attemptKey, openSpool } from '#services/delivery/dispatch/dispatch.ts';
import type { OpenPage } from '#services/delivery/campaign-sends/open-page.ts';
import { pageIdOf } from '#services/delivery/campaign-sends/page-mails.ts';
import { PageLost } from '#services/delivery/campaign-sends/page-hold.ts';
import { createPageSettlement } from '#services/delivery/campaign-sends/page-settlement.ts';
import type { ProgressRow } from '#services/delivery/campaign-sends/page-model.ts';
import { noteOf } from '#services/delivery/campaign-sends/slots.ts';
import { spoolProcess } from '#test/killed-spool.ts';
import type { Entered } from '#test/killed-spool.ts';
import { until } from '#test/until.ts';
import { createSendingProcess, endProcesses, endServers, find, frozen, gateOf, id, mailsOf, ACCEPTED } from './sending-process.ts';

const dir = await mkdtemp(join(tmpdir(), 'page-spools-'));
const freezing = createSendingProcess(async () => ACCEPTED);
const test = suite('spools of pages');

/** A page of eight, its slots below six claimed by a process of that id that is about to die. */
async function heldBy(processId: string) {
  const { send } = await frozen(8, freezing);
  const number = (await freezing.store.find(send.projectId, send.campaignId))!.number!;
  const [pageId, { projectId }] = [pageIdOf(number, 0), send];
  const page = (await gateOf(processId).openPages.open(pageId, projectId)) as OpenPage;
  await page.claim([0, 1, 2, 3, 4, 5]);
  return { send, pageId, projectId, page };
}

/** Slots and what was said of them → what a spool has of it. */
const enteredBy = (
  { opened, owner }: OpenPage,
  slots: readonly (readonly [slot: number, answered?: 'kept' | 'accepted' | 'delivered'])[],
) =>
  slots.map(([slot, answered]) => {
    const key = attemptKey({ _id: opened.ids[slot]!, claim: owner });
    return answered ? [key, answered] : [key];
  }) as unknown as Entered;

const expire = async (pageId: string) =>
  await freezing.progress.collection.updateOne({ _id: pageId as never }, { $set: { lease: new Date(Date.now() - 1) } });

test('what was never handed over is untried again, what was accepted is noted, what was under way is unknown', async () => {
  const { send, pageId, projectId, page } = await heldBy('killed');
  const { kill } = await spoolProcess(dir, 'killed', enteredBy(page, [[1, 'kept'], [2], [3, 'delivered'], [4, 'delivered']]));
  await kill();
  await expire(pageId);
  const spool = await openSpool(dir, 'next');
  const taken = (await gateOf('next', spool).openPages.open(pageId, projectId)) as OpenPage;
  assert.equal(taken.untried(), [0, 1, 5, 6, 7]);
  const mails = await mailsOf(send);
  const rows = await find(send);
  assert.equal(
    mails.map(({ status }) => status),
    ['PENDING', 'PENDING', 'SENDING', 'DELIVERED', 'DELIVERED', 'PENDING', 'PENDING', 'PENDING'],
    'once it is settled, only what may have left is not pending',
  );
  assert.equal(
    rows.map(({ _id }) => _id),
    [page.opened.ids[2]],
  );
  // This one has settled the page: its own spool is believed when it dies.
  await taken.claim([0, 1]);
  await (await spoolProcess(dir, 'other', [])).kill();
  await spool.close();
  const after = await spoolProcess(dir, 'next', enteredBy(taken, [[0]]));
  await after.kill();
  await expire(pageId);
  const last = await openSpool(dir, 'last');
  const third = (await gateOf('last', last).openPages.open(pageId, projectId)) as OpenPage;
  assert.equal(third.untried(), [1, 5, 6, 7]);
  await last.close();
});

/** As if a process had taken the page, and died before it wrote anything of it. */
const takenBy = async (processId: string, pageId: string) =>
  await freezing.progress.collection.updateOne(
    { _id: pageId as never },
    { $set: { owner: `${processId}/${id()}`, lease: new Date(Date.now() - 1) } },
  );

test('who took the page and died before it had settled it is passed over: the spool of who had settled it is asked, and kept', async () => {
  const { pageId, projectId, page, send } = await heldBy('first');
  const first = await spoolProcess(dir, 'first', enteredBy(page, [[0], [1, 'delivered'], [2, 'kept']]));
  await first.kill();
  const second = await spoolProcess(dir, 'second', []);
  await second.kill();
  await takenBy('second', pageId);
  const spool = await openSpool(dir, 'third');
  const { openPages } = gateOf('third', spool);
  assert.equal(await Promise.all(['first', 'second'].map(openPages.holdsPages)), [true, false]);
  const taken = (await openPages.open(pageId, projectId)) as OpenPage;
  assert.equal(taken.untried(), [2, 3, 4, 5, 6, 7]);
  const [unknown, ...others] = await find(send);
  assert.equal([unknown!._id, unknown!.claim, others.length], [page.opened.ids[0], page.owner, 0]);
  await spool.close();
});

test('a slot with a row is what its row says, however far the spool says it was', async () => {
  const { pageId, projectId, page, send } = await heldBy('writer');
  await (await spoolProcess(dir, 'writer', enteredBy(page, [[0], [1, 'kept'], [2, 'delivered'], [3, 'kept']]))).kill();
  const later = new Date(Date.now() + 60_000);
  await freezing.rows.insertAll([
    // Refused for now, to be tried again: killed before the note.
    { ...page.row(1), status: 'PENDING', dueAt: later },
    // Of a holder on another host, which could not ask the spool and died before it had noted anything.
    { ...page.row(2), status: 'UNKNOWN' },
  ]);
  await takenBy('elsewhere', pageId);
  const spool = await openSpool(dir, 'reader');
  const taken = (await gateOf('reader', spool).openPages.open(pageId, projectId)) as OpenPage;
  assert.equal(taken.untried(), [3, 4, 5, 6, 7]);
  const rows = (await find(send)).toSorted((one, other) => one.slot! - other.slot!);
  assert.equal(
    rows.map(({ slot, status }) => [slot, status]),
    [
      [0, 'SENDING'],
      [1, 'PENDING'],
      [2, 'UNKNOWN'],
    ],
  );
  assert.equal(rows[1]!.dueAt, later);
  const [{ notes }] = (await freezing.progress.find({ _id: pageId, projectId }).lean<ProgressRow[]>()) as [ProgressRow];
  assert.equal(
    notes.map(noteOf).flatMap(({ plain }) => plain),
    [],
  );
  await spool.close();
});

test('who settles a page makes no rows once another may hold it', async () => {
  const { pageId, projectId, page, send } = await heldBy('stalled');
  const state = (await freezing.progress.findOne({ _id: pageId, projectId }).lean<ProgressRow>())!;
  const settle = createPageSettlement({ rows: freezing.rows, spool: null, clock: () => new Date() });
  const error = await settle({ ...page, mayHandOver: () => false }, state).catch((reason: unknown) => reason);
  assert.instance(error, PageLost);
  assert.equal(await find(send), []);
});

test('nothing of a page leaves before it is settled, even where its mails are known from an earlier hold', async () => {
  const { pageId, projectId, page } = await heldBy('earlier');
  await expire(pageId);
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  const { openPages } = gateOf('earlier', { left: async () => (await asked, []) });
  const opening = openPages.open(pageId, projectId);
  await until(async () => (await freezing.progress.findOne({ _id: pageId, projectId }))!.owner !== page.owner, { what: 'the second hold' });
  const ids = page.opened.ids.slice(4);
  assert.equal([ids.map(openPages.has), await openPages.claim(ids)], [[false, false, false, false], []]);
  answer();
  await opening;
  assert.equal(ids.map(openPages.has), [false, false, true, true]);
});

test('a hold that was lost forgets nothing of a later one of the same process', async () => {
  const { openPages } = gateOf('twice');
  const { pageId, projectId } = await heldBy('before');
  await expire(pageId);
  const first = (await openPages.open(pageId, projectId)) as OpenPage;
  await expire(pageId);
  const second = (await openPages.open(pageId, projectId)) as OpenPage;
  await first.renew();
  assert.equal([first.isLost, second.isLost], [true, false]);
  await (
    await first.release()
  ).left;
  assert.ok(openPages.has(second.opened.ids[7]!));
});

test('alive, or without a spool here: unknown', async () => {
  for (const isAlive of [true, false]) {
    const { pageId, projectId, page } = await heldBy(`alive-${isAlive}`);
    const process_ = isAlive ? await spoolProcess(dir, 'alive-true', enteredBy(page, [[0, 'kept']])) : undefined;
    await expire(pageId);
    const spool = await openSpool(dir, `heir-${isAlive}`);
    const taken = (await gateOf(`heir-${isAlive}`, spool).openPages.open(pageId, projectId)) as OpenPage;
    assert.equal(taken.untried(), [6, 7]);
    await spool.close();
    await process_?.kill();
  }
});

test('the spool stays as long as a page goes by it, however short a lease of rows is', async () => {
  const { pageId, projectId, page } = await heldBy('patient');
  await (await spoolProcess(dir, 'patient', enteredBy(page, [[0, 'delivered'], [1]]))).kill();
  const spool = await openSpool(dir, 'sweeping');
  const { openPages } = gateOf('sweeping', spool);
  const begun = Date.now();
  let ahead = 0;
  const unexpected = () => Promise.reject(new Error('there are no rows'));
  const sweep = createSpoolRecovery({
    spool,
    ledger: { claimedBy: async () => [], transition: unexpected },
    outcomes: { record: unexpected },
    declareUnknown: unexpected,
    holdsPages: openPages.holdsPages,
    leaseMs: 1_000,
    clock: () => new Date(begun + ahead),
    settled: createMetrics().counter('settled', 'Rows', ['state']),
    log: createLog('silent'),
  });
  const left = async () => (await spool.left()).map(({ owner }) => owner).includes('patient');
  for (; ahead < 5_000; ahead += 1_500) await sweep();
  assert.ok(await left());
  await expire(pageId);
  await sweep();
  const taken = (await openPages.open(pageId, projectId)) as OpenPage;
  assert.equal(taken.untried(), [2, 3, 4, 5, 6, 7]);
  await sweep();
  assert.ok(await left(), 'who took the page may be reading still');
  ahead += 1_500;
  await sweep();
  assert.is(await left(), false);
  await (
    await taken.release()
  ).left;
  await spool.close();
});

test('an outcome that is recorded after the page was lost is on disk for nobody to rely on', async () => {
  const { pageId, projectId } = await heldBy('slow');
  await expire(pageId);
  const slow = gateOf('slow');
  const page = (await slow.openPages.open(pageId, projectId)) as OpenPage;
  const [claimed] = await slow.openPages.claim([page.opened.ids[6]!]);
  assert.equal(claimed!.slots, [6]);
  await freezing.progress.collection.updateOne({ _id: pageId as never }, { $set: { owner: 'another/1' } });
  const rows = { record: async () => 'UNKNOWN' as const };
  const record = () => claimed!.page.record(6, ACCEPTED, rows);
  assert.is(await record().catch(record), false);
});

test.after(async () => {
  await endProcesses();
  await endServers();
  await rm(dir, { recursive: true, force: true });
});

test.run();
