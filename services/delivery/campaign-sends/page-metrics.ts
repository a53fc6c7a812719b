/**
 * Metrics of frozen pages: slots left to send in pages that some process holds, and leases that ran out. Pages that no process has taken
 * yet wait in Temporal's queue and show there.
 */
import mongoose from 'mongoose';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { PageModels } from './page-model.ts';

const WITHIN_MS = 2_000;

interface Held {
  pending: number;
  sending: number;
  oldest: Date | null;
}

const NONE: Held = { pending: 0, sending: 0, oldest: null };

/** Asks the database when metrics are read; without an answer the figures are absent, never stale. */
export function registerPageMetrics({ progress }: Pick<PageModels, 'progress'>, metrics: Metrics, clock: () => Date): void {
  /** By the index of pages that somebody holds. */
  async function held(): Promise<Held | undefined> {
    // Unconnected, the driver would hold the question back until somebody answers.
    if (progress.db.readyState !== mongoose.ConnectionStates.connected) return undefined;
    try {
      // Below mongoose, and so below the tenancy lock: depth is everybody's together.
      const [found] = await progress.collection
        .aggregate<Held>(
          [
            { $match: { lease: { $exists: true } } },
            {
              $group: {
                _id: null,
                pending: { $sum: { $subtract: ['$size', { $add: ['$ended', '$doubtful'] }] } },
                sending: { $sum: '$doubtful' },
                oldest: { $min: '$lease' },
              },
            },
          ],
          { maxTimeMS: WITHIN_MS },
        )
        .toArray();
      return found ?? NONE;
    } catch {
      return undefined;
    }
  }

  metrics.gauge('posthorn_delivery_page_slots', 'Mails of campaign pages that some process holds, by state', {
    labels: ['state'],
    collect: async (gauge) => {
      gauge.reset();
      const found = await held();
      if (!found) return;
      gauge.set({ state: 'pending' }, found.pending);
      gauge.set({ state: 'sending' }, found.sending);
    },
  });
  metrics.gauge(
    'posthorn_delivery_page_lease_overdue_seconds',
    'How long ago the oldest lease of a campaign page ran out that nobody has taken over; 0: none',
    {
      collect: async (gauge) => {
        gauge.reset();
        const found = await held();
        if (found) gauge.set(found.oldest ? Math.max(0, (clock().getTime() - found.oldest.getTime()) / 1_000) : 0);
      },
    },
  );
}
