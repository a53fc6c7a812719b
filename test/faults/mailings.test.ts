/** Mailings over a real ledger: freezing cut off anywhere, pages tried once, pauses and closings between claim and dispatch, a rate of their own. */
import mongoose from 'mongoose';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildIndexes } from '#kit/store/schema.ts';
import { makeMetrics } from '#kit/telemetry/metrics.ts';
import { makeLog } from '#kit/telemetry/log.ts';
import type { AudienceContact } from '#proto/contacts/v1/contacts.ts';
import { admission } from '#services/delivery/admission.ts';
import { sharedBucket } from '#services/delivery/bucket.ts';
import { dispatcher } from '#services/delivery/dispatcher.ts';
import { UNTOUCHED } from '#services/delivery/domain/email.ts';
import type { EmailRow } from '#services/delivery/domain/email.ts';
import type { Outcome } from '#services/delivery/domain/outcome.ts';
import { ledger } from '#services/delivery/ledger.ts';
import { marks } from '#services/delivery/marks.ts';
import { freezer, PAGE_SIZE } from '#services/delivery/mailings/freeze.ts';
import { mailingGate } from '#services/delivery/mailings/mailings.ts';
import { pager } from '#services/delivery/mailings/page.ts';
import { recipients } from '#services/delivery/mailings/recipients.ts';
import { rowId } from '#services/delivery/mailings/rows.ts';
import { tallies } from '#services/delivery/mailings/tally.ts';
import { unsubscriptionConsumer } from '#services/delivery/mailings/unsubscriptions.ts';
import { deliveryModels } from '#services/delivery/model.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const own = await ownStack({ servers: ['mongodb', 'redis'] });
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!, { w: 'majority' } as never).asPromise();
const redis = new Redis(own.stack.urls.REDIS_URL!);
const mongo = connection.useDb('mailings');
const models = deliveryModels(mongo);
const { model } = mailingGate(mongo, models.emails);
await buildIndexes([models.emails, models.journal, model]);

const clock = () => new Date();
const id = () => crypto.randomUUID();
const moved = () => undefined;
const rules = { deadlineTransactional: 3_600_000, deadlineBulk: 86_400_000, unknownRetryAfter: 900_000 };
const letter = { subject: 'Hello', body: '<p>Hello</p>', from: 'team@example.org', fromName: null, replyTo: null, type: 'MARKETING', templateId: null } as const;
const ACCEPTED: Outcome = { kind: 'accepted', reply: '250 ok', delivered: true };

/** What one delivery process has; `carry` is its provider. */
function process_(carry: (row: EmailRow) => Promise<Outcome>, workers = 8) {
  const gate = mailingGate(mongo, models.emails);
  const processId = id();
  const rows = ledger({ model: models.emails, processId, id, moved });
  const sender = dispatcher({
    ledger: rows, marks: marks({ ...models, rules, heldMs: 10_000, processId, id, moved, clock }), courier: carry, admit: admission(async () => new Map(), gate.gate), tried: gate.tried,
    bucket: { take: async (urgent, other) => urgent + other }, workers, leaseMs: 30_000, clock, log: makeLog('silent'), metrics: makeMetrics(),
  });
  const sendPage = pager({
    emails: models.emails, underway: gate.underway, look: gate.store.find, hint: sender.hintHeld, drop: sender.drop,
    allowance: ({ _id, projectId, rate }, wanted) => sharedBucket(redis, rate!, () => Date.now(), `${projectId}/${_id}`).take(0, wanted),
  });
  started.push(sender);
  return { ...gate, rows, sender, sendPage };
}

const audience = (count: number): AudienceContact[] => Array.from({ length: count }, (_, n) => ({ id: `c${n}`, email: `c${n}@example.com`, subscribed: true, createdAt: 0, updatedAt: 0 }));

/** contacts.StreamAudience over a list; the cursor is a place in it. @param breakAt breaks off before this page, once */
function contactsOf(people: AudienceContact[], breakAt = Infinity) {
  let left = breakAt;
  return {
    async *streamAudience({ cursor, pageSize }: { cursor?: string | null; pageSize: number }) {
      for (let from = Number(cursor ?? 0); from < people.length; from += pageSize) {
        if (left-- === 0) throw new Error('contacts went away');
        yield { contacts: people.slice(from, from + pageSize), cursor: String(Math.min(from + pageSize, people.length)) };
      }
    },
  } as never;
}

const rowsOf = async ({ _id: campaignId, projectId, pages }: { _id: string; projectId: string; pages: number }, contacts: readonly AudienceContact[]): Promise<EmailRow[]> => {
  const now = clock();
  return contacts.map((contact) => ({
    ...UNTOUCHED, _id: rowId(campaignId, contact.id), projectId, contactId: contact.id, to: contact.email, toName: null, subject: 'Hello', body: 'Hello', bodyHash: null, from: letter.from,
    fromName: null, replyTo: null, headers: [], attachments: [], sourceType: 'CAMPAIGN', class: 'MARKETING', templateId: null, campaignId, page: pages, workflowExecutionId: null,
    workflowStepExecutionId: null, status: 'PENDING', priority: 10, trace: [{ at: now, to: 'PENDING', by: 'test' }], createdAt: now, updatedAt: now,
  }));
};

/** A mailing with its audience frozen. */
async function frozen(count: number, { store, rows }: ReturnType<typeof process_>) {
  const send = { projectId: `p-${id()}`, campaignId: id(), run: id() };
  await store.open({ ...send, letter, filter: null, now: clock() });
  const freeze = freezer({ mailings: store, ledger: rows, contacts: contactsOf(audience(count)), rowsOf });
  const pages = await freeze(send, () => undefined);
  return { send, pages };
}

const find = ({ projectId, campaignId }: { projectId: string; campaignId: string }, more: object = {}) => models.emails.find({ projectId, campaignId, ...more }).lean<EmailRow[]>();
const never = new AbortController().signal;

const started: { stop(): Promise<void> }[] = [];

const test = suite('mailings');

// A dispatcher sends whatever is due: each test has the ledger to itself.
test.after.each(async () => {
  await Promise.all(started.splice(0).map((sender) => sender.stop()));
  await models.emails.collection.deleteMany({});
});

test('freezing goes on where it was cut off: everybody once, pages in order', async () => {
  const { store, rows } = process_(async () => ACCEPTED);
  const send = { projectId: 'p', campaignId: id(), run: id() };
  await store.open({ ...send, letter, filter: null, now: clock() });
  const people = audience(2 * PAGE_SIZE + 7);
  const freeze = (breakAt?: number) => freezer({ mailings: store, ledger: rows, contacts: contactsOf(people, breakAt), rowsOf });
  let beats = 0;
  await freeze(1)(send, () => void (beats += 1)).then(() => assert.unreachable(), (error: Error) => assert.match(error.message, 'contacts went away'));
  // A page that was written and not counted: the process died in between.
  await rows.insertAll(await rowsOf({ _id: send.campaignId, projectId: 'p', pages: 1 }, people.slice(PAGE_SIZE, 2 * PAGE_SIZE)));
  assert.is(await freeze()(send, () => void (beats += 1)), 3);
  assert.is(beats, 3);
  const made = await find(send);
  assert.equal([made.length, new Set(made.map(({ contactId }) => contactId)).size], [people.length, people.length]);
  assert.equal([0, 1, 2].map((page) => made.filter((row) => row.page === page).length), [PAGE_SIZE, PAGE_SIZE, 7]);
  assert.ok(made.every(({ status, dueAt }) => status === 'PENDING' && dueAt === undefined));
  assert.is(await freeze()(send, () => assert.unreachable()), 3, 'again it does nothing');
});

test('two that freeze at once: the slower one leaves the rows to the quicker', async () => {
  const { store, rows } = process_(async () => ACCEPTED);
  const send = { projectId: 'p', campaignId: id(), run: id() };
  await store.open({ ...send, letter, filter: null, now: clock() });
  const freeze = freezer({ mailings: store, ledger: rows, contacts: contactsOf(audience(3 * PAGE_SIZE)), rowsOf });
  const both = await Promise.allSettled([freeze(send, () => undefined), freeze(send, () => undefined)]);
  const [ends, again] = [both.filter(({ status }) => status === 'fulfilled'), await freeze(send, () => undefined)];
  assert.ok(ends.length >= 1 || again === 3);
  assert.is((await find(send)).length, 3 * PAGE_SIZE);
});

test('closed while it freezes: what was written last goes again; another run begins anew', async () => {
  const { store, rows } = process_(async () => ACCEPTED);
  const send = { projectId: 'p', campaignId: id(), run: id() };
  await store.open({ ...send, letter, filter: null, now: clock() });
  const closing = freezer({
    mailings: store, ledger: rows, contacts: contactsOf(audience(2 * PAGE_SIZE)),
    rowsOf: async (mailing, contacts) => {
      if (mailing.pages === 1) await store.steer('p', send.campaignId, { state: 'CLOSED' }, clock());
      return await rowsOf(mailing, contacts);
    },
  });
  assert.is(await closing(send, () => undefined), 0);
  assert.is((await find(send)).length, PAGE_SIZE);
  await store.open({ ...send, letter, filter: null, now: clock() });
  assert.is((await store.find('p', send.campaignId))!.state, 'CLOSED', 'the same run stays closed');
  const other = { ...send, run: id() };
  await store.open({ ...other, letter, filter: null, now: clock() });
  assert.equal(await find(send), [], 'what the former run left goes');
  assert.is(await freezer({ mailings: store, ledger: rows, contacts: contactsOf(audience(3)), rowsOf })(send, () => undefined), 0, 'the former run does nothing');
  assert.is(await freezer({ mailings: store, ledger: rows, contacts: contactsOf(audience(3)), rowsOf })(other, () => undefined), 1);
  await store.open({ ...send, run: id(), letter, filter: null, now: clock() }).then(() => assert.unreachable(), (error: Error) => assert.match(error.message, 'under way'));
});

test('a page: every row tried once, and none of it a second time', async () => {
  const handed: string[] = [];
  const one = process_(async ({ _id }) => {
    handed.push(_id);
    return handed.length % 10 === 0 ? { kind: 'refused', refusal: { code: 451, text: '451 later', stage: 'recipient' } } : ACCEPTED;
  }, 32);
  const { send, pages } = await frozen(1_200, one);
  one.sender.start();
  const ends = await Promise.all(Array.from({ length: pages }, (_, page) => one.sendPage({ ...send, page }, never)));
  assert.equal(ends, ['DONE', 'DONE', 'DONE']);
  assert.is(handed.length, 1_200);
  assert.is(new Set(handed).size, 1_200);
  const { sent, pending, frozen: all } = (await tallies(models.emails, one.store, clock).of(send.projectId, [send.campaignId], false))[0]!;
  assert.equal([all, sent, pending], [1_200, 1_080, 120]);
  assert.ok((await find(send, { status: 'PENDING' })).every(({ dueAt, attempt }) => dueAt && attempt === 1), 'retries are due by themselves');
  assert.is(await one.sendPage({ ...send, page: 0 }, never), 'DONE');
});

test('two processes asked for the same page: each row leaves from one of them', async () => {
  const handed: string[] = [];
  const [one, other] = [0, 1].map(() => process_(async ({ _id }) => {
    handed.push(_id);
    return ACCEPTED;
  })) as [ReturnType<typeof process_>, ReturnType<typeof process_>];
  const { send } = await frozen(400, one);
  one.sender.start();
  other.sender.start();
  await Promise.all([one.sendPage({ ...send, page: 0 }, never), other.sendPage({ ...send, page: 0 }, never)]);
  assert.equal([handed.length, new Set(handed).size], [400, 400]);
});

for (const [state, end] of [['PAUSED', 'PAUSED'], ['CLOSED', 'CLOSED']] as const) {
  test(`${state} in the middle: after the answer at most the rows in hand leave`, async () => {
    const workers = 4;
    let handed = 0;
    const one = process_(async () => {
      handed += 1;
      await sleep(10);
      return ACCEPTED;
    }, workers);
    const { send } = await frozen(400, one);
    one.sender.start();
    const page = one.sendPage({ ...send, page: 0 }, never);
    await until(() => handed >= 40, { every: 5 });
    await one.store.steer(send.projectId, send.campaignId, { state }, clock());
    const before = handed;
    assert.is(await page, end);
    await until(async () => (await find(send, { status: 'SENDING' })).length === 0);
    // Twelve rows a worker, and what is being carried.
    assert.ok(handed < 400 && handed - before <= 13 * workers, `${handed - before} left after the answer`);
    const held = await find(send, { status: 'PENDING' });
    assert.equal([held.length, held.every(({ attempt, dueAt }) => attempt === 0 && dueAt === undefined)], [400 - handed, true]);
    if (state === 'PAUSED') {
      await one.store.steer(send.projectId, send.campaignId, { state: 'OPEN' }, clock());
      assert.is(await one.sendPage({ ...send, page: 0 }, never), 'DONE');
      assert.is(handed, 400);
    } else {
      assert.equal(await one.store.clear(send.projectId, send.campaignId), { removed: 400 - handed, left: handed });
    }
  });
}

test('a rate of its own, over two processes, and changed while it lasts', async () => {
  let handed = 0;
  const [one, other] = [0, 1].map(() => process_(async () => {
    handed += 1;
    return ACCEPTED;
  })) as [ReturnType<typeof process_>, ReturnType<typeof process_>];
  const { send } = await frozen(2 * PAGE_SIZE, one);
  await one.store.steer(send.projectId, send.campaignId, { rate: 50 }, clock());
  one.sender.start();
  other.sender.start();
  const ends = Promise.all([one.sendPage({ ...send, page: 0 }, never), other.sendPage({ ...send, page: 1 }, never)]);
  await sleep(1_000);
  const [begun, from] = [handed, performance.now()];
  await sleep(4_000);
  const pace = (handed - begun) / ((performance.now() - from) / 1_000);
  assert.ok(pace > 44 && pace < 56, `${pace.toFixed(1)} a second`);
  await one.store.steer(send.projectId, send.campaignId, { rate: null }, clock());
  assert.equal(await ends, ['DONE', 'DONE']);
  assert.is(handed, 1_000);
});

test('steered before it is opened: it begins so; closed before, there is nothing to close', async () => {
  const { store } = process_(async () => ACCEPTED);
  const send = { projectId: 'p', campaignId: id(), run: id() };
  await store.steer('p', send.campaignId, { state: 'PAUSED' }, clock());
  await store.steer('p', send.campaignId, { rate: 7 }, clock());
  const { state, rate, run } = await store.open({ ...send, letter, filter: null, now: clock() });
  assert.equal([state, rate, run], ['PAUSED', 7, send.run]);
  const other = id();
  assert.is(await store.steer('p', other, { state: 'CLOSED' }, clock()), null);
  assert.is((await store.open({ ...send, campaignId: other, letter, filter: null, now: clock() })).state, 'OPEN');
  await store.steer('p', other, { state: 'CLOSED' }, clock());
  await store.steer('p', other, { state: 'OPEN' }, clock());
  assert.is((await store.find('p', other))!.state, 'CLOSED');
});

test('unknown outcomes: sent again or given up, each once; recipients say why', async () => {
  const one = process_(async () => ACCEPTED);
  const { send } = await frozen(10, one);
  const { projectId, campaignId } = send;
  const list = recipients({ emails: models.emails, processId: 'test', moved });
  await models.emails.updateMany({ projectId, campaignId, contactId: { $in: ['c0', 'c1', 'c2'] } }, { $set: { status: 'UNKNOWN', error: 'the process died', attempt: 1 } });
  const asked = { campaignId, page: 1, pageSize: 2 };
  const unknown = await list.list(projectId, { ...asked, status: 'UNKNOWN' });
  assert.equal([unknown.total, unknown.totalPages, unknown.data.length, unknown.data[0]!.reason], [3, 2, 2, 'the process died']);
  assert.is((await list.list(projectId, asked)).total, 10);
  assert.is((await list.list('other', asked)).total, 0);
  await models.emails.updateOne({ projectId, campaignId, contactId: 'c2' }, { $set: { status: 'DELIVERED' } });
  assert.is(await list.resend(projectId, campaignId, clock()), 2);
  assert.is(await list.drop(projectId, campaignId, clock()), 0);
  const due = await find(send, { dueAt: { $exists: true } });
  assert.equal(due.map(({ contactId, status, attempt }) => [contactId, status, attempt]).sort(), [['c0', 'PENDING', 1], ['c1', 'PENDING', 1]]);
  await models.emails.updateMany({ projectId, campaignId, contactId: 'c1' }, { $set: { status: 'UNKNOWN' } });
  assert.is(await list.drop(projectId, campaignId, clock()), 1);
  const [given] = await find(send, { contactId: 'c1' });
  assert.equal([given!.status, given!.dueAt, given!.error], ['FAILED', undefined, 'The outcome is unknown; not sent again by decision']);
});

test('a contact who left by a link counts once, the first time, and only for a campaign’s mail of its own', async () => {
  const one = process_(async () => ACCEPTED);
  const { send } = await frozen(2, one);
  const { projectId, campaignId } = send;
  const emailId = rowId(campaignId, 'c0');
  const { handle } = unsubscriptionConsumer(models.emails) as { handle: (facts: object[]) => Promise<void> };
  const fact = (over: object) => ({ id: id(), projectId, name: 'contact.unsubscribed', at: '2026-01-02T00:00:00.000Z', contactId: 'c0', emailId, data: {}, ...over });
  await handle([fact({ projectId: 'other' }), fact({ contactId: 'c1' }), fact({ emailId: null })]);
  assert.is((await find(send, { unsubscribedAt: { $exists: true } })).length, 0);
  await handle([fact({}), fact({ at: '2026-01-03T00:00:00.000Z' })]);
  const [left] = await find(send, { unsubscribedAt: { $exists: true } });
  assert.equal([left!._id, left!.unsubscribedAt!.toISOString()], [emailId, '2026-01-02T00:00:00.000Z']);
  assert.is((await tallies(models.emails, one.store, clock).of(projectId, [campaignId], false))[0]!.unsubscribed, 1);
});

test('a count lasts while it is young, and what is asked at once is counted once', async () => {
  const one = process_(async () => ACCEPTED);
  const { send: { projectId, campaignId } } = await frozen(3, one);
  const own_ = tallies(models.emails, one.store, clock);
  assert.is((await own_.recent((await one.store.find(projectId, campaignId))!)).tally.frozen, 3);
  const mailing = (await one.store.find(projectId, campaignId))!;
  assert.is(mailing.count!.tally.pending, 3);
  const dear = { ...mailing, count: { ...mailing.count!, tally: { ...mailing.count!.tally, frozen: 99 }, tookMs: 60_000, at: clock() } };
  assert.is((await own_.recent(dear)).tally.frozen, 99);
  assert.is((await own_.recent({ ...dear, count: { ...dear.count, at: new Date(0) } })).tally.frozen, 99, 'a dear one is not waited for');
  await models.emails.updateMany({ projectId, campaignId }, { $set: { status: 'DELIVERED', sentAt: clock() } });
  assert.equal((await own_.of(projectId, [id(), campaignId], false)).map(({ sent }) => sent), [0, 3]);
  const kept = (await one.store.find(projectId, campaignId))!;
  assert.is(kept.count!.tally.sent, 3, 'an exact count is what others are told from then on');
  await one.store.keepCount(projectId, campaignId, { ...mailing.count!, at: new Date(0) });
  assert.equal((await one.store.find(projectId, campaignId))!.count, kept.count, 'an older one comes too late');
});

test('questions about a campaign read the index of its own', async () => {
  const { rows } = process_(async () => ACCEPTED);
  const [projectId, ...campaigns] = [id(), id(), id(), id()];
  for (const _id of campaigns) await rows.insertAll(await rowsOf({ _id, projectId, pages: 3 }, audience(300)));
  const own_ = { projectId, campaignId: campaigns[1] };
  for (const question of [{ ...own_, page: 3, status: 'PENDING', dueAt: { $exists: false } }, { ...own_, page: 4 }, own_, { ...own_, status: 'UNKNOWN' }]) {
    const plan = await models.emails.collection.find(question as never).explain('queryPlanner');
    assert.match(JSON.stringify(plan['queryPlanner'].winningPlan), 'campaignId_1_page_1', JSON.stringify(question));
  }
});

test.after(async () => {
  redis.disconnect();
  await connection.close();
  await own.stop();
});
test.run();
