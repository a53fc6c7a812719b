/** One page of a mailing on its way: its held rows are handed to the dispatcher of this process, and waited for until each was tried once. */
import type { Model } from 'mongoose';
import type { EmailRow } from '../domain/email.ts';
import { priorityOf } from '../domain/email.ts';
import type { Due } from '../queue.ts';
import type { Send } from './freeze.ts';
import type { MailingView } from './store.ts';
import { Batch } from './underway.ts';
import type { Underway } from './underway.ts';

export interface PageParts {
  emails: Model<EmailRow>;
  /** How the mailing stands, a moment old at most; null when it is gone. */
  look: (projectId: string, campaignId: string) => Promise<MailingView | null>;
  underway: Underway;
  /** Rows that may leave at once. */
  hint: (rows: readonly Due[]) => void;
  /** Rows that may not any more. */
  drop: (rows: readonly Due[]) => void;
  /** Tokens of the mailing's own rate. */
  allowance: (mailing: MailingView, wanted: number) => Promise<number>;
}

export interface Page extends Send {
  page: number;
}

/** DONE: every mail of the page was tried once. PAUSED: some were not. CLOSED: no further page is wanted. */
export type PageOutcome = 'DONE' | 'PAUSED' | 'CLOSED';

const LOOK_MS = 250;
/** How long a paused mailing is waited for here. */
const PATIENCE_MS = 2_000;
/** Of a mailing with a rate of its own no more waits in a page than leaves in this time. */
const AHEAD_S = 0.25;

export type Pager = (page: Page, signal: AbortSignal) => Promise<PageOutcome>;

export function pager({ emails, look, underway, hint, drop, allowance }: PageParts): Pager {
  const dueOf = (projectId: string) => (_id: string): Due => ({ _id, projectId, priority: priorityOf('CAMPAIGN') });

  /** Rows of the page that were never tried, or were given back while it was paused. */
  async function heldOf({ projectId, campaignId, page }: Page): Promise<string[]> {
    const rows = await emails.find({ projectId, campaignId, page, status: 'PENDING', dueAt: { $exists: false } }, { _id: 1 }).lean<Pick<EmailRow, '_id'>[]>();
    return rows.map(({ _id }) => _id);
  }

  /** Hands rows over as fast as the mailing's rate has it, until all were tried or the mailing is steered. */
  async function leave(page: Page, held: readonly string[], signal: AbortSignal): Promise<void> {
    const batch = new Batch();
    const rest = [...held];
    const rows = dueOf(page.projectId);
    try {
      for (let mailing = await mine(page); mailing?.state === 'OPEN' && rest.length + batch.ids.size > 0; mailing = await mine(page)) {
        signal.throwIfAborted();
        const room = mailing.rate === null ? rest.length : Math.min(rest.length, Math.max(1, Math.ceil(mailing.rate * AHEAD_S)) - batch.ids.size);
        const granted = rest.splice(0, mailing.rate === null || room <= 0 ? Math.max(0, room) : await allowance(mailing, room));
        underway.add(granted, batch);
        hint(granted.map(rows));
        if (batch.ids.size > 0 || rest.length > 0) await batch.alarm.sleep(LOOK_MS);
      }
    } finally {
      drop(underway.forget(batch).map(rows));
    }
  }

  /** Null when the mailing is not this run's any more, or over. */
  async function mine({ projectId, campaignId, run }: Page): Promise<MailingView | null> {
    const mailing = await look(projectId, campaignId);
    return mailing?.run === run && mailing.state !== 'CLOSED' ? mailing : null;
  }

  return async (page, signal) => {
    for (let patience = PATIENCE_MS; ;) {
      signal.throwIfAborted();
      const mailing = await mine(page);
      if (!mailing) return 'CLOSED';
      if (mailing.state === 'PAUSED') {
        if (patience <= 0) return 'PAUSED';
        await new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS));
        patience -= LOOK_MS;
        continue;
      }
      const held = await heldOf(page);
      if (held.length === 0) return 'DONE';
      await leave(page, held, signal);
    }
  };
}
