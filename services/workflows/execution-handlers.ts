/** What the bus asks of executions (contract 3.4, 4.8). */
import type { Call } from '#kit/contract/call.ts';
import type { Client, Handlers } from '#kit/contract/definition.ts';
import { fault, notFound } from '#kit/errors.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import type { DefinitionsStore } from './definitions.ts';
import { STATUSES, advance, isActive } from './domain/advance.ts';
import { awaitedEvents } from './domain/graph.ts';
import type { EventIntake } from './event-intake.ts';
import type { Execution } from './execution-document.ts';
import type { ExecutionsStore } from './executions.ts';
import { executionTotal } from './kept-counts.ts';
import type { KeptCounts } from './kept-counts.ts';
import { CANCELLED_ALL } from './reconciler.ts';
import type { Simulation } from './simulation.ts';
import type { Snapshots } from './snapshots.ts';
import type { Starts } from './starts.ts';
import type { Stats } from './stats.ts';
import type { Views } from './view.ts';

export interface ExecutionParts {
  definitions: DefinitionsStore;
  executions: ExecutionsStore;
  snapshots: Snapshots;
  starts: Starts;
  intake: EventIntake;
  stats: Stats;
  simulate: Simulation;
  views: Views;
  counts: Pick<KeptCounts, 'read'>;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'get'>;
  id: () => string;
  /** Temporal may be asked now. */
  hint: () => void;
}

type All = Handlers<typeof WorkflowsServiceDefinition>;
export type ExecutionHandlers = Pick<
  All,
  | 'startExecution'
  | 'listExecutions'
  | 'getExecution'
  | 'cancelExecution'
  | 'cancelAll'
  | 'cancelProject'
  | 'retryExecution'
  | 'stats'
  | 'simulate'
  | 'startByEvent'
>;

const CANCELLED = 'Cancelled by user';

export function createExecutionHandlers(parts: ExecutionParts): ExecutionHandlers {
  const { definitions, executions, snapshots, starts, intake, stats, simulate, views, counts, contacts, id: freshId, hint } = parts;

  const workflow = (id: string, { projectId }: Call) => definitions.of(projectId).find(id);

  /** Faults not-found for one of another workflow. */
  async function find({ workflowId, executionId }: { workflowId: string; executionId: string }, call: Call): Promise<Execution> {
    await workflow(workflowId, call);
    const found = await executions.of(call.projectId).find(executionId);
    if (found?.workflowId !== workflowId)
      throw notFound('RESOURCE_NOT_FOUND', { resource: 'WorkflowExecution', id: executionId }, 'Workflow execution not found');
    return found;
  }

  return {
    async startExecution({ workflowId, contactId, context }, call) {
      const found = await workflow(workflowId, call);
      if (!found.fields.enabled) throw fault('BAD_REQUEST', { message: 'Workflow is not enabled' });
      await contacts.get({ id: contactId }, call);
      const id = freshId();
      await starts.byHand(found, { id, contactId, context: context ?? {} }, call.now);
      return await views.execution(await find({ workflowId, executionId: id }, call), call);
    },

    async listExecutions({ workflowId, page, pageSize, status }, call) {
      const wanted = STATUSES.find((one) => one === status);
      const [found, kept] = await Promise.all([
        executions.of(call.projectId).list({ workflowId, page, pageSize, status: wanted }),
        counts.read(call.projectId, [workflowId]),
        workflow(workflowId, call),
      ]);
      const total = executionTotal(kept.get(workflowId)!, wanted);
      return { data: await views.executions(found, call), total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
    },

    getExecution: async (request, call) => views.execution(await find(request, call), call),

    async cancelExecution(request, call) {
      const found = await find(request, call);
      const cancelled = isActive(found) && (await executions.of(call.projectId).cancel({ id: found.id }, CANCELLED, call.now)) > 0;
      if (!cancelled) throw fault('BAD_REQUEST', { message: 'Execution has already finished' });
      hint();
      return await views.execution(await find(request, call), call);
    },

    async cancelAll({ workflowId }, call) {
      await workflow(workflowId, call);
      const own = definitions.of(call.projectId);
      // Asked first: should this process die meanwhile, another one goes on.
      await own.askCancel(workflowId, call.now);
      const cancelled = await executions.of(call.projectId).cancel({ workflowId, until: call.now }, CANCELLED_ALL, call.now);
      await own.cancelled(workflowId, call.now);
      hint();
      return { cancelled };
    },

    async cancelProject({ reason }, call) {
      const cancelled = await executions.of(call.projectId).cancel({ until: call.now }, reason, call.now);
      hint();
      return { cancelled };
    },

    async retryExecution(request, call) {
      const found = await find(request, call);
      if (found.status !== 'FAILED') throw fault('BAD_REQUEST', { message: 'Only a failed execution can be retried' });
      const snapshot = await snapshots.of(call.projectId, found.workflowId, found.revision);
      const { state } = advance({ graph: snapshot, state: found, now: call.now }, { kind: 'retry' });
      const revived = await executions.of(call.projectId).revive(found, { state, awaits: awaitedEvents(snapshot) }, call.now);
      if (!revived) throw fault('CONFLICT', { message: 'The contact is in this workflow again' });
      hint();
      return await views.execution(await find(request, call), call);
    },

    stats: async ({ workflowId }, call) => ({ steps: await stats(await workflow(workflowId, call)) }),

    simulate: async (request, call) => simulate(await workflow(request.workflowId, call), request, call),

    async startByEvent({ factId, name, contactId, data, at }, { projectId, now }) {
      const event = { id: factId, name, contactId, data: data ?? null, at: at ? new Date(at) : now };
      return { started: await intake.start(projectId, [event]) };
    },
  };
}
