/** What the bus asks of definitions: workflows, their steps and transitions (contract 4.8). */
import { isDeepStrictEqual } from 'node:util';
import type { Call } from '#kit/contract/call.ts';
import type { Client, Handlers } from '#kit/contract/definition.ts';
import { fault, notFound } from '#kit/errors.ts';
import type { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import type { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import type { DefinitionsStore, StoredStep, StoredTransition, Workflow } from './definitions.ts';
import { checkRoomForStep, dependants, findStep, lastLeaf, readTransition, removal, splice } from './domain/editing.ts';
import type { Graph, Step, Transition } from './domain/graph.ts';
import { readAutoConnect, readStep, readStepChanges, refersTo } from './domain/step.ts';
import { TRIGGER_PLACE, changeWorkflow, isSameTrigger, readWorkflow, triggerStep } from './domain/workflow.ts';
import type { ExecutionsStore } from './executions.ts';
import type { FieldList } from './fields.ts';
import type { Triggers } from './triggers.ts';
import type { Views } from './view.ts';
import { showTransition, showWorkflow } from './view.ts';

export interface DefinitionParts {
  store: DefinitionsStore;
  executions: ExecutionsStore;
  triggers: Triggers;
  fields: FieldList;
  views: Views;
  templating: Pick<Client<typeof TemplatingServiceDefinition>, 'get'>;
  id: () => string;
}

type All = Handlers<typeof WorkflowsServiceDefinition>;
export type DefinitionHandlers = Pick<
  All,
  | 'create'
  | 'list'
  | 'get'
  | 'update'
  | 'delete'
  | 'listFields'
  | 'addStep'
  | 'updateStep'
  | 'deleteStep'
  | 'addTransition'
  | 'deleteTransition'
  | 'usage'
  | 'hasEnabled'
>;

const conflict = (message: string) => fault('CONFLICT', { message });
/** Executions under way would see it; what is sent as it stands is no change. */
const changesRun = (before: Step, changes: Partial<Pick<Step, 'config' | 'templateId'>>): boolean =>
  ('config' in changes && !isDeepStrictEqual(changes.config, before.config)) ||
  ('templateId' in changes && changes.templateId !== before.templateId);
const dated = ({ now }: Call) => ({ createdAt: now.toISOString(), updatedAt: now.toISOString() });

export function createDefinitionHandlers(parts: DefinitionParts): DefinitionHandlers {
  const { store, executions, triggers, fields, views, templating, id: freshId } = parts;

  async function refuseWhileActive(workflowId: string, { projectId }: Call, what: string): Promise<void> {
    if (await executions.of(projectId).hasActive(workflowId)) throw conflict(`${what} while executions are active; cancel them first`);
  }

  /** Executions that stand on one of the steps. */
  async function refuseWhileOn(workflowId: string, stepIds: ReadonlySet<string>, { projectId }: Call): Promise<void> {
    if (await executions.of(projectId).hasActive(workflowId, [...stepIds]))
      throw conflict('Running executions depend on it; cancel them first');
  }

  const checkTemplate = async (templateId: string | null | undefined, call: Call): Promise<void> => {
    if (templateId) await templating.get({ id: templateId }, call);
  };

  const link = (between: Omit<Transition, 'id'>, call: Call): StoredTransition => ({ ...between, id: freshId(), ...dated(call) });

  async function edit(id: string, change: Parameters<ReturnType<DefinitionsStore['of']>['edit']>[1], call: Call): Promise<Workflow> {
    const after = await store.of(call.projectId).edit(id, change, call.now);
    triggers.forget(call.projectId);
    return after;
  }

  return {
    async create({ body }, call) {
      const wish = readWorkflow(body ?? {});
      const trigger: StoredStep = {
        id: freshId(),
        type: 'TRIGGER',
        ...triggerStep(wish),
        templateId: null,
        position: TRIGGER_PLACE,
        ...dated(call),
      };
      const { projectId, now } = call;
      const graph = { steps: [trigger], transitions: [] };
      const workflow = { id: freshId(), projectId, fields: wish, graph, revision: 1, triggersSince: now, createdAt: now, updatedAt: now };
      await store.of(projectId).insert(workflow);
      return showWorkflow(workflow);
    },

    async list(query, call) {
      const { data, total } = await store.of(call.projectId).list(query);
      const { page, pageSize } = query;
      return { data: await views.counted(data, call), total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
    },

    get: async ({ id }, call) => views.whole(await store.of(call.projectId).find(id), call),

    async update({ id, body }, call) {
      const after = await edit(
        id,
        async ({ fields: before, graph }) => {
          const wish = changeWorkflow(body ?? {}, before);
          if (isSameTrigger(before, wish)) return { fields: wish };
          await refuseWhileActive(id, call, 'The trigger cannot change');
          const turned = { ...triggerStep(wish), updatedAt: call.now.toISOString() };
          const steps = graph.steps.map((step) => (step.type === 'TRIGGER' ? { ...step, ...turned } : step));
          return { fields: wish, graph: { ...graph, steps } };
        },
        call,
      );
      return showWorkflow(after);
    },

    async delete({ id }, call) {
      await store.of(call.projectId).find(id);
      await refuseWhileActive(id, call, 'A workflow cannot be deleted');
      await store.of(call.projectId).bury(id, call.now);
      triggers.forget(call.projectId);
      return {};
    },

    listFields: async ({ eventName }, call) => ({ fields: await fields(eventName ?? undefined, call) }),

    async addStep({ workflowId, body }, call) {
      const sent = body ?? {};
      await store.of(call.projectId).find(workflowId);
      const [wish, connects] = [readStep(sent), readAutoConnect(sent)];
      await checkTemplate(wish.templateId, call);
      const step: StoredStep = { ...wish, id: freshId(), ...dated(call) };
      const { graph } = await edit(
        workflowId,
        ({ graph: before }) => {
          checkRoomForStep(before, step.type);
          const from = connects ? lastLeaf(before) : null;
          const plain = { branch: null, waitOutcome: null, priority: 0 };
          const linked = from ? [link({ fromStepId: from.id, toStepId: step.id, ...plain }, call)] : [];
          return { graph: { steps: [...before.steps, step], transitions: [...before.transitions, ...linked] } };
        },
        call,
      );
      return await views.step(workflowId, findStep(graph, step.id), call);
    },

    async updateStep({ workflowId, stepId, body }, call) {
      const before = findStep((await store.of(call.projectId).find(workflowId)).graph, stepId);
      const changes = readStepChanges(body ?? {}, before.type);
      await checkTemplate(changes.templateId, call);
      if (changesRun(before, changes)) await refuseWhileActive(workflowId, call, 'Config and template of a step cannot change');
      const { graph } = await edit(
        workflowId,
        ({ graph: now }) => {
          findStep(now, stepId);
          const changed = { ...changes, updatedAt: call.now.toISOString() };
          return { graph: { ...now, steps: now.steps.map((step) => (step.id === stepId ? { ...step, ...changed } : step)) } };
        },
        call,
      );
      return await views.step(workflowId, findStep(graph, stepId), call);
    },

    async deleteStep({ workflowId, stepId, splice: isSpliced }, call) {
      await edit(
        workflowId,
        async ({ graph }) => {
          const step = findStep(graph, stepId);
          const gone = isSpliced ? new Set([stepId]) : removal(graph, step);
          const kept = isSpliced ? splice(graph, step) : graph.transitions;
          await refuseWhileOn(workflowId, gone, call);
          return { graph: without({ steps: graph.steps, transitions: kept }, gone) };
        },
        call,
      );
      return {};
    },

    async addTransition({ workflowId, body }, call) {
      const id = freshId();
      const { graph } = await edit(
        workflowId,
        ({ graph: before }) => {
          const made = { ...readTransition(before, body ?? {}), id, ...dated(call) };
          return { graph: { ...before, transitions: [...before.transitions, made] } };
        },
        call,
      );
      return showTransition(graph.transitions.find((one) => one.id === id)!);
    },

    async deleteTransition({ workflowId, transitionId }, call) {
      await edit(
        workflowId,
        async ({ graph }) => {
          const found = graph.transitions.find(({ id }) => id === transitionId);
          if (!found)
            throw notFound('RESOURCE_NOT_FOUND', { resource: 'WorkflowTransition', id: transitionId }, 'Workflow transition not found');
          await refuseWhileOn(workflowId, dependants(graph, found), call);
          return { graph: { ...graph, transitions: graph.transitions.filter(({ id }) => id !== transitionId) } };
        },
        call,
      );
      return {};
    },

    async usage({ field, event, templateId }, { projectId }) {
      const thing = { field: field ?? undefined, event: event ?? undefined, templateId: templateId ?? undefined };
      const using = (await store.of(projectId).all())
        .map((workflow) => ({ workflow, steps: workflow.graph.steps.filter((step) => refersTo(step, thing)) }))
        .filter(({ steps }) => steps.length > 0);
      return {
        workflows: using.map(
          ({
            workflow: {
              id,
              fields: { name },
            },
          }) => ({ id, name }),
        ),
        steps: using.flatMap(({ workflow, steps }) =>
          steps.map(({ id, name }) => ({ id, name, workflowId: workflow.id, workflowName: workflow.fields.name })),
        ),
      };
    },

    hasEnabled: async (_, { projectId }) => ({ enabled: await store.of(projectId).hasEnabled() }),
  };
}

function without<S extends StoredStep, T extends Transition>({ steps, transitions }: Graph<S, T>, gone: ReadonlySet<string>): Graph<S, T> {
  return {
    steps: steps.filter(({ id }) => !gone.has(id)),
    transitions: transitions.filter(({ fromStepId, toStepId }) => !gone.has(fromStepId) && !gone.has(toStepId)),
  };
}
