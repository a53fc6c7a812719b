/**
 * Removes events when their time is over (contract 6 "Retention": never, unless the project says so), UTC day by UTC day. A day is counted
 * and sealed before its rows go, so that numbers survive what they counted. Each step is harmless when done again after a kill.
 */
import type { Model } from 'mongoose';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import { DAY_MS } from '#kit/time-window.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { RetentionDocument } from './model.ts';
import type { RollUps, Sealed } from './roll-ups.ts';

export interface RetentionParts {
  model: Model<RetentionDocument>;
  rollUps: Pick<RollUps, 'seal'>;
  /** When the oldest row happened; null when there is none. */
  first: (projectId: string) => Promise<Date | null>;
  /** Removes rows of before that moment, page by page. */
  removeBefore: (projectId: string, until: Date) => Promise<number>;
  clock: () => Date;
  log: Log;
}

export interface Retention {
  /** Null: for ever. */
  daysOf(projectId: string): Promise<number | null>;
  setDays(projectId: string, days: number | null): Promise<void>;
  /** One pass over the projects that do not keep their events for ever; answers how many rows went. */
  sweep(): Promise<number>;
  sweeper: Sweeper;
}

const EVERY_MS = 600_000;
const NOTHING: Sealed = { since: 0, until: 0 };

export const createSealedOf =
  (model: Model<RetentionDocument>) =>
  async (projectId: string): Promise<Sealed> =>
    (await model.findOne({ _id: projectId, projectId }, { since: 1, until: 1, removals: 1 }).lean<RetentionDocument>()) ?? NOTHING;

export const createNoteRemoval =
  (model: Model<RetentionDocument>) =>
  async (projectId: string): Promise<void> => {
    await model.updateOne(
      { _id: projectId, projectId },
      { $inc: { removals: 1 }, $setOnInsert: { keptDays: null, ...NOTHING } },
      { upsert: true },
    );
  };

export function createRetention({ model, rollUps, first, removeBefore, clock, log }: RetentionParts): Retention {
  async function sweepProject({ projectId, keptDays, since, until }: RetentionDocument): Promise<number> {
    const oldest = await first(projectId);
    const end = Math.floor((clock().getTime() - keptDays! * DAY_MS) / DAY_MS) * DAY_MS;
    if (oldest && oldest.getTime() < end) {
      const begin = until || Math.floor(oldest.getTime() / DAY_MS) * DAY_MS;
      for (let day = begin; day < end; day += DAY_MS) {
        await rollUps.seal(projectId, day);
        await model.updateOne({ _id: projectId, projectId }, { $set: { since: since || begin, until: day + DAY_MS } });
      }
      const removed = await removeBefore(projectId, new Date(end));
      if (removed > 0) log.info({ projectId, events: removed }, 'old events are removed');
      return removed;
    }
    return 0;
  }

  async function sweep(): Promise<number> {
    const projects = await acrossProjects(model.find({ keptDays: { $gt: 0 } })).lean<RetentionDocument[]>();
    let removed = 0;
    for (const project of projects) removed += await sweepProject(project);
    return removed;
  }

  return {
    daysOf: async (projectId) => (await model.findOne({ _id: projectId, projectId }).lean<RetentionDocument>())?.keptDays ?? null,
    async setDays(projectId, keptDays) {
      await model.updateOne({ _id: projectId, projectId }, { $set: { keptDays }, $setOnInsert: NOTHING }, { upsert: true });
    },
    sweep,
    sweeper: createSweeper(async () => void (await sweep()), 'old events', { log, everyMs: EVERY_MS }),
  };
}
