/** Records of workflows, their steps and executions (contract 2.8, 4.8). */
import { z } from 'zod';
import type {
  Execution,
  SimulateResponse,
  StatsResponse,
  Step,
  StepExecution,
  Transition,
  Workflow,
} from '#proto/workflows/v1/workflows.ts';
import { serializer } from '../reply.ts';
import { at, data, id, pageOf, written } from '../schemas.ts';

export const TRIGGER_TYPES = ['EVENT', 'MANUAL', 'SCHEDULE'] as const;
export const STEP_TYPES = ['TRIGGER', 'SEND_EMAIL', 'DELAY', 'WAIT_FOR_EVENT', 'CONDITION', 'WEBHOOK', 'UPDATE_CONTACT', 'EXIT'] as const;
export const EXECUTION_STATUSES = ['RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const;
const RUN_STATUSES = ['PENDING', 'SCHEDULED', 'WAITING', 'RUNNING', 'COMPLETED', 'SKIPPED', 'FAILED'] as const;
const WAIT_OUTCOMES = ['EVENT', 'TIMEOUT'] as const;

const text = (example: string) => z.string().meta({ examples: [example] });
const number = z.int().meta({ examples: [1] });
const config = data.meta({ type: 'object', additionalProperties: true, examples: [{ amount: 2, unit: 'days' }] });
const eventConfig = data.meta({ type: 'object', additionalProperties: true, examples: [{ eventName: 'signup' }] });

export const workflow = z
  .object({
    id,
    name: written.meta({ examples: ['Welcome series'] }),
    description: text('Three mails after sign-up').nullable(),
    enabled: z.boolean(),
    triggerType: z.enum(TRIGGER_TYPES),
    triggerConfig: eventConfig.nullable(),
    allowReentry: z.boolean(),
    projectId: id,
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'Workflow' });

const branch = text('yes').nullable();

export const transition = z
  .object({
    id,
    fromStepId: id,
    toStepId: id,
    condition: z.object({ branch: text('yes') }).nullable(),
    branch,
    waitOutcome: z.enum(WAIT_OUTCOMES).nullable(),
    priority: number,
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'WorkflowTransition' });

export const position = z.object({ x: z.number(), y: z.number() }).meta({ examples: [{ x: 100, y: 250 }] });

export const step = z
  .object({
    id,
    workflowId: id,
    type: z.enum(STEP_TYPES),
    name: written.meta({ examples: ['Wait two days'] }),
    position,
    config,
    templateId: id.nullable(),
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'WorkflowStep' });

const fullStep = step.extend({
  template: z.object({ id, name: text('Welcome') }).nullable(),
  outgoingTransitions: z.array(transition),
  incomingTransitions: z.array(transition),
});

export const wholeWorkflow = workflow
  .extend({
    steps: z.array(fullStep),
    transitions: z.array(transition),
    startsWaiting: number.meta({ description: 'Executions that were begun by events and wait to be started' }),
  })
  .meta({ id: 'WorkflowWithSteps' });

const listed = workflow.extend({ _count: z.object({ steps: number, executions: number }) });
export const workflowPage = pageOf(listed);

export const fieldList = z.object({
  fields: z.array(text('contact.email')),
  typedFields: z.array(z.object({ field: text('contact.email'), type: text('string'), category: z.enum(['contact', 'event']) })),
  count: number,
});

const contactRef = z.object({ id, email: z.email() }).nullable();
const stepRef = z.object({ id, name: text('Wait two days'), type: z.enum(STEP_TYPES) }).nullable();

export const execution = z
  .object({
    id,
    workflowId: id,
    contactId: id,
    status: z.enum(EXECUTION_STATUSES),
    currentStepId: id.nullable(),
    exitReason: text('exit_step').nullable(),
    context: data.nullable(),
    startedAt: at,
    completedAt: at.nullable(),
    createdAt: at,
    updatedAt: at,
    contact: contactRef,
    currentStep: stepRef,
  })
  .meta({ id: 'WorkflowExecution' });

const stepExecution = z.object({
  id,
  executionId: id,
  stepId: id,
  status: z.enum(RUN_STATUSES),
  scheduledFor: at.nullable(),
  executeAfter: at.nullable(),
  output: data.nullable(),
  error: text('WEBHOOK has no url').nullable(),
  startedAt: at.nullable(),
  completedAt: at.nullable(),
});

export const wholeExecution = execution
  .extend({
    workflow: z.object({ id, name: text('Welcome series') }),
    stepExecutions: z.array(stepExecution),
    workflowSnapshot: data,
  })
  .meta({ id: 'WorkflowExecutionWithSteps' });

export const executionPage = pageOf(execution).extend({ executions: z.array(execution).meta({ description: 'The same as data' }) });
export const cancelledAll = z.object({ cancelled: number });

const emailCounts = z.object({ sent: number, opened: number, clicked: number });
export const workflowStats = z.object({
  steps: z.array(
    z.object({
      stepId: id,
      entered: number,
      waiting: number,
      completed: number,
      failed: number,
      skipped: number,
      branches: z.record(z.string(), number).meta({ examples: [{ yes: 1, no: 2 }] }),
      emails: emailCounts,
    }),
  ),
});

export const simulated = z.object({
  path: z.array(z.object({ stepId: id, type: z.enum(STEP_TYPES), at, output: data.nullable() })),
  ended: text('COMPLETED'),
});

/** What a WEBHOOK step sends where it has no body of its own (contract 6). Not named: generators leave out what no path leads to. */
export const webhookRequest = z.object({
  contact: z.object({ email: z.email().meta({ examples: ['ada@example.org'] }), subscribed: z.boolean(), data: data.nullable() }),
  workflow: z.object({ id, name: text('Welcome series') }),
  execution: z.object({ id, startedAt: at }),
  event: data.meta({ examples: [{ orderId: '1042' }], description: 'Data of the event that began it; of a manual start the context' }),
});

const keys = {
  workflow: serializer(workflow),
  step: serializer(step),
  transition: serializer(transition.omit({ condition: true })),
  execution: serializer(execution),
  run: serializer(stepExecution),
};

export const serializeWorkflow = (one: Workflow): object => keys.workflow(one);

export function serializeTransition(one: Transition): Record<string, unknown> {
  const { id: own, fromStepId, toStepId, ...rest } = keys.transition(one);
  return { id: own, fromStepId, toStepId, condition: one.branch ? { branch: one.branch } : null, ...rest };
}

export const serializeStep = (one: Step): object => keys.step(one);

export function serializeWholeWorkflow(one: Workflow): object {
  const transitions = one.transitions.map(serializeTransition);
  const steps = one.steps.map((own) => ({
    ...keys.step(own),
    template: own.template ?? null,
    outgoingTransitions: transitions.filter(({ fromStepId }) => fromStepId === own.id),
    incomingTransitions: transitions.filter(({ toStepId }) => toStepId === own.id),
  }));
  return { ...keys.workflow(one), steps, transitions, startsWaiting: one.startsWaiting ?? 0 };
}

export const serializeListed = (one: Workflow): object => ({
  ...keys.workflow(one),
  _count: { steps: one.stepCount ?? 0, executions: one.executionCount ?? 0 },
});

export const serializeExecution = (one: Execution): object => keys.execution(one);

export const serializeWholeExecution = (one: Execution): object => ({
  ...keys.execution(one),
  workflow: one.workflow,
  stepExecutions: one.stepExecutions.map((run: StepExecution) => keys.run(run)),
  workflowSnapshot: one.workflowSnapshot,
});

export const serializeStats = ({ steps }: StatsResponse): object => ({ steps });

export const serializeSimulated = ({ path, ended }: SimulateResponse): object => ({
  path: path.map(({ stepId, type, at: moment, output }) => ({ stepId, type, at: moment, output: output ?? null })),
  ended,
});
