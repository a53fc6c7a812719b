/**
 * Campaign sends over a real ledger: freezing cut off anywhere, pages tried once, pauses and closings between claim and dispatch, a rate of
 * their own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { singly } from '#kit/facts/joint-fact.ts';
import { STATE_HOLDS_MS } from '#services/delivery/campaign-sends/campaign-gate.ts';
import { PAGE_SIZE } from '#services/delivery/campaign-sends/freeze.ts';
import { createEngagementRecorder } from '#services/delivery/feedback/engagement.ts';
import { createRecipients } from '#services/delivery/campaign-sends/recipients.ts';
import { createUnsubscriptionConsumer } from '#services/delivery/campaign-sends/unsubscriptions.ts';
import { stretched } from '#local/time-scale.ts';
import { until } from '#test/until.ts';
import {
  ACCEPTED,
  FORMS,
  audience,
  built,
  clock,
  contact,
  contactsOf,
  content,
  countTransition,
  createSendingProcess,
  endProcesses,
  endServers,
  find,
  frozen,
  id,
  mailsOf,
  models,
  never,
  numberOf,
  reader,
} from './sending-process.ts';

const test = suite('campaign sends');

test.after.each(endProcesses);

test('freezing goes on where it was cut off: everybody once, pages in order', async () => {
  const { store, freezer, pages, ids } = createSendingProcess(async () => ACCEPTED);
  const send = { projectId: 'p', campaignId: id(), run: id() };
  const { number } = await store.open({ ...send, content, filter: null, number: numberOf('pages'), now: clock() });
  const people = audience(2 * PAGE_SIZE + 7);
  const freeze = (breakAt?: number) => freezer(contactsOf(people, breakAt));
  let beats = 0;
  await freeze(1)(send, () => void (beats += 1)).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'contacts went away'),
  );
  // A page that was written and not counted: the process died in between.
  const whole = await store.whole('p', send.campaignId);
  const emailIds = (await ids()).ofPage(number!, 1, PAGE_SIZE);
  const { page } = await built({ send: whole, people: people.slice(PAGE_SIZE, 2 * PAGE_SIZE), cursor: String(2 * PAGE_SIZE), emailIds });
  await pages.collection.insertOne(page as never);
  assert.is(await freeze()(send, () => void (beats += 1)), 3);
  assert.is(beats, 3);
  const made = await mailsOf(send);
  assert.equal([made.length, new Set(made.map(({ contactId }) => contactId)).size], [people.length, people.length]);
  assert.equal(
    [0, 1, 2].map((n) => made.filter((row) => row.page === n).length),
    [PAGE_SIZE, PAGE_SIZE, 7],
  );
  assert.ok(made.every(({ status, dueAt }) => status === 'PENDING' && dueAt === undefined));
  assert.is(await freeze()(send, () => assert.unreachable()), 3, 'again it does nothing');
});

test('two that freeze at once: the slower one leaves the rows to the quicker', async () => {
  const { store, freezer } = createSendingProcess(async () => ACCEPTED);
  const send = { projectId: 'p', campaignId: id(), run: id() };
  await store.open({ ...send, content, filter: null, number: numberOf('pages'), now: clock() });
  const people = audience(3 * PAGE_SIZE);
  // Both hold the rows of the first page before either may count it.
  let [release, arrived] = [(): void => undefined, 0];
  const bothArrived = new Promise<void>((resolve) => {
    release = resolve;
  });
  const freeze = freezer(contactsOf(people), async (page) => {
    if ((arrived += 1) === 2) release();
    await bothArrived;
    return await built(page);
  });
  const both = await Promise.allSettled([freeze(send, () => undefined), freeze(send, () => undefined)]);
  assert.equal(both.map((end) => (end.status === 'fulfilled' ? end.value : end.reason.message)).toSorted(), [
    3,
    'Another attempt freezes this audience',
  ]);
  assert.is(await freeze(send, () => assert.unreachable()), 3, 'the activity is tried again and finds the audience frozen');
  const made = await mailsOf(send);
  assert.equal([made.length, new Set(made.map(({ contactId }) => contactId)).size], [people.length, people.length]);
  assert.equal(
    [0, 1, 2].map((page) => made.filter((row) => row.page === page).length),
    [PAGE_SIZE, PAGE_SIZE, PAGE_SIZE],
  );
});

test('closed while it freezes: what was written last goes again; another run begins anew', async () => {
  const { store, freezer } = createSendingProcess(async () => ACCEPTED);
  const send = { projectId: 'p', campaignId: id(), run: id() };
  await store.open({ ...send, content, filter: null, number: numberOf('pages'), now: clock() });
  const closing = freezer(contactsOf(audience(2 * PAGE_SIZE)), async (page) => {
    if (page.send.pages === 1) {
      // Pages are built ahead: the first one is counted meanwhile.
      await until(async () => (await store.find('p', send.campaignId))!.pages === 1);
      await store.control({ projectId: 'p', campaignId: send.campaignId }, { state: 'CLOSED' }, clock());
    }
    return await built(page);
  });
  assert.is(await closing(send, () => undefined), 0);
  assert.is((await mailsOf(send)).length, PAGE_SIZE);
  await store.open({ ...send, content, filter: null, number: numberOf('pages'), now: clock() });
  assert.is((await store.find('p', send.campaignId))!.state, 'CLOSED', 'the same run stays closed');
  const other = { ...send, run: id() };
  await store.open({ ...other, content, filter: null, number: numberOf('pages'), now: clock() });
  assert.equal(await mailsOf(send), [], 'what the former run left goes');
  assert.is(await freezer(contactsOf(audience(3)))(send, () => undefined), 0, 'the former run does nothing');
  assert.is(await freezer(contactsOf(audience(3)))(other, () => undefined), 1);
  await store.open({ ...send, run: id(), content, filter: null, number: numberOf('pages'), now: clock() }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'under way'),
  );
});

for (const form of FORMS) {
  test(`a page: every row tried once, and none of it a second time, as ${form}`, async () => {
    const [first, later, refused]: [string[], string[], Set<string>] = [[], [], new Set()];
    const one = createSendingProcess(async ({ _id, attempt }) => {
      (attempt === 1 ? first : later).push(_id);
      if (attempt === 1 && first.length % 10 === 0) refused.add(_id);
      return refused.has(_id) ? { kind: 'refused', refusal: { code: 451, text: '451 later', stage: 'recipient' } } : ACCEPTED;
    }, 32);
    const { send, pages } = await frozen(1_200, one, form);
    one.sender.start();
    const ends = await Promise.all(Array.from({ length: pages }, (_, page) => one.sendPage({ ...send, page }, never)));
    assert.equal(ends, ['DONE', 'DONE', 'DONE']);
    assert.equal([first.length, new Set(first).size], [1_200, 1_200]);
    assert.ok(
      later.every((id_) => refused.has(id_)),
      'only what was refused is tried again',
    );
    const counted = (await one.counter.of(send.projectId, [send.campaignId], false))[0]!;
    assert.equal([counted.frozen, counted.sent, counted.pending + counted.sending], [1_200, 1_080, 120]);
    assert.ok(
      (await find(send, { status: 'PENDING' })).every(({ dueAt, attempt }) => dueAt && attempt >= 1),
      'retries are due by themselves',
    );
    assert.is(await one.sendPage({ ...send, page: 0 }, never), 'DONE');
  });
}

for (const form of FORMS) {
  test(`two processes asked for the same page: each row leaves from one of them, as ${form}`, async () => {
    const handed: string[] = [];
    const [one, other] = [0, 1].map(() =>
      createSendingProcess(async ({ _id }) => {
        handed.push(_id);
        return ACCEPTED;
      }),
    ) as [ReturnType<typeof createSendingProcess>, ReturnType<typeof createSendingProcess>];
    const { send } = await frozen(400, one, form);
    one.sender.start();
    other.sender.start();
    await Promise.all([one.sendPage({ ...send, page: 0 }, never), other.sendPage({ ...send, page: 0 }, never)]);
    assert.equal([handed.length, new Set(handed).size], [400, 400]);
  });
}

for (const [state, form] of [
  ['PAUSED', 'pages'],
  ['PAUSED', 'rows'],
  ['CLOSED', 'pages'],
  ['CLOSED', 'rows'],
] as const) {
  test(`${state} in the middle: after the answer at most the rows in flight leave, as ${form}`, async () => {
    const workers = 4;
    let handed = 0;
    const one = createSendingProcess(async () => {
      handed += 1;
      await sleep(10);
      return ACCEPTED;
    }, workers);
    const { send } = await frozen(400, one, form);
    one.sender.start();
    const page = one.sendPage({ ...send, page: 0 }, never);
    await until(() => handed >= 40, { every: 5 });
    await one.store.control(send, { state }, clock());
    // As long as the answer of the API waits: what was read before holds until then.
    await sleep(STATE_HOLDS_MS);
    const before = handed;
    assert.is(await page, state);
    await until(async () => (await mailsOf(send)).every(({ status }) => status !== 'SENDING'));
    // Twelve rows a worker, and what is being carried.
    assert.ok(handed < 400 && handed - before <= 13 * workers, `${handed - before} left after the answer`);
    const held = (await mailsOf(send)).filter(({ status }) => status === 'PENDING');
    assert.equal([held.length, held.every(({ attempt, dueAt }) => attempt === 0 && dueAt === undefined)], [400 - handed, true]);
    if (state === 'PAUSED') {
      await one.store.control(send, { state: 'OPEN' }, clock());
      assert.is(await one.sendPage({ ...send, page: 0 }, never), 'DONE');
      assert.is(handed, 400);
    } else {
      // A page of which some left stays whole.
      const cleared = form === 'pages' ? { removed: 0, left: 400 } : { removed: 400 - handed, left: handed };
      assert.equal(await one.store.clear(send), cleared);
    }
  });
}

test('a page of which some left stays whole when it is cleared: refused and suppressed mails keep their rows', async () => {
  const [refused, suppressed] = [contact(1), contact(2)];
  const one = createSendingProcess(
    async ({ contactId }) =>
      contactId === refused ? { kind: 'refused', refusal: { code: 550, text: '550 no such user', stage: 'recipient' } } : ACCEPTED,
    8,
    async (_projectId, mails) =>
      new Map(mails.flatMap(({ _id, contactId }) => (contactId === suppressed ? [[_id, 'unsubscribed'] as const] : []))),
  );
  const { send } = await frozen(4, one);
  one.sender.start();
  assert.is(await one.sendPage({ ...send, page: 0 }, never), 'DONE');
  await one.store.control(send, { state: 'CLOSED' }, clock());
  const before = await mailsOf(send);
  assert.equal(await one.store.clear(send), { removed: 0, left: 4 });
  assert.equal(await mailsOf(send), before);
  const { frozen: recipients, sent, pending, sending } = (await one.counter.of(send.projectId, [send.campaignId], false))[0]!;
  assert.equal([recipients, sent, pending, sending], [4, 2, 0, 0]);
});

test('opened before anybody wrote down that it was accepted: the open stays, the mail is sent once and counted once', async () => {
  const [answer, handed] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const one = createSendingProcess(async ({ _id, contactId }) => {
    if (contactId !== contact(0)) return ACCEPTED;
    handed.resolve(_id);
    await answer.promise;
    return ACCEPTED;
  });
  const { send } = await frozen(3, one);
  const { projectId, campaignId } = send;
  one.sender.start();
  const page = one.sendPage({ ...send, page: 0 }, never);
  const emailId = await handed.promise;
  const recorder = createEngagementRecorder({
    model: models.emails,
    slots: reader.pageMails,
    processId: 'test',
    id,
    countTransition,
    hint: () => undefined,
  });
  await recorder({ projectId, emailId, kind: 'open', at: clock(), link: null, userAgent: null, purpose: '' });
  const early = (await mailsOf(send)).find(({ _id }) => _id === emailId)!;
  answer.resolve();
  assert.equal([early.status, early.opens, early.sentAt], ['SENDING', 1, null], 'it is on disk before the acceptance');
  assert.is(await page, 'DONE');
  const opened = (await mailsOf(send)).find(({ _id }) => _id === emailId)!;
  assert.equal([opened.status, opened.opens, opened.noted], ['OPENED', 1, 'DELIVERED']);
  assert.ok(opened.sentAt && opened.deliveredAt, 'the note completes the row');
  const counted = (await one.counter.of(projectId, [campaignId], false))[0]!;
  assert.equal([counted.frozen, counted.sent, counted.delivered, counted.opened, counted.pending + counted.sending], [3, 3, 3, 1, 0]);
  const facts = (await models.journal.find({}, { outbox: 1 }).lean()).flatMap(({ outbox }) => outbox ?? []);
  const own = facts
    .flatMap((fact) => singly(fact))
    .filter((fact) => fact.emailId === emailId)
    .map(({ name }) => name);
  assert.equal(own.toSorted(), ['email.delivery', 'email.sent'], 'each once');
});

test('a rate of its own, over two processes, and changed while it lasts', async () => {
  let handed = 0;
  const [one, other] = [0, 1].map(() =>
    createSendingProcess(async () => {
      handed += 1;
      return ACCEPTED;
    }),
  ) as [ReturnType<typeof createSendingProcess>, ReturnType<typeof createSendingProcess>];
  const { send } = await frozen(2 * PAGE_SIZE, one);
  await one.store.control(send, { rate: 50 }, clock());
  one.sender.start();
  other.sender.start();
  const ends = Promise.all([one.sendPage({ ...send, page: 0 }, never), other.sendPage({ ...send, page: 1 }, never)]);
  await sleep(1_000);
  const [begun, from] = [handed, performance.now()];
  await sleep(4_000);
  const pace = (handed - begun) / ((performance.now() - from) / 1_000);
  await one.store.control(send, { rate: null }, clock());
  assert.equal(await ends, ['DONE', 'DONE']);
  assert.is(handed, 1_000);
  // More never leave; fewer do where the processes are held up.
  assert.ok(pace > 50 - stretched(3) && pace < 56, `${pace.toFixed(1)} a second`);
});

test('controlled before it is opened: it begins so; closed before, there is nothing to close', async () => {
  const { store } = createSendingProcess(async () => ACCEPTED);
  const send = { projectId: 'p', campaignId: id(), run: id() };
  await store.control({ projectId: 'p', campaignId: send.campaignId }, { state: 'PAUSED' }, clock());
  await store.control({ projectId: 'p', campaignId: send.campaignId }, { rate: 7 }, clock());
  const { state, rate, run } = await store.open({ ...send, content, filter: null, number: numberOf('pages'), now: clock() });
  assert.equal([state, rate, run], ['PAUSED', 7, send.run]);
  const other = id();
  assert.is(await store.control({ projectId: 'p', campaignId: other }, { state: 'CLOSED' }, clock()), null);
  assert.is(
    (await store.open({ ...send, campaignId: other, content, filter: null, number: numberOf('pages'), now: clock() })).state,
    'OPEN',
  );
  await store.control({ projectId: 'p', campaignId: other }, { state: 'CLOSED' }, clock());
  await store.control({ projectId: 'p', campaignId: other }, { state: 'OPEN' }, clock());
  assert.is((await store.find('p', other))!.state, 'CLOSED');
});

for (const form of FORMS) {
  test(`unknown outcomes: sent again or given up, each once; recipients say why, as ${form}`, async () => {
    const doubtful = [0, 1, 2].map(contact);
    const one = createSendingProcess(async ({ contactId }) =>
      doubtful.includes(contactId) ? { kind: 'unknown', reason: 'the process died' } : ACCEPTED,
    );
    const { send } = await frozen(10, one, form);
    const { projectId, campaignId } = send;
    const list = createRecipients({ emails: models.emails, list: reader.pageList, processId: 'test', countTransition });
    one.sender.start();
    assert.is(await one.sendPage({ ...send, page: 0 }, never), 'DONE');
    await one.sender.stop();
    const asked = { campaignId, page: 1, pageSize: 2 };
    const unknown = await list.list(projectId, { ...asked, status: 'UNKNOWN' });
    assert.equal([unknown.total, unknown.totalPages, unknown.data.length, unknown.data[0]!.reason], [3, 2, 2, 'the process died']);
    assert.is((await list.list(projectId, asked)).total, 10);
    assert.is((await list.list('other', asked)).total, 0);
    await models.emails.updateOne({ projectId, campaignId, contactId: contact(2) }, { $set: { status: 'DELIVERED' } });
    assert.is(await list.resend(projectId, campaignId, clock()), 2);
    assert.is(await list.drop(projectId, campaignId, clock()), 0);
    const due = await find(send, { dueAt: { $exists: true } });
    assert.equal(
      due.map(({ contactId, status, attempt }) => [contactId, status, attempt]).toSorted(),
      [0, 1].map((n) => [contact(n), 'PENDING', 1]).toSorted(),
    );
    await models.emails.updateMany({ projectId, campaignId, contactId: contact(1) }, { $set: { status: 'UNKNOWN' } });
    assert.is(await list.drop(projectId, campaignId, clock()), 1);
    const [given] = await find(send, { contactId: contact(1) });
    assert.equal([given!.status, given!.dueAt, given!.error], ['FAILED', undefined, 'The outcome is unknown; not sent again by decision']);
  });
}

test('a cancel keeps what may have left: rows that were ever of unknown outcome', async () => {
  const one = createSendingProcess(async () => ACCEPTED);
  const { send } = await frozen(4, one, 'rows');
  const { projectId, campaignId } = send;
  const list = createRecipients({ emails: models.emails, list: reader.pageList, processId: 'test', countTransition });
  const [resent, given] = [0, 1].map(contact).map((contactId) => ({ projectId, campaignId, contactId }));
  const unknown = { $set: { status: 'UNKNOWN' }, $push: { trace: { at: clock(), to: 'UNKNOWN', by: 'test' } } } as never;
  await models.emails.updateOne(resent!, unknown);
  await list.resend(projectId, campaignId, clock());
  await models.emails.updateOne(given!, unknown);
  await list.drop(projectId, campaignId, clock());
  await one.store.control({ projectId, campaignId }, { state: 'CLOSED' }, clock());
  assert.equal(await one.store.clear({ projectId, campaignId }), { removed: 2, left: 2 });
  await one.store.open({ ...send, run: id(), content, filter: null, number: numberOf('pages'), now: clock() });
  assert.equal(
    (await find(send)).map(({ contactId }) => contactId).toSorted(),
    [0, 1].map(contact).toSorted(),
    'another send leaves them as they are',
  );
});

for (const form of FORMS) {
  test(`a contact who left by a link counts once, the first time, and only for a campaign’s mail of its own, as ${form}`, async () => {
    const one = createSendingProcess(async () => ACCEPTED);
    const { send } = await frozen(2, one, form);
    const { projectId, campaignId } = send;
    one.sender.start();
    await one.sendPage({ ...send, page: 0 }, never);
    const { _id: emailId } = (await mailsOf(send)).find(({ contactId }) => contactId === contact(0))!;
    const { handle } = createUnsubscriptionConsumer(models.emails, reader.pageMails) as { handle: (facts: object[]) => Promise<void> };
    const fact = (over: object) => ({
      id: id(),
      projectId,
      name: 'contact.unsubscribed',
      at: '2026-01-02T00:00:00.000Z',
      contactId: contact(0),
      emailId,
      data: {},
      ...over,
    });
    await handle([fact({ projectId: 'other' }), fact({ contactId: contact(1) }), fact({ emailId: null })]);
    assert.is((await find(send, { unsubscribedAt: { $exists: true } })).length, 0);
    await handle([fact({}), fact({ at: '2026-01-03T00:00:00.000Z' })]);
    const [left] = await find(send, { unsubscribedAt: { $exists: true } });
    assert.equal([left!._id, left!.unsubscribedAt!.toISOString()], [emailId, '2026-01-02T00:00:00.000Z']);
    const {
      frozen: recipients,
      sent,
      delivered,
      pending,
      sending,
      unsubscribed,
    } = (await one.counter.of(projectId, [campaignId], false))[0]!;
    assert.equal([recipients, sent, delivered, pending, sending, unsubscribed], [2, 2, 2, 0, 0, 1]);
  });
}

test('a count lasts while it is young, and what is asked at once is counted once', async () => {
  const one = createSendingProcess(async () => ACCEPTED);
  const {
    send: { projectId, campaignId },
  } = await frozen(3, one, 'rows');
  const own_ = one.counter;
  assert.is((await own_.recent((await one.store.find(projectId, campaignId))!)).counts.frozen, 3);
  const send = (await one.store.find(projectId, campaignId))!;
  assert.is(send.count!.counts.pending, 3);
  const dear = { ...send, count: { ...send.count!, counts: { ...send.count!.counts, frozen: 99 }, tookMs: 60_000, at: clock() } };
  assert.is((await own_.recent(dear)).counts.frozen, 99);
  assert.is((await own_.recent({ ...dear, count: { ...dear.count, at: new Date(0) } })).counts.frozen, 99, 'a dear one is not waited for');
  await models.emails.updateMany({ projectId, campaignId }, { $set: { status: 'DELIVERED', sentAt: clock() } });
  assert.equal(
    (await own_.of(projectId, [id(), campaignId], false)).map(({ sent }) => sent),
    [0, 3],
  );
  const kept = (await one.store.find(projectId, campaignId))!;
  assert.is(kept.count!.counts.sent, 3, 'an exact count is what others are told from then on');
  await one.store.keepCount(projectId, campaignId, { ...send.count!, at: new Date(0) });
  assert.equal((await one.store.find(projectId, campaignId))!.count, kept.count, 'an older one comes too late');
});

test('questions about a campaign read the index of its own', async () => {
  const one = createSendingProcess(async () => ACCEPTED);
  const [, own_] = [
    await frozen(300, one, 'rows', 'one project'),
    await frozen(300, one, 'rows', 'one project'),
    await frozen(300, one, 'rows', 'one project'),
  ].map(({ send: { projectId, campaignId } }) => ({ projectId, campaignId }));
  for (const question of [
    { ...own_, page: 0, status: 'PENDING', dueAt: { $exists: false } },
    { ...own_, page: 1 },
    own_!,
    { ...own_, status: 'UNKNOWN' },
  ]) {
    const plan = await models.emails.collection.find(question as never).explain('queryPlanner');
    assert.match(JSON.stringify(plan['queryPlanner'].winningPlan), 'campaignId_1_page_1', JSON.stringify(question));
  }
});

test.after(endServers);
test.run();
