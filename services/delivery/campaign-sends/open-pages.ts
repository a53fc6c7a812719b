/**
 * The pages this process holds, as the dispatcher sees them: their slots are claimed, handed over and recorded like rows of the ledger, but
 * by windows and notes of their page.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import { collectionOf } from '#kit/store/bulk-write.ts';
import { traceparent } from '#kit/telemetry/trace.ts';
import type { EmailRow } from '../domain/email.ts';
import type { ClaimedSlots, HeldPage, NoteListener, PageSlots } from '../dispatch/dispatch.ts';
import type { CountTransition, LedgerRows } from '../ledger/ledger.ts';
import type { JournalRow } from '../model.ts';
import type { PageModels, ProgressRow } from './page-model.ts';
import { createOpenPage } from './open-page.ts';
import type { EarlyRows } from './early-rows.ts';
import type { OpenPage } from './open-page.ts';
import { createPageClaims } from './page-claims.ts';
import { createPageFacts } from './page-facts.ts';
import { createPageHold, PageLost } from './page-hold.ts';
import type { PageMails } from './page-mails.ts';
import { createPageWrites } from './page-writes.ts';
import { createPageSettlement } from './page-settlement.ts';
import type { PageSettlementParts } from './page-settlement.ts';
import { noteOf } from './slots.ts';

export interface OpenPagesParts extends Pick<PageSettlementParts, 'spool'> {
  progress: PageModels['progress'];
  mails: Pick<PageMails, 'page'>;
  early: Pick<EarlyRows, 'complete'>;
  journal: Model<JournalRow>;
  rows: Pick<LedgerRows, 'existing' | 'insertAll' | 'renew'>;
  /** How long a page stays with a process that is silent. */
  leaseMs: number;
  processId: string;
  id: () => string;
  clock: () => Date;
  countTransition: CountTransition;
}

/** What came of asking for a page: held is by another process; gone is for good. */
export type Taken = OpenPage | 'held' | 'gone';

export interface OpenPages extends PageSlots {
  /** Takes a page over: what a dead holder may have handed over is settled before anything else leaves. */
  open(pageId: string, projectId: string): Promise<Taken>;
  /** Pages whose holder has been silent for so long, of any project. */
  abandoned(silentMs: number, limit: number): Promise<Pick<ProgressRow, '_id' | 'projectId'>[]>;
  /** Removes the progress of a page that is gone. */
  forget(pageId: string, silentMs: number): Promise<void>;
  /** Whether the slots of a page may still have been handed over by that process, alive or not. */
  holdsPages(process: string): Promise<boolean>;
  startRenewing(): void;
  /** Once nothing is in flight: puts the facts of released pages into the outbox, leaves them, and renews no lease any more. */
  stop(): Promise<void>;
}

interface HeldSlot {
  page: OpenPage;
  forDispatcher: HeldPage;
  slot: number;
}

const CAMPAIGN = { sourceType: 'CAMPAIGN' } as const;
/** Leases are looked at so many times while they last. */
const LOOKS = 5;

export function createOpenPages(parts: OpenPagesParts): OpenPages {
  const { progress, mails, early, journal, rows: ledger, leaseMs, processId, id, clock, countTransition } = parts;
  const held = new Map<string, HeldSlot>();
  const claims = createPageClaims(progress, clock);
  const writes = createPageWrites(progress);
  const facts = createPageFacts(journal, early);
  const settle = createPageSettlement({ rows: ledger, spool: parts.spool, clock });
  const open = new Set<OpenPage>();
  /** Released, and held until their facts are in the outbox. */
  const leaving = new Set<Promise<void>>();
  /** Of them, those of which more will be noted. */
  let atWork = 0;
  let renewal: NodeJS.Timeout | undefined;

  let listener: NoteListener | undefined;

  /** What the dispatcher knows of a page. @param traced the trace in which it was taken */
  function heldPage(page: OpenPage, traced: string | undefined): HeldPage {
    const { id: pageId, owner, mayHandOver, giveBack, taken, emailId, mail } = page;
    const rowOf = (slot: number): EmailRow => ({ ...page.row(slot), ...(traced ? { traceparent: traced } : {}) });
    return {
      id: pageId,
      owner,
      traceparent: traced,
      since: performance.now(),
      mayHandOver,
      giveBack,
      taken,
      emailId,
      mail,
      row: rowOf,
      async record(slot, outcome, rows) {
        if (outcome.kind === 'held' || outcome.kind === 'released') {
          giveBack(slot);
          return true;
        }
        const row = rowOf(slot);
        // A late answer settles the row that was made of its slot meanwhile.
        if (page.isLost) {
          await rows.record({ row, outcome });
          return false;
        }
        await ledger.insertAll([{ ...row, dueAt: new Date(clock().getTime() + leaseMs) }]);
        await rows.record({ row, outcome });
        await page.end({ slot, reply: null, delivered: false });
        return true;
      },
    };
  }

  /** One write for all pages that wait for their rate; each by itself where one of them turns out to be somebody else's. */
  async function renewAll(): Promise<void> {
    const due = [...open].filter(({ isDue }) => isDue);
    if (due.length === 0) return;
    const lease = new Date(clock().getTime() + leaseMs);
    const own = { _id: { $in: due.map(({ opened }) => opened.page._id) }, owner: { $in: due.map(({ owner }) => owner) } };
    // Below mongoose, and so below the tenancy lock: pages are named by their ids and holders.
    const { matchedCount } = await collectionOf(progress).updateMany(
      own,
      { $max: { lease } },
      { writeConcern: { w: 'majority', j: true } },
    );
    if (matchedCount === due.length) for (const page of due) page.renewed(lease);
    else await Promise.all(due.map((page) => page.renew()));
  }

  function forget(page: OpenPage): void {
    open.delete(page);
    // Lost, it may be held by a later claim of this process.
    for (const emailId of page.opened.ids) if (held.get(emailId)?.page === page) held.delete(emailId);
  }

  return {
    async open(pageId, projectId) {
      const opened = await mails.page(projectId, pageId);
      if (!opened) return 'gone';
      const owner = `${processId}/${id()}`;
      const lease = new Date(clock().getTime() + leaseMs);
      const state = await claims.take(opened.page, owner, lease);
      if (!state) return 'held';
      const made = createOpenPage({
        hold: createPageHold({ writes, pageId, owner, lease, leaseMs, clock }),
        opened,
        state: { horizon: state.horizon, published: state.published, notes: state.notes.map(noteOf) },
        processId,
        id,
        clock,
        facts,
        noted(those, isLost) {
          if (isLost) return listener?.lost(forDispatcher, those);
          for (const [delivered, own] of Map.groupBy(those, (one) => one.delivered))
            countTransition(CAMPAIGN, delivered ? 'DELIVERED' : 'SENT', own.length);
          listener?.noted(forDispatcher, those);
        },
        drained() {
          atWork -= 1;
          // The facts of its notes wait for no other page's.
          if (atWork === 0) facts.hurry();
        },
      });
      const forDispatcher = heldPage(made, traceparent());
      const page: OpenPage = {
        ...made,
        get isLost() {
          return made.isLost;
        },
        get isDue() {
          return made.isDue;
        },
        async release() {
          const { left } = await made.release();
          const forgotten = left.finally(() => forget(page));
          leaving.add(forgotten);
          void forgotten.finally(() => leaving.delete(forgotten));
          return { left: forgotten };
        },
      };
      open.add(page);
      atWork += 1;
      try {
        // Facts that a former holder had no time for.
        const published = state.notes.slice(state.published).map((note) => facts.publish({ opened, note }));
        if (published.length > 0) facts.hurry();
        await Promise.all(published);
        await settle(page, state);
        if (state.owner !== null) facts.hurry();
      } catch (error) {
        atWork -= 1;
        forget(page);
        throw error;
      }
      // Not before: the dispatcher may know its mails from an earlier hold, and none leaves while it is not settled which have.
      opened.ids.forEach((emailId, slot) => held.set(emailId, { page, forDispatcher, slot }));
      return page;
    },

    has(emailId) {
      const own = held.get(emailId);
      return own !== undefined && own.page.isUntried(own.slot);
    },

    onNoted(one) {
      listener = one;
    },

    async claim(emailIds) {
      const own = emailIds.flatMap((emailId) => held.get(emailId) ?? []);
      const pages = Map.groupBy(own, ({ page }) => page);
      // What the others have to write leaves with the claim.
      for (const page of open) if (!pages.has(page)) page.noteNow();
      const claimed = await Promise.all(
        [...pages].map(async ([page, slots]): Promise<ClaimedSlots[]> => {
          try {
            return [{ page: slots[0]!.forDispatcher, slots: await page.claim(slots.map(({ slot }) => slot)) }];
          } catch (error) {
            // Somebody else's by now: as rows are that another process claimed.
            if (error instanceof PageLost) return [];
            throw error;
          }
        }),
      );
      const won = claimed.flat().filter(({ slots }) => slots.length > 0);
      for (const { slots } of won) countTransition(CAMPAIGN, 'SENDING', slots.length);
      return won;
    },

    abandoned: claims.abandoned,
    forget: claims.forget,
    holdsPages: claims.holdsPages,

    startRenewing() {
      renewal = setInterval(() => void renewAll().catch(() => undefined), leaseMs / LOOKS);
    },
    async stop() {
      facts.hurry();
      // Where they cannot be written the lease ends, and another process publishes them.
      await Promise.race([Promise.all(leaving), sleep(leaseMs, undefined, { ref: false })]);
      clearInterval(renewal);
    },
  };
}
