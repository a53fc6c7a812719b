/** The graphs that executions run on: a workflow as it was at a revision, kept when the first execution of that revision begins. */
import type { Model } from 'mongoose';
import { LRUCache } from 'lru-cache';
import type { StoredGraph, Workflow } from './definitions.ts';
import type { SnapshotDoc } from './model.ts';

/** What `workflowSnapshot` of an execution shows. */
export interface Snapshot extends StoredGraph {
  id: string;
  name: string;
  triggerType: string;
  triggerConfig: unknown;
  allowReentry: boolean;
}

export interface Snapshots {
  /** On disk when it answers. */
  keep(workflow: Workflow): Promise<void>;
  /** Of a kept revision. */
  of(projectId: string, workflowId: string, revision: number): Promise<Snapshot>;
  remove(projectId: string, workflowId: string): Promise<void>;
  removeAll(projectId: string): Promise<void>;
}

/** Characters of graphs that are remembered. */
const REMEMBERED = 32_000_000;

const keyOf = (workflowId: string, revision: number): string => `${workflowId}:${revision}`;

function snapshotOf({ id, fields: { name, triggerType, triggerConfig, allowReentry }, graph }: Workflow): Snapshot {
  return { id, name, triggerType, triggerConfig, allowReentry, ...graph };
}

export function createSnapshots(model: Model<SnapshotDoc>): Snapshots {
  const known = new LRUCache<string, Snapshot>({ maxSize: REMEMBERED });

  return {
    async keep(workflow) {
      const { id, projectId, revision } = workflow;
      const _id = keyOf(id, revision);
      if (known.get(_id)) return;
      const snapshot = snapshotOf(workflow);
      const text = JSON.stringify(snapshot);
      await model.updateOne({ _id, projectId }, { $setOnInsert: { workflowId: id, snapshot: text } }, { upsert: true });
      known.set(_id, snapshot, { size: text.length });
    },

    async of(projectId, workflowId, revision) {
      const _id = keyOf(workflowId, revision);
      const found = known.get(_id);
      if (found) return found;
      const doc = await model.findOne({ _id, projectId }).orFail().lean<SnapshotDoc>();
      const snapshot = JSON.parse(doc.snapshot) as Snapshot;
      known.set(_id, snapshot, { size: doc.snapshot.length });
      return snapshot;
    },

    async remove(projectId, workflowId) {
      await model.deleteMany({ projectId, workflowId });
    },

    async removeAll(projectId) {
      await model.deleteMany({ projectId });
    },
  };
}
