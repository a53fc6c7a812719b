/** Rows for delivery to work off: copies of one that the API accepted, written straight into the ledger. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';

const CHUNK = 1_000;
const WAITING = ['PENDING', 'SENDING', 'UNKNOWN'];

type Row = Record<string, unknown> & { _id: string; trace: unknown[]; from: string };

export interface Backlog {
  /** Writes `count` rows that come due at `dueAt`. */
  fill(count: number, dueAt?: Date): Promise<void>;
  /** How many rows are not at their end. By the index of what is still to be done, so the question costs little. */
  waiting(): Promise<number>;
  /** Waits until every row written so far is at its end; faults when one of them did not leave. */
  drained(withinMs: number): Promise<void>;
  /** Mails a second from the tenth to the ninetieth of a hundred rows of the last fill, by the times they were marked with. */
  pace(): Promise<number>;
}

/** @param from another sender than the accepted row's, e.g. of a domain without a key: its mails leave unsigned */
export async function backlog(connection: Connection, prefix: string, emailId: string, from?: string): Promise<Backlog> {
  const emails = connection.useDb(`${prefix}delivery`).collection<Row>('emails');
  const { claim: _claim, outbox: _outbox, ...accepted } = (await emails.findOne({ _id: emailId }))!;
  // Bulk mail goes to contacts that are there and subscribed: each row has one of its own.
  const contacts = connection.useDb(`${prefix}contacts`).collection<{ _id: string }>('contacts');
  const contact = (await contacts.findOne({ _id: accepted['contactId'] as string }))!;
  let batch = '';
  const unfinished = { status: { $in: WAITING }, dueAt: { $exists: true } };

  return {
    async fill(count, dueAt = new Date()) {
      batch = randomUUID();
      for (let from_ = 0; from_ < count; from_ += CHUNK) {
        const rows = Array.from({ length: Math.min(CHUNK, count - from_) }, (_, index): Row => ({
          ...accepted,
          _id: randomUUID(),
          contactId: randomUUID(),
          to: `r${from_ + index}-${batch}@example.com`,
          from: from ?? accepted.from,
          status: 'PENDING',
          dueAt,
          attempt: 0,
          sentAt: null,
          deliveredAt: null,
          error: null,
          trace: accepted.trace.slice(0, 1),
          benchBatch: batch,
          createdAt: dueAt,
          updatedAt: dueAt,
        }));
        await contacts.insertMany(
          rows.map((row) => ({ ...contact, _id: row['contactId'] as string, email: row['to'] })),
          { ordered: false, writeConcern: { w: 1 } },
        );
        await emails.insertMany(rows, { ordered: false, writeConcern: { w: 1 } });
      }
    },
    waiting: () => emails.countDocuments(unfinished),
    async drained(withinMs) {
      const deadline = Date.now() + withinMs;
      while ((await emails.countDocuments(unfinished, { limit: 1 })) > 0) {
        if (Date.now() > deadline) throw new Error(`rows are still waiting after ${withinMs} ms`);
        await sleep(100);
      }
      const stuck = { benchBatch: batch, status: { $nin: ['SENT', 'DELIVERED'] } };
      const lost = await emails.countDocuments(stuck);
      if (lost > 0) throw new Error(`${lost} mails did not leave: ${String((await emails.findOne(stuck))?.['error'])}`);
    },
    async pace() {
      const rows = await emails.find({ benchBatch: batch }, { projection: { sentAt: 1 } }).toArray();
      const times = rows.map((row) => (row['sentAt'] as Date).getTime()).sort((a, b) => a - b);
      const [begin, end] = [Math.floor(times.length * 0.1), Math.floor(times.length * 0.9)];
      return ((end - begin) * 1_000) / Math.max(1, times[end]! - times[begin]!);
    },
  };
}
