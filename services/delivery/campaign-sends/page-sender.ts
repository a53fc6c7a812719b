/**
 * Sends one page: hands the mails that were not tried yet to this process's dispatcher and waits until each was tried once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { EmailRow } from '../domain/email.ts';
import { priorityOf } from '../domain/email.ts';
import type { Due } from '../domain/email.ts';
import type { OpenPages } from './open-pages.ts';
import { pageIdOf } from './page-mails.ts';
import type { Send } from './freeze.ts';
import type { CampaignSendView } from './store.ts';
import { Batch } from './underway.ts';
import type { Underway } from './underway.ts';

export interface PageParts {
  emails: Model<EmailRow>;
  openPages: Pick<OpenPages, 'open'>;
  /** How the send stands, a moment old at most; null when it is gone. */
  look: (projectId: string, campaignId: string) => Promise<CampaignSendView | null>;
  underway: Underway;
  /** Rows that may leave at once. */
  hint: (rows: readonly Due[]) => void;
  /** Rows that may not any more. */
  drop: (rows: readonly Due[]) => void;
  /** Tokens of the send's own rate. */
  allowance: (send: CampaignSendView, wanted: number) => Promise<number>;
}

interface SendOptions {
  signal: AbortSignal;
  onThrottled: () => void;
}

export interface Page extends Send {
  page: number;
}

/** DONE: every mail of the page was tried once. PAUSED: some were not. CLOSED: no further page is wanted. */
export type PageOutcome = 'DONE' | 'PAUSED' | 'CLOSED';

const LOOK_MS = 250;
/** How long a paused send is waited for here. */
const PAUSE_WAIT_MS = 2_000;
/** Of a send with a rate of its own no more waits in a page than leaves in this time. */
const AHEAD_S = 0.25;

/** @param onThrottled the page only waits for its send's rate from now on */
export type PageSender = (page: Page, signal: AbortSignal, onThrottled?: () => void) => Promise<PageOutcome>;

export function createPageSender({ emails, openPages, look, underway, hint, drop, allowance }: PageParts): PageSender {
  const dueOf =
    (projectId: string) =>
    (_id: string): Due => ({ _id, projectId, priority: priorityOf('CAMPAIGN') });

  /** Rows of the page that were never tried, or were given back while it was paused. */
  async function heldOf({ projectId, campaignId, page }: Page): Promise<string[]> {
    const rows = await emails
      .find({ projectId, campaignId, page, status: 'PENDING', dueAt: { $exists: false } }, { _id: 1 })
      .lean<Pick<EmailRow, '_id'>[]>();
    return rows.map(({ _id }) => _id);
  }

  /**
   * Hands mails over as fast as the send's rate has it, until all were tried, one was given back, or the send is controlled. Answers
   * whether one was given back: it goes before those behind it.
   */
  async function leave(page: Page, held: readonly string[], { signal, onThrottled }: SendOptions): Promise<boolean> {
    const batch = new Batch();
    const rest = [...held];
    const rows = dueOf(page.projectId);
    try {
      for (let send = await mine(page); send?.state === 'OPEN' && rest.length + batch.ids.size > 0; send = await mine(page)) {
        signal.throwIfAborted();
        const room = send.rate === null ? rest.length : Math.min(rest.length, Math.max(1, Math.ceil(send.rate * AHEAD_S)) - batch.ids.size);
        const granted = rest.splice(0, send.rate === null || room <= 0 ? Math.max(0, room) : await allowance(send, room));
        if (rest.length > 0) onThrottled();
        underway.add(granted, batch);
        hint(granted.map(rows));
        if (batch.ids.size > 0 || rest.length > 0) await batch.alarm.sleep(LOOK_MS);
        if (batch.hasGivenBack) return true;
      }
      return false;
    } finally {
      drop(underway.forget(batch).map(rows));
    }
  }

  /** Null when the send is not this run's any more, or over. */
  async function mine({ projectId, campaignId, run }: Page): Promise<CampaignSendView | null> {
    const send = await look(projectId, campaignId);
    return send?.run === run && send.state !== 'CLOSED' ? send : null;
  }

  /** Sends what is untried, again and again, until all was tried or the send is controlled. */
  async function sendAll(page: Page, untried: () => Promise<string[]>, options: SendOptions): Promise<PageOutcome> {
    for (let waitMs = PAUSE_WAIT_MS; ;) {
      options.signal.throwIfAborted();
      const send = await mine(page);
      if (!send) return 'CLOSED';
      if (send.state === 'PAUSED') {
        if (waitMs <= 0) return 'PAUSED';
        await sleep(LOOK_MS);
        waitMs -= LOOK_MS;
        continue;
      }
      const ids = await untried();
      if (ids.length === 0) return 'DONE';
      // Where nobody can say whether they may leave, they are given back again and again.
      if (await leave(page, ids, options)) await sleep(LOOK_MS);
    }
  }

  /** A frozen page is held by one process at a time: the others wait for it, should its holder die. */
  async function sendFrozen(page: Page, number: number, options: SendOptions): Promise<PageOutcome> {
    for (;;) {
      options.signal.throwIfAborted();
      if (!(await mine(page))) return 'CLOSED';
      const taken = await openPages.open(pageIdOf(number, page.page), page.projectId);
      if (taken === 'gone') return 'CLOSED';
      if (taken === 'held') {
        await sleep(LOOK_MS);
        continue;
      }
      let outcome: PageOutcome | undefined;
      try {
        const { ids } = taken.opened;
        outcome = await sendAll(page, async () => (taken.isLost ? [] : taken.untried().map((slot) => ids[slot]!)), options);
      } finally {
        const { left } = await taken.release();
        // It is to be opened again, here or elsewhere. A page that is done leaves behind its facts, and the next begins meanwhile.
        if (outcome !== 'DONE' || taken.untried().length > 0) await left;
      }
      // What was given back on the way out, or taken from this process, is not done.
      if (outcome !== 'DONE' || taken.untried().length === 0) return outcome;
    }
  }

  return async (page, signal, onThrottled = () => undefined) => {
    const send = await mine(page);
    if (!send) return 'CLOSED';
    const options = { signal, onThrottled };
    return send.number === null ? await sendAll(page, () => heldOf(page), options) : await sendFrozen(page, send.number, options);
  };
}
