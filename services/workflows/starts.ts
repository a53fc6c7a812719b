/** Beginning executions: by an event, once a fact and workflow; or by hand (contract 3.4, 4.8). Temporal is asked afterwards. */
import { derivedId } from '#kit/derived-id.ts';
import { fault } from '#kit/errors.ts';
import { pending } from '#kit/facts/outbox.ts';
import type { Workflow } from './definitions.ts';
import type { Data } from './domain/condition.ts';
import { awaitedEvents, triggerOf } from './domain/graph.ts';
import type { Beginning } from './execution-document.ts';
import type { ExecutionsStore } from './executions.ts';
import type { Snapshots } from './snapshots.ts';

/** Someone who comes into a workflow. */
export interface Entrant {
  /** The execution's id. */
  id: string;
  contactId: string;
  context: Data;
  /** Null for a start by hand: the context is the event. */
  event: Data | null;
}

export interface StartsParts {
  executions: ExecutionsStore;
  snapshots: Snapshots;
  /** Executions begun. */
  begun: (count: number) => void;
  /** Temporal may be asked now. */
  hint: () => void;
}

export interface Starts {
  /** Those that re-entry allows, each once; answers which began. */
  begin(workflow: Workflow, entrants: readonly Entrant[], now: Date): Promise<boolean[]>;
  /** Faults BAD_REQUEST for a workflow that is not enabled, CONFLICT by the rule of re-entry. */
  byHand(workflow: Workflow, entrant: Omit<Entrant, 'event'>, now: Date): Promise<void>;
}

/** Data that an execution takes along; the bus leaves out more than this as well. */
const MOST_DATA = 900_000;

export const executionIdOf = (factId: string, workflowId: string): string => derivedId(`${factId}:${workflowId}`);

/** The data of an event as executions keep it: what is too large for them is left out, as it is from facts. */
export const carried = (data: Data | null | undefined): Data => (data && JSON.stringify(data).length <= MOST_DATA ? data : {});

export function createStarts({ executions, snapshots, begun, hint }: StartsParts): Starts {
  function beginningOf({ id, fields, graph, revision, projectId }: Workflow, entrant: Entrant, now: Date): Beginning {
    const fact = {
      id: derivedId(`${entrant.id}:started`),
      projectId,
      name: 'workflow.started',
      at: now.toISOString(),
      contactId: entrant.contactId,
      data: { workflowId: id, executionId: entrant.id, name: fields.name },
    };
    return {
      ...entrant,
      workflowId: id,
      revision,
      allowReentry: fields.allowReentry,
      firstStepId: triggerOf(graph)?.id ?? null,
      awaits: awaitedEvents(graph),
      fact: pending(fact),
    };
  }

  async function begin(workflow: Workflow, entrants: readonly Entrant[], now: Date): Promise<boolean[]> {
    const own = executions.of(workflow.projectId);
    // Entries of the time when re-entry was on are in no unique index with those of now.
    const entered = workflow.fields.allowReentry
      ? new Set<string>()
      : await own.whoEntered(
          workflow.id,
          entrants.map(({ contactId }) => contactId),
        );
    const allowed = entrants.filter(({ contactId }) => !entered.has(contactId));
    if (allowed.length === 0) return entrants.map(() => false);
    await snapshots.keep(workflow);
    const answers = await own.begin(
      allowed.map((entrant) => beginningOf(workflow, entrant, now)),
      now,
    );
    const ids = new Set(allowed.filter((_, index) => answers[index]).map(({ id }) => id));
    begun(ids.size);
    if (ids.size > 0) hint();
    return entrants.map(({ id }) => ids.has(id));
  }

  return {
    begin,

    async byHand(workflow, entrant, now) {
      if (!workflow.fields.enabled) throw fault('BAD_REQUEST', { message: 'Workflow is not enabled' });
      if (JSON.stringify(entrant.context).length > MOST_DATA)
        throw fault('BAD_REQUEST', { message: `The context may have ${MOST_DATA} characters at most` });
      const [began] = await begin(workflow, [{ ...entrant, event: null }], now);
      if (began) return;
      const why = workflow.fields.allowReentry ? 'is in this workflow now' : 'has been in this workflow, which allows no re-entry';
      throw fault('CONFLICT', { message: `The contact ${why}` });
    },
  };
}
