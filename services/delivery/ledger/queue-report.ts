/**
 * What waits in the ledger and how mail fares, for operators: over all projects, by class and by project. Rows that wait are counted in
 * their index, up to a limit; of those accepted lately so many are read at most.
 */
import type { Model } from 'mongoose';
import { fault } from '#kit/errors.ts';
import type { ProjectLoad, Queue, QueuedRows, TopProjectsRequest, TopProjectsResponse } from '#proto/delivery/v1/delivery.ts';
import { CLASSES } from './backlog-metrics.ts';
import type { EmailRow } from '../domain/email.ts';

/** Mails of pages that some process holds. */
export interface HeldMails {
  projectId: string;
  pending: number;
  sending: number;
}

export interface QueueReport {
  queue(): Promise<Queue>;
  /** Faults BAD_REQUEST for an order that is none. */
  top(request: TopProjectsRequest, now: Date): Promise<TopProjectsResponse>;
}

export interface QueueReportParts {
  model: Model<EmailRow>;
  /** Of campaigns; those have no rows. */
  heldMails: () => Promise<HeldMails[]>;
}

/** Rows of a state that are counted. */
const COUNTED_MOST = 200_000;
/** Rows accepted lately that are read. */
const READ_MOST = 100_000;
const PROJECTS_AT_ONCE = 500;
const TOP_MOST = 100;
const MINUTES_MOST = 60;
const WITHIN_MS = 10_000;

const OPEN = ['PENDING', 'SENDING', 'UNKNOWN'] as const;

interface Waiting {
  _id: { projectId: string; priority: number };
  rows: number;
  oldest: Date;
}

interface Lately {
  _id: string;
  accepted: number;
  sent: number;
  refused: number;
  deferred: number;
  latency: number | null;
  latencyMost: number | null;
}

const ORDERS: Readonly<Record<string, (load: ProjectLoad) => number>> = {
  backlog: ({ backlog }) => backlog,
  refusals: ({ refused }) => refused,
  latency: ({ latency }) => latency ?? 0,
  rate: ({ accepted }) => accepted,
};

export function createQueueReport({ model, heldMails }: QueueReportParts): QueueReport {
  // Below mongoose, and so below the tenancy lock: it is everybody's together.
  const { collection } = model;

  /** By the index of rows with something left to do; the rows are not read. */
  function waiting(status: string): Promise<Waiting[]> {
    return collection
      .aggregate<Waiting>(
        [
          { $match: { status, dueAt: { $exists: true } } },
          { $project: { _id: 0, projectId: 1, priority: 1, dueAt: 1 } },
          { $limit: COUNTED_MOST },
          { $group: { _id: { projectId: '$projectId', priority: '$priority' }, rows: { $sum: 1 }, oldest: { $min: '$dueAt' } } },
        ],
        { maxTimeMS: WITHIN_MS },
      )
      .toArray();
  }

  const isFull = (groups: readonly Waiting[]): boolean => groups.reduce((sum, { rows }) => sum + rows, 0) === COUNTED_MOST;

  /** What became of rows accepted since then, by project. */
  async function lately(since: Date): Promise<{ loads: Lately[]; more: boolean }> {
    const projects = await collection.aggregate<{ _id: string }>([{ $group: { _id: '$projectId' } }], { maxTimeMS: WITHIN_MS }).toArray();
    const ids = projects.map(({ _id }) => _id);
    const loads: Lately[] = [];
    let left = READ_MOST;
    for (let from = 0; from < ids.length && left > 0; from += PROJECTS_AT_ONCE) {
      const found = await collection
        .aggregate<Lately>(
          [
            { $match: { projectId: { $in: ids.slice(from, from + PROJECTS_AT_ONCE) }, createdAt: { $gte: since } } },
            { $limit: left },
            { $project: { projectId: 1, attempt: 1, status: 1, took: { $subtract: ['$sentAt', '$createdAt'] } } },
            {
              $group: {
                _id: '$projectId',
                accepted: { $sum: 1 },
                sent: { $sum: { $cond: [{ $gte: ['$took', 0] }, 1, 0] } },
                refused: { $sum: { $cond: [{ $in: ['$status', ['FAILED', 'BOUNCED']] }, 1, 0] } },
                deferred: { $sum: { $cond: [{ $gt: ['$attempt', 1] }, 1, 0] } },
                latency: { $avg: '$took' },
                latencyMost: { $max: '$took' },
              },
            },
          ],
          { maxTimeMS: WITHIN_MS },
        )
        .toArray();
      loads.push(...found);
      left -= found.reduce((sum, { accepted }) => sum + accepted, 0);
    }
    return { loads, more: left <= 0 };
  }

  return {
    async queue() {
      const [states, held] = await Promise.all([Promise.all(OPEN.map(waiting)), heldMails()]);
      const rows = OPEN.flatMap((status, index) =>
        [...Map.groupBy(states[index]!, ({ _id }) => CLASSES[_id.priority] ?? 'campaign')].map(([name, groups]): QueuedRows => ({
          class: name,
          status,
          rows: groups.reduce((sum, one) => sum + one.rows, 0),
          oldest: new Date(Math.min(...groups.map(({ oldest }) => oldest.getTime()))).toISOString(),
        })),
      );
      const ofPages = (['pending', 'sending'] as const).flatMap((state): QueuedRows[] => {
        const mails = held.reduce((sum, one) => sum + one[state], 0);
        return mails > 0 ? [{ class: 'campaign pages', status: state.toUpperCase(), rows: mails, oldest: null }] : [];
      });
      return { rows: [...rows, ...ofPages], more: states.some(isFull) };
    },

    async top({ order, minutes, limit }, now) {
      const weigh = Object.hasOwn(ORDERS, order) ? ORDERS[order] : undefined;
      if (!weigh) throw fault('BAD_REQUEST', { message: `Order must be one of ${Object.keys(ORDERS).join(', ')}` });
      const since = new Date(now.getTime() - Math.min(Math.max(minutes, 1), MINUTES_MOST) * 60_000);
      const [pending, sending, held, recent] = await Promise.all([waiting('PENDING'), waiting('SENDING'), heldMails(), lately(since)]);
      const loads = new Map<string, ProjectLoad>();
      const loadOf = (projectId: string): ProjectLoad => {
        const load = loads.get(projectId) ?? { projectId, backlog: 0, oldest: 0, accepted: 0, sent: 0, refused: 0, deferred: 0 };
        loads.set(projectId, load);
        return load;
      };
      for (const { _id, rows, oldest } of pending) {
        const load = loadOf(_id.projectId);
        load.backlog += rows;
        load.oldest = Math.max(load.oldest, (now.getTime() - oldest.getTime()) / 1_000);
      }
      for (const { _id, rows } of sending) loadOf(_id.projectId).backlog += rows;
      for (const { projectId, pending: waits, sending: inHand } of held) loadOf(projectId).backlog += waits + inHand;
      for (const { _id, latency, latencyMost, ...counts } of recent.loads)
        Object.assign(loadOf(_id), counts, latency === null ? {} : { latency: latency / 1_000, latencyMost: latencyMost! / 1_000 });
      const projects = [...loads.values()]
        .toSorted((one, other) => weigh(other) - weigh(one))
        .slice(0, Math.min(Math.max(limit, 1), TOP_MOST));
      return { projects, more: recent.more || isFull(pending) || isFull(sending) };
    },
  };
}
