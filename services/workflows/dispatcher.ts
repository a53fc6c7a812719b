/**
 * Takes executions on as their rows say: asks Temporal to start them, runs those that an event came for, and has Temporal look at the
 * others. Neither a crash nor a Temporal that is away loses one. Projects take turns, and only so many starts are under way at once: a
 * storm of events waits here, where it can be seen, and holds nobody else up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client as TemporalClient } from '@temporalio/client';
import type { Model } from 'mongoose';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import type { Write } from '#kit/store/bulk-write.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { startExecution, wakeExecution } from '#temporal/lifecycle.ts';
import { ACTIVE } from './domain/advance.ts';
import type { ExecutionDoc } from './model.ts';
import { FORGOTTEN_MS } from './runner.ts';
import type { Rest, Runner } from './runner.ts';

export interface DispatcherParts {
  model: Model<ExecutionDoc>;
  temporal: () => Promise<TemporalClient>;
  run: Runner;
  newId: () => string;
  clock: () => Date;
  log: Log;
}

/** One round's hold on rows. */
interface Lease {
  token: string;
  until: Date;
}

type Due = Pick<ExecutionDoc, '_id' | 'projectId' | 'launch' | 'status' | 'arrived'>;

/** An execution that was taken on, and what became of it where it was run here. */
interface Taken {
  due: Due;
  rest?: Rest | undefined;
}

const EVERY_MS = 1_000;
/** Executions taken on in one round. */
const ROUND = 200;
/** Starts that have not come to their first step: more than Temporal takes in a second or two only wait there, in nobody's order. */
const UNDERWAY = 50;
/** Requests to Temporal, or executions run, at once. */
const LANES = 16;
/** After a small round there is a rest: rounds of a few rows each would cost more than what they do. What an event came for waits less. */
const SMALL_ROUND = 50;
const REST_MS = 200;
const MET_REST_MS = 50;
/** Executions that went on without Temporal, signalled to it at once: few, and seldom, while others wait to go on. */
const SIGNALS = 100;
const SIGNALS_MEANWHILE = 20;
const SIGNAL_EVERY_MS = 1_000;
/** Who took rows and died is followed by another after that long. */
const LEASE_MS = 30_000;
const FIELDS = { projectId: 1, launch: 1, status: 1, 'arrived.id': 1 };

const isStart = ({ launch }: Due): boolean => launch === 'waiting';
/** An event came for it while it waits: what follows does not wait for Temporal. One that runs has a process already. */
const isMet = ({ status, arrived = [] }: Due): boolean => status === 'WAITING' && arrived.length > 0;
const isActive = ({ status }: Due): boolean => (ACTIVE as readonly string[]).includes(status);

/** Takes from several queues in turn, so that none goes before the others. */
function inTurns<T>(queues: readonly (readonly T[])[], limit: number): T[] {
  const taken: T[] = [];
  for (let place = 0; taken.length < limit; place += 1) {
    const round = queues.flatMap((queue) => queue.slice(place, place + 1));
    if (round.length === 0) break;
    taken.push(...round.slice(0, limit - taken.length));
  }
  return taken;
}

export function createDispatcher({ model, temporal, run, newId, clock, log }: DispatcherParts): Sweeper {
  const due = (extra: object) => ({ dueAt: { $lte: clock() }, ...extra });
  /** By their ids, on the shards of their projects. */
  const named = (those: readonly Due[]) => ({
    _id: { $in: those.map(({ _id }) => _id) },
    projectId: { $in: [...new Set(those.map(({ projectId }) => projectId))] },
  });
  const later = (ms: number): Date => new Date(clock().getTime() + ms);

  async function dueOf(projectId: string, extra: object, limit: number): Promise<Due[]> {
    return await model
      .find({ projectId, ...due(extra) }, FIELDS)
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean<Due[]>();
  }

  /** Some of each project, one after the other; starts as far as there is room. */
  async function choose(): Promise<Due[]> {
    const projects: string[] = await acrossProjects(model.distinct('projectId', due({})));
    if (projects.length === 0) return [];
    const underway = await acrossProjects(model.countDocuments({ launch: 'started' }));
    const [waking, starting] = await Promise.all([
      Promise.all(projects.map((projectId) => dueOf(projectId, { launch: { $ne: 'waiting' } }, ROUND))),
      Promise.all(projects.map((projectId) => dueOf(projectId, { launch: 'waiting' }, UNDERWAY))),
    ]);
    return [...inTurns(waking, ROUND), ...inTurns(starting, Math.max(0, UNDERWAY - underway))];
  }

  /**
   * Of those, the ones that no other process was quicker to take. That a start is under way is written before Temporal is asked: the first
   * step, which may come at once, takes it away.
   */
  async function claim(chosen: readonly Due[], { token, until }: Lease): Promise<Due[]> {
    const leased = { claim: token, dueAt: until };
    const writes = [...Map.groupBy(chosen, isStart)].map(([starts, own]): Write => {
      const filter = { ...named(own), ...due(starts ? { launch: 'waiting' } : {}) };
      return { updateMany: { filter, update: { $set: starts ? { ...leased, launch: 'started', uncounted: clock() } : leased } } };
    });
    const result = await bulkWrite(model, writes, { everyProject: true });
    if (result?.modifiedCount === chosen.length) return [...chosen];
    const own = await acrossProjects(model.find({ ...named(chosen), claim: token }, { _id: 1 })).lean<Pick<Due, '_id'>[]>();
    const taken = new Set(own.map(({ _id }) => _id));
    return chosen.filter(({ _id }) => taken.has(_id));
  }

  /** Runs one that was met by an event; whatever is slow, or fails, is Temporal's. */
  async function goOn(client: TemporalClient, { _id, projectId }: Due): Promise<Rest | undefined> {
    const execution = { projectId, executionId: _id };
    const rest = await run({ ...execution, at: clock().getTime(), isQuick: true, isAhead: true }).catch(() => undefined);
    if (rest?.kind === 'wait' || rest?.kind === 'end') return rest;
    await wakeExecution(client, execution, true);
    return undefined;
  }

  async function ask(client: TemporalClient, one: Due): Promise<Taken> {
    const execution = { projectId: one.projectId, executionId: one._id };
    if (isMet(one)) return { due: one, rest: await goOn(client, one) };
    if (isStart(one)) await startExecution(client, execution);
    else await wakeExecution(client, execution, isActive(one));
    return { due: one };
  }

  /** What nothing has happened to since it was taken: looked for again after a while, unless it has ended. */
  async function reschedule(taken: readonly Taken[], { token, until }: Lease): Promise<void> {
    const still = (those: readonly Due[]) => ({ ...named(those), claim: token, dueAt: until });
    const asked = taken.filter(({ rest }) => !rest).map(({ due: one }) => one);
    const writes = taken.flatMap(({ due: one, rest }): Write[] => {
      if (rest?.kind !== 'wait') return [];
      const update = rest.waitMs === null ? { $unset: { dueAt: 1 } } : { $set: { dueAt: later(rest.waitMs + FORGOTTEN_MS) } };
      return [{ updateOne: { filter: still([one]), update } }];
    });
    if (asked.length > 0)
      writes.push(
        { updateMany: { filter: { ...still(asked), active: true }, update: { $set: { dueAt: later(FORGOTTEN_MS) } } } },
        { updateMany: { filter: { ...still(asked), active: { $exists: false } }, update: { $unset: { dueAt: 1 } } } },
      );
    await bulkWrite(model, writes, { everyProject: true });
  }

  /** As many at once as there are lanes; answers what was done, also when some failed. */
  async function inLanes<T, R>(all: readonly T[], work: (one: T) => Promise<R>, done: (results: R[]) => Promise<void>): Promise<void> {
    const waiting = [...all];
    const results: R[] = [];
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await work(next));
    };
    try {
      await Promise.all(Array.from({ length: Math.min(LANES, all.length) }, lane));
    } finally {
      await done(results);
    }
  }

  /** Signals Temporal the executions that went on without it; answers how many. */
  async function signal(limit: number): Promise<number> {
    const owed = { tellAt: { $lte: clock() } };
    const found = await acrossProjects(model.find(owed, FIELDS)).sort({ tellAt: 1 }).limit(limit).lean<Due[]>();
    if (found.length === 0) return 0;
    const until = later(LEASE_MS);
    const { modifiedCount } = await acrossProjects(model.updateMany({ ...named(found), ...owed }, { $set: { tellAt: until } }));
    // Another process signals the same ones.
    if (modifiedCount < found.length) return modifiedCount;
    const client = await temporal();
    const wake = async (one: Due): Promise<Due> => {
      await wakeExecution(client, { projectId: one.projectId, executionId: one._id }, isActive(one));
      return one;
    };
    await inLanes(found, wake, async (signalled) => {
      if (signalled.length > 0) await acrossProjects(model.updateMany({ ...named(signalled), tellAt: until }, { $unset: { tellAt: 1 } }));
    });
    return found.length;
  }

  async function takeOn(): Promise<Due[]> {
    const chosen = await choose();
    if (chosen.length === 0) return [];
    const client = await temporal();
    const lease = { token: newId(), until: later(LEASE_MS) };
    const own = await claim(chosen, lease);
    await inLanes(
      own,
      (one) => ask(client, one),
      (taken) => reschedule(taken, lease),
    );
    return own;
  }

  let signalledAt = -Infinity;

  async function signalInTurn(isIdle: boolean): Promise<number> {
    if (!isIdle && performance.now() - signalledAt < SIGNAL_EVERY_MS) return 0;
    signalledAt = performance.now();
    return await signal(isIdle ? SIGNALS : SIGNALS_MEANWHILE);
  }

  return createSweeper(
    async () => {
      for (;;) {
        const taken = await takeOn();
        const signalled = await signalInTurn(taken.length === 0);
        if (taken.length + signalled === 0) return;
        if (taken.length > 0 && taken.length < SMALL_ROUND) await sleep(taken.some(isMet) ? MET_REST_MS : REST_MS);
      }
    },
    'executions',
    { log, everyMs: EVERY_MS },
  );
}
