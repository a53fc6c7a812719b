/**
 * What was made before a project's reset and is published behind it. Facts wait in outboxes and in JetStream, as long as a consumer is
 * away: a purge erases what is stored, and whatever is stored later looks whether a purge came before it.
 */
import type { Model } from 'mongoose';
import type { Erasure } from '#kit/store/erasure.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { RetentionDocument } from './model.ts';

export interface LateRows {
  /**
   * To be called before the rows of a reset are erased. So either its purge finds a row that is being stored, or who stores it finds the
   * reset, and erases it himself.
   */
  noteReset(projectId: string, until: Date): Promise<void>;
  /** To be called after rows of these moments were stored: erases those that a reset had erased, had they come in time. */
  erase(rows: readonly { projectId: string; at: Date }[]): Promise<void>;
}

/**
 * @param model where a project's resets are remembered, beside how long it keeps its events
 * @param eraseUntil erases all rows of a project that happened until then; harmless when repeated
 */
export function createLateRows(model: Model<RetentionDocument>, eraseUntil: (erasure: Required<Erasure>) => Promise<void>): LateRows {
  return {
    async noteReset(projectId, until) {
      const update = { $max: { erasedUntil: until.getTime() }, $setOnInsert: { keptDays: null, since: 0, until: 0 } };
      await model.updateOne({ _id: projectId, projectId }, update, { upsert: true });
    },

    async erase(rows) {
      const first = new Map<string, number>();
      for (const { projectId, at } of rows) first.set(projectId, Math.min(first.get(projectId) ?? Infinity, at.getTime()));
      const projectIds = [...first.keys()];
      const wasReset = { _id: { $in: projectIds }, projectId: { $in: projectIds }, erasedUntil: { $gt: 0 } };
      const resets = await acrossProjects(model.find(wasReset, { projectId: 1, erasedUntil: 1 })).lean<RetentionDocument[]>();
      for (const { projectId, erasedUntil } of resets) {
        const isLate = first.get(projectId)! <= erasedUntil!;
        if (isLate) await eraseUntil({ projectId, until: new Date(erasedUntil!) });
      }
    },
  };
}
