/**
 * A unit of work: one transaction that writes contacts and, with them, what they come to in the field catalogue and the email search
 * index, and the facts about them. Transactions about one project queue at its own row of the catalogue.
 */
import { setTimeout } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { ClientSession, mongo } from 'mongoose';
import { outboxHint } from '#kit/facts/outbox.ts';
import { abandonedTransactions } from '#kit/store/abandoned-transactions.ts';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import { isDatabaseDown, isDuplicateKey } from '#kit/store/fault.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { changeFacts } from '../domain/contact-facts.ts';
import type { ChangeFact } from '../domain/contact-facts.ts';
import { createCountDeltas } from '../domain/pending-count.ts';
import type { ContactModel } from '../model.ts';
import { countPending } from './count-pending.ts';
import type { CountingUnit } from './count-pending.ts';
import type { EmailIndex, Tail } from './email-index.ts';
import { addFacts } from './fact-batches.ts';
import type { FactBatchModel } from './fact-batches.ts';
import { fieldId, SELF } from './field-model.ts';
import type { FieldModel, FieldRow } from './field-model.ts';
import { writeCounts } from './write-counts.ts';

/** What the work of a transaction is done with. */
export interface UnitOfWork extends CountingUnit {
  /**
   * Counts what is pending of these contacts. Whoever changes contacts in a unit of work does this first, and then adds its own deltas.
   * Answers how many had something pending.
   */
  countPending(ids: readonly string[], now: Date): Promise<number>;
}

type Work<T> = (unit: UnitOfWork) => Promise<T>;

export interface Transactions {
  /**
   * Runs `work` in a transaction that concerns these projects only. It runs again, with a new unit of work, while others are at the same
   * documents; so it must change nothing outside of the session that it could not change again.
   */
  commit<T>(projectIds: Iterable<string>, work: Work<T>, tries?: number): Promise<T>;
}

interface Parts {
  contacts: ContactModel;
  fields: FieldModel;
  emailIndex: EmailIndex;
  factBatches: FactBatchModel;
}

const TRIES = 50;
const LONGEST_WAIT_MS = 64;
/** Who waits longer in the queue looks whether the one before has died. */
const TIMEOUT_MS = 1_000;
const TRANSACTION = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const;

/** Another transaction was at the same documents, or made the same one first; the same work succeeds a moment later. */
export function isContended(error: unknown): boolean {
  if (isDatabaseDown(error)) return false;
  const { code, hasErrorLabel } = error as { code?: unknown; hasErrorLabel?: unknown };
  return (
    code === 112 ||
    isDuplicateKey(error) ||
    (typeof hasErrorLabel === 'function' && (error as mongo.MongoError).hasErrorLabel('TransientTransactionError'))
  );
}

export function createTransactions({ contacts, fields, emailIndex, factBatches }: Parts): Transactions {
  const endAbandoned = abandonedTransactions(fields.db);

  /** Whoever changes a project's counts comes first past this row, so that those who come at once find out at the start. */
  async function queueUp(projectIds: readonly string[], session: ClientSession): Promise<void> {
    const writes = projectIds.map((projectId) => ({
      updateOne: {
        filter: { _id: fieldId(projectId, SELF), projectId },
        update: { $inc: { version: 1 }, $setOnInsert: { key: SELF, count: 0, subscribed: 0 } },
        upsert: true,
      },
    }));
    await bulkWrite(fields, writes, { session, everyProject: true });
  }

  async function tailsOf(projectIds: readonly string[], session: ClientSession): Promise<Map<string, Tail>> {
    const own = { _id: { $in: projectIds.map((projectId) => fieldId(projectId, SELF)) } };
    const rows = await acrossProjects(fields.find(own, { projectId: 1, tail: 1 }, { session })).lean<FieldRow[]>();
    return new Map(rows.flatMap(({ projectId, tail }) => (tail ? [[projectId, tail] as const] : [])));
  }

  async function keepTails(tails: ReadonlyMap<string, Tail>, session: ClientSession): Promise<void> {
    const writes = [...tails].map(([projectId, tail]) => ({
      updateOne: { filter: { _id: fieldId(projectId, SELF), projectId }, update: { $set: { tail } } },
    }));
    await bulkWrite(fields, writes, { session, everyProject: true });
  }

  /** The transaction, once past the queue. */
  async function attempt<T>(projectIds: readonly string[], session: ClientSession, work: Work<T>): Promise<T> {
    const deltas = createCountDeltas();
    const facts: ChangeFact[] = [];
    const emails = emailIndex.changes(await tailsOf(projectIds, session));
    const unit: UnitOfWork = {
      session,
      deltas,
      emails,
      publish: (contact, change) => void facts.push(...changeFacts(contact, change)),
      countPending: (ids, now) => countPending(unit, { contacts, projectIds, ids, now }),
    };
    const result = await work(unit);
    await writeCounts(fields, deltas, session);
    await emailIndex.write(emails, session);
    await keepTails(emails.tails, session);
    await addFacts({ model: factBatches, session }, randomUUID(), facts);
    await session.commitTransaction();
    if (facts.length > 0) outboxHint(factBatches);
    return result;
  }

  async function commit<T>(projectIds: Iterable<string>, work: Work<T>, tries = TRIES): Promise<T> {
    const projects = [...new Set(projectIds)].toSorted();
    const session = await fields.db.startSession();
    const began = performance.now();
    try {
      for (let [tried, wait] = [1, 1]; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
        let isFirst = false;
        session.startTransaction(TRANSACTION);
        try {
          await queueUp(projects, session);
          isFirst = true;
          return await attempt(projects, session, work);
        } catch (error) {
          if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
          // Waiting for another transaction is no failure of this one.
          tried += isFirst ? 1 : 0.05;
          if (tried > tries || !isContended(error)) throw error;
          if (!isFirst && performance.now() - began > TIMEOUT_MS) await endAbandoned();
          await setTimeout(Math.random() * wait);
        }
      }
    } finally {
      await session.endSession();
    }
  }

  return { commit };
}
