/** Outcomes and their facts through deaths between any two writes: each row written once, each fact published once, nobody's row taken. */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { singly } from '#kit/facts/joint-fact.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { createLedgerRows } from '#services/delivery/ledger/rows.ts';
import { createOutcomeWriter } from '#services/delivery/ledger/outcome-writer.ts';
import { deliveryModels } from '#services/delivery/model.ts';
import { ownStack } from '#test/stack.ts';
import { row as rowOf } from '../unit/delivery/row.ts';

const own = await ownStack({ servers: ['mongodb'] });
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!, { w: 'majority' } as never).asPromise();
const models = deliveryModels(connection.useDb('outcomes'));
await buildIndexes([models.emails, models.journal]);
const rules = { deadlineTransactional: 3_600_000, deadlineBulk: 86_400_000, unknownRetryAfter: 900_000 };
const id = () => crypto.randomUUID();
/** `STATE` of each transition that was counted. */
const transitions: string[] = [];
const countTransition = (_row: unknown, to: string): unknown => transitions.push(to);
const process_ = (processId: string, emails = models.emails, journal = models.journal) => ({
  rows: createLedgerRows({ model: models.emails, processId, id, countTransition }),
  outcomes: createOutcomeWriter({ emails, journal, rules, heldMs: 0, processId, id, countTransition, clock: () => new Date() }),
});
const { rows, outcomes: written } = process_('first');

/** A collection whose one method fails before or after it did its work, once. */
function broken<M extends mongoose.Model<any>>(model: M, method: 'bulkWrite' | 'updateOne', when: 'before' | 'after'): M {
  let left = 1;
  const collection = new Proxy(model.collection, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== method || typeof value !== 'function') return typeof value === 'function' ? value.bind(target) : value;
      return async (...args: unknown[]) => {
        const result = when === 'after' || left <= 0 ? await value.apply(target, args) : undefined;
        if (left-- > 0) throw new Error(`died ${when} ${method}`);
        return result;
      };
    },
  });
  return new Proxy(model, { get: (target, name) => (name === 'collection' ? collection : Reflect.get(target, name)) });
}

async function claimed(count: number) {
  const now = new Date();
  const fresh = Array.from({ length: count }, () =>
    rowOf({
      _id: id(),
      status: 'PENDING',
      dueAt: now,
      attempt: 0,
      trace: [{ at: now, to: 'PENDING', by: 'first' }],
      createdAt: now,
      updatedAt: now,
    }),
  );
  await Promise.all(fresh.map((one) => rows.insert(one)));
  return await rows.claim(
    fresh.map(({ _id }) => _id),
    now,
    new Date(now.getTime() + 60_000),
  );
}

const stored = async (ids: string[]) => await models.emails.find({ projectId: 'p', _id: { $in: ids } }).lean();
/** Facts that may be published, by mail. */
async function withFacts(ids: string[]): Promise<string[]> {
  const batches = await models.journal
    .find({ heldAt: { $exists: false } })
    .select('+outbox')
    .lean();
  return batches
    .flatMap(({ outbox }) => outbox)
    .flatMap((fact) => singly(fact))
    .filter(({ emailId }) => ids.includes(emailId!))
    .map(({ emailId, name }) => `${emailId} ${name}`)
    .sort();
}
const both = (ids: string[]) => ids.flatMap((one) => [`${one} email.delivery`, `${one} email.sent`]).sort();
const accepted = (n: number) => ({ kind: 'accepted' as const, reply: `250 $taken as ${n}`, delivered: true });

const test = suite('outcome writer');

test('a batch: every row with the words it got, its facts once', async () => {
  const batch = await claimed(300);
  await Promise.all(batch.map((row, n) => written.record({ row, outcome: accepted(n) })));
  const ids = batch.map(({ _id }) => _id);
  const words = new Map(batch.map((row, n) => [row._id, `250 $taken as ${n}`]));
  for (const row of await stored(ids)) {
    assert.equal([row.status, row.error, 'dueAt' in row, row.attempt], ['DELIVERED', null, false, 1]);
    assert.equal(
      row.trace.map(({ to }) => to),
      ['PENDING', 'SENDING', 'SENT', 'DELIVERED'],
    );
    assert.is(row.trace[2]!.detail, words.get(row._id));
    assert.equal(row.sentAt, row.deliveredAt);
  }
  assert.equal(await withFacts(ids), both(ids));
});

test('endings of all kinds in one batch', async () => {
  transitions.length = 0;
  const batch = await claimed(5);
  const ends = [
    accepted(1),
    { kind: 'refused' as const, refusal: { code: 550, text: '550 $no 5.1.1', stage: 'recipient' as const } },
    { kind: 'stopped' as const, reason: 'Project is disabled' },
    { kind: 'suppressed' as const, reason: 'Contact is unsubscribed' },
    { kind: 'released' as const, reason: 'later', delayMs: 5_000 },
  ];
  await Promise.all(batch.map((row, n) => written.record({ row, outcome: ends[n]! })));
  const found = new Map((await stored(batch.map(({ _id }) => _id))).map((row) => [row._id, row]));
  assert.equal(
    batch.map(({ _id }) => found.get(_id)!.status),
    ['DELIVERED', 'BOUNCED', 'FAILED', 'SUPPRESSED', 'PENDING'],
  );
  assert.equal(
    transitions.toSorted(),
    [...Array(5).fill('PENDING'), ...Array(5).fill('SENDING'), 'DELIVERED', 'BOUNCED', 'FAILED', 'SUPPRESSED', 'PENDING'].sort(),
    'each transition is counted',
  );
  assert.equal(
    batch.map(({ _id }) => found.get(_id)!.error),
    [null, '550 $no 5.1.1', 'Project is disabled', 'Contact is unsubscribed', null],
  );
  assert.ok(found.get(batch[4]!._id)!.dueAt! > new Date());
  const [again] = await rows.claim([batch[4]!._id], new Date(Date.now() + 10_000), new Date(Date.now() + 60_000));
  assert.is(again!.attempt, 2);
});

for (const [what, method, when] of [
  ['the journal, and no row written', 'bulkWrite', 'before'],
  ['the rows written, and no answer received', 'bulkWrite', 'after'],
] as const) {
  test(`died with ${what}: another process finishes it`, async () => {
    const batch = await claimed(20);
    const ids = batch.map(({ _id }) => _id);
    const dying = process_('dying', broken(models.emails, method, when)).outcomes;
    const results = await Promise.allSettled(batch.map((row, n) => dying.record({ row, outcome: accepted(n) })));
    assert.ok(results.every(({ status }) => status === 'rejected'));
    assert.equal(await withFacts(ids), []);
    assert.is(await process_('second').outcomes.resume(10), 1);
    assert.is(await process_('third').outcomes.resume(10), 0);
    for (const row of await stored(ids))
      assert.equal(
        row.trace.map(({ to }) => to),
        ['PENDING', 'SENDING', 'SENT', 'DELIVERED'],
      );
    assert.equal(await withFacts(ids), both(ids));
  });
}

test('died with all rows written and the facts held: published by another', async () => {
  const batch = await claimed(20);
  const ids = batch.map(({ _id }) => _id);
  const dying = process_('dying', models.emails, broken(models.journal, 'updateOne', 'before')).outcomes;
  await Promise.all(batch.map((row, n) => dying.record({ row, outcome: accepted(n) })));
  assert.equal(await withFacts(ids), []);
  assert.is(await written.resume(10), 1);
  assert.equal(await withFacts(ids), both(ids));
});

test('the write tried again after an answer was lost: one journal writes the outcomes, one publishes them', async () => {
  const batch = await claimed(10);
  const ids = batch.map(({ _id }) => _id);
  const shaky = process_('shaky', broken(models.emails, 'bulkWrite', 'after')).outcomes;
  await Promise.allSettled(batch.map((row, n) => shaky.record({ row, outcome: accepted(n) })));
  await Promise.all(batch.map((row, n) => shaky.record({ row, outcome: accepted(n) })));
  await written.resume(10);
  assert.equal(await withFacts(ids), both(ids));
  for (const row of await stored(ids)) assert.is(row.trace.length, 4);
});

test('a row that is somebody else’s by now is left alone, and its facts are not published', async () => {
  const [mine, lost] = await claimed(2);
  transitions.length = 0;
  const late = new Date(Date.now() + 120_000);
  await rows.transition(lost!, { status: 'UNKNOWN', dueAt: late, detail: 'd', now: late });
  const [unknown] = await stored([lost!._id]);
  await rows.transition(unknown!, { status: 'PENDING', dueAt: late, detail: 'd', now: late });
  const [again] = await rows.claim([lost!._id], late, new Date(late.getTime() + 60_000));
  await Promise.all([mine!, lost!].map((row, n) => written.record({ row, outcome: accepted(n) })));
  assert.equal(
    (await stored([lost!._id])).map(({ status, claim }) => [status, claim]),
    [['SENDING', again!.claim]],
  );
  assert.equal(await withFacts([mine!._id, lost!._id]), both([mine!._id]));
  assert.equal(transitions, ['UNKNOWN', 'PENDING', 'SENDING', 'DELIVERED'], 'what was not written is not counted');
});

test('a late answer settles its own UNKNOWN', async () => {
  const [row] = await claimed(1);
  const late = new Date(Date.now() + 120_000);
  await rows.transition(row!, { status: 'UNKNOWN', detail: 'd', now: late });
  await written.record({ row: row!, outcome: accepted(1) });
  assert.is((await stored([row!._id]))[0]!.status, 'DELIVERED');
  assert.equal(await withFacts([row!._id]), both([row!._id]));
});

test('two processes after the same rows: each row has one owner', async () => {
  const now = new Date();
  const ids = Array.from({ length: 500 }, id);
  await Promise.all(
    ids.map((_id) => rows.insert(rowOf({ _id, status: 'PENDING', dueAt: now, attempt: 0, createdAt: now, updatedAt: now }))),
  );
  const others = Array.from({ length: 6 }, (_, n) => process_(`p${n}`).rows);
  const got = (
    await Promise.all(
      others.flatMap((one) =>
        [0, 100, 200, 300, 400].map((from) => one.claim(ids.slice(from, from + 100), now, new Date(now.getTime() + 60_000))),
      ),
    )
  ).flat();
  assert.is(got.length, 500);
  assert.is(new Set(got.map(({ _id }) => _id)).size, 500);
});

test.after(async () => {
  await connection.close();
  await own.stop();
});

test.run();
