/** The state machine of executions: tables, and properties over graphs of any shape (contract 3.4, 4.8). */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NOT_BEGUN, advance, isActive, runInHand } from '../../../services/workflows/domain/advance.ts';
import type { ArrivedEvent, Input, State, Advanced } from '../../../services/workflows/domain/advance.ts';
import type { Graph, Step, StepType, Transition } from '../../../services/workflows/domain/graph.ts';

const test = suite('executions as a state machine');

const T0 = new Date('2026-01-01T00:00:00.000Z');
const after = (ms: number): Date => new Date(T0.getTime() + ms);
const NEW: State = { ...NOT_BEGUN, context: {} };

const step = (id: string, type: StepType, config: object = {}, templateId: string | null = 't'): Step => ({
  id,
  type,
  name: id,
  config: config as Step['config'],
  templateId,
});
const link = (fromStepId: string, toStepId: string, more: Partial<Transition> = {}): Transition => ({
  id: `${fromStepId}-${toStepId}-${more.branch ?? more.waitOutcome ?? ''}`,
  fromStepId,
  toStepId,
  branch: null,
  waitOutcome: null,
  priority: 0,
  ...more,
});
const chain = (...steps: Step[]): Graph => {
  const all = [step('trigger', 'TRIGGER'), ...steps];
  return { steps: all, transitions: all.slice(1).map((one, index) => link(all[index]!.id, one.id)) };
};
const begin = (graph: Graph): Advanced => advance({ graph, state: NEW, now: T0 }, { kind: 'begin' });
const arrival = (name: string, ms: number, id = 'e1'): ArrivedEvent => ({ id, name, data: { n: ms }, at: after(ms) });
const look = (graph: Graph, { state }: Advanced, ms: number, ...arrived: ArrivedEvent[]): Advanced =>
  advance({ graph, state, now: after(ms) }, { kind: 'look', arrived });

test('a trigger alone completes', () => {
  const { state, command } = begin(chain());
  assert.equal([state.status, state.exitReason, command.kind, state.runs.length], ['COMPLETED', null, 'end', 1]);
});

test('an execution whose first step is known and not begun begins at it', () => {
  const at = { ...NEW, currentStepId: 'trigger' };
  const { state, command } = advance({ graph: chain(step('mail', 'SEND_EMAIL')), state: at, now: T0 }, { kind: 'look', arrived: [] });
  assert.equal([state.currentStepId, command.kind], ['mail', 'perform']);
});

test('EXIT says why', () => {
  assert.is(begin(chain(step('exit', 'EXIT'))).state.exitReason, 'exit_step');
  assert.is(begin(chain(step('exit', 'EXIT', { reason: 'bye' }))).state.exitReason, 'bye');
});

test('DELAY: to the millisecond', () => {
  const graph = chain(step('delay', 'DELAY', { amount: 365, unit: 'days' }), step('exit', 'EXIT'));
  const waiting = begin(graph);
  const year = 365 * 86_400_000;
  assert.equal(waiting.command, { kind: 'wait', until: after(year), eventName: null });
  assert.is(runInHand(waiting.state)!.output!['resumeAt'], after(year).toISOString());
  assert.is(look(graph, waiting, year - 1).state, waiting.state);
  assert.is(look(graph, waiting, year).state.status, 'COMPLETED');
});

const WAIT: Graph = {
  steps: [
    step('trigger', 'TRIGGER'),
    step('wait', 'WAIT_FOR_EVENT', { eventName: 'e', timeout: 10 }),
    step('yes', 'EXIT'),
    step('no', 'EXIT'),
  ],
  transitions: [link('trigger', 'wait'), link('wait', 'yes', { waitOutcome: 'EVENT' }), link('wait', 'no', { waitOutcome: 'TIMEOUT' })],
};

for (const [what, at, arrived, stands] of [
  ['nothing yet', 9_999, [], 'wait'],
  ['the timeout', 10_000, [], 'no'],
  ['the event', 5_000, [arrival('e', 4_000)], 'yes'],
  ['an event at the moment of the timeout counts', 10_000, [arrival('e', 10_000)], 'yes'],
  ['an event after the timeout does not', 10_001, [arrival('e', 10_001)], 'no'],
  ['an event at the moment of the beginning counts', 1, [arrival('e', 0)], 'yes'],
  ['an event before it does not', 1, [arrival('e', -1)], 'wait'],
  ['another event does not', 1, [arrival('other', 1)], 'wait'],
] as const)
  test(`WAIT_FOR_EVENT: ${what}`, () => {
    assert.is(look(WAIT, begin(WAIT), at, ...arrived).state.currentStepId, stands);
  });

test('one event ends one wait only', () => {
  const graph = chain(
    step('one', 'WAIT_FOR_EVENT', { eventName: 'e' }),
    step('two', 'WAIT_FOR_EVENT', { eventName: 'e' }),
    step('exit', 'EXIT'),
  );
  const [first, second] = [arrival('e', 5, 'a'), arrival('e', 5, 'b')];
  const between = look(graph, begin(graph), 5, first);
  assert.equal([between.state.currentStepId, between.state.context], ['two', { n: 5 }]);
  assert.is(look(graph, between, 6, first).state.currentStepId, 'two');
  assert.is(look(graph, between, 6, first, second).state.status, 'COMPLETED');
});

test('a failed step fails the execution; a retry goes on there', () => {
  const graph = chain(step('hook', 'WEBHOOK'), step('exit', 'EXIT'));
  const failed = advance({ graph, state: begin(graph).state, now: T0 }, { kind: 'failed', error: 'no' });
  assert.equal([failed.state.status, failed.state.exitReason, failed.command.kind], ['FAILED', 'no', 'end']);
  const again = advance({ graph, state: failed.state, now: T0 }, { kind: 'retry' });
  assert.equal([again.state.status, again.state.runs.length, again.command.kind], ['RUNNING', 2, 'perform']);
  assert.is(advance({ graph, state: again.state, now: T0 }, { kind: 'done', output: {} }).state.status, 'COMPLETED');
});

for (const [type, config, templateId] of [
  ['SEND_EMAIL', {}, null],
  ['DELAY', {}, null],
  ['WAIT_FOR_EVENT', {}, null],
] as const)
  test(`${type} without what it needs fails`, () => {
    assert.is(begin(chain(step('one', type, config, templateId))).state.status, 'FAILED');
  });

test('what has ended stays as it is', () => {
  const { state } = begin(chain(step('exit', 'EXIT')));
  for (const input of [
    { kind: 'begin' },
    { kind: 'done', output: {} },
    { kind: 'failed', error: 'x' },
    { kind: 'retry' },
    { kind: 'look', arrived: [] },
  ] as Input[])
    assert.is(advance({ graph: chain(step('exit', 'EXIT')), state, now: T0 }, input).state, state);
});

const TYPES: StepType[] = ['SEND_EMAIL', 'DELAY', 'WAIT_FOR_EVENT', 'CONDITION', 'WEBHOOK', 'UPDATE_CONTACT', 'EXIT'];
const CONFIGS: Partial<Record<StepType, object>> = { DELAY: { amount: 1, unit: 'days' }, WAIT_FOR_EVENT: { eventName: 'e', timeout: 5 } };

/** Any graph whose links lead forward, as the rules of editing keep them. */
const graphs: fc.Arbitrary<Graph> = fc
  .tuple(fc.array(fc.constantFrom(...TYPES), { maxLength: 25 }), fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(3)), { maxLength: 60 }))
  .map(([types, links]) => {
    const steps = [step('s0', 'TRIGGER'), ...types.map((type, index) => step(`s${index + 1}`, type, CONFIGS[type]))];
    const transitions = new Map<string, Transition>();
    for (const [a, b, mark] of links) {
      const [from, to] = [a % steps.length, b % steps.length];
      const { type } = steps[from]!;
      if (from >= to || type === 'EXIT') continue;
      const branch = type === 'CONDITION' ? (['yes', 'no', null, 'default'][mark] ?? null) : null;
      const waitOutcome = type === 'WAIT_FOR_EVENT' ? ((['EVENT', 'TIMEOUT', null][mark] ?? null) as Transition['waitOutcome']) : null;
      transitions.set(`${from}/${branch}/${waitOutcome}`, link(`s${from}`, `s${to}`, { branch, waitOutcome }));
    }
    return { steps, transitions: [...transitions.values()] };
  });

/** Runs to the end, with what the world answers taken from `choices`. */
function run(graph: Graph, choices: readonly number[]): { state: State; turns: number } {
  let [now, turn, turns] = [T0, begin(graph), 0];
  for (; turn.command.kind !== 'end'; turns += 1) {
    const choice = choices[turns % Math.max(choices.length, 1)] ?? 0;
    const { command } = turn;
    let input: Input;
    if (command.kind === 'wait') {
      const isEvent = command.eventName !== null && choice % 2 === 0;
      if (!isEvent) now = command.until!;
      input = {
        kind: 'look',
        arrived: isEvent ? [{ id: String(turns), name: command.eventName!, data: { [turns]: choice }, at: now }] : [],
      };
    } else if (choice % 11 === 10) input = { kind: 'failed', error: 'x' };
    else if (command.step.type === 'CONDITION') input = { kind: 'done', output: {}, branch: ['yes', 'no', 'default'][choice % 3]! };
    else input = { kind: 'done', output: {} };
    turn = advance({ graph, state: turn.state, now }, input);
    assert.ok(turns <= graph.steps.length * 2, 'a path that does not end');
  }
  return { state: turn.state, turns };
}

test('every path of every graph ends, each step at most once, along its links', () => {
  fc.assert(
    fc.property(graphs, fc.array(fc.nat(100), { minLength: 1, maxLength: 30 }), (graph, choices) => {
      const { state } = run(graph, choices);
      assert.not(isActive(state));
      const path = state.runs.map(({ stepId }) => stepId);
      assert.is(new Set(path).size, path.length);
      for (const [index, stepId] of path.entries())
        if (index > 0)
          assert.ok(graph.transitions.some(({ fromStepId, toStepId }) => fromStepId === path[index - 1] && toStepId === stepId));
      assert.ok(state.runs.every(({ status }) => status === 'COMPLETED' || status === 'FAILED'));
    }),
    { seed: 7, numRuns: 500 },
  );
});

test('the same inputs give the same path', () => {
  fc.assert(
    fc.property(graphs, fc.array(fc.nat(100), { minLength: 1, maxLength: 30 }), (graph, choices) => {
      assert.equal(run(graph, choices), run(graph, choices));
    }),
    { seed: 8, numRuns: 200 },
  );
});

test.run();
