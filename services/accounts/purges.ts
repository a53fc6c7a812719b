/**
 * Sees to it that every deleted project is purged and every reset carried out. The project's row says when its purge or reset is due, so
 * neither a crash nor a Temporal that is away loses one; starting is idempotent by workflow id, so doing it twice does no harm.
 */
import type { Client } from '@temporalio/client';
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { span } from '#kit/telemetry/trace.ts';
import { startPurge, startReset } from '#temporal/lifecycle.ts';
import type { ProjectsStore } from './projects-store.ts';

export type Purges = Sweeper;

const BATCH = 50;
/** What is confirmed is looked at again after that long, should its workflow have been lost or ended by hand. */
const AGAIN_MS = 3_600_000;

export interface PurgesParts {
  projects: ProjectsStore;
  temporal: () => Promise<Client>;
  clock: () => Date;
  log: Log;
}

/** A round begins by the clock as often as by a request, and starts what several asked for: each start is of the trace of its own call. */
function asked(what: string, traceparent: string | undefined, start: () => Promise<void>): Promise<void> {
  return span(`${what} due`, start, { kind: 'INTERNAL', attributes: {}, parent: traceparent ? { traceparent } : {} });
}

export function createPurges({ projects, temporal, clock, log }: PurgesParts): Purges {
  async function sweep(): Promise<void> {
    const [purged, reset] = [await projects.purgesDue(clock(), BATCH), await projects.resetsDue(clock(), BATCH)];
    if (purged.length + reset.length === 0) return;
    const client = await temporal();
    const again = (): Date => new Date(clock().getTime() + AGAIN_MS);
    for (const { id, traceparent } of purged) {
      await asked('purge', traceparent, () => startPurge(client, id));
      await projects.postponePurge(id, again());
    }
    for (const { id, until, traceparent } of reset) {
      await asked('reset', traceparent, () => startReset(client, id, until));
      await projects.postponeReset(id, until, again());
    }
  }

  return createSweeper(sweep, 'purges', { log });
}
