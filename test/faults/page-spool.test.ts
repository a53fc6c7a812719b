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
import { spoolProcess } from '#test/killed-spool.ts';
import type { Entered } from '#test/killed-spool.ts';
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

test('who took the page and died before it had settled it is not asked: what the first one handed over stays unknown', async () => {
  const { pageId, projectId, page, send } = await heldBy('first');
  const first = await spoolProcess(dir, 'first', enteredBy(page, [[0], [1]]));
  await first.kill();
  const second = await spoolProcess(dir, 'second', []);
  await second.kill();
  // Taken over, and nothing written since.
  await freezing.progress.collection.updateOne(
    { _id: pageId as never },
    { $set: { owner: `second/${id()}`, lease: new Date(Date.now() - 1) } },
  );
  const spool = await openSpool(dir, 'third');
  const taken = (await gateOf('third', spool).openPages.open(pageId, projectId)) as OpenPage;
  assert.equal(taken.untried(), [6, 7]);
  assert.is((await find(send)).length, 6);
  await spool.close();
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
