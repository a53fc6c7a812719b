/** A workflow's graph: steps joined by transitions, without cycles (contract 2.8, 4.8). */

export const STEP_TYPES = ['TRIGGER', 'SEND_EMAIL', 'DELAY', 'WAIT_FOR_EVENT', 'CONDITION', 'WEBHOOK', 'UPDATE_CONTACT', 'EXIT'] as const;
export type StepType = (typeof STEP_TYPES)[number];

export const WAIT_OUTCOMES = ['EVENT', 'TIMEOUT'] as const;
export type WaitOutcome = (typeof WAIT_OUTCOMES)[number];

export type Config = Readonly<Record<string, unknown>>;

export interface Step {
  id: string;
  type: StepType;
  name: string;
  config: Config;
  templateId: string | null;
}

export interface Transition {
  id: string;
  fromStepId: string;
  toStepId: string;
  /** Of CONDITION steps. Null: followed when no branch of its own leads on. */
  branch: string | null;
  /** Of WAIT_FOR_EVENT steps. Null: followed in both cases. */
  waitOutcome: WaitOutcome | null;
  /** Less goes first. */
  priority: number;
}

export interface Graph<S extends Step = Step, T extends Transition = Transition> {
  /** In the order of their making. */
  steps: readonly S[];
  transitions: readonly T[];
}

export const stepOf = <S extends Step>({ steps }: Graph<S>, id: string | null): S | undefined => steps.find((step) => step.id === id);

export const triggerOf = ({ steps }: Graph): Step | undefined => steps.find(({ type }) => type === 'TRIGGER');

/** By priority, then in the order of their making. */
export const outgoing = <T extends Transition>({ transitions }: Graph<Step, T>, stepId: string): T[] =>
  transitions.filter(({ fromStepId }) => fromStepId === stepId).toSorted((one, other) => one.priority - other.priority);

export const incoming = <T extends Transition>({ transitions }: Graph<Step, T>, stepId: string): T[] =>
  transitions.filter(({ toStepId }) => toStepId === stepId);

function walk(from: string, next: (id: string) => string[]): Set<string> {
  const met = new Set<string>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (met.has(id)) continue;
    met.add(id);
    waiting.push(...next(id));
  }
  return met;
}

/** The step and everything behind it. */
export const downstream = (graph: Graph, stepId: string): Set<string> =>
  walk(stepId, (id) => outgoing(graph, id).map(({ toStepId }) => toStepId));

/** The step and everything before it. */
export const upstream = (graph: Graph, stepId: string): Set<string> =>
  walk(stepId, (id) => incoming(graph, id).map(({ fromStepId }) => fromStepId));

/** Names of the events that WAIT_FOR_EVENT steps wait for. */
export function awaitedEvents({ steps }: Graph): string[] {
  const names = steps.flatMap(({ type, config: { eventName } }) =>
    type === 'WAIT_FOR_EVENT' && typeof eventName === 'string' ? [eventName.trim()] : [],
  );
  return [...new Set(names)];
}
