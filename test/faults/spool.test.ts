/** Rows that a process held when it was killed, settled by its spool: what it never handed over leaves, what was accepted is recorded. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { createRecovery } from '#services/delivery/dispatch/recovery.ts';
import { attemptKey } from '#services/delivery/dispatch/spool-recovery.ts';
import { openSpool } from '#services/delivery/dispatch/spool.ts';
import type { EmailRow } from '#services/delivery/domain/email.ts';
import { createLedgerRows } from '#services/delivery/ledger/rows.ts';
import { createOutcomeWriter } from '#services/delivery/ledger/outcome-writer.ts';
import { deliveryModels } from '#services/delivery/model.ts';
import { spoolProcess } from '#test/killed-spool.ts';
import { ownStack } from '#test/stack.ts';
import { row as rowOf } from '../unit/delivery/row.ts';

const LEASE_MS = 60_000;
const own = await ownStack({ servers: ['mongodb'] });
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!, { w: 'majority' } as never).asPromise();
const models = deliveryModels(connection.useDb('spools'));
await buildIndexes([models.emails, models.journal]);
const dir = await mkdtemp(join(tmpdir(), 'spools-'));

const id = () => crypto.randomUUID();
const countTransition = () => undefined;
const rules = { deadlineTransactional: 3_600_000, deadlineBulk: 86_400_000, unknownRetryAfter: 900_000 };
let ahead = 0;
const clock = () => new Date(Date.now() + ahead);

/** A process that finds spools; it has one of its own. */
async function successor(processId: string) {
  const rows = createLedgerRows({ model: models.emails, processId, id, countTransition });
  const spool = await openSpool(dir, processId);
  const outcomes = createOutcomeWriter({ ...models, rules, heldMs: LEASE_MS / 3, processId, id, countTransition, clock });
  const provider = { name: 'smtp' as const, send: () => Promise.reject(new Error('nothing is sent here')), close: async () => undefined };
  const parts = { ledger: rows, outcomes, provider, rules, clock, log: createLog('silent'), leaseMs: LEASE_MS, metrics: createMetrics() };
  return { spool, rows, ...createRecovery({ ...parts, spool, holdsPages: async () => false }) };
}

/** A MARKETING row that the process claimed: nobody repeats it unless it is known not to have left. */
function heldBy(owner: string, over: Partial<EmailRow> = {}): EmailRow {
  const at = new Date();
  const trace = [
    { at, to: 'PENDING' as const, by: 'x' },
    { at, to: 'SENDING' as const, by: owner },
  ];
  const lease = { status: 'SENDING', claim: id(), dueAt: new Date(at.getTime() + LEASE_MS) } as const;
  return rowOf({ ...lease, _id: id(), trace, class: 'MARKETING', ...over });
}

const stored = (row: EmailRow): Promise<EmailRow | null> => acrossProjects(models.emails.findOne({ _id: row._id }).lean<EmailRow>());
const stateOf = async (row: EmailRow): Promise<unknown[]> => {
  const { status, trace } = (await stored(row))!;
  return [status, ...trace.slice(2).map(({ to }) => to)];
};

const test = suite('spool recovery');

test('each row by how far it was, at once, and the file goes when no lease of its process is left', async () => {
  const [never, refused, underWay, taken, arrived] = [1, 2, 3, 4, 5].map(() => heldBy('killed')) as [
    EmailRow,
    EmailRow,
    EmailRow,
    EmailRow,
    EmailRow,
  ];
  // The killed process had it once; now another one has.
  const anothers = heldBy('killed', { trace: [...heldBy('killed').trace, ...heldBy('alive').trace] });
  await models.emails.insertMany([never, refused, underWay, taken, arrived, anothers]);
  const { kill } = await spoolProcess(dir, 'killed', [
    [attemptKey(refused), 'kept'],
    [attemptKey(underWay)],
    [attemptKey(taken), 'accepted'],
    [attemptKey(arrived), 'delivered'],
  ]);
  const { sweep, spool } = await successor('next');
  assert.is(await sweep(), 0, 'who lives is left alone');
  await kill();
  assert.is(await sweep(), 5);
  assert.equal(await Promise.all([never, refused, underWay, taken, arrived].map(stateOf)), [
    ['PENDING', 'PENDING'],
    ['PENDING', 'PENDING'],
    ['UNKNOWN', 'UNKNOWN'],
    ['SENT', 'SENT'],
    ['DELIVERED', 'SENT', 'DELIVERED'],
  ]);
  assert.is((await stored(anothers))!.status, 'SENDING');

  // An insert that the killed process had on its way is visible only now.
  const late = heldBy('killed');
  await models.emails.insertMany([late]);
  assert.is(await sweep(), 1);
  assert.equal(await stateOf(late), ['PENDING', 'PENDING']);
  assert.is((await spool.left()).length, 1);
  ahead = LEASE_MS + 1_000;
  await sweep();
  assert.equal(await spool.left(), []);
  ahead = 0;
  await spool.close();
});

test('two successors at once settle each row once', async () => {
  const rows = Array.from({ length: 60 }, () => heldBy('shared'));
  await models.emails.insertMany(rows);
  const { kill } = await spoolProcess(
    dir,
    'shared',
    rows.slice(20).map((row, index) => (index < 20 ? [attemptKey(row), 'delivered'] : [attemptKey(row)])),
  );
  await kill();
  const [one, two] = await Promise.all([successor('one'), successor('two')]);
  await Promise.all([one.sweep(), two.sweep()]);
  const states = await Promise.all(rows.map(stateOf));
  const among = (from: number) => [...new Set(states.slice(from, from + 20).map(String))];
  assert.equal([0, 20, 40].map(among), [['PENDING,PENDING'], ['DELIVERED,SENT,DELIVERED'], ['UNKNOWN,UNKNOWN']]);
  await Promise.all([one.spool.close(), two.spool.close()]);
});

test.after(async () => {
  await connection.close();
  await own.stop();
  await rm(dir, { recursive: true, force: true });
});
test.run();
