/**
 * Writes down what became of claimed rows, by the batch, each with its facts, exactly once:
 *
 *   1. the journal: what will be written, and its facts, held back (one document a batch)
 *   2. the rows: one update for all that ended alike; each takes the journal's id as its claim
 *   3. the journal lets its facts go; the relay publishes and removes it
 *
 * The journal is on the majority before the rows are touched: a primary that dies cannot take facts with it whose rows survive. A process
 * that dies in between leaves a journal held: whoever finds it does 2 and 3 again, and rows that carry the journal's id, or another claim,
 * are not touched a second time.
 */
import type { Model, mongo } from 'mongoose';
import { collectionOf } from '#kit/store/bulk-write.ts';
import { derivedId } from '#kit/derived-id.ts';
import { jointFacts, withoutMails } from '#kit/facts/joint-fact.ts';
import { outboxHint, pending } from '#kit/facts/outbox.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { failpoint } from '#kit/failpoint.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import { traceparent } from '#kit/telemetry/trace.ts';
import type { EmailRow } from '../domain/email.ts';
import type { EmailFact } from '../domain/email-fact.ts';
import type { Entry, Outcome } from '../domain/outcome.ts';
import { changeOf } from '../domain/outcome.ts';
import type { RetryRules } from '../domain/replies.ts';
import { BEING_SENT } from '../domain/states.ts';
import type { Status } from '../domain/states.ts';
import { acceptedAs } from '../domain/tracking.ts';
import type { JournalRow } from '../model.ts';
import type { CountTransition } from './transition-metrics.ts';

export interface OutcomeWriterParts {
  emails: Model<EmailRow>;
  journal: Model<JournalRow>;
  rules: RetryRules;
  /** A journal held longer than this, in ms, was left by a process that died. */
  heldMs: number;
  /** Names this process in traces. */
  processId: string;
  id: () => string;
  countTransition: CountTransition;
  clock: () => Date;
}

export interface RecordedOutcome {
  row: EmailRow;
  outcome: Outcome;
}

export interface OutcomeWriter {
  /** Writes an outcome down; answers the row's status by it. Rejects when that failed: then it may be tried again. */
  record(recorded: RecordedOutcome): Promise<Status>;
  /** Does what journals of dead processes say; answers how many there were. */
  resume(limit: number): Promise<number>;
}

/** A row's facts, and the trace of the attempt they come of. */
interface RowFacts {
  row: EmailRow;
  facts: readonly EmailFact[];
  isAccepted: boolean;
  trace: string | undefined;
}

const BATCH = 200;
/** How long an outcome waits for others: a flush costs as much as a dozen rows, and whoever acts on its facts pays by the flush too. */
const GATHER_MS = { few: 25, many: 100 };
/** Rows of a flush from which on the next one waits longer. */
const MANY = 8;
const MAJORITY = { writeConcern: { w: 'majority' } } as const;
/** Lost with a primary, it is done again: the journal is held still. */
const AT_ONCE = { writeConcern: { w: 1 } } as const;

/** One update for rows of one claim that ended alike; only their traces may differ (the provider's words). */
function operationOf(
  own: readonly Entry[],
  { journal, at, by }: { journal: string; at: Date; by: string },
): mongo.AnyBulkWriteOperation<EmailRow> {
  const [{ claim, status, set, dueAt, trace }] = own as [Entry];
  const ids = own.map(({ id }) => id);
  const alike = new Set(own.map((entry) => JSON.stringify(entry.trace))).size === 1;
  const steps = alike
    ? { $literal: trace }
    : { $arrayElemAt: [{ $literal: own.map((entry) => entry.trace) }, { $indexOfArray: [{ $literal: ids }, '$_id'] }] };
  const made = status === 'SENT' || status === 'DELIVERED' ? acceptedAs(status, by) : { status, steps: [] };
  return {
    updateMany: {
      filter: { _id: { $in: ids }, claim, status: { $in: BEING_SENT } },
      hint: { _id: 1 },
      update: [
        {
          $set: {
            ...Object.fromEntries(Object.entries(set).map(([key, value]) => [key, { $literal: value }])),
            status: made.status,
            claim: journal,
            updatedAt: at,
            dueAt: dueAt ?? '$$REMOVE',
            trace: { $concatArrays: ['$trace', steps, ...made.steps] },
          },
        },
      ],
    },
  };
}

function reachFailpoints(entries: readonly Entry[]): void {
  failpoint('delivery recorded');
  if (entries.some(({ status }) => status === 'PENDING')) failpoint('delivery retry written');
  if (entries.some(({ status }) => status === 'UNKNOWN')) failpoint('delivery unknown written');
}

export function createOutcomeWriter(parts: OutcomeWriterParts): OutcomeWriter {
  const { emails, journal, rules, heldMs, processId, id, countTransition, clock } = parts;

  /** Answers the ids of rows that this journal did not get to write: somebody else's by now. Harmless when done again. */
  async function write(_id: string, entries: readonly Entry[], at: Date): Promise<Set<string>> {
    const groups = Map.groupBy(entries, ({ claim, status, set, dueAt }) => JSON.stringify([claim, status, set, dueAt]));
    // Below mongoose, and so below the tenancy lock: a batch is of any projects, and each row is named by its id and claim.
    const { modifiedCount } = await collectionOf(emails).bulkWrite(
      [...groups.values()].map((own) => operationOf(own, { journal: _id, at, by: processId })),
      {
        ordered: false,
        writeConcern: { w: 'majority' },
      },
    );
    if (modifiedCount === entries.length) return new Set();
    const written = await collectionOf(emails)
      .find({ _id: { $in: entries.map((entry) => entry.id) }, claim: _id }, { projection: { _id: 1 }, readConcern: { level: 'majority' } })
      .toArray();
    const own = new Set(written.map((row) => String(row._id)));
    return new Set(entries.filter((entry) => !own.has(entry.id)).map((entry) => entry.id));
  }

  /** What takes the facts of lost rows out of a journal that is held: nobody adds to it. */
  async function withdrawing(held: object, lost: ReadonlySet<string>): Promise<object> {
    if (lost.size === 0) return {};
    const found = await journal.collection.findOne(held, { projection: { outbox: 1 } });
    const outbox = (found?.['outbox'] ?? []) as PendingFact[];
    return { $set: { outbox: outbox.flatMap((fact) => withoutMails(fact, lost)) } };
  }

  async function releaseWaiting(_id: string, lost: ReadonlySet<string>): Promise<void> {
    const held = { _id, heldAt: { $exists: true } };
    await collectionOf(journal).updateOne(held, { ...(await withdrawing(held, lost)), $unset: { heldAt: 1 } }, AT_ONCE);
    outboxHint(journal);
  }

  /** Mails that left share facts; every other has facts of its own. */
  function factsOf(journalId: string, at: string, rows: readonly RowFacts[]): PendingFact[] {
    const [accepted, others] = [rows.filter(({ isAccepted }) => isAccepted), rows.filter(({ isAccepted }) => !isAccepted)];
    const mails = accepted.map(({ row: { projectId, contactId, _id }, facts, trace }) => ({
      projectId,
      contactId,
      emailId: _id,
      facts,
      traceparent: trace,
    }));
    return [...jointFacts(journalId, at, mails), ...others.flatMap((one) => ownFacts(one, at))];
  }

  /** The same change has the same facts, however often it is written. */
  function ownFacts({ row, facts, trace }: RowFacts, at: string): PendingFact[] {
    return facts.map(({ name, data }) => ({
      ...pending({
        id: derivedId(`${row._id}:${row.claim}:${name}`),
        projectId: row.projectId,
        name,
        at,
        contactId: row.contactId || null,
        emailId: row._id,
        data,
      }),
      // Of the attempt's call, not of the batch's.
      ...(trace ? { traceparent: trace } : {}),
    }));
  }

  /** Rows of the last flush. */
  let last = 0;

  const record = createBatcher<RecordedOutcome & { trace: string | undefined }, Status>({
    max: BATCH,
    // One at a time: what ends meanwhile makes the next one larger, and a row costs less the more there are.
    lanes: 1,
    waitMs: () => (last < MANY ? GATHER_MS.few : GATHER_MS.many),
    write: async (recorded) => {
      last = recorded.length;
      const at = clock();
      const made = recorded.map(({ row, outcome, trace }) => ({
        row,
        trace,
        isAccepted: outcome.kind === 'accepted',
        change: changeOf(row, outcome, { ...rules, now: at, by: processId, random: Math.random() }),
      }));
      const entries = made.map(({ row, change: { status, set, dueAt, trace } }): Entry => ({
        id: row._id,
        claim: row.claim!,
        status,
        set,
        dueAt,
        trace,
      }));
      const _id = id();
      const withFacts = made.map(({ change: { facts }, ...one }) => ({ ...one, facts })).filter(({ facts }) => facts.length > 0);
      const outbox = factsOf(_id, at.toISOString(), withFacts);
      if (outbox.length > 0)
        await collectionOf(journal).insertOne({ _id, batch: true, heldAt: at, entries: [...entries], outbox }, MAJORITY);
      if (outbox.length > 0) failpoint('delivery journaled');
      const lost = await write(_id, entries, at);
      reachFailpoints(entries);
      for (const {
        row,
        change: { status },
      } of made)
        if (!lost.has(row._id)) countTransition(row, status);
      // Should this fail, the facts are published by `resume`: the rows are written.
      if (outbox.length > 0) await releaseWaiting(_id, lost).catch(() => undefined);
      if (outbox.length > 0) failpoint('delivery let go');
      return made.map(({ change }) => change.status);
    },
  });

  return {
    record: (recorded: RecordedOutcome): Promise<Status> => record({ ...recorded, trace: traceparent() }),

    async resume(limit: number): Promise<number> {
      const held = await journal
        .find({ heldAt: { $lte: new Date(clock().getTime() - heldMs) } }, { entries: 1, heldAt: 1 })
        .limit(limit)
        .lean<JournalRow[]>();
      for (const { _id, entries = [], heldAt } of held) await releaseWaiting(_id, await write(_id, entries, heldAt!));
      return held.length;
    },
  };
}
