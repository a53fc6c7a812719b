/**
 * Sees to it that every deleted project is purged. The project's row says when its purge is due, so neither a crash nor a
 * Temporal that is away loses one; starting is idempotent by workflow id, so doing it twice does no harm.
 */
import type { Client } from '@temporalio/client';
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { startPurge } from '#temporal/lifecycle.ts';
import type { ProjectsStore } from './projects-store.ts';

export type Purges = Sweeper;

const BATCH = 50;
/** A purge that is confirmed is looked at again after that long, should its workflow have been lost or ended by hand. */
const AGAIN_MS = 3_600_000;

export interface PurgesParts {
  projects: ProjectsStore;
  temporal: () => Promise<Client>;
  clock: () => Date;
  log: Log;
}

export function createPurges({ projects, temporal, clock, log }: PurgesParts): Purges {
  async function sweep(): Promise<void> {
    const due = await projects.purgesDue(clock(), BATCH);
    if (due.length === 0) return;
    const client = await temporal();
    for (const projectId of due) {
      await startPurge(client, projectId);
      await projects.postponePurge(projectId, new Date(clock().getTime() + AGAIN_MS));
    }
  }

  return createSweeper(sweep, 'purges', { log });
}
