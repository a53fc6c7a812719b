/** Executions written straight into their collection, as an event would have begun them, each of a contact of its own. */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { until } from '#test/until.ts';

type Row = Record<string, unknown> & { _id: string };

export interface Executions {
  /** Of the workflow, due together; the one that began by hand is what they are copied from. */
  fill(workflowId: string, count: number, dueAt: Date): Promise<void>;
  /** Waits until none of the workflow is active. */
  ended(workflowId: string, within: number): Promise<void>;
  /** Ends a second between the tenth and the ninetieth of a hundred. */
  pace(workflowId: string): Promise<number>;
  /** So many of the workflow that ended in the past. */
  history(workflowId: string, count: number): Promise<void>;
}

const CHUNK = 2_000;
/** What a copy of an execution does not take along: of where it stands, and of what it is while it is active. */
const STANDS = ['waitsFor', 'arrived', 'prepared', 'dueAt', 'tellAt', 'outbox', 'claim', 'counted'];
const ACTIVE = ['active', 'awaits', 'launch', 'uncounted'];

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as Row;

export function benchExecutions(connection: Connection, prefix: string): Executions {
  const collection = (service: string, name: string) => connection.useDb(`${prefix}${service}`, { useCache: true }).collection<Row>(name);
  const [executions, contacts] = [collection('workflows', 'executions'), collection('contacts', 'contacts')];

  async function original(workflowId: string): Promise<{ row: Row; contact: Row }> {
    const row = (await executions.findOne({ workflowId } as object))!;
    return { row, contact: (await contacts.findOne({ _id: row['contactId'] as string }))! };
  }

  /** In chunks, acknowledged by one member: this is no part of what is measured. */
  async function write(count: number, rowOf: (n: number) => Row, contactOf?: (row: Row) => Row): Promise<void> {
    const options = { ordered: false, writeConcern: { w: 1 } } as const;
    for (let from = 0; from < count; from += CHUNK) {
      const rows = Array.from({ length: Math.min(CHUNK, count - from) }, (_, index) => rowOf(from + index));
      if (contactOf) await contacts.insertMany(rows.map(contactOf), options);
      await executions.insertMany(rows, options);
    }
  }

  return {
    async fill(workflowId, count, dueAt) {
      const { row, contact } = await original(workflowId);
      const begun = without(row, STANDS);
      const fresh = { status: 'RUNNING', active: true, exitReason: null, runs: [], turn: 0, completedAt: null, launch: 'waiting' };
      const times = { dueAt, createdAt: dueAt, startedAt: dueAt, updatedAt: dueAt, uncounted: dueAt, currentStepId: null };
      await write(
        count,
        () => ({ ...begun, ...fresh, ...times, _id: randomUUID(), contactId: randomUUID() }),
        ({ contactId }) => ({ ...contact, _id: contactId as string, email: `${contactId as string}@example.com` }),
      );
    },

    async ended(workflowId, within) {
      const open = { workflowId, active: true } as object;
      await until(async () => (await executions.countDocuments(open)) === 0, { within, every: 200, what: 'the ends of all executions' });
    },

    async pace(workflowId) {
      const found = await executions.find({ workflowId } as object, { projection: { completedAt: 1, createdAt: 1 } }).toArray();
      const latest = Math.max(...found.map((row) => Number(row['createdAt'])));
      const times = found
        .filter((row) => Number(row['createdAt']) === latest)
        .map((row) => Number(row['completedAt']))
        .toSorted((a, b) => a - b);
      const [begin, end] = [Math.floor(times.length * 0.1), Math.floor(times.length * 0.9)];
      return ((end - begin) * 1_000) / Math.max(1, times[end]! - times[begin]!);
    },

    async history(workflowId, count) {
      const { row } = await original(workflowId);
      const past = without(row, [...STANDS, ...ACTIVE]);
      const now = Date.now();
      await write(count, (n) => {
        const at = new Date(now - n * 1_000);
        return { ...past, _id: randomUUID(), contactId: randomUUID(), createdAt: at, startedAt: at, updatedAt: at };
      });
    },
  };
}
