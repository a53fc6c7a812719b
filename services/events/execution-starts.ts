/** Asks workflows to start the executions that an event triggers, before the event is answered (contract 4.3). */
import type { CallMeta } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import type { TimelineEvent } from './domain/event.ts';

export interface ExecutionStarts {
  /** For an event that is stored: should workflows be away, the event's own fact starts them. */
  start(event: TimelineEvent, call: CallMeta): Promise<void>;
}

export function createExecutionStarts(
  workflows: Pick<Client<typeof WorkflowsServiceDefinition>, 'startByEvent'>,
  log: Log,
): ExecutionStarts {
  return {
    async start({ id, name, contactId, data, createdAt }, call) {
      if (contactId === null) return;
      await workflows
        .startByEvent({ factId: id, name, contactId, data, at: createdAt.toISOString() }, call)
        .catch((error: Error) => log.warn({ error: error.message }, 'workflows are started by the fact of their event'));
    },
  };
}
