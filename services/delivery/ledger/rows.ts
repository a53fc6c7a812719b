/** The ledger's rows: written, found, claimed, leased. What became of them is written by outcome-writer.ts. */
import type { Model } from 'mongoose';
import { collectionOf, filterOf, updateOf } from '#kit/store/bulk-write.ts';
import { failpoint } from '#kit/failpoint.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { EmailRow } from '../domain/email.ts';
import type { Status } from '../domain/states.ts';
import type { CountTransition } from './transition-metrics.ts';
import type { Due, DueLook } from '../domain/email.ts';

export interface LedgerRowsParts {
  model: Model<EmailRow>;
  /** Names this process in traces and claims. */
  processId: string;
  id: () => string;
  countTransition: CountTransition;
}

/** A stranded row's step; without a `dueAt` nothing is left to do. */
export interface RecoveryStep {
  status: 'UNKNOWN' | 'PENDING';
  set?: Partial<EmailRow>;
  dueAt?: Date;
  detail: string;
  now: Date;
}

export interface LedgerRows {
  /** For each row whether it was inserted: false for one that was there already (the same operation, done again). */
  insertEach(rows: readonly EmailRow[]): Promise<(boolean | Error)[]>;
  /** A single row, with those that come at once; as `insertEach`. */
  insert(row: EmailRow): Promise<boolean>;
  /** Rows of a page at once; those that are there already stay as they are. */
  insertAll(rows: readonly EmailRow[]): Promise<void>;
  /** Those of the ids that have a row. */
  existing(projectId: string, ids: readonly string[]): Promise<Set<string>>;
  /** Takes rows back that were written at that moment and never tried. */
  withdraw(projectId: string, ids: readonly string[], at: Date): Promise<void>;
  /** Projects with rows of the class due: one skip along the index each. */
  projectsDue(priority: number, now: Date): Promise<string[]>;
  /** Ids that are due, by project, each project's oldest first. */
  due(looked: DueLook): Promise<Due[]>;
  /** Takes what is still PENDING and due, or held, among the ids; answers the rows this claim holds until `leaseUntil`. */
  claim(ids: readonly string[], now: Date, leaseUntil: Date): Promise<EmailRow[]>;
  /** Waiting rows of the project are due at once. */
  attemptWaiting(projectId: string, now: Date): Promise<void>;
  /** Prolongs the leases of rows in flight. */
  renew(rows: readonly EmailRow[], leaseUntil: Date): Promise<void>;
  /** Rows whose lease ran out (SENDING) or whose outcome is to be settled (UNKNOWN). */
  stranded(now: Date, limit: number): Promise<EmailRow[]>;
  /** Rows that the process still holds by its last claim. */
  claimedBy(process: string, limit: number): Promise<EmailRow[]>;
  /** Moves a stranded row; false when another process was quicker. */
  transition(row: EmailRow, step: RecoveryStep): Promise<boolean>;
}

/** Who names rows need not have the database weigh other ways to them, the index of all that is due among those. */
const BY_ID = { hint: { _id: 1 } } as const;

type BulkError = { writeErrors?: { index: number; err?: { errmsg?: string }; code?: number }[] };

export function createLedgerRows({ model, processId, id, countTransition }: LedgerRowsParts): LedgerRows {
  async function insertEach(rows: readonly EmailRow[]): Promise<(boolean | Error)[]> {
    try {
      await model.insertMany(rows, { ordered: false, lean: true });
      rows.forEach((row) => countTransition(row, row.status));
      return rows.map(() => true);
    } catch (error) {
      const failed = new Map((error as BulkError).writeErrors?.map((fault) => [fault.index, fault]) ?? []);
      if (failed.size === 0 || !isDuplicateKey(error)) throw error;
      return rows.map((row, index) => {
        const fault = failed.get(index);
        if (!fault) {
          countTransition(row, row.status);
          return true;
        }
        return fault.code === 11_000 ? false : new Error(fault.err?.errmsg ?? 'the row was not written');
      });
    }
  }

  return {
    insertEach,

    insert: createBatcher<EmailRow, boolean>({ write: insertEach }),

    async insertAll(rows: readonly EmailRow[]): Promise<void> {
      let there = new Set<number>();
      try {
        // Below mongoose: rows are whole, and there are millions. Each names its project.
        if (rows.length > 0) await collectionOf(model).insertMany(rows, { ordered: false });
      } catch (error) {
        const faults = [(error as BulkError).writeErrors ?? []].flat();
        if (!isDuplicateKey(error) || faults.some((fault) => fault.code !== 11_000)) throw error;
        there = new Set(faults.map(({ index }) => index));
      }
      rows.forEach((row, index) => {
        if (!there.has(index)) countTransition(row, row.status);
      });
    },

    async existing(projectId: string, ids: readonly string[]): Promise<Set<string>> {
      const rows = await model.find({ projectId, _id: { $in: ids as string[] } }, { _id: 1 }).lean<Pick<EmailRow, '_id'>[]>();
      return new Set(rows.map(({ _id }) => _id));
    },

    async withdraw(projectId: string, ids: readonly string[], at: Date): Promise<void> {
      await model.deleteMany({ _id: { $in: ids as string[] }, projectId, status: 'PENDING', attempt: 0, createdAt: at });
    },

    async projectsDue(priority: number, now: Date): Promise<string[]> {
      return await acrossProjects(model.distinct('projectId', { status: 'PENDING', priority, dueAt: { $lte: now } }));
    },

    async due({ priority, projectIds, now, limit }: DueLook): Promise<Due[]> {
      return await acrossProjects(
        model
          .find(
            { status: 'PENDING', priority, projectId: { $in: projectIds as string[] }, dueAt: { $lte: now } },
            { projectId: 1, priority: 1 },
          )
          .sort({ projectId: 1, dueAt: 1 })
          .limit(limit)
          .lean<Due[]>(),
      );
    },

    async claim(ids: readonly string[], now: Date, leaseUntil: Date): Promise<EmailRow[]> {
      const claim = id();
      const { modifiedCount } = await acrossProjects(
        model.updateMany(
          { _id: { $in: ids }, status: 'PENDING', dueAt: { $not: { $gt: now } } },
          updateOf({
            $set: { status: 'SENDING', claim, dueAt: leaseUntil, updatedAt: now },
            $inc: { attempt: 1 },
            $push: { trace: { at: now, to: 'SENDING', by: processId } },
          }),
          BY_ID,
        ),
      );
      if (modifiedCount === 0) return [];
      const own = await acrossProjects(
        model
          .find({ _id: { $in: ids }, claim, status: 'SENDING' })
          .hint(BY_ID.hint)
          .lean<EmailRow[]>(),
      );
      own.forEach((row) => countTransition(row, 'SENDING'));
      return own;
    },

    async attemptWaiting(projectId: string, now: Date): Promise<void> {
      await model.updateMany({ projectId, status: 'PENDING', dueAt: { $gt: now } }, { $set: { dueAt: now } });
    },

    async renew(rows: readonly EmailRow[], leaseUntil: Date): Promise<void> {
      const claims = [...new Set(rows.map((row) => row.claim!))];
      await acrossProjects(
        model.updateMany(
          filterOf({ _id: { $in: rows.map((row) => row._id) }, claim: { $in: claims }, status: 'SENDING' }),
          updateOf({ $set: { dueAt: leaseUntil } }),
          BY_ID,
        ),
      );
    },

    async stranded(now: Date, limit: number): Promise<EmailRow[]> {
      const find = (status: Status) =>
        acrossProjects(
          model
            .find({ status, dueAt: { $lte: now } })
            .limit(limit)
            .lean<EmailRow[]>(),
        );
      return (await Promise.all([find('SENDING'), find('UNKNOWN')])).flat();
    },

    async claimedBy(process: string, limit: number): Promise<EmailRow[]> {
      const rows = await acrossProjects(
        model
          .find(filterOf({ status: 'SENDING', dueAt: { $exists: true }, 'trace.by': process }))
          .limit(limit)
          .lean<EmailRow[]>(),
      );
      return rows.filter(({ trace }) => trace.findLast(({ to }) => to === 'SENDING')?.by === process);
    },

    async transition(row: EmailRow, { status, set, dueAt, detail, now }: RecoveryStep): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: row._id, projectId: row.projectId, claim: row.claim, status: row.status, dueAt: row.dueAt },
        updateOf({
          $set: { ...set, status, updatedAt: now, ...(dueAt ? { dueAt } : {}) },
          ...(dueAt ? {} : { $unset: { dueAt: 1 } }),
          $push: { trace: { at: now, to: status, by: processId, detail } },
        }),
      );
      if (status === 'UNKNOWN') failpoint('delivery unknown written');
      else if (row.status === 'UNKNOWN') failpoint('delivery repeat written');
      if (matchedCount === 1) countTransition(row, status);
      return matchedCount === 1;
    },
  };
}
