/**
 * Asks Temporal to start executions and to look at those that something happened to, as their rows say: neither a crash nor a Temporal
 * that is away loses one. Projects take turns, and only so many starts are under way at once: a storm of events waits here, where it can
 * be seen, and holds nobody else up.
 */
import type { Client as TemporalClient } from '@temporalio/client';
import type { Model } from 'mongoose';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { startExecution, wakeExecution } from '#temporal/lifecycle.ts';
import { inTurns } from './domain/turns.ts';
import { ACTIVE } from './domain/advance.ts';
import type { ExecutionDoc } from './model.ts';
import { FORGOTTEN_MS } from './runner.ts';

export interface DispatcherParts {
  model: Model<ExecutionDoc>;
  temporal: () => Promise<TemporalClient>;
  newId: () => string;
  clock: () => Date;
  log: Log;
}

/** One round's hold on rows. */
interface Lease {
  token: string;
  until: Date;
}

type Due = Pick<ExecutionDoc, '_id' | 'projectId' | 'launch' | 'status'>;

const EVERY_MS = 1_000;
/** Executions asked for in one round. */
const ROUND = 200;
/** Starts that have not come to their first step: more than Temporal takes in a second or two only wait there, in nobody's order. */
const UNDERWAY = 50;
/** Requests to Temporal at once. */
const LANES = 16;
/** Who took rows and died is followed by another after that long. */
const LEASE_MS = 30_000;
const FIELDS = { projectId: 1, launch: 1, status: 1 };

export function createDispatcher({ model, temporal, newId, clock, log }: DispatcherParts): Sweeper {
  const due = (extra: object) => ({ dueAt: { $lte: clock() }, ...extra });

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

  /** Of those, the ones that no other process was quicker to take. */
  async function claim(chosen: readonly Due[], { token, until }: Lease): Promise<Due[]> {
    const ids = chosen.map(({ _id }) => _id);
    const leased = { $set: { claim: token, dueAt: until } };
    const { modifiedCount } = await acrossProjects(model.updateMany({ _id: { $in: ids }, ...due({}) }, leased));
    if (modifiedCount === chosen.length) return [...chosen];
    return await acrossProjects(model.find({ _id: { $in: ids }, claim: token }, FIELDS)).lean<Due[]>();
  }

  /** Written before Temporal is asked: the first step, which may come at once, takes it away. */
  async function launch(starting: readonly Due[]): Promise<void> {
    const ids = starting.map(({ _id }) => _id);
    const started = { $set: { launch: 'started', uncounted: clock() } };
    await acrossProjects(model.updateMany({ _id: { $in: ids }, launch: 'waiting' }, started));
  }

  async function ask(client: TemporalClient, { _id, projectId, launch: phase, status }: Due): Promise<void> {
    const execution = { projectId, executionId: _id };
    if (phase === 'waiting') return await startExecution(client, execution);
    await wakeExecution(client, execution, (ACTIVE as readonly string[]).includes(status));
  }

  /** Asked, and nothing has happened to them since: looked for again after a while, unless they have ended. */
  async function settle(asked: readonly Due[], { token, until }: Lease): Promise<void> {
    const still = { _id: { $in: asked.map(({ _id }) => _id) }, claim: token, dueAt: until };
    const later = new Date(clock().getTime() + FORGOTTEN_MS);
    await acrossProjects(model.updateMany({ ...still, active: true }, { $set: { dueAt: later } }));
    await acrossProjects(model.updateMany({ ...still, active: { $exists: false } }, { $unset: { dueAt: 1 } }));
  }

  async function round(): Promise<boolean> {
    const chosen = await choose();
    if (chosen.length === 0) return false;
    const client = await temporal();
    const lease = { token: newId(), until: new Date(clock().getTime() + LEASE_MS) };
    const own = await claim(chosen, lease);
    await launch(own.filter((one) => one.launch === 'waiting'));
    const waiting = [...own];
    const asked: Due[] = [];
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await ask(client, next);
        asked.push(next);
      }
    };
    try {
      await Promise.all(Array.from({ length: LANES }, lane));
    } finally {
      await settle(asked, lease);
    }
    return own.length > 0;
  }

  return createSweeper(
    async () => {
      while (await round());
    },
    'executions',
    { log, everyMs: EVERY_MS },
  );
}
