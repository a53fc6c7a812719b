/**
 * Rows born claimed: each leaves once, whatever becomes of its insert; where nobody may claim, they are born PENDING and leave all the
 * same.
 */
import mongoose from 'mongoose';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildIndexes } from '#kit/store/schema.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { createDispatcher } from '#services/delivery/dispatch/dispatcher.ts';
import { createGroupCommit } from '#services/delivery/dispatch/group-commit.ts';
import { createLocalRateLimiter } from '#services/delivery/dispatch/rate-limiter.ts';
import type { EmailRow } from '#services/delivery/domain/email.ts';
import { createLedgerRows } from '#services/delivery/ledger/rows.ts';
import { createOutcomeWriter } from '#services/delivery/ledger/outcome-writer.ts';
import { deliveryModels } from '#services/delivery/model.ts';
import { slotParts } from '#test/slot-parts.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { row as rowOf } from '../unit/delivery/row.ts';

const own = await ownStack({ servers: ['mongodb'] });
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!, { w: 'majority' } as never).asPromise();
const models = deliveryModels(connection.useDb('commits'));
await buildIndexes([models.emails, models.journal]);

const clock = () => new Date();
const id = () => crypto.randomUUID();
const rules = { deadlineTransactional: 3_600_000, deadlineBulk: 86_400_000, unknownRetryAfter: 900_000 };
const stops: (() => Promise<void>)[] = [];

interface Manner {
  /** Mails a second. */
  rate?: number;
  /** Ids that the send gate holds back. */
  suppressed?: ReadonlySet<string>;
  emails?: typeof models.emails;
  mayBeBornClaimed?: boolean;
}

/** What left, by whichever process: each polls the ledger. */
const sent: string[] = [];
/** What was composed before its row was on disk, and left so. */
const ahead: string[] = [];

/** One delivery process; its provider only counts. */
function process_({ rate = 100_000, suppressed = new Set(), emails = models.emails, mayBeBornClaimed = true }: Manner = {}) {
  const processId = id();
  const countTransition = () => undefined;
  const rows = createLedgerRows({ model: emails, processId, id, countTransition });
  const dispatcher = createDispatcher({
    rows: createLedgerRows({ model: models.emails, processId, id, countTransition }),
    outcomes: createOutcomeWriter({ ...models, rules, heldMs: 10_000, processId, id, countTransition, clock }),
    attempt: {
      compose: async () => ({ raw: Buffer.from('composed'), returnPath: '', tracked: false }),
      async run({ _id }, composed) {
        if ((await composed)?.raw.toString() === 'composed') ahead.push(_id);
        sent.push(_id);
        return { kind: 'accepted', reply: '250 ok', delivered: true };
      },
    },
    gate: {
      check: async (asked) =>
        new Map(asked.flatMap(({ _id }) => (suppressed.has(_id) ? [[_id, { kind: 'suppressed', reason: 'Address is suppressed' }]] : []))),
      recheck: async () => undefined,
    },
    tried: () => undefined,
    pages: slotParts(),
    limiter: createLocalRateLimiter(rate, () => Date.now()),
    workers: 8,
    spool: null,
    leaseMs: 30_000,
    clock,
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  const commit = createGroupCommit({ rows, dispatcher, mayBeBornClaimed: () => mayBeBornClaimed, leaseMs: 30_000, processId, id, clock });
  dispatcher.start();
  stops.push(dispatcher.stop);
  return commit;
}

function fresh(count: number, projectId = 'p'): EmailRow[] {
  const now = clock();
  const begun = { status: 'PENDING', attempt: 0, dueAt: now, createdAt: now, updatedAt: now } as const;
  return Array.from({ length: count }, () => {
    const { claim: _claim, ...row } = rowOf({ ...begun, _id: id(), projectId, trace: [{ at: now, to: 'PENDING', by: 'x' }] });
    return row;
  });
}

const stored = (rows: readonly EmailRow[]): Promise<EmailRow[]> =>
  acrossProjects(models.emails.find({ _id: { $in: rows.map(({ _id }) => _id) } }).lean<EmailRow[]>());

/** Waits until all of them are at their end, and checks that each left once. */
async function leave(rows: readonly EmailRow[]): Promise<EmailRow[]> {
  const ended = await until(
    async () => {
      const found = await stored(rows);
      return found.length === rows.length && found.every(({ status }) => status === 'DELIVERED') && found;
    },
    { within: 20_000, every: 50 },
  );
  assert.equal(sent.filter((one) => rows.some(({ _id }) => _id === one)).toSorted(), rows.map(({ _id }) => _id).toSorted());
  return ended as EmailRow[];
}

const STRAIGHT = ['PENDING', 'SENDING', 'SENT', 'DELIVERED'];
const steps = ({ trace }: EmailRow): string[] => trace.map(({ to }) => to);

/** A model whose next insert fails, having done its work or not. */
function failing(when: 'before' | 'after'): typeof models.emails {
  let left = 1;
  return new Proxy(models.emails, {
    get: (target, name) => {
      if (name !== 'insertMany') return Reflect.get(target, name);
      return async (...given: Parameters<typeof target.insertMany>) => {
        const fails = left-- > 0;
        if (!fails || when === 'after') await target.insertMany(...given);
        if (fails) throw new Error(`the connection was lost ${when} the insert`);
      };
    },
  });
}

/** A model whose inserts take so long; meanwhile something happens. */
function delayed(ms: number, meanwhile: () => void): typeof models.emails {
  return new Proxy(models.emails, {
    get: (target, name) => {
      if (name !== 'insertMany') return Reflect.get(target, name);
      return async (...given: Parameters<typeof target.insertMany>) => {
        meanwhile();
        await sleep(ms);
        return target.insertMany(...given);
      };
    },
  });
}

const test = suite('group commit');

test('what a worker would have at once is born claimed and leaves, each once', async () => {
  const commit = process_();
  const rows = fresh(8);
  assert.equal(
    await Promise.all(rows.map(commit)),
    rows.map(() => true),
  );
  for (const row of await leave(rows)) assert.equal([steps(row), row.attempt], [STRAIGHT, 1]);
  // Claim and birth are one write: nothing was changed between them.
  const born = fresh(1);
  await commit(born[0]!);
  const [{ trace }] = (await leave(born)) as [EmailRow];
  assert.is(trace[0]!.by, 'x');
  assert.ok(trace[1]!.at >= trace[0]!.at);
});

test('more than there is room or rate for: the others wait their turn in the ledger', async () => {
  const many = process_();
  const rows = [...fresh(400), ...fresh(20, 'q')];
  await Promise.all(rows.map(many));
  await leave(rows);
  const slow = process_({ rate: 20 });
  const few = fresh(12);
  await Promise.all(few.map(slow));
  await leave(few);
});

test('a row that must not be left claimed is born PENDING', async () => {
  const commit = process_({ mayBeBornClaimed: false });
  const rows = fresh(3);
  await Promise.all(rows.map(commit));
  for (const row of await leave(rows)) assert.equal(steps(row), STRAIGHT);
});

test('the send gate is asked before anything leaves', async () => {
  const rows = fresh(6);
  const commit = process_({ suppressed: new Set(rows.slice(0, 3).map(({ _id }) => _id)) });
  await Promise.all(rows.map(commit));
  await leave(rows.slice(3));
  assert.equal(
    (await stored(rows.slice(0, 3))).map(({ status, error }) => [status, error]),
    rows.slice(0, 3).map(() => ['SUPPRESSED', 'Address is suppressed']),
  );
});

test('while a row is written the gate is asked and its mail composed; nothing leaves before, and a slow write asks again', async () => {
  const [quick, late] = [fresh(2), fresh(2)] as const;
  let leftEarly = 0;
  const early = () => (leftEarly += sent.filter((one) => [...quick, ...late].some(({ _id }) => _id === one)).length);
  await Promise.all(quick.map(process_({ emails: delayed(100, () => setTimeout(early, 80)) })));
  await leave(quick);
  assert.ok(quick.every(({ _id }) => ahead.includes(_id)));
  // Longer than an answer holds: what came about meanwhile counts.
  const suppressed = new Set<string>();
  const commit = process_({
    suppressed,
    emails: delayed(700, () => setTimeout(() => late.forEach(({ _id }) => suppressed.add(_id)), 100)),
  });
  await Promise.all(late.map(commit));
  await until(async () => (await stored(late)).every(({ status }) => status === 'SUPPRESSED'), { what: 'the late suppression' });
  assert.is(leftEarly, 0);
});

test('the same request twice at once, and again later: one row, one mail', async () => {
  const commit = process_();
  const [row] = fresh(1) as [EmailRow];
  assert.equal((await Promise.all([commit(row), commit({ ...row })])).toSorted(), [false, true]);
  await leave([row]);
  assert.is(await commit({ ...row }), false);
  await leave([row]);
});

test('an insert of which nobody knows whether it happened: what is there leaves, once', async () => {
  const there = process_({ emails: failing('after') });
  const rows = fresh(5);
  for (const one of await Promise.allSettled(rows.map(there))) assert.is(one.status, 'rejected');
  for (const row of await leave(rows)) assert.equal(steps(row), ['PENDING', 'SENDING', ...STRAIGHT]);

  const gone = process_({ emails: failing('before') });
  const lost = fresh(5);
  for (const one of await Promise.allSettled(lost.map(gone))) assert.is(one.status, 'rejected');
  assert.equal(await stored(lost), []);
  // As a client does.
  await Promise.all(lost.map(gone));
  await leave(lost);
});

test.after(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await connection.close();
  await own.stop();
});

test.run();
