/** Records as they are shown: contract 2.8. */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { Fault } from '#kit/errors.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import type {
  ContactRef,
  Execution as Shown,
  Step,
  StepExecution,
  TemplateRef,
  Transition,
  Workflow as WorkflowMessage,
} from '#proto/workflows/v1/workflows.ts';
import type { StoredStep, StoredTransition, Workflow } from './definitions.ts';
import { stepOf } from './domain/graph.ts';
import type { StepRun } from './domain/advance.ts';
import type { Execution } from './execution-document.ts';
import { STARTING, executionKey } from './domain/counting.ts';
import { executionTotal } from './kept-counts.ts';
import type { KeptCounts } from './kept-counts.ts';
import { stepExecutionIdOf } from './runner.ts';
import type { Snapshots } from './snapshots.ts';

export interface ViewParts {
  counts: Pick<KeptCounts, 'read'>;
  snapshots: Snapshots;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findRefs'>;
  templating: Pick<Client<typeof TemplatingServiceDefinition>, 'get'>;
}

export interface Views {
  /** With the numbers of steps and executions. */
  counted(workflows: readonly Workflow[], call: Call): Promise<WorkflowMessage[]>;
  /** With steps, transitions and the number of starts that wait. */
  whole(workflow: Workflow, call: Call): Promise<WorkflowMessage>;
  step(workflowId: string, step: StoredStep, call: Call): Promise<Step>;
  /** Each with its contact and the step it stands on. */
  executions(found: readonly Execution[], call: Call): Promise<Shown[]>;
  /** With its steps and the graph it runs on. */
  execution(found: Execution, call: Call): Promise<Shown>;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export function showWorkflow({ id, projectId, fields, createdAt, updatedAt }: Workflow): WorkflowMessage {
  const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, projectId, ...fields, ...dates, steps: [], transitions: [] };
}

export const showTransition = (transition: StoredTransition): Transition => transition;

const showStep = (workflowId: string, step: StoredStep, template: TemplateRef | null): Step => ({ ...step, workflowId, template });

function showRun(executionId: string, { stepId, status, error, output, startedAt, completedAt, scheduledFor }: StepRun): StepExecution {
  return {
    id: stepExecutionIdOf(executionId, stepId),
    executionId,
    stepId,
    status,
    error,
    output,
    scheduledFor: iso(scheduledFor),
    executeAfter: iso(scheduledFor),
    startedAt: iso(startedAt),
    completedAt: iso(completedAt),
  };
}

function showExecution({ id, workflowId, contactId, status, currentStepId, exitReason, context, ...dates }: Execution): Shown {
  return {
    id,
    workflowId,
    contactId,
    status,
    currentStepId,
    exitReason,
    context,
    startedAt: iso(dates.startedAt),
    completedAt: iso(dates.completedAt),
    createdAt: iso(dates.createdAt),
    updatedAt: iso(dates.updatedAt),
    stepExecutions: [],
  };
}

export function createViews({ counts, snapshots, contacts, templating }: ViewParts): Views {
  /** A deleted template has no name any more. */
  async function templateOf(id: string | null, call: Call): Promise<TemplateRef | null> {
    if (id === null) return null;
    try {
      return { id, name: (await templating.get({ id }, call)).name };
    } catch (error) {
      if (error instanceof Fault && error.name === 'TEMPLATE_NOT_FOUND') return null;
      throw error;
    }
  }

  async function steps({ id, graph }: Workflow, call: Call): Promise<Step[]> {
    const ids = [...new Set(graph.steps.map(({ templateId }) => templateId))];
    const templates = new Map(await Promise.all(ids.map(async (one) => [one, await templateOf(one, call)] as const)));
    return graph.steps.map((step) => showStep(id, step, templates.get(step.templateId) ?? null));
  }

  async function contactsOf(found: readonly Execution[], call: Call): Promise<Map<string, ContactRef>> {
    const ids = [...new Set(found.map(({ contactId }) => contactId))];
    if (ids.length === 0) return new Map();
    const { contacts: refs } = await contacts.findRefs({ ids }, call);
    return new Map(refs.map(({ id, email }) => [id, { id, email }]));
  }

  async function executionsWithRefs(found: readonly Execution[], call: Call): Promise<Shown[]> {
    const refs = await contactsOf(found, call);
    return await Promise.all(
      found.map(async (one) => {
        const step = stepOf(await snapshots.of(call.projectId, one.workflowId, one.revision), one.currentStepId);
        const currentStep = step ? { id: step.id, name: step.name, type: step.type } : null;
        return { ...showExecution(one), contact: refs.get(one.contactId) ?? null, currentStep };
      }),
    );
  }

  return {
    async counted(workflows, { projectId }) {
      const ids = workflows.map(({ id }) => id);
      const kept = await counts.read(projectId, ids);
      return workflows.map((workflow) => ({
        ...showWorkflow(workflow),
        stepCount: workflow.graph.steps.length,
        executionCount: executionTotal(kept.get(workflow.id)!),
      }));
    },

    async whole(workflow, call) {
      const [shown, kept] = await Promise.all([steps(workflow, call), counts.read(call.projectId, [workflow.id])]);
      const startsWaiting = kept.get(workflow.id)!.get(executionKey(STARTING)) ?? 0;
      return { ...showWorkflow(workflow), steps: shown, transitions: workflow.graph.transitions.map(showTransition), startsWaiting };
    },

    step: async (workflowId, step, call) => showStep(workflowId, step, await templateOf(step.templateId, call)),

    executions: executionsWithRefs,

    async execution(found, call) {
      const [[shown], snapshot] = await Promise.all([
        executionsWithRefs([found], call),
        snapshots.of(call.projectId, found.workflowId, found.revision),
      ]);
      return {
        ...shown!,
        workflow: { id: snapshot.id, name: snapshot.name },
        stepExecutions: found.runs.map((run) => showRun(found.id, run)),
        workflowSnapshot: { ...snapshot },
      };
    },
  };
}
