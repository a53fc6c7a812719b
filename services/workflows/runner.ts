/**
 * Runs an execution from where it stands to its next wait or its end, in one go. What a step decided or did is on disk before the next
 * effect, and every effect bears being repeated: a process that dies anywhere leaves an execution that another one goes on with.
 */
import { ownCall } from '#kit/contract/call.ts';
import { derivedId } from '#kit/derived-id.ts';
import { Fault } from '#kit/errors.ts';
import { pending } from '#kit/facts/outbox.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { failpoint } from '#kit/failpoint.ts';
import { advance, isActive } from './domain/advance.ts';
import type { Command, Input, State } from './domain/advance.ts';
import type { Scope } from './domain/condition.ts';
import type { Step } from './domain/graph.ts';
import { CONTACT_DELETED } from './contact-deletions.ts';
import { StepFailed } from './effects.ts';
import type { Effects, Outcome, Performing } from './effects.ts';
import type { Execution } from './execution-document.ts';
import type { ExecutionsStore } from './executions.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';

export interface RunnerParts {
  executions: ExecutionsStore;
  snapshots: Snapshots;
  effects: Effects;
  clock: () => Date;
  /** A step came to a status. */
  stepped: (type: string, status: string) => void;
  /** How long an event, or the end of a time, waited to be acted on, in seconds. */
  lagged: (seconds: number) => void;
}

export interface RunRequest {
  projectId: string;
  executionId: string;
  /** What time it is for whoever asks, in ms since the epoch: where time is skipped it is ahead of the clock. */
  at: number;
  /** Whoever asks waits: a step that asks strangers is left to a go of its own. */
  isQuick?: true;
  /** Whoever asks is not Temporal, which is to be signalled afterwards. */
  isAhead?: true;
}

/**
 * What becomes of the execution: it is to be run again at once, or by somebody who has the time for a slow step, it waits (for ever when
 * `waitMs` is null), or has ended.
 */
export type Rest = { kind: 'again' } | { kind: 'slow' } | { kind: 'wait'; waitMs: number | null } | { kind: 'end' };

export type Runner = (request: RunRequest) => Promise<Rest>;

/** An execution that Temporal forgot is looked for after that long. */
export const FORGOTTEN_MS = 600_000;
/** Time of one go: a stop need not wait longer, and others get their turn. */
const GO_MS = 20_000;
const QUICK_GO_MS = 3_000;
/** Characters of an execution; a document holds 16 MB. */
const MOST_STATE = 8_000_000;

export const stepExecutionIdOf = (executionId: string, stepId: string): string => derivedId(`${executionId}:${stepId}`);

interface Going {
  readonly snapshot: Snapshot;
  /** As it is on disk. */
  execution: Execution;
  /** Where it is by now. */
  state: State;
  command: Command;
  /** The state rests on something that is not on disk and may come out otherwise another time. */
  isUnsaved: boolean;
  facts: PendingFact[];
  /** Who was looked at before the first step, for that step alone. */
  entrant?: Scope['contact'] | undefined;
  isQuick: boolean;
  isAhead: boolean;
  now: () => Date;
}

/** Somebody else moved or ended the execution meanwhile. */
class Overtaken extends Error {}

export function createRunner({ executions, snapshots, effects, clock, stepped, lagged }: RunnerParts): Runner {
  /** Throws Overtaken. */
  async function save(going: Going, prepared?: unknown): Promise<void> {
    const { execution: before, state, command, snapshot, facts, isAhead, now } = going;
    if (state.status === 'COMPLETED') facts.push(factOf({ execution: before, snapshot, at: now() }, 'workflow.completed'));
    const waiting = command.kind === 'wait' ? command : null;
    const dueAt = !isActive(state) || (waiting && !waiting.until) ? null : new Date((waiting?.until ?? now()).getTime() + FORGOTTEN_MS);
    const change = { state, prepared, waitsFor: waiting?.eventName ?? null, dueAt, isAhead, facts: facts.splice(0) };
    const after = await executions.of(before.projectId).apply(before, change, now());
    if (!after) throw new Overtaken();
    note(going);
    going.execution = after;
    going.isUnsaved = false;
  }

  function note({ execution: before, state: { runs }, snapshot, now }: Going): void {
    const former = new Map(before.runs.map((run) => [run.stepId, run]));
    const types = new Map(snapshot.steps.map(({ id, type }) => [id, type]));
    for (const run of runs) {
      const known = former.get(run.stepId)?.status;
      if (known === run.status) continue;
      stepped(types.get(run.stepId)!, run.status);
      const due = before.arrived.find(({ id }) => id === run.eventId)?.at ?? run.scheduledFor;
      if (known === 'WAITING' && due) lagged(Math.max(0, (now().getTime() - due.getTime()) / 1_000));
    }
  }

  async function performingOf(going: Going, step: Step): Promise<Performing> {
    const { execution, snapshot, state, entrant } = going;
    const call = ownCall('workflows', execution.projectId);
    const contact = step.type === 'SEND_EMAIL' ? null : (entrant ?? (await effects.contact(execution.contactId, call)));
    going.entrant = undefined;
    // Of a start by hand the event is the context, as it has grown.
    const event = execution.event === execution.context ? state.context : execution.event;
    const scope = { workflow: { id: snapshot.id, name: snapshot.name }, context: state.context, event };
    return { step, stepExecutionId: stepExecutionIdOf(execution.id, step.id), execution, scope, contact, call };
  }

  /** Does what the step does. */
  async function attempt(going: Going, step: Step): Promise<Outcome> {
    const performing = await performingOf(going, step);
    const { prepared: kept, currentStepId } = going.execution;
    const isResumed = kept !== undefined && currentStepId === step.id;
    const prepared = isResumed ? kept : ((await effects.prepare(performing)) ?? undefined);
    if (!isResumed && (going.isUnsaved || prepared !== undefined)) await save(going, prepared);
    failpoint('workflows prepared');
    const outcome = await effects.perform(performing, prepared);
    failpoint('workflows performed');
    return outcome;
  }

  /** Throws what may pass, for Temporal to ask again. */
  async function perform(going: Going, step: Step): Promise<void> {
    const { execution, snapshot, facts, now } = going;
    let input: Input;
    try {
      const outcome = await attempt(going, step);
      const { emailId, skipped } = outcome.output;
      if (step.type === 'SEND_EMAIL' && !skipped)
        facts.push(factOf({ execution, snapshot, at: now() }, 'workflow.email.scheduled', { emailId, stepId: step.id }));
      input = { kind: 'done', ...outcome };
    } catch (error) {
      const isFinal = error instanceof StepFailed || (error instanceof Fault && error.status < 500);
      if (!isFinal || (error as Fault).name === 'CONTACT_NOT_FOUND') throw error;
      input = { kind: 'failed', error: error.message };
    }
    take(going, input);
    going.isUnsaved = true;
  }

  /** What follows from the input, and is not on disk yet. */
  function take(going: Going, input: Input): void {
    const { snapshot, state, now } = going;
    const next = advance({ graph: snapshot, state, now: now() }, input);
    Object.assign(going, JSON.stringify(next.state).length > MOST_STATE ? tooLarge(next.state, now()) : next);
  }

  /** Goes on until the execution rests. */
  async function go(going: Going): Promise<Rest> {
    const until = clock().getTime() + (going.isQuick ? QUICK_GO_MS : GO_MS);
    const isSlow = ({ command }: Going): boolean => going.isQuick && command.kind === 'perform' && command.step.type === 'WEBHOOK';
    const look = (): void => take(going, { kind: 'look', arrived: going.execution.arrived });
    const { launch, contactId, projectId } = going.execution;
    look();
    const { command: first } = going;
    const isMail = first.kind === 'perform' && first.step.type === 'SEND_EMAIL';
    // One that begins while its contact is being deleted is not met by the fact; of a mail, delivery says so.
    if (launch && !isMail) going.entrant = await effects.contact(contactId, ownCall('workflows', projectId));
    going.isUnsaved = going.execution.status === 'WAITING';
    for (;;) {
      const { command } = going;
      if (command.kind === 'perform' && !isSlow(going) && clock().getTime() < until) {
        await perform(going, command.step);
        continue;
      }
      if (going.state !== going.execution) await save(going);
      failpoint('workflows rested');
      if (isSlow(going)) return { kind: 'slow' };
      if (command.kind !== 'wait') return { kind: command.kind === 'end' ? 'end' : 'again' };
      // An event may have come just before the wait was on disk.
      going.state = going.execution;
      look();
      const { until: end } = command;
      if (going.state === going.execution) return { kind: 'wait', waitMs: end && Math.max(0, end.getTime() - going.now().getTime()) };
      going.isUnsaved = true;
    }
  }

  return async ({ projectId, executionId, at, isQuick = false, isAhead = false }) => {
    const own = executions.of(projectId);
    const execution = await own.find(executionId);
    if (!execution || !isActive(execution)) return { kind: 'end' };
    const snapshot = await snapshots.of(projectId, execution.workflowId, execution.revision);
    const now = (): Date => new Date(Math.max(clock().getTime(), at));
    try {
      const resting = { state: execution, command: { kind: 'end' }, isUnsaved: false } as const;
      return await go({ snapshot, execution, ...resting, facts: [], isQuick, isAhead, now });
    } catch (error) {
      if (error instanceof Overtaken) return { kind: 'again' };
      if (!(error instanceof Fault) || error.name !== 'CONTACT_NOT_FOUND') throw error;
      await own.cancel({ id: executionId }, CONTACT_DELETED, now());
      return { kind: 'end' };
    }
  };
}

function tooLarge(state: State, now: Date): { state: State; command: Command } {
  const exitReason = `An execution may hold ${MOST_STATE} characters at most`;
  const runs = state.runs.map((run) => ({ ...run, output: null }));
  return { state: { ...state, context: {}, runs, status: 'FAILED', exitReason, completedAt: now }, command: { kind: 'end' } };
}

interface FactSource {
  execution: Execution;
  snapshot: Snapshot;
  at: Date;
}

function factOf({ execution, snapshot, at }: FactSource, name: string, data: object = {}): PendingFact {
  const { id, projectId, workflowId, contactId } = execution;
  const what = (data as { stepId?: string }).stepId ?? '';
  return pending({
    id: derivedId(`${id}:${name}:${what}`),
    projectId,
    name,
    at: at.toISOString(),
    contactId,
    data: { workflowId, executionId: id, name: snapshot.name, ...data },
  });
}
