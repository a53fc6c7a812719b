/** What waits in the ledger, as metrics tell it: open rows by class and state, how late the oldest is, leases that ran out. */
import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { EmailRow } from '../domain/email.ts';

/** Priority (domain/email.ts) → the class as it is called outside. */
export const CLASSES: Readonly<Record<number, string>> = { 1: 'transactional', 5: 'workflow', 10: 'campaign' };
const OPEN = ['PENDING', 'SENDING', 'UNKNOWN'] as const;

/** Rows that are looked at: beyond it a backlog is "at least so many", and the look stays cheap. */
const LOOK_AT_MOST = 200_000;
const WITHIN_MS = 2_000;
/** Every replica tells the same, so none asks often. */
const KEPT_MS = 10_000;

interface Group {
  _id: { status: string; priority: number };
  rows: number;
  oldest: Date;
}

/** Reads the index of rows with something left to do, never the rows. */
async function look(model: Model<EmailRow>): Promise<Group[]> {
  const groups: Group[] = [];
  for (const status of OPEN) {
    // Below mongoose, and so below the tenancy lock: depth is everybody's together.
    groups.push(
      ...(await model.collection
        .aggregate<Group>(
          [
            { $match: { status, dueAt: { $exists: true } } },
            { $project: { _id: 0, status: 1, priority: 1, dueAt: 1 } },
            { $limit: LOOK_AT_MOST },
            { $group: { _id: { status: '$status', priority: '$priority' }, rows: { $sum: 1 }, oldest: { $min: '$dueAt' } } },
          ],
          { maxTimeMS: WITHIN_MS },
        )
        .toArray()),
    );
  }
  return groups;
}

/** Asks the ledger when metrics are read; without an answer the figures are absent, never stale. */
export function registerBacklogMetrics(model: Model<EmailRow>, metrics: Metrics, clock: () => Date): void {
  let asked = 0;
  let answer: Promise<Group[] | undefined> = Promise.resolve(undefined);
  const fresh = (): typeof answer => {
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
    `Rows of the ledger with something left to do, by class and state; of each state ${LOOK_AT_MOST} are counted at most`,
    {
      labels: ['class', 'state'],
      collect: async (gauge) => {
        gauge.reset();
        const groups = await fresh();
        if (!groups) return;
        for (const name of Object.values(CLASSES)) for (const state of OPEN) gauge.set({ class: name, state: state.toLowerCase() }, 0);
        for (const {
          _id: { status, priority },
          rows,
        } of groups)
          gauge.set({ class: CLASSES[priority] ?? 'campaign', state: status.toLowerCase() }, rows);
      },
    },
  );
  metrics.gauge('posthorn_delivery_queue_age_seconds', 'How long the oldest row that is due has waited to be claimed, by class', {
    labels: ['class'],
    collect: async (gauge) => {
      gauge.reset();
      const groups = await fresh();
      if (!groups) return;
      for (const name of Object.values(CLASSES)) gauge.set({ class: name }, 0);
      for (const {
        _id: { status, priority },
        oldest,
      } of groups)
        if (status === 'PENDING') gauge.set({ class: CLASSES[priority] ?? 'campaign' }, late(oldest));
    },
  });
  metrics.gauge('posthorn_delivery_lease_overdue_seconds', 'How long ago the oldest lease ran out that nobody has settled; 0: none', {
    collect: async (gauge) => {
      gauge.reset();
      const groups = await fresh();
      if (groups) gauge.set(Math.max(0, ...groups.filter(({ _id }) => _id.status === 'SENDING').map(({ oldest }) => late(oldest))));
    },
  });
}
