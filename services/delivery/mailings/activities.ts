/** What a campaign's workflow asks of delivery (task queue `delivery`). */
import { cancellationSignal, heartbeat } from '@temporalio/activity';
import type { Freeze, Send } from './freeze.ts';
import type { Page, PageOutcome, Pager } from './page.ts';

const BEAT_MS = 5_000;

async function alive<T>(stopping: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const beat = setInterval(heartbeat, BEAT_MS);
  try {
    return await work(AbortSignal.any([cancellationSignal(), stopping]));
  } finally {
    clearInterval(beat);
  }
}

/** @param stopping this process is going: another one takes over at once */
export function mailingActivities(freeze: Freeze, sendPage: Pager, stopping: AbortSignal) {
  return {
    /** Writes the ledger's rows page by page; goes on where an earlier attempt stopped. Answers how many pages there are. */
    freezeAudience: (send: Send): Promise<number> => alive(stopping, (signal) => freeze(send, () => signal.throwIfAborted())),

    /** Tries every mail of the page once; what is to be tried again leaves on its own. */
    sendPage: (page: Page): Promise<PageOutcome> => alive(stopping, (signal) => sendPage(page, signal)),
  };
}
