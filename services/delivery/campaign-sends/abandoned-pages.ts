/** Settles pages whose holder died and that nobody asks for any more: those of sends that were closed, or cleared, meanwhile. */
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { OpenPages } from './open-pages.ts';

/** The workflow of a send that goes on has asked for the page long before. */
const SILENT_MS = 15_000;
const BATCH = 20;

export function createAbandonedPages(openPages: Pick<OpenPages, 'open' | 'abandoned' | 'forget'>, log: Log): Sweeper {
  return createSweeper(
    async () => {
      for (const { _id, projectId } of await openPages.abandoned(SILENT_MS, BATCH)) {
        const taken = await openPages.open(_id, projectId);
        // A send that was cleared while a process took its page leaves progress without a page.
        if (taken === 'gone') await openPages.forget(_id, SILENT_MS);
        else if (taken !== 'held') await (await taken.release()).left;
      }
    },
    'abandoned pages',
    { log },
  );
}
