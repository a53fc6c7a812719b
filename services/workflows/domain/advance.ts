/**
 * An execution as a state machine without clock and I/O: what it is in, what comes in, and what is to be done next (contract 3.4, 4.8).
 * The same inputs give the same path; a graph has no cycles, so every path ends.
 */
import type { Config, Graph, Step, WaitOutcome } from './graph.ts';
import { outgoing, stepOf, triggerOf } from './graph.ts';
import { delayMs } from './step.ts';
import type { Data } from './condition.ts';

export const ACTIVE = ['RUNNING', 'WAITING'] as const;
export const STATUSES = [...ACTIVE, 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const;
export type Status = Exclude<(typeof STATUSES)[number], 'EXITED'>;

export type Output = Record<string, unknown>;

export const RUN_STATUSES = [...ACTIVE, 'COMPLETED', 'SKIPPED', 'FAILED'] as const;

/** What became of a step. Every step is come to once at most. */
export interface StepRun {
  stepId: string;
  status: (typeof RUN_STATUSES)[number];
  /** The branch of a CONDITION, the outcome of a WAIT_FOR_EVENT. */
  branch: string | null;
  output: Output | null;
  error: string | null;
  startedAt: Date;
  completedAt: Date | null;
  /** While it waits, and afterwards: until when. */
  scheduledFor: Date | null;
  /** The event that ended a WAIT_FOR_EVENT: it ends no other. */
  eventId: string | null;
}

export interface State {
  status: Status;
  currentStepId: string | null;
  exitReason: string | null;
  /** Variables; the data of events that were waited for overwrites. */
  context: Data;
  runs: readonly StepRun[];
  completedAt: Date | null;
}

/** An event of the contact that came while the execution was under way. */
export interface ArrivedEvent {
  id: string;
  name: string;
  data: Data | null;
  at: Date;
}

export type Input =
  /** Of an execution that has not begun. */
  | { kind: 'begin' }
  /** The current step was performed. */
  | { kind: 'done'; output: Output; branch?: string }
  | { kind: 'failed'; error: string }
  /** A look at what is waited for: the time that it is, and the events that came. */
  | { kind: 'look'; arrived: readonly ArrivedEvent[] }
  /** Of a FAILED one: the failed step is to be performed again. */
  | { kind: 'retry' };

export type Command =
  /** The step has an effect, or needs to see the contact. */
  | { kind: 'perform'; step: Step }
  /** For ever when there is no end. */
  | { kind: 'wait'; until: Date | null; eventName: string | null }
  | { kind: 'end' };

export interface Advanced {
  state: State;
  command: Command;
}

/** Where an execution stands when an input comes. */
export interface Standing {
  graph: Graph;
  state: State;
  now: Date;
}

export const NOT_BEGUN: Pick<State, 'status' | 'currentStepId' | 'exitReason' | 'runs' | 'completedAt'> = {
  status: 'RUNNING',
  currentStepId: null,
  exitReason: null,
  runs: [],
  completedAt: null,
};

const END: Command = { kind: 'end' };

export const isActive = ({ status }: Pick<State, 'status'>): boolean => (ACTIVE as readonly string[]).includes(status);

/** The run of the step that the execution stands on. */
export const runInHand = ({ runs, currentStepId }: Pick<State, 'runs' | 'currentStepId'>): StepRun | undefined =>
  runs.findLast(({ stepId }) => stepId === currentStepId);

function withRun(state: State, change: Partial<StepRun>): State {
  const inHand = runInHand(state);
  return { ...state, runs: state.runs.map((run) => (run === inHand ? { ...run, ...change } : run)) };
}

function fail(state: State, error: string, now: Date): Advanced {
  const failed = withRun(state, { status: 'FAILED', error, completedAt: now });
  return { state: { ...failed, status: 'FAILED', exitReason: error, completedAt: now }, command: END };
}

function complete(state: State, exitReason: string | null, now: Date): Advanced {
  return { state: { ...state, status: 'COMPLETED', exitReason, completedAt: now }, command: END };
}

/** The transition that is followed: the branch's own, else a plain one. */
function nextOf(graph: Graph, { id }: Step, branch: string | null): string | undefined {
  const ways = outgoing(graph, id);
  const marked = branch === null ? undefined : ways.find((way) => (way.branch ?? way.waitOutcome) === branch);
  return (marked ?? ways.find((way) => way.branch === null && way.waitOutcome === null))?.toStepId;
}

interface Passed {
  output: Output;
  branch?: string | undefined;
}

/** The current step is over; the next one begins. */
function pass({ graph, state, now }: Standing, step: Step, { output, branch }: Passed): Advanced {
  const status = output['skipped'] === true ? 'SKIPPED' : 'COMPLETED';
  const after = withRun(state, { status, output, branch: branch ?? null, completedAt: now });
  const next = stepOf(graph, nextOf(graph, step, branch ?? null) ?? null);
  const running: State = { ...after, status: 'RUNNING' };
  return next ? enter({ graph, state: running, now }, next) : complete(running, null, now);
}

function wait(state: State, { until, eventName }: { until: Date | null; eventName: string | null }, output: Output): Advanced {
  const shown = { ...output, resumeAt: until?.toISOString() ?? null };
  return {
    state: { ...withRun(state, { status: 'WAITING', scheduledFor: until, output: shown }), status: 'WAITING' },
    command: { kind: 'wait', until, eventName },
  };
}

function delay(standing: Standing, step: Step): Advanced {
  const { graph, state, now } = standing;
  const ms = delayMs(step.config);
  if (ms === null) return fail(state, 'DELAY has no amount and unit', now);
  const resumeAt = new Date(now.getTime() + ms);
  const output = { delayAmount: step.config['amount'], delayUnit: step.config['unit'], resumeAt: resumeAt.toISOString() };
  // Nobody would notice the end of it.
  if (outgoing(graph, step.id).length === 0) return pass(standing, step, { output });
  return wait(state, { until: resumeAt, eventName: null }, output);
}

const eventNameOf = ({ eventName }: Config): string | null =>
  typeof eventName === 'string' && eventName.trim() !== '' ? eventName.trim() : null;

function awaitEvent({ state, now }: Standing, { config }: Step): Advanced {
  const eventName = eventNameOf(config);
  if (eventName === null) return fail(state, 'WAIT_FOR_EVENT has no eventName', now);
  const { timeout } = config;
  const until = typeof timeout === 'number' ? new Date(now.getTime() + timeout * 1_000) : null;
  return wait(state, { until, eventName }, { eventName });
}

function enter({ graph, state, now }: Standing, step: Step): Advanced {
  const run: StepRun = {
    stepId: step.id,
    status: 'RUNNING',
    branch: null,
    output: null,
    error: null,
    startedAt: now,
    completedAt: null,
    scheduledFor: null,
    eventId: null,
  };
  return begin({ graph, state: { ...state, currentStepId: step.id, runs: [...state.runs, run] }, now }, step);
}

/** The current step, from its beginning. */
function begin(standing: Standing, step: Step): Advanced {
  const { state, now } = standing;
  switch (step.type) {
    case 'TRIGGER':
      return pass(standing, step, { output: {} });
    case 'EXIT': {
      const { reason } = step.config;
      const exitReason = typeof reason === 'string' && reason !== '' ? reason : 'exit_step';
      return complete(withRun(state, { status: 'COMPLETED', output: { reason: exitReason }, completedAt: now }), exitReason, now);
    }
    case 'DELAY':
      return delay(standing, step);
    case 'WAIT_FOR_EVENT':
      return awaitEvent(standing, step);
    case 'SEND_EMAIL':
      if (step.templateId === null) return fail(state, 'SEND_EMAIL has no template', now);
      return { state, command: { kind: 'perform', step } };
    default:
      return { state, command: { kind: 'perform', step } };
  }
}

/** The first event of the name that came since the step began and not after its time was over, and that ended no step before. */
function eventFor(state: State, eventName: string, arrived: readonly ArrivedEvent[]): ArrivedEvent | undefined {
  const { runs } = state;
  const { startedAt, scheduledFor } = runInHand(state)!;
  return arrived
    .filter(({ id, name, at }) => name === eventName && at >= startedAt && !runs.some(({ eventId }) => eventId === id))
    .filter(({ at }) => scheduledFor === null || at <= scheduledFor)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())[0];
}

function look(standing: Standing, step: Step, arrived: readonly ArrivedEvent[]): Advanced {
  const { state, now } = standing;
  const run = runInHand(state)!;
  const eventName = step.type === 'WAIT_FOR_EVENT' ? eventNameOf(step.config) : null;
  const event = eventName === null ? undefined : eventFor(state, eventName, arrived);
  if (event) {
    const output = {
      waitOutcome: 'EVENT',
      eventReceived: true,
      eventName,
      eventData: event.data ?? {},
      receivedAt: event.at.toISOString(),
    };
    const context = { ...state.context, ...event.data };
    const ended = withRun({ ...state, context }, { eventId: event.id });
    return pass({ ...standing, state: ended }, step, { output, branch: 'EVENT' satisfies WaitOutcome });
  }
  if (run.scheduledFor === null || now < run.scheduledFor) return { state, command: { kind: 'wait', until: run.scheduledFor, eventName } };
  if (eventName === null) return pass(standing, step, { output: run.output ?? {} });
  const output = { waitOutcome: 'TIMEOUT', timedOut: true, eventName };
  return pass(standing, step, { output, branch: 'TIMEOUT' satisfies WaitOutcome });
}

function retry({ graph, state, now }: Standing, step: Step): Advanced {
  const afresh = withRun(state, { status: 'RUNNING', error: null, output: null, completedAt: null, startedAt: now });
  return begin({ graph, state: { ...afresh, status: 'RUNNING', exitReason: null, completedAt: null }, now }, step);
}

/** What follows from the input. An input that does not fit the state, a second timeout for instance, changes nothing. */
export function advance(standing: Standing, input: Input): Advanced {
  const { graph, state, now } = standing;
  const step = stepOf(graph, state.currentStepId);
  if (input.kind === 'retry') return state.status === 'FAILED' && step ? retry(standing, step) : { state, command: END };
  if (!isActive(state)) return { state, command: END };
  if (!step || state.runs.length === 0) {
    const first = triggerOf(graph);
    return first ? enter(standing, first) : complete(state, null, now);
  }
  if (state.status === 'WAITING') return look(standing, step, input.kind === 'look' ? input.arrived : []);
  if (input.kind === 'done') return pass(standing, step, input);
  if (input.kind === 'failed') return fail(state, input.error, now);
  // Begun and not done: whoever performed the step died meanwhile.
  return { state, command: { kind: 'perform', step } };
}
