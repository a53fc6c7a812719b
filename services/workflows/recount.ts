/** Compares the kept numbers of a project's workflows with its executions and mails, and sets them right. */
import type { ClientSession, Model } from 'mongoose';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import type { Write } from '#kit/store/bulk-write.ts';
import { addDifference, countName } from './domain/counting.ts';
import type { CountKey, CountName } from './domain/counting.ts';
import { countId, countedSources } from './kept-counts.ts';
import type { Counted } from './kept-counts.ts';
import type { CountDoc, WorkflowsModels } from './model.ts';

/** A number that is kept otherwise than it is counted, or documents whose note of what they were counted as is wrong. */
export type CountDifference = { workflowId: string } & (({ kept: number; counted: number } & CountName) | { of: string; notes: number });

type Models = Pick<WorkflowsModels, 'workflows' | 'executions' | 'mails' | 'counts'>;

interface Compared {
  models: Models;
  projectId: string;
  workflowId: string;
  session: ClientSession;
}

const CHUNK = 1_000;
const TRANSACTION = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const;

const isSame = (noted: readonly CountKey[], keys: readonly CountKey[]): boolean => noted.toSorted().join() === keys.toSorted().join();

/** What each document counts as; of one that is not counted yet, what it was counted as: the rest is added soon. */
async function countAll({ models, projectId, workflowId, session }: Compared) {
  const numbers = new Map<CountKey, number>();
  const notes: { model: Model<any>; writes: Write[] }[] = [];
  for (const { model, fields, keysOf } of countedSources(models)) {
    const writes: Write[] = [];
    const cursor = model
      .find({ projectId, workflowId }, { ...fields, counted: 1, uncounted: 1 }, { session })
      .lean<Counted[]>()
      .cursor({ batchSize: CHUNK });
    for await (const doc of cursor as AsyncIterable<Counted>) {
      const keys = doc.uncounted ? (doc.counted ?? []) : keysOf(doc);
      addDifference(numbers, [], keys);
      if (!doc.uncounted && !isSame(doc.counted ?? [], keys))
        writes.push({ updateOne: { filter: { _id: doc._id, projectId }, update: { $set: { counted: keys } } } });
    }
    notes.push({ model, writes });
  }
  return { numbers, notes };
}

async function compare(compared: Compared, repairing: boolean): Promise<CountDifference[]> {
  const { models, projectId, workflowId, session } = compared;
  const { numbers, notes } = await countAll(compared);
  const rows = await models.counts.find({ projectId, workflowId }, { key: 1, count: 1 }, { session }).lean<CountDoc[]>();
  const kept = new Map(rows.map(({ key, count }) => [key, count]));
  const differing = [...new Set([...kept.keys(), ...numbers.keys()])]
    .map((key) => ({ key, kept: kept.get(key) ?? 0, counted: numbers.get(key) ?? 0 }))
    .filter((one) => one.kept !== one.counted);
  if (repairing) {
    const writes = differing.map(({ key, kept: listed, counted }): Write => {
      const update = { $inc: { count: counted - listed }, $setOnInsert: { workflowId, key } };
      return { updateOne: { filter: { _id: countId(workflowId, key), projectId }, update, upsert: true } };
    });
    await bulkWrite(models.counts, writes, { session });
    for (const { model, writes: own } of notes)
      for (let from = 0; from < own.length; from += CHUNK) await bulkWrite(model, own.slice(from, from + CHUNK), { session });
  }
  return [
    ...differing.map(({ key, ...found }) => ({ workflowId, ...countName(key), ...found })),
    ...notes.flatMap(({ model: { collection }, writes }) =>
      writes.length > 0 ? [{ workflowId, of: collection.collectionName, notes: writes.length }] : [],
    ),
  ];
}

/** Workflow after workflow, each at one moment of the database. Reads every execution and mail of the project. */
export async function recount(models: Models, projectId: string, repairing: boolean): Promise<CountDifference[]> {
  const [defined, counted] = [
    await models.workflows.find({ projectId }, { _id: 1 }).lean<{ _id: string }[]>(),
    await models.counts.find({ projectId }, { workflowId: 1 }).lean<CountDoc[]>(),
  ];
  const found: CountDifference[] = [];
  for (const workflowId of new Set([...defined.map(({ _id }) => _id), ...counted.map((row) => row.workflowId)])) {
    const session = await models.counts.db.startSession(repairing ? {} : { snapshot: true });
    const compared = { models, projectId, workflowId, session };
    try {
      found.push(
        ...(repairing ? await session.withTransaction(() => compare(compared, true), TRANSACTION) : await compare(compared, false)),
      );
    } finally {
      await session.endSession();
    }
  }
  return found;
}
