/** What waits in the ledger, as metrics: open rows by class and state, how late the oldest is, leases that ran out. */
import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { EmailRow } from '../domain/email.ts';

/** Priority (domain/email.ts) → the class as it is called outside. */
export const CLASSES: Readonly<Record<number, string>> = { 1: 'transactional', 5: 'workflow', 10: 'campaign' };
const OPEN = ['PENDING', 'SENDING', 'UNKNOWN'] as const;

/** Entries of the index that are read of each class and state: beyond it a backlog is "at least so many", and the look stays cheap. */
const LOOK_AT_MOST = 20_000;
/** Projects that are reported by name: those behind them are in the sum. */
const TOP = 10;
const WITHIN_MS = 2_000;
/** Every replica reports the same, so none asks often. */
const KEPT_MS = 10_000;

interface Group {
  status: string;
  priority: number;
  projectId: string;
  rows: number;
  oldest: Date;
}

/** Reads the index of rows with something left to do, never the rows, and so many entries of it at most. */
async function look(model: Model<EmailRow>): Promise<Group[]> {
  const groups: Group[] = [];
  for (const status of OPEN)
    for (const priority of Object.keys(CLASSES).map(Number)) {
      // Below mongoose, and so below the tenancy lock: depth is everybody's together.
      const found = await model.collection
        .aggregate<{ _id: string; rows: number; oldest: Date }>(
          [
            { $match: { status, priority, dueAt: { $exists: true } } },
            { $project: { _id: 0, projectId: 1, dueAt: 1 } },
            { $limit: LOOK_AT_MOST },
            { $group: { _id: '$projectId', rows: { $sum: 1 }, oldest: { $min: '$dueAt' } } },
          ],
          { maxTimeMS: WITHIN_MS },
        )
        .toArray();
      groups.push(...found.map(({ _id, ...counted }) => ({ status, priority, projectId: _id, ...counted })));
    }
  return groups;
}

/** The projects that most rows of wait, and how many: as far as rows were looked at. */
function topOf(groups: readonly Group[]): [string, number][] {
  const rows = new Map<string, number>();
  for (const group of groups) rows.set(group.projectId, (rows.get(group.projectId) ?? 0) + group.rows);
  return [...rows].toSorted(([, one], [, other]) => other - one).slice(0, TOP);
}

/** Asks the ledger when metrics are read; without an answer the figures are absent, never stale. */
export function registerBacklogMetrics(model: Model<EmailRow>, metrics: Metrics, clock: () => Date): void {
  let asked = 0;
  let answer: Promise<Group[] | undefined> = Promise.resolve(undefined);
  const current = (): typeof answer => {
    if (Date.now() - asked > KEPT_MS) {
      asked = Date.now();
      // Unconnected, the driver would hold the question back until somebody answers.
      answer =
        model.db.readyState === mongoose.ConnectionStates.connected ? look(model).catch(() => undefined) : Promise.resolve(undefined);
    }
    return answer;
  };
  const late = (at: Date): number => Math.max(0, (clock().getTime() - at.getTime()) / 1_000);

  metrics.gauge(
    'posthorn_delivery_queue_depth',
    `Rows of the ledger with something left to do, by class and state; ${LOOK_AT_MOST} of each are counted at most`,
    {
      labels: ['class', 'state'],
      collect: async (gauge) => {
        gauge.reset();
        const groups = await current();
        if (!groups) return;
        for (const name of Object.values(CLASSES)) for (const state of OPEN) gauge.set({ class: name, state: state.toLowerCase() }, 0);
        for (const { status, priority, rows } of groups)
          gauge.inc({ class: CLASSES[priority] ?? 'campaign', state: status.toLowerCase() }, rows);
      },
    },
  );
  metrics.gauge('posthorn_delivery_queue_age_seconds', 'How long the oldest row that is due has waited to be claimed, by class', {
    labels: ['class'],
    collect: async (gauge) => {
      gauge.reset();
      const groups = await current();
      if (!groups) return;
      for (const [priority, name] of Object.entries(CLASSES)) {
        const waiting = groups.filter((group) => group.status === 'PENDING' && group.priority === Number(priority));
        gauge.set({ class: name }, Math.max(0, ...waiting.map(({ oldest }) => late(oldest))));
      }
    },
  });
  metrics.gauge('posthorn_delivery_lease_overdue_seconds', 'How long ago the oldest lease ran out that nobody has settled; 0: none', {
    collect: async (gauge) => {
      gauge.reset();
      const groups = await current();
      if (groups) gauge.set(Math.max(0, ...groups.filter(({ status }) => status === 'SENDING').map(({ oldest }) => late(oldest))));
    },
  });
  metrics.gauge('posthorn_delivery_project_backlog', `Rows with something left to do of the ${TOP} projects that most wait of`, {
    labels: ['project'],
    collect: async (gauge) => {
      gauge.reset();
      const groups = await current();
      if (groups) for (const [project, rows] of topOf(groups)) gauge.set({ project }, rows);
    },
  });
}
