/**
 * Outcomes that are being written while the primary of a replica set dies with writes no other member has: afterwards every row that is
 * marked has its facts, and every fact its row.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { singly } from '#kit/facts/joint-fact.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import type { EmailRow } from '#services/delivery/domain/email.ts';
import { createOutcomeWriter } from '#services/delivery/ledger/outcome-writer.ts';
import type { OutcomeWriter } from '#services/delivery/ledger/outcome-writer.ts';
import { createLedgerRows } from '#services/delivery/ledger/rows.ts';
import { deliveryModels } from '#services/delivery/model.ts';
import { startReplicaSet } from '#test/replica-set.ts';
import type { Member } from '#test/replica-set.ts';
import { until } from '#test/until.ts';
import { row as rowOf } from '../unit/delivery/row.ts';

const set = await startReplicaSet();
const options = { w: 'majority', serverSelectionTimeoutMS: 3_000, socketTimeoutMS: 20_000, heartbeatFrequencyMS: 500 } as const;
const connection = await mongoose.createConnection(set.uri, { ...options, dbName: 'failover' }).asPromise();
const models = deliveryModels(connection);
await buildIndexes([models.emails, models.journal]);
const id = () => crypto.randomUUID();
const rules = { deadlineTransactional: 3_600_000, deadlineBulk: 86_400_000, unknownRetryAfter: 900_000 };
const common = { processId: 'test', id, countTransition: () => undefined };
const rows = createLedgerRows({ ...common, model: models.emails });
const writerOf = (emails: typeof models.emails) =>
  createOutcomeWriter({ ...common, emails, journal: models.journal, rules, heldMs: 0, clock: () => new Date() });
const outcomes = writerOf(models.emails);

const ROWS = 200;
const accepted = { kind: 'accepted' as const, reply: '250 taken', delivered: true };

async function claimed(): Promise<EmailRow[]> {
  const now = new Date();
  const fresh = Array.from({ length: ROWS }, () =>
    rowOf({ _id: id(), status: 'PENDING', dueAt: now, attempt: 0, createdAt: now, updatedAt: now }),
  );
  await rows.insertAll(fresh);
  const ids = fresh.map(({ _id }) => _id);
  return await rows.claim(ids, now, new Date(now.getTime() + 3_600_000));
}

/** As workers do: tried until it is written. */
const written = ({ record }: Pick<OutcomeWriter, 'record'>, row: EmailRow): Promise<string> =>
  until(() => record({ row, outcome: accepted }), { within: 60_000, every: 250, what: 'an outcome written' });

/** The rows as a process sees them that comes to a halt between the journal and the rows, until it is told to go on. */
function halted(model: typeof models.emails, goOn: Promise<void>): typeof models.emails {
  const collection = new Proxy(model.collection, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return name === 'bulkWrite' ? async (...args: unknown[]) => (await goOn, value.apply(target, args)) : value.bind(target);
    },
  });
  return new Proxy(model, { get: (target, name) => (name === 'collection' ? collection : Reflect.get(target, name)) });
}

/** The killed member is back, nothing is held any more, and rows and facts tell the same. Answers how many rows are marked. */
async function agreement(ids: readonly string[], killed: Member): Promise<number> {
  assert.ok(await set.rejoin(killed), 'a rollback');
  await until(async () => (await outcomes.resume(100)) === 0, { within: 30_000, what: 'no journal held' });
  const marked = await models.emails.find({ projectId: 'p', _id: { $in: ids as string[] }, status: 'DELIVERED' }, { _id: 1 }).lean();
  const facts = (await models.journal.find({}).select('+outbox').lean()).flatMap(({ outbox }) => outbox).flatMap((fact) => singly(fact));
  const markedIds = marked.map(({ _id }) => _id).sort();
  for (const name of ['email.sent', 'email.delivery']) {
    const published = facts.filter((fact) => fact.name === name && ids.includes(fact.emailId!)).map(({ emailId }) => emailId);
    assert.equal(published.sort(), markedIds, name);
  }
  return marked.length;
}

const test = suite('failover');

test('the primary dies between the journal and the rows, and the journal with it: no row is marked whose facts are gone', async () => {
  const batch = await claimed();
  let goOn: () => void;
  const slow = writerOf(halted(models.emails, new Promise((resolve) => (goOn = resolve))));
  let writing: Promise<unknown> | undefined;
  const killed = await set.killPrimaryUnreplicated(async () => {
    writing = Promise.all(batch.map((row) => written(slow, row)));
    await sleep(500);
  });
  goOn!();
  await writing;
  assert.is(
    await agreement(
      batch.map(({ _id }) => _id),
      killed,
    ),
    ROWS,
  );
});

test('the primary dies while many outcomes are written, one after the other', async () => {
  const batch = await claimed();
  const queue = [...batch];
  let killed: Member | undefined;
  const work = async (): Promise<void> => {
    for (let row = queue.pop(); row; row = queue.pop()) {
      await written(outcomes, row);
      await sleep(20);
    }
  };
  await Promise.all([...Array.from({ length: 10 }, work), (async () => (killed = await set.killPrimaryUnreplicated(() => sleep(300))))()]);
  assert.is(
    await agreement(
      batch.map(({ _id }) => _id),
      killed!,
    ),
    ROWS,
  );
});

test.after(async () => {
  await connection.close();
  await set.stop();
});

test.run();
