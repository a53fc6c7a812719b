/** How a graph may change: new links, automatic ones, and taking steps out (contract 4.8). Each answers what changes. */
import { fault, notFound } from '#kit/errors.ts';
import type { Config, Graph, Step, Transition, WaitOutcome } from './graph.ts';
import { WAIT_OUTCOMES, downstream, outgoing, stepOf, upstream } from './graph.ts';

/** Keeps an execution's record, and a stored graph, within what one document holds. */
export const MOST_STEPS = 200;
const MOST_TRANSITIONS = 1_000;
const PRIORITY_MAX = 1_000_000;

const refuse = (message: string) => fault('BAD_REQUEST', { message });

export function checkRoomForStep({ steps }: Graph, type: string): void {
  if (type === 'TRIGGER') throw refuse('A workflow has exactly one TRIGGER step, which is made with it');
  if (steps.length >= MOST_STEPS) throw refuse(`A workflow may have ${MOST_STEPS} steps at most`);
}

/** Faults WORKFLOW_STEP not found. */
export function findStep<S extends Step>(graph: Graph<S>, id: string): S {
  const step = stepOf(graph, id);
  if (!step) throw notFound('RESOURCE_NOT_FOUND', { resource: 'WorkflowStep', id }, 'Workflow step not found');
  return step;
}

/** What tells transitions of one step apart: its branches, or the outcomes of its wait. */
const branchKey = ({ branch, waitOutcome }: Pick<Transition, 'branch' | 'waitOutcome'>): string => `${branch ?? ''}/${waitOutcome ?? ''}`;

type Link = Omit<Transition, 'id'>;

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

function readBranch({ branch, condition }: Config): string | null {
  const nested = typeof condition === 'object' && condition !== null ? (condition as Config)['branch'] : undefined;
  const sent = branch ?? nested ?? null;
  if (sent !== null && (typeof sent !== 'string' || sent.trim() === '' || sent.length > 100)) throw refuse('branch must be a short text');
  return text(sent);
}

function readOutcome(sent: unknown): WaitOutcome | null {
  if (sent === undefined || sent === null) return null;
  if (!WAIT_OUTCOMES.includes(sent as WaitOutcome)) throw refuse('waitOutcome must be EVENT or TIMEOUT');
  return sent as WaitOutcome;
}

function readPriority(sent: unknown): number {
  if (sent === undefined || sent === null) return 0;
  if (!Number.isInteger(sent) || Math.abs(sent as number) > PRIORITY_MAX) throw refuse('priority must be an integer');
  return sent as number;
}

/** The body of POST transitions; faults as contract 4.8 has them. */
export function readTransition(graph: Graph, body: Config): Link {
  const [fromStepId, toStepId] = [body['fromStepId'], body['toStepId']];
  if (typeof fromStepId !== 'string' || typeof toStepId !== 'string') throw refuse('fromStepId and toStepId are required');
  const [from, to] = [stepOf(graph, fromStepId), stepOf(graph, toStepId)];
  if (!from || !to) throw fault('RESOURCE_NOT_FOUND', { message: 'One or both steps not found' });
  const link: Link = {
    fromStepId,
    toStepId,
    branch: readBranch(body),
    waitOutcome: readOutcome(body['waitOutcome']),
    priority: readPriority(body['priority']),
  };
  checkLink(graph, link, [from, to]);
  return link;
}

function checkLink(graph: Graph, link: Link, [from, to]: readonly [Step, Step]): void {
  if (from.id === to.id) throw refuse('A step cannot be linked to itself');
  if (from.type === 'EXIT') throw refuse('Nothing can follow an EXIT step');
  if (to.type === 'TRIGGER') throw refuse('Nothing can lead to the TRIGGER step');
  if (link.branch !== null && from.type !== 'CONDITION') throw refuse('Only CONDITION steps have branches');
  if (link.waitOutcome !== null && from.type !== 'WAIT_FOR_EVENT') throw refuse('Only WAIT_FOR_EVENT steps have outcomes');
  if (graph.transitions.length >= MOST_TRANSITIONS) throw refuse(`A workflow may have ${MOST_TRANSITIONS} transitions at most`);
  const siblings = outgoing(graph, from.id);
  if (siblings.length > 0 && from.type !== 'CONDITION' && from.type !== 'WAIT_FOR_EVENT')
    throw refuse(`A ${from.type} step can have one outgoing transition only`);
  if (siblings.some((sibling) => branchKey(sibling) === branchKey(link))) throw refuse('The step has a transition of this branch already');
  if (downstream(graph, to.id).has(from.id)) throw refuse('The transition would make a cycle');
}

/** Where a new step is linked from: the step made last of those that nothing follows. Null when each leads on or ends. */
export function lastLeaf(graph: Graph): Step | null {
  const leaves = graph.steps.filter(({ id, type }) => type !== 'EXIT' && outgoing(graph, id).length === 0);
  return leaves.at(-1) ?? null;
}

/** What goes when a step is deleted: itself and all behind it. */
export function removal(graph: Graph, step: Step): Set<string> {
  if (step.type === 'TRIGGER') throw refuse('The TRIGGER step cannot be deleted');
  return downstream(graph, step.id);
}

/** The transitions when a step is taken out and those before it are linked to what came first behind it. */
export function splice<T extends Transition>(graph: Graph<Step, T>, step: Step): T[] {
  const isBranching =
    step.type === 'CONDITION' || (step.type === 'WAIT_FOR_EVENT' && outgoing(graph, step.id).some((one) => one.waitOutcome));
  if (step.type === 'TRIGGER' || isBranching) throw refuse(`A ${step.type} step that branches or begins cannot be spliced out`);
  const next = outgoing(graph, step.id)[0]?.toStepId;
  return graph.transitions
    .filter(({ fromStepId }) => fromStepId !== step.id)
    .flatMap((one) => (one.toStepId !== step.id ? [one] : next === undefined ? [] : [{ ...one, toStepId: next }]));
}

/** The steps from which the transition may still be taken. */
export function dependants(graph: Graph, { fromStepId }: Transition): Set<string> {
  return upstream(graph, fromStepId);
}
