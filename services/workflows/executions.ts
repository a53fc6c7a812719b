/** Executions as they are kept: begun, moved by one writer at a time, met by events, cancelled. The API reads nothing else. */
import type { Model } from 'mongoose';
import { outboxHint } from '#kit/facts/outbox.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { duplicatesOf } from './duplicates.ts';
import { isActive } from './domain/advance.ts';
import type { ArrivedEvent, State, Status, StepRun } from './domain/advance.ts';
import { OVER, docOf, executionOf, storedRun, updateOfChange } from './execution-document.ts';
import type { Beginning, Execution, Change } from './execution-document.ts';
import type { ExecutionDoc, StoredEvent } from './model.ts';

export interface ListQuery {
  workflowId: string;
  page: number;
  pageSize: number;
  status?: string | null | undefined;
}

/** An event, and the contact to whose executions it comes. */
export interface WaitedEvent {
  contactId: string;
  event: ArrivedEvent;
}

export interface ProjectExecutions {
  /** Those that are not there already and that re-entry does not forbid. One answer each: true for those that began. */
  begin(beginnings: readonly Beginning[], now: Date): Promise<boolean[]>;
  /** Of these contacts, those that ever had an execution of the workflow. */
  whoEntered(workflowId: string, contactIds: readonly string[]): Promise<Set<string>>;
  find(id: string): Promise<Execution | null>;
  list(query: ListQuery): Promise<Execution[]>;
  hasActive(workflowId: string, stepIds?: readonly string[]): Promise<boolean>;
  /** Writes the change unless somebody else moved or ended the execution; answers it as it is then, null when overtaken. */
  apply(before: Execution, change: Change, now: Date): Promise<Execution | null>;
  /** FAILED → RUNNING; false when it is not FAILED, or the contact has another active execution. */
  revive(before: Execution, after: { state: State; awaits: readonly string[] }, now: Date): Promise<boolean>;
  /** Executions of these contacts that may wait for one of these names. */
  awaiting(contactIds: readonly string[], names: readonly string[]): Promise<{ contactId: string; awaits: string[] }[]>;
  /** Events come to their contacts' executions that wait for them, or may come to wait in a moment; each takes an event once. */
  arrive(events: readonly WaitedEvent[], now: Date): Promise<void>;
  /** Active ones that match → CANCELLED; answers how many. */
  cancel(
    which: { id?: string; workflowId?: string; contactIds?: readonly string[]; until?: Date },
    reason: string,
    now: Date,
  ): Promise<number>;
  /** Rows of a workflow, at most a page; answers how many. */
  removePage(workflowId: string | null): Promise<number>;
}

/** An execution's last change. */
interface Ending {
  before: Execution;
  change: Change;
  now: Date;
}

/** Executions read, or ended, by one request to the database; each may hold megabytes. */
const AT_ONCE = 50;
/** Events kept for an execution that has not looked at them. */
const EVENTS_KEPT = 5;
const REMOVED_AT_ONCE = 2_000;
const LIST_FIELDS = { arrived: 0, prepared: 0, event: 0, awaits: 0, counted: 0 };

export interface ExecutionsStore {
  of(projectId: string): ProjectExecutions;
}

export function createExecutionsStore(model: Model<ExecutionDoc>, newId: () => string): ExecutionsStore {
  const read = createBatcher<{ projectId: string; id: string }, ExecutionDoc | null>({
    max: AT_ONCE,
    async write(wanted) {
      const projectIds = [...new Set(wanted.map(({ projectId }) => projectId))];
      const those = { _id: { $in: wanted.map(({ id }) => id) }, projectId: { $in: projectIds } };
      const found = await acrossProjects(model.find(those)).lean<ExecutionDoc[]>();
      const byId = new Map(found.map((doc) => [`${doc.projectId} ${doc._id}`, doc]));
      return wanted.map(({ projectId, id }) => byId.get(`${projectId} ${id}`) ?? null);
    },
  });

  /** Answers false to those that somebody else moved or ended. */
  const end = createBatcher<Ending, boolean>({
    max: AT_ONCE,
    async write(endings) {
      const claim = newId();
      const writes = endings.map(({ before: { id, projectId, turn }, change, now }) => {
        const update = updateOfChange(change, now);
        return {
          updateOne: { filter: { _id: id, projectId, turn, active: true }, update: { ...update, $set: { ...update.$set, claim } } },
        };
      });
      const result = await bulkWrite(model, writes, { everyProject: true });
      outboxHint(model);
      if (result?.matchedCount === endings.length) return endings.map(() => true);
      const ids = endings.map(({ before: { id } }) => id);
      const projectIds = [...new Set(endings.map(({ before: { projectId } }) => projectId))];
      const ended = await acrossProjects(model.find({ _id: { $in: ids }, projectId: { $in: projectIds }, claim }, { _id: 1 })).lean<
        { _id: string }[]
      >();
      const own = new Set(ended.map(({ _id }) => _id));
      return ids.map((id) => own.has(id));
    },
  });

  return {
    of(projectId) {
      const where = (filter: object): { projectId: string } => ({ projectId, ...filter });

      return {
        async begin(beginnings, now) {
          let there = new Set<number>();
          try {
            if (beginnings.length > 0)
              await model.insertMany(
                beginnings.map((one) => docOf(projectId, one, now)),
                { ordered: false, lean: true },
              );
          } catch (error) {
            there = duplicatesOf(error);
          }
          outboxHint(model);
          return beginnings.map((_, index) => !there.has(index));
        },

        async whoEntered(workflowId, contactIds) {
          const found = await model
            .find(where({ workflowId, contactId: { $in: [...contactIds] } }), { contactId: 1 })
            .lean<ExecutionDoc[]>();
          return new Set(found.map(({ contactId }) => contactId));
        },

        async find(id) {
          const doc = await read({ projectId, id });
          return doc && executionOf(doc);
        },

        async list({ workflowId, page, pageSize, status }) {
          // What is skipped is read from the index alone.
          const ids = await model
            .find(where({ workflowId, ...(status ? { status } : {}) }), { _id: 1 })
            .sort({ createdAt: -1, _id: -1 })
            .skip((page - 1) * pageSize)
            .limit(pageSize)
            .lean<Pick<ExecutionDoc, '_id'>[]>();
          const found = await model.find(where({ _id: { $in: ids.map(({ _id }) => _id) } }), LIST_FIELDS).lean<ExecutionDoc[]>();
          const byId = new Map(found.map((doc) => [doc._id, doc]));
          // One may have been removed in between.
          return ids.flatMap(({ _id }) => byId.get(_id) ?? []).map(executionOf);
        },

        async hasActive(workflowId, stepIds) {
          const on = stepIds ? { currentStepId: { $in: [...stepIds] } } : {};
          return (await model.exists(where({ workflowId, status: { $in: ['RUNNING', 'WAITING'] }, ...on }))) !== null;
        },

        async apply(before, change, now) {
          const { id, turn, workflowId, contactId } = before;
          if (!isActive(change.state)) {
            const ended = await end({ before, change, now });
            return ended ? { ...before, ...change.state, turn: turn + 1, updatedAt: now } : null;
          }
          const doc = await model
            .findOneAndUpdate(where({ _id: id, workflowId, contactId, turn, active: true }), updateOfChange(change, now), {
              returnDocument: 'after',
            })
            .lean<ExecutionDoc>();
          if (doc && change.facts.length > 0) outboxHint(model);
          return doc && executionOf(doc);
        },

        async revive({ id, turn }, { state, awaits }, now) {
          const { status, currentStepId, exitReason, runs, completedAt } = state;
          const set = {
            ...(awaits.length > 0 ? { awaits } : {}),
            status,
            currentStepId,
            exitReason,
            completedAt,
            runs: runs.map(storedRun),
            active: true,
            dueAt: now,
            updatedAt: now,
            uncounted: now,
          };
          try {
            const { matchedCount } = await model.updateOne(where({ _id: id, turn, status: 'FAILED' satisfies Status }), {
              $set: set,
              $inc: { turn: 1 },
            } as object);
            return matchedCount === 1;
          } catch (error) {
            duplicatesOf(error);
            return false;
          }
        },

        async awaiting(contactIds, names) {
          return await model
            .find(where({ contactId: { $in: [...contactIds] }, awaits: { $in: [...names] }, active: true }), { contactId: 1, awaits: 1 })
            .lean<{ contactId: string; awaits: string[] }[]>();
        },

        async arrive(events, now) {
          const writes = events.map(({ contactId, event: { data, ...event } }) => {
            const stored: StoredEvent = { ...event, data: data && JSON.stringify(data) };
            const waiting = {
              contactId,
              awaits: event.name,
              active: true,
              startedAt: { $lte: event.at },
              'arrived.id': { $ne: event.id },
            };
            const update = { $push: { arrived: { $each: [stored], $slice: -EVENTS_KEPT } }, $min: { dueAt: now } };
            return { updateMany: { filter: where({ ...waiting, $or: [{ status: 'RUNNING' }, { waitsFor: event.name }] }), update } };
          });
          await bulkWrite(model, writes, { ordered: true });
        },

        async cancel({ id, workflowId, contactIds, until }, reason, now) {
          const which = {
            ...(id ? { _id: id } : {}),
            ...(workflowId ? { workflowId } : {}),
            ...(contactIds ? { contactId: { $in: [...contactIds] } } : {}),
            ...(until ? { createdAt: { $lte: until } } : {}),
          };
          const { modifiedCount } = await model.updateMany(
            where({ ...which, active: true }),
            {
              $set: {
                status: 'CANCELLED' satisfies Status,
                exitReason: reason,
                completedAt: now,
                updatedAt: now,
                uncounted: now,
                dueAt: now,
                'runs.$[open].status': 'SKIPPED' satisfies StepRun['status'],
                'runs.$[open].completedAt': now,
              },
              $unset: OVER,
              $inc: { turn: 1 },
            } as object,
            { arrayFilters: [{ 'open.status': { $in: ['RUNNING', 'WAITING'] } }] },
          );
          return modifiedCount;
        },

        async removePage(workflowId) {
          const rows = await model
            .find(where(workflowId ? { workflowId } : {}), { _id: 1 })
            .limit(REMOVED_AT_ONCE)
            .lean<{ _id: string }[]>();
          if (rows.length > 0) await model.deleteMany(where({ _id: { $in: rows.map(({ _id }) => _id) } }));
          return rows.length;
        },
      };
    },
  };
}
