/** What a campaign's workflow asks of delivery: pages on the task queue `delivery`, freezing on `delivery-bulk`. */
import { activityInfo, cancellationSignal, CompleteAsyncError } from '@temporalio/activity';
import type { Client as TemporalClient } from '@temporalio/client';
import type { Log } from '#kit/telemetry/log.ts';
import type { Freeze, Send } from './freeze.ts';
import type { Page, PageOutcome, PageSender } from './page-sender.ts';
import { createProjectLimiter } from './project-limiter.ts';
import type { Waiting } from './project-limiter.ts';

export interface CampaignSendActivitiesParts {
  freeze: Freeze;
  sendPage: PageSender;
  /** This process is going: another one takes over at once. */
  stopping: AbortSignal;
  temporal: () => Promise<TemporalClient>;
  log: Log;
}

const BEAT_MS = 1_000;
/** Pages of one project that hold activity slots of this process, of the hundred there are. */
const PROJECT_PAGES = 25;

/** The pages of a send from `page` on. */
export interface PageRange extends Page {
  /** Absent: one, as sends ask that began in an earlier release. */
  pages?: number;
}

export interface CampaignSendActivities {
  activities: {
    /** Tries every mail of the pages once, page by page; what is to be tried again leaves on its own. */
    sendPage(pages: PageRange): Promise<PageOutcome>;
  };
  bulkActivities: {
    /** Freezes the audience page by page; goes on where an earlier attempt stopped. Answers how many pages there are. */
    freezeAudience(send: Send): Promise<number>;
  };
}

export function createCampaignSendActivities(parts: CampaignSendActivitiesParts): CampaignSendActivities {
  const { freeze, sendPage, stopping, temporal, log } = parts;
  const limiter = createProjectLimiter(PROJECT_PAGES);

  /** Says by heartbeats that a page without a slot is still being sent, and at last what became of it. */
  async function complete(token: Uint8Array, sending: Promise<PageOutcome>, life: AbortController): Promise<void> {
    const { activity } = await temporal();
    const beat = setInterval(() => {
      // Cancelled, or another's by now.
      activity.heartbeat(token).catch((error: Error) => {
        if (['ActivityNotFoundError', 'ActivityCancelledError'].includes(error.name)) life.abort(error);
      });
    }, BEAT_MS);
    try {
      await activity.complete(token, await sending);
    } catch (error) {
      await activity.fail(token, error as Error).catch(() => undefined);
    } finally {
      clearInterval(beat);
    }
  }

  /** Those that were done before a holder died are only looked at. */
  async function sendEach({ pages = 1, ...first }: PageRange, { signal, onWait }: Waiting): Promise<PageOutcome> {
    for (let page = first.page; page < first.page + pages; page += 1) {
      const outcome = await limiter.within(first.projectId, { signal, onWait }, (release) =>
        sendPage({ ...first, page }, signal, () => {
          release();
          onWait();
        }),
      );
      if (outcome !== 'DONE') return outcome;
    }
    return 'DONE';
  }

  /** As soon as a page only waits, for its rate or for its project's other pages, it goes on without its activity slot. */
  async function sendDetachable(pages: PageRange): Promise<PageOutcome> {
    const { taskToken } = activityInfo();
    const life = new AbortController();
    const signal = AbortSignal.any([cancellationSignal(), stopping, life.signal]);
    let detach = (): void => undefined;
    const detached = new Promise<undefined>((resolve) => {
      detach = () => resolve(undefined);
    });
    const sending = sendEach(pages, { signal, onWait: detach });
    const outcome = await Promise.race([sending, detached]);
    if (outcome !== undefined) return outcome;
    complete(taskToken, sending, life).catch((error: Error) => log.warn({ error: error.message }, 'a page is sent once more by another'));
    throw new CompleteAsyncError();
  }

  return {
    activities: {
      sendPage: sendDetachable,
    },
    bulkActivities: {
      async freezeAudience(send: Send): Promise<number> {
        const signal = AbortSignal.any([cancellationSignal(), stopping]);
        return await freeze(send, () => signal.throwIfAborted());
      },
    },
  };
}
