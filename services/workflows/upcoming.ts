/** Executions that wait for a time, soonest first (contract 4.9 "Activity": upcoming). */
import type { Model } from 'mongoose';
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { ListUpcomingRequest, ListUpcomingResponse } from '#proto/workflows/v1/workflows.ts';
import type { DefinitionsStore } from './definitions.ts';
import type { ExecutionDoc } from './model.ts';
import { FORGOTTEN_MS } from './runner.ts';

type Row = Pick<ExecutionDoc, '_id' | 'workflowId' | 'contactId' | 'currentStepId' | 'runs'>;

export type Upcoming = (request: ListUpcomingRequest, call: Call) => Promise<ListUpcomingResponse>;

export function createUpcoming(
  executions: Model<ExecutionDoc>,
  definitions: DefinitionsStore,
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findRefs'>,
): Upcoming {
  return async ({ until, limit }, call) => {
    const { projectId } = call;
    const most = new Date(Date.parse(until!) + FORGOTTEN_MS);
    const rows = await executions
      .find({ projectId, status: 'WAITING', dueAt: { $lte: most } }, { workflowId: 1, contactId: 1, currentStepId: 1, runs: 1 })
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean<Row[]>();
    const waiting = rows.flatMap((row) => {
      const at = row.runs.find(({ stepId }) => stepId === row.currentStepId)?.scheduledFor;
      return at ? [{ ...row, at }] : [];
    });
    if (waiting.length === 0) return { executions: [] };
    const [workflows, { contacts: found }] = await Promise.all([
      definitions.of(projectId).findMany([...new Set(waiting.map(({ workflowId }) => workflowId))]),
      contacts.findRefs({ ids: [...new Set(waiting.map(({ contactId }) => contactId))] }, call),
    ]);
    const names = new Map(workflows.map(({ id, fields: { name } }) => [id, name]));
    const emails = new Map(found.map(({ id, email }) => [id, email]));
    return {
      executions: waiting
        .toSorted((a, b) => a.at.getTime() - b.at.getTime())
        .map(({ _id, workflowId, contactId, at }) => ({
          executionId: _id,
          workflowId,
          name: names.get(workflowId) ?? '',
          contactId,
          contactEmail: emails.get(contactId),
          at: at.toISOString(),
        })),
    };
  };
}
