/** Workflows of a project with their graphs: kept whole in one document each, so that every change of a graph is one write. */
import type { Model } from 'mongoose';
import { fault, notFound } from '#kit/errors.ts';
import { literalPattern } from '#kit/literal-pattern.ts';
import { sortedPage } from '#kit/store/sorted-page.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Graph, Step, Transition } from './domain/graph.ts';
import type { Position } from './domain/step.ts';
import { isSameTrigger, triggerEvent } from './domain/workflow.ts';
import type { WorkflowFields } from './domain/workflow.ts';
import type { WorkflowDoc } from './model.ts';

/** Moments are ISO texts: a graph is kept as JSON. */
interface Dated {
  createdAt: string;
  updatedAt: string;
}

export type StoredStep = Step & Dated & { position: Position };
export type StoredTransition = Transition & Dated;
export type StoredGraph = Graph<StoredStep, StoredTransition>;

export interface Workflow {
  id: string;
  projectId: string;
  fields: WorkflowFields;
  graph: StoredGraph;
  revision: number;
  /** Since when it is enabled with its trigger: an event of before starts nothing, however late its fact comes. */
  triggersSince: Date;
  createdAt: Date;
  updatedAt: Date;
}

export interface ListQuery {
  page: number;
  pageSize: number;
  search?: string | null | undefined;
  status?: string | null | undefined;
  sort: string;
  dir: string;
}

/** What a change of a workflow leaves. */
export type Edit = Partial<Pick<Workflow, 'fields' | 'graph'>>;

export interface ProjectWorkflows {
  insert(workflow: Workflow): Promise<void>;
  /** Faults WORKFLOW_NOT_FOUND. */
  find(id: string): Promise<Workflow>;
  findMany(ids: readonly string[]): Promise<Workflow[]>;
  list(query: ListQuery): Promise<{ data: Workflow[]; total: number }>;
  /** Newest first. */
  all(): Promise<Workflow[]>;
  /** Enabled ones that an event starts. */
  enabledByEvent(): Promise<Workflow[]>;
  hasEnabled(): Promise<boolean>;
  /**
   * Applies a change to the workflow as it is, again should somebody else change it meanwhile. Faults WORKFLOW_NOT_FOUND, BAD_REQUEST when
   * the graph gets too large, CONFLICT when others keep changing it, and what `change` faults.
   */
  edit(id: string, change: (workflow: Workflow) => Edit | Promise<Edit>, now: Date): Promise<Workflow>;
  /** Hides it; its executions go later. */
  bury(id: string, now: Date): Promise<void>;
  /** Hides all that were made until then; answers their ids, those hidden before among them. */
  buryAll(until: Date, now: Date): Promise<string[]>;
  /** Executions begun until then are to be cancelled. */
  askCancel(id: string, until: Date): Promise<void>;
  cancelled(id: string, until: Date): Promise<void>;
  remove(id: string): Promise<void>;
  removeAll(): Promise<void>;
}

export interface DefinitionsStore {
  of(projectId: string): ProjectWorkflows;
  /** Deleted workflows of any project. */
  buried(limit: number): Promise<{ id: string; projectId: string }[]>;
  /** Workflows of any project whose executions are being cancelled. */
  cancelling(limit: number): Promise<{ id: string; projectId: string; until: Date }[]>;
}

const MOST_GRAPH = 4_000_000;
const ATTEMPTS = 8;
const SORTED: Readonly<Record<string, string>> = { name: 'name', createdAt: 'createdAt', updatedAt: 'updatedAt', steps: 'stepCount' };

const missing = (id: string) => notFound('WORKFLOW_NOT_FOUND', { resource: 'Workflow', id });

function workflowOf(doc: WorkflowDoc): Workflow {
  const { _id: id, projectId, name, description, enabled, triggerType, triggerConfig, allowReentry, revision, createdAt, updatedAt } = doc;
  const config = triggerConfig === null ? null : (JSON.parse(triggerConfig) as WorkflowFields['triggerConfig']);
  return {
    id,
    projectId,
    fields: { name, description, enabled, triggerType, triggerConfig: config, allowReentry },
    graph: JSON.parse(doc.graph) as StoredGraph,
    revision,
    triggersSince: doc.triggersSince ?? createdAt,
    createdAt,
    updatedAt,
  };
}

type Stored = Pick<Workflow, 'fields' | 'graph' | 'revision' | 'triggersSince'>;

function stored({ fields: { triggerConfig, ...fields }, graph, revision, triggersSince }: Stored) {
  const text = JSON.stringify(graph);
  if (text.length > MOST_GRAPH) throw fault('BAD_REQUEST', { message: `The steps of a workflow may have ${MOST_GRAPH} characters in all` });
  return {
    ...fields,
    triggerConfig: triggerConfig && JSON.stringify(triggerConfig),
    eventName: triggerEvent({ triggerConfig, triggerType: fields.triggerType }),
    graph: text,
    stepCount: graph.steps.length,
    revision,
    triggersSince,
  };
}

/** The workflow after a change. */
function changed(before: Workflow, edit: Edit, now: Date): Workflow {
  const next = { ...before, ...edit, revision: before.revision + 1 };
  const isTriggeredAnew = (!before.fields.enabled && next.fields.enabled) || !isSameTrigger(before.fields, next.fields);
  return isTriggeredAnew ? { ...next, triggersSince: now } : next;
}

function filterOf(projectId: string, { search, status }: ListQuery): Record<string, unknown> {
  const fragment = search && { $regex: literalPattern(search), $options: 'i' };
  return {
    projectId,
    deletedAt: null,
    ...(fragment && { $or: [{ name: fragment }, { description: fragment }] }),
    ...(status === 'active' && { enabled: true }),
    ...(status === 'disabled' && { enabled: false }),
  };
}

export function createDefinitionsStore(model: Model<WorkflowDoc>): DefinitionsStore {
  return {
    async buried(limit) {
      const found = await acrossProjects(model.find({ deletedAt: { $type: 'date' } }, { projectId: 1 }))
        .limit(limit)
        .lean<WorkflowDoc[]>();
      return found.map(({ _id, projectId }) => ({ id: _id, projectId }));
    },

    async cancelling(limit) {
      const found = await acrossProjects(model.find({ cancelUntil: { $exists: true } }, { projectId: 1, cancelUntil: 1 }))
        .limit(limit)
        .lean<WorkflowDoc[]>();
      return found.map(({ _id, projectId, cancelUntil }) => ({ id: _id, projectId, until: cancelUntil! }));
    },

    of(projectId) {
      const there = { projectId, deletedAt: null };

      async function find(id: string): Promise<Workflow> {
        const doc = await model.findOne({ ...there, _id: id }).lean<WorkflowDoc>();
        if (!doc) throw missing(id);
        return workflowOf(doc);
      }

      return {
        find,

        async insert(workflow) {
          const { id, createdAt, updatedAt } = workflow;
          await model.insertMany([{ _id: id, projectId, ...stored(workflow), deletedAt: null, createdAt, updatedAt }]);
        },

        async findMany(ids) {
          return (await model.find({ ...there, _id: { $in: [...ids] } }).lean<WorkflowDoc[]>()).map(workflowOf);
        },

        async list(query) {
          const { page, pageSize } = query;
          const sorted = { page, pageSize, sort: SORTED[query.sort] ?? 'createdAt', dir: query.dir === 'asc' ? 1 : -1 } as const;
          const { data, total } = await sortedPage(model, filterOf(projectId, query), sorted);
          return { data: data.map(workflowOf), total };
        },

        async all() {
          return (await model.find(there).sort({ createdAt: -1, _id: -1 }).lean<WorkflowDoc[]>()).map(workflowOf);
        },

        async enabledByEvent() {
          return (await model.find({ ...there, enabled: true, eventName: { $ne: null } }).lean<WorkflowDoc[]>()).map(workflowOf);
        },

        async hasEnabled() {
          return (await model.exists({ ...there, enabled: true })) !== null;
        },

        async edit(id, change, now) {
          for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
            const before = await find(id);
            const next = changed(before, await change(before), now);
            const changes = { ...stored(next), updatedAt: now };
            const doc = await model
              .findOneAndUpdate({ ...there, _id: id, revision: before.revision }, { $set: changes }, { returnDocument: 'after' })
              .lean<WorkflowDoc>();
            if (doc) return workflowOf(doc);
          }
          throw fault('CONFLICT', { message: 'Workflow was changed meanwhile' });
        },

        async bury(id, now) {
          await model.updateOne({ ...there, _id: id }, { $set: { deletedAt: now, enabled: false } });
        },

        async buryAll(until, now) {
          const made = { projectId, createdAt: { $lte: until } };
          await model.updateMany({ ...made, deletedAt: null }, { $set: { deletedAt: now, enabled: false } });
          return (await model.find(made, { _id: 1 }).lean<{ _id: string }[]>()).map(({ _id }) => _id);
        },

        async askCancel(id, until) {
          await model.updateOne({ ...there, _id: id }, { $set: { cancelUntil: until } });
        },

        async cancelled(id, until) {
          await model.updateOne({ projectId, _id: id, cancelUntil: until }, { $unset: { cancelUntil: 1 } });
        },

        async remove(id) {
          await model.deleteOne({ projectId, _id: id });
        },

        async removeAll() {
          await model.deleteMany({ projectId });
        },
      };
    },
  };
}
