/** Workflows (contract 4.8). Which faults a body has, and in which order, workflows decides. */
import { z } from 'zod';
import { WorkflowsServiceDefinition as Workflows } from '#proto/workflows/v1/workflows.ts';
import {
  STEP_TYPES,
  TRIGGER_TYPES,
  cancelledAll,
  execution,
  executionPage,
  fieldList,
  position,
  simulated,
  step,
  serializeExecution,
  serializeListed,
  serializeSimulated,
  serializeStats,
  serializeStep,
  serializeTransition,
  serializeWholeExecution,
  serializeWholeWorkflow,
  serializeWorkflow,
  transition,
  wholeExecution,
  wholeWorkflow,
  workflow,
  workflowPage,
  workflowStats,
} from '../records/workflow.ts';
import { bare, nothing } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { choice, data, dependingOn, id, judged, needing, paging, words, written } from '../schemas.ts';

const AUTH = 'secret-key-or-session';
const listQuery = z.object({
  ...paging,
  search: words,
  status: choice(['active', 'disabled'], undefined),
  sort: choice(['name', 'createdAt', 'updatedAt', 'steps'], 'createdAt'),
  dir: choice(['asc', 'desc'], 'desc'),
});

const { name, description, enabled, triggerType, triggerConfig, allowReentry } = workflow.shape;
const eventName = written.meta({ examples: ['signup'] });
const reentry = allowReentry.nullable();
const createBody = judged(z.object({ name, eventName, description, allowReentry: reentry }), ['name', 'eventName'], {
  name: 'Welcome series',
  eventName: 'signup',
});
const patchBody = judged(z.object({ name, description, triggerType, triggerConfig, enabled, allowReentry: reentry }), [], {
  enabled: true,
}).meta(
  dependingOn(
    needing({ triggerType: { enum: TRIGGER_TYPES.filter((one) => one !== 'EVENT') } }),
    {},
    {
      properties: { triggerConfig: { type: 'object', ...needing({ eventName: { type: 'string', pattern: '\\S', maxLength: 255 } }) } },
      additionalProperties: true,
    },
  ),
);
const type = z.enum(STEP_TYPES.filter((one) => one !== 'TRIGGER')).meta({ examples: ['DELAY'] });
const { config, templateId } = step.shape;
const autoConnect = z.boolean().meta({ description: 'Link it from the last step that nothing follows', default: true });
const stepBody = judged(
  z.object({ type, name: step.shape.name, position, config, templateId, autoConnect: autoConnect.nullable() }),
  ['type', 'name', 'position', 'config'],
  {
    type: 'DELAY',
    name: 'Wait two days',
    position: { x: 100, y: 250 },
    config: { amount: 2, unit: 'days' },
  },
);
const stepPatchBody = judged(z.object({ name: step.shape.name, position, config, templateId }), [], {
  config: { amount: 3, unit: 'days' },
});
const { fromStepId, toStepId, branch, condition, waitOutcome, priority } = transition.shape;
const transitionBody = judged(z.object({ fromStepId, toStepId, branch, condition, waitOutcome, priority }), ['fromStepId', 'toStepId'], {
  fromStepId: '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42',
  toStepId: '9f3a0b8f-2c1d-4e42-8c0e-6f0a4d535b0c',
});
const startBody = z.object({ contactId: id, context: data.nullish() });
const simulateBody = z.object({
  contactId: id,
  event: data.nullish(),
  outcomes: z
    .record(z.string(), z.enum(['EVENT', 'TIMEOUT']))
    .nullish()
    .meta({ description: 'What becomes of each WAIT_FOR_EVENT step, by its id; without an entry the event comes' }),
});
const spliceQuery = z.object({
  splice: z
    .unknown()
    .optional()
    .transform((value) => value === 'true')
    .meta({ type: 'boolean', default: false, description: 'Take out the step alone and link its neighbours' }),
});

const ofWorkflow = (params: Readonly<Record<string, string>>) => ({ workflowId: params['id']! });
const ofExecution = (params: Readonly<Record<string, string>>) => ({ ...ofWorkflow(params), executionId: params['executionId']! });

const definitionRoutes: Route[] = [
  route('GET /workflows', {
    summary: 'List workflows',
    auth: AUTH,
    query: listQuery,
    target: [Workflows, 'list'],
    request: ({ query }) => query,
    reply: bare(workflowPage),
    serialize: ({ data: rows, total, page, pageSize, totalPages }) => ({
      data: rows.map(serializeListed),
      total,
      page,
      pageSize,
      totalPages,
    }),
  }),
  route('GET /workflows/fields', {
    summary: 'List fields for conditions',
    auth: AUTH,
    query: z.object({ eventName: words }),
    target: [Workflows, 'listFields'],
    request: ({ query }) => query,
    reply: bare(fieldList),
    serialize: ({ fields }) => ({ fields: fields.map(({ field }) => field), typedFields: fields, count: fields.length }),
  }),
  route('POST /workflows', {
    summary: 'Create a workflow',
    auth: AUTH,
    body: createBody,
    target: [Workflows, 'create'],
    request: ({ body }) => ({ body }),
    reply: bare(workflow, 201),
    serialize: serializeWorkflow,
  }),
  route('GET /workflows/:id', {
    summary: 'Get a workflow',
    auth: AUTH,
    target: [Workflows, 'get'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: bare(wholeWorkflow),
    serialize: serializeWholeWorkflow,
  }),
  route('PATCH /workflows/:id', {
    summary: 'Update a workflow',
    auth: AUTH,
    body: patchBody,
    target: [Workflows, 'update'],
    request: ({ params, body }) => ({ id: params['id']!, body }),
    reply: bare(workflow),
    serialize: serializeWorkflow,
  }),
  route('DELETE /workflows/:id', {
    summary: 'Delete a workflow',
    auth: AUTH,
    target: [Workflows, 'delete'],
    request: ({ params }) => ({ id: params['id']! }),
    reply: nothing,
  }),
  route('POST /workflows/:id/steps', {
    summary: 'Add a step',
    auth: AUTH,
    body: stepBody,
    target: [Workflows, 'addStep'],
    request: ({ params, body }) => ({ ...ofWorkflow(params), body }),
    reply: bare(step, 201),
    serialize: serializeStep,
  }),
  route('PATCH /workflows/:id/steps/:stepId', {
    summary: 'Update a step',
    auth: AUTH,
    body: stepPatchBody,
    target: [Workflows, 'updateStep'],
    request: ({ params, body }) => ({ ...ofWorkflow(params), stepId: params['stepId']!, body }),
    reply: bare(step),
    serialize: serializeStep,
  }),
  route('DELETE /workflows/:id/steps/:stepId', {
    summary: 'Delete a step',
    auth: AUTH,
    query: spliceQuery,
    target: [Workflows, 'deleteStep'],
    request: ({ params, query }) => ({ ...ofWorkflow(params), stepId: params['stepId']!, splice: query.splice }),
    reply: nothing,
  }),
  route('POST /workflows/:id/transitions', {
    summary: 'Link two steps',
    auth: AUTH,
    body: transitionBody,
    target: [Workflows, 'addTransition'],
    request: ({ params, body }) => ({ ...ofWorkflow(params), body }),
    reply: bare(transition, 201),
    serialize: serializeTransition,
  }),
  route('DELETE /workflows/:id/transitions/:transitionId', {
    summary: 'Remove a link',
    auth: AUTH,
    target: [Workflows, 'deleteTransition'],
    request: ({ params }) => ({ ...ofWorkflow(params), transitionId: params['transitionId']! }),
    reply: nothing,
  }),
];

const executionRoutes: Route[] = [
  route('POST /workflows/:id/executions', {
    summary: 'Start an execution',
    auth: AUTH,
    body: startBody,
    target: [Workflows, 'startExecution'],
    request: ({ params, body }) => ({ ...ofWorkflow(params), ...body }),
    reply: bare(execution, 201),
    serialize: serializeExecution,
  }),
  route('GET /workflows/:id/executions', {
    summary: 'List executions',
    auth: AUTH,
    query: z.object({ ...paging, status: words }),
    target: [Workflows, 'listExecutions'],
    request: ({ params, query }) => ({ ...ofWorkflow(params), ...query }),
    reply: bare(executionPage),
    serialize: ({ data: rows, total, page, pageSize, totalPages }) => {
      const executions = rows.map(serializeExecution);
      return { data: executions, executions, total, page, pageSize, totalPages };
    },
  }),
  route('GET /workflows/:id/executions/:executionId', {
    summary: 'Get an execution',
    auth: AUTH,
    target: [Workflows, 'getExecution'],
    request: ({ params }) => ofExecution(params),
    reply: bare(wholeExecution),
    serialize: serializeWholeExecution,
  }),
  route('DELETE /workflows/:id/executions/:executionId', {
    summary: 'Cancel an execution',
    auth: AUTH,
    target: [Workflows, 'cancelExecution'],
    request: ({ params }) => ofExecution(params),
    reply: bare(execution),
    serialize: serializeExecution,
  }),
  route('POST /workflows/:id/executions/cancel-all', {
    summary: 'Cancel all executions',
    auth: AUTH,
    target: [Workflows, 'cancelAll'],
    request: ({ params }) => ofWorkflow(params),
    reply: bare(cancelledAll),
    serialize: ({ cancelled }) => ({ cancelled }),
  }),
  route('POST /workflows/:id/executions/:executionId/retry', {
    summary: 'Retry a failed execution',
    auth: AUTH,
    target: [Workflows, 'retryExecution'],
    request: ({ params }) => ofExecution(params),
    reply: bare(execution),
    serialize: serializeExecution,
  }),
  route('GET /workflows/:id/stats', {
    summary: 'Get the figures of each step',
    auth: AUTH,
    target: [Workflows, 'stats'],
    request: ({ params }) => ofWorkflow(params),
    reply: bare(workflowStats),
    serialize: serializeStats,
  }),
  route('POST /workflows/:id/simulate', {
    summary: 'Simulate a workflow',
    auth: AUTH,
    body: simulateBody,
    target: [Workflows, 'simulate'],
    request: ({ params, body }) => ({ ...ofWorkflow(params), ...body, outcomes: body.outcomes ?? {} }),
    reply: bare(simulated),
    serialize: serializeSimulated,
  }),
];

export const workflowRoutes: Route[] = [...definitionRoutes, ...executionRoutes];
