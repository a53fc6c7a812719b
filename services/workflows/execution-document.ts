/** An execution and its document: how it is stored when it begins, what of a change is written, how it is read. */
import type { PendingFact } from '#kit/facts/outbox.ts';
import { isActive } from './domain/advance.ts';
import type { ArrivedEvent, State, StepRun } from './domain/advance.ts';
import type { Data } from './domain/condition.ts';
import type { ExecutionDoc, StoredEvent, StoredRun } from './model.ts';

export interface Execution extends State {
  id: string;
  projectId: string;
  workflowId: string;
  revision: number;
  contactId: string;
  event: Data;
  turn: number;
  /** What the current step writes, fixed before it was written for the first time. */
  prepared: unknown;
  arrived: ArrivedEvent[];
  /** Present until its first step is done. */
  launch: ExecutionDoc['launch'];
  startedAt: Date;
  createdAt: Date;
  updatedAt: Date;
}

export interface Beginning {
  id: string;
  workflowId: string;
  revision: number;
  contactId: string;
  /** The contact may come in again. */
  allowReentry: boolean;
  firstStepId: string | null;
  context: Data;
  /** Null: the context. */
  event: Data | null;
  awaits: readonly string[];
  fact: PendingFact;
}

export interface Change {
  state: State;
  prepared?: unknown;
  waitsFor?: string | null;
  /** When Temporal is to be asked again, should it have forgotten the execution; null: never. */
  dueAt: Date | null;
  /** Temporal knows nothing of it. */
  isAhead: boolean;
  facts: PendingFact[];
}

const parsed = (text: string | null): Data | null => (text === null ? null : (JSON.parse(text) as Data));
const runOf = ({ output, ...run }: StoredRun): StepRun => ({ ...run, output: parsed(output) as StepRun['output'] });
export const storedRun = ({ output, ...run }: StepRun): StoredRun => ({ ...run, output: output && JSON.stringify(output) });
const eventOf = ({ data, ...event }: StoredEvent): ArrivedEvent => ({ ...event, data: parsed(data) });

export function executionOf(doc: ExecutionDoc): Execution {
  const { _id: id, projectId, workflowId, revision, contactId, status, currentStepId, exitReason, turn, launch } = doc;
  const { runs, prepared, arrived = [], startedAt, completedAt, createdAt, updatedAt } = doc;
  const context = parsed(doc.context)!;
  return {
    id,
    projectId,
    workflowId,
    revision,
    contactId,
    status,
    currentStepId,
    exitReason,
    context,
    event: parsed(doc.event ?? null) ?? context,
    runs: runs.map(runOf),
    turn,
    prepared: prepared === undefined ? undefined : JSON.parse(prepared),
    arrived: arrived.map(eventOf),
    launch,
    startedAt,
    completedAt,
    createdAt,
    updatedAt,
  };
}

/** As it is when it begins. */
export function docOf(projectId: string, one: Beginning, now: Date): ExecutionDoc {
  const { id, workflowId, revision, contactId, allowReentry, firstStepId, context, event, awaits, fact } = one;
  return {
    _id: id,
    projectId,
    workflowId,
    revision,
    contactId,
    status: 'RUNNING',
    active: true,
    entry: allowReentry ? id : 'once',
    currentStepId: firstStepId,
    exitReason: null,
    context: JSON.stringify(context),
    event: event && JSON.stringify(event),
    runs: [],
    turn: 0,
    ...(awaits.length > 0 ? { awaits: [...awaits] } : {}),
    dueAt: now,
    launch: 'waiting',
    uncounted: now,
    startedAt: now,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
    outbox: [fact],
  };
}

/** What of an execution is there only while it is active. */
export const OVER = { active: 1, awaits: 1, waitsFor: 1, arrived: 1, prepared: 1, launch: 1 } as const;

/** A change as an update of the document. */
export function updateOfChange({ state, prepared, waitsFor, dueAt, isAhead, facts }: Change, now: Date) {
  const over = !isActive(state);
  const { status, currentStepId, exitReason, context, runs, completedAt } = state;
  const latest = runs.at(-1);
  return {
    $set: {
      status,
      currentStepId,
      exitReason,
      completedAt,
      context: JSON.stringify(context),
      runs: runs.map(storedRun),
      updatedAt: now,
      uncounted: now,
      ...(prepared !== undefined && !over ? { prepared: JSON.stringify(prepared) } : {}),
      ...(waitsFor && !over ? { waitsFor } : {}),
      ...(dueAt ? { dueAt } : {}),
      ...(isAhead ? { tellAt: now } : {}),
    },
    $unset: {
      launch: 1,
      ...(isAhead ? {} : { tellAt: 1 }),
      ...(over ? OVER : {}),
      ...(prepared === undefined ? { prepared: 1 } : {}),
      ...(waitsFor ? {} : { waitsFor: 1 }),
      ...(dueAt ? {} : { dueAt: 1 }),
    },
    $inc: { turn: 1 },
    // What came before the current step began is of no use to it, nor to one behind it.
    ...(latest && !over ? { $pull: { arrived: { at: { $lt: latest.startedAt } } } } : {}),
    ...(facts.length > 0 ? { $push: { outbox: { $each: facts } } } : {}),
  };
}
