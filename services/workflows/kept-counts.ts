/**
 * Numbers of executions and mails, kept beside them: what changed is marked in the document itself (`uncounted`) and added to the numbers a
 * moment later, in one transaction with the note of what was counted (`counted`). So they are exact through crashes, and a reader, who adds
 * what is not counted yet, scans no executions.
 */
import type { ClientSession, Model } from 'mongoose';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import type { Write } from '#kit/store/bulk-write.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { addDifference, executionKey, executionKeys, mailKeys, STARTING } from './domain/counting.ts';
import type { CountKey } from './domain/counting.ts';
import { ACTIVE, STATUSES } from './domain/advance.ts';
import type { CountDoc, ExecutionDoc, MailDoc } from './model.ts';

/** By workflow. */
export type Counts = ReadonlyMap<string, ReadonlyMap<CountKey, number>>;

export interface KeptCounts extends Sweeper {
  /** As of now. While more than some thousand changes are not counted, as of a moment ago. */
  read(projectId: string, workflowIds: readonly string[]): Promise<Counts>;
  /** Executions of all projects: those that wait to be started, and active ones. */
  totals(): Promise<{ starting: number; active: number }>;
  /** Of one workflow, or of all. */
  remove(projectId: string, workflowId?: string): Promise<void>;
}

export interface KeptCountsParts {
  executions: Model<ExecutionDoc>;
  mails: Model<MailDoc>;
  counts: Model<CountDoc>;
  clock: () => Date;
  log: Log;
}

/** A document that counts. */
export interface Counted {
  _id: string;
  projectId: string;
  workflowId?: string;
  counted?: CountKey[];
  uncounted?: Date;
}

/** Documents that count, and what they are read for. */
interface Source {
  model: Model<any>;
  fields: Record<string, 1>;
  keysOf(doc: any): CountKey[];
}

const EVERY_MS = 500;
/** Documents are counted once they have been left alone for so long: one that is being worked on is not written twice. */
const RESTED_MS = 1_000;
const PAGE = 500;
/** Changes not counted yet that a reader looks at. */
const MOST_PENDING = 5_000;
const TRANSACTION = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const;

export const countId = (workflowId: string, key: CountKey): string => `${workflowId}:${key}`;

/** Executions of a workflow by its numbers, in any status or in one. */
export function executionTotal(numbers: ReadonlyMap<CountKey, number>, status?: (typeof STATUSES)[number]): number {
  const wanted: readonly (typeof STATUSES)[number][] = status ? [status] : STATUSES;
  return wanted.reduce((total, one) => total + (numbers.get(executionKey(one)) ?? 0), 0);
}

/** What the documents add to the numbers of their workflows. */
function sumsOf(docs: readonly Counted[], keysOf: Source['keysOf']): Write[] {
  return [...Map.groupBy(docs, (doc) => doc.workflowId ?? '')].flatMap(([workflowId, own]) => {
    const difference = new Map<CountKey, number>();
    for (const doc of own) addDifference(difference, doc.counted ?? [], keysOf(doc));
    const { projectId } = own[0]!;
    return [...difference]
      .filter(([, by]) => by !== 0)
      .map(([key, by]) => {
        const update = { $inc: { count: by }, $setOnInsert: { workflowId, key } };
        return { updateOne: { filter: { _id: countId(workflowId, key), projectId }, update, upsert: true } };
      });
  });
}

/** All that is counted. */
export function countedSources({ executions, mails }: Pick<KeptCountsParts, 'executions' | 'mails'>): readonly Source[] {
  return [
    {
      model: executions,
      fields: { workflowId: 1, status: 1, launch: 1, 'runs.stepId': 1, 'runs.status': 1, 'runs.branch': 1 },
      keysOf: ({ status, launch, runs }: ExecutionDoc) => executionKeys({ status, isStarting: launch === 'waiting', runs }),
    },
    {
      model: mails,
      fields: { workflowId: 1, stepId: 1, sent: 1, opened: 1, clicked: 1 },
      // One that left before its step wrote whose it is counts when that is known.
      keysOf: ({ stepId, ...flags }: MailDoc) => (stepId ? mailKeys(stepId, flags) : []),
    },
  ];
}

export function createKeptCounts({ executions, mails, counts, clock, log }: KeptCountsParts): KeptCounts {
  const sources = countedSources({ executions, mails });

  const rested = () => ({ uncounted: { $lte: new Date(clock().getTime() - RESTED_MS) } });

  /** Counts a page of changes; answers how many. */
  async function countPage({ model, fields, keysOf }: Source, session: ClientSession): Promise<number> {
    const docs = await acrossProjects(model.find(rested(), { ...fields, projectId: 1, counted: 1 }, { session }))
      .sort({ uncounted: 1 })
      .limit(PAGE)
      .lean<Counted[]>();
    const notes = docs.map((doc): Write => {
      const update = { $set: { counted: keysOf(doc) }, $unset: { uncounted: 1 } };
      return { updateOne: { filter: { _id: doc._id, projectId: doc.projectId }, update } };
    });
    await bulkWrite(counts, sumsOf(docs, keysOf), { session, everyProject: true });
    await bulkWrite(model, notes, { session, everyProject: true });
    return docs.length;
  }

  async function sweep(): Promise<void> {
    for (const source of sources) {
      // Most sweeps find nothing, and need no transaction.
      if (!(await acrossProjects(source.model.exists(rested())))) continue;
      const session = await counts.db.startSession();
      try {
        // Another process that counts the same changes has this one begin again.
        while ((await session.withTransaction(() => countPage(source, session), TRANSACTION)) === PAGE);
      } finally {
        await session.endSession();
      }
    }
  }

  async function readWithin(session: ClientSession, projectId: string, workflowIds: readonly string[]): Promise<Counts> {
    const which = { projectId, workflowId: { $in: [...workflowIds] } };
    const found = new Map(workflowIds.map((id) => [id, new Map<CountKey, number>()]));
    const kept = await counts.find(which, { workflowId: 1, key: 1, count: 1 }, { session }).lean<CountDoc[]>();
    for (const { workflowId, key, count } of kept) found.get(workflowId)!.set(key, count);
    const pending = sources.map(({ model, fields }) =>
      model
        .find({ ...which, uncounted: { $exists: true } }, { ...fields, counted: 1 }, { session })
        .limit(MOST_PENDING)
        .lean<Counted[]>()
        .exec(),
    );
    for (const [index, docs] of (await Promise.all(pending)).entries())
      for (const doc of docs) addDifference(found.get(doc.workflowId!)!, doc.counted ?? [], sources[index]!.keysOf(doc));
    return found;
  }

  /** All reads see one moment of the database. */
  async function atOneMoment<T>(read: (session: ClientSession) => Promise<T>): Promise<T> {
    const session = await counts.db.startSession({ snapshot: true });
    try {
      return await read(session);
    } finally {
      await session.endSession();
    }
  }

  return {
    ...createSweeper(sweep, 'numbers of executions', { log, everyMs: EVERY_MS }),
    read: (projectId, workflowIds) => atOneMoment((session) => readWithin(session, projectId, workflowIds)),

    async totals() {
      const keys = ([STARTING, ...ACTIVE] as const).map((what) => executionKey(what));
      const sums = await acrossProjects(
        counts.aggregate<{ _id: CountKey; count: number }>([
          { $match: { key: { $in: keys } } },
          { $group: { _id: '$key', count: { $sum: '$count' } } },
        ]),
      );
      const found = new Map(sums.map(({ _id, count }) => [_id, count]));
      const of = (what: Parameters<typeof executionKey>[0]): number => found.get(executionKey(what)) ?? 0;
      return { starting: of(STARTING), active: of('RUNNING') + of('WAITING') };
    },

    async remove(projectId, workflowId) {
      await counts.deleteMany({ projectId, ...(workflowId ? { workflowId } : {}) });
    },
  };
}
