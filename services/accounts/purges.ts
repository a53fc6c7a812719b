/**
 * Sees to it that every deleted project is purged. The project's row says when its purge is due, so neither a crash nor a
 * Temporal that is away loses one; starting is idempotent by workflow id, so doing it twice does no harm.
 */
import type { Client } from '@temporalio/client';
import type { Log } from '#kit/telemetry/log.ts';
import { startPurge } from '#temporal/lifecycle.ts';
import type { ProjectsStore } from './projects-store.ts';

export interface Purges {
  /** Looks now instead of at the next round. */
  hint(): void;
  start(): void;
  stop(): Promise<void>;
}

const EVERY_MS = 5_000;
const BATCH = 50;
/** A purge that is confirmed is looked at again after that long, should its workflow have been lost or ended by hand. */
const AGAIN_MS = 3_600_000;

export function makePurges(projects: ProjectsStore, temporal: () => Promise<Client>, clock: () => Date, log: Log): Purges {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let queued = false;

  async function sweep(): Promise<void> {
    const due = await projects.purgesDue(clock(), BATCH);
    if (due.length === 0) return;
    const client = await temporal();
    for (const projectId of due) {
      await startPurge(client, projectId);
      await projects.postponePurge(projectId, new Date(clock().getTime() + AGAIN_MS));
    }
  }

  function hint(): void {
    if (queued) return;
    queued = true;
    round = round.then(() => {
      queued = false;
      return sweep();
    }).catch((error: unknown) => log.warn({ error: (error as Error).message }, 'purges wait'));
  }

  return {
    hint,
    start() {
      timer = setInterval(hint, EVERY_MS).unref();
      hint();
    },
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
