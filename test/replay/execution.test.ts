/** Executions: recorded histories replay on today's code; waits end at their time, however far off, and by signals. */
import * as assert from 'uvu/assert';
import { Worker } from '@temporalio/worker';
import { EXECUTION_QUEUE, executionId, startExecution, wakeExecution } from '#temporal/lifecycle.ts';
import { until } from '#test/until.ts';
import { NOT_BEGUN, advance, runInHand } from '../../services/workflows/domain/advance.ts';
import type { ArrivedEvent, State } from '../../services/workflows/domain/advance.ts';
import type { Graph, Step, StepType } from '../../services/workflows/domain/graph.ts';
import { replaySuite } from './replay-suite.ts';
import type { ReplayContext } from './replay-suite.ts';

const test = replaySuite('execution');

const step = (id: string, type: StepType, config: object = {}): Step => ({
  id,
  type,
  name: id,
  config: config as Step['config'],
  templateId: null,
});

/** Each step leads to the next. */
function chain(...steps: Step[]): Graph {
  const all = [step('trigger', 'TRIGGER'), ...steps];
  const transitions = all.slice(1).map(({ id }, index) => {
    return { id, fromStepId: all[index]!.id, toStepId: id, branch: null, waitOutcome: null, priority: 0 };
  });
  return { steps: all, transitions };
}

interface Run {
  meanwhile?: (arrived: ArrivedEvent[]) => Promise<unknown>;
  /** Called before each go; may throw. */
  before?: (isQuick: boolean) => void;
  /** Called after each with where the execution stands. */
  seen?: (state: State) => void;
}

/** Runs an execution of the graph by the state machine, the state kept here; answers how it ended and how often it was asked. */
async function run(
  { environment, bundle }: ReplayContext,
  id: string,
  graph: Graph,
  { meanwhile, before, seen }: Run = {},
): Promise<{ state: State; asked: number; events: number }> {
  let state: State = { ...NOT_BEGUN, context: {} };
  let asked = 0;
  const arrived: ArrivedEvent[] = [];
  const activities = {
    runSteps: async ({ at, isQuick = false }: { at: number; isQuick?: boolean }) => {
      asked += 1;
      before?.(isQuick);
      let turn = advance({ graph, state, now: new Date(at) }, { kind: 'look', arrived });
      ({ state } = turn);
      seen?.(state);
      if (turn.command.kind === 'perform') {
        if (isQuick) return { kind: 'slow' };
        turn = advance({ graph, state, now: new Date(at) }, { kind: 'done', output: {} });
        ({ state } = turn);
      }
      const { command } = turn;
      if (command.kind !== 'wait') return { kind: 'end' };
      return { kind: 'wait', waitMs: command.until && Math.max(0, command.until.getTime() - at) };
    },
  };
  const { client, nativeConnection: connection } = environment;
  const worker = await Worker.create({ connection, taskQueue: EXECUTION_QUEUE, workflowBundle: bundle, activities });
  const input = { projectId: 'p', executionId: id };
  const handle = client.workflow.getHandle(executionId(id));
  await worker.runUntil(async () => {
    await startExecution(client, input);
    await startExecution(client, input);
    await meanwhile?.(arrived);
    await handle.result();
  });
  const { events } = await handle.fetchHistory();
  return { state, asked, events: events?.length ?? 0 };
}

test('365 days', async (context) => {
  const { state, asked } = await run(context, 'year', chain(step('delay', 'DELAY', { amount: 365, unit: 'days' }), step('exit', 'EXIT')));
  const [, delay, exit] = state.runs;
  assert.equal([state.status, asked], ['COMPLETED', 2]);
  const late = exit!.startedAt.getTime() - delay!.startedAt.getTime() - 365 * 86_400_000;
  assert.ok(late >= 0 && late < 10_000, `${late} ms late`);
});

test('a timeout, to the second', async (context) => {
  const { state } = await run(context, 'timeout', chain(step('wait', 'WAIT_FOR_EVENT', { eventName: 'e', timeout: 86_400 })));
  const [, wait] = state.runs;
  assert.is(wait!.output!['waitOutcome'], 'TIMEOUT');
  assert.ok(Math.abs(wait!.completedAt!.getTime() - wait!.scheduledFor!.getTime()) < 1_000);
});

test('a signal ends a wait without an end', async (context) => {
  const graph = chain(step('wait', 'WAIT_FOR_EVENT', { eventName: 'e' }), step('exit', 'EXIT'));
  let waits = false;
  const meanwhile = async (arrived: ArrivedEvent[]): Promise<void> => {
    await until(() => waits, { within: 30_000, what: 'the wait' });
    const at = new Date((await context.environment.currentTimeMs()) + 60_000);
    arrived.push({ id: 'a', name: 'e', data: null, at });
    await wakeExecution(context.environment.client, { projectId: 'p', executionId: 'signal' }, true);
  };
  const seen = (state: State): void => void (waits ||= state.currentStepId === 'wait');
  const { state } = await run(context, 'signal', graph, { meanwhile, seen });
  assert.equal([state.status, state.runs[1]!.output!['waitOutcome']], ['COMPLETED', 'EVENT']);
});

test('an event at the moment of the timeout counts, one a millisecond later does not', async (context) => {
  const graph = chain(step('wait', 'WAIT_FOR_EVENT', { eventName: 'e', timeout: 86_400 }), step('exit', 'EXIT'));
  for (const [late, outcome] of [
    [0, 'EVENT'],
    [1, 'TIMEOUT'],
  ] as const) {
    let end = 0;
    const meanwhile = async (arrived: ArrivedEvent[]): Promise<void> => {
      // Known once it waits; no one wakes it before its time.
      while (end === 0) await context.environment.sleep(100);
      arrived.push({ id: 'a', name: 'e', data: null, at: new Date(end + late) });
    };
    const seen = (state: State): void => void (end = runInHand(state)?.scheduledFor?.getTime() ?? end);
    const { state } = await run(context, `moment-${late}`, graph, { meanwhile, seen });
    assert.equal([state.status, state.runs[1]!.output!['waitOutcome']], ['COMPLETED', outcome]);
  }
});

test('what fails within the workflow task is asked again by activities, until it passes', async (context) => {
  const goes: boolean[] = [];
  const before = (isQuick: boolean): void => {
    goes.push(isQuick);
    if (goes.length < 4) throw new Error('something is away');
  };
  const { state } = await run(context, 'failing', chain(step('exit', 'EXIT')), { before });
  assert.equal([state.status, goes], ['COMPLETED', [true, false, false, false]]);
});

test('a slow step is left to an activity', async (context) => {
  const goes: boolean[] = [];
  const { state } = await run(context, 'slow', chain(step('hook', 'WEBHOOK'), step('exit', 'EXIT')), {
    before: (isQuick) => void goes.push(isQuick),
  });
  assert.equal([state.status, goes], ['COMPLETED', [true, false]]);
});

test('the longest graph of waits has short histories', async (context) => {
  const steps = Array.from({ length: 199 }, (_, index) => step(`d${index}`, 'DELAY', { amount: 1, unit: 'days' }));
  const { state, asked, events } = await run(context, 'long', chain(...steps));
  assert.equal([state.status, asked], ['COMPLETED', 199]);
  assert.ok(events < 2_000, `${events} events`);
});

test.run();
