/**
 * The pages this process holds, as the dispatcher sees them: their slots are claimed, handed over and recorded like rows of the ledger, but
 * by windows and notes of their page.
 */
import type { Model } from 'mongoose';
import { collectionOf } from '#kit/store/bulk-write.ts';
import { traceparent } from '#kit/telemetry/trace.ts';
import type { EmailRow } from '../domain/email.ts';
import type { PageSlots } from '../dispatch/dispatch.ts';
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
import { createPageSettlement } from './page-settlement.ts';
import type { PageSettlementParts } from './page-settlement.ts';
import { noteOf } from './slots.ts';

export interface OpenPagesParts extends Pick<PageSettlementParts, 'spool'> {
  progress: PageModels['progress'];
  mails: Pick<PageMails, 'page'>;
  early: Pick<EarlyRows, 'complete'>;
  journal: Model<JournalRow>;
  rows: Pick<LedgerRows, 'insertAll'>;
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
  /** Whether a page goes by a claim of that process still, alive or not. */
  holdsPages(process: string): Promise<boolean>;
  startRenewing(): void;
  stopRenewing(): void;
}

/** Leases are looked at so many times while they last. */
const LOOKS = 5;

export function createOpenPages(parts: OpenPagesParts): OpenPages {
  const { progress, mails, early, journal, rows: ledger, leaseMs, processId, id, clock, countTransition } = parts;
  const held = new Map<string, { page: OpenPage; slot: number }>();
  const claims = createPageClaims(progress, clock);
  const facts = createPageFacts(journal, early);
  const settle = createPageSettlement({ rows: ledger, spool: parts.spool, clock });
  /** Rows whose outcome may be on disk nowhere: their page was lost. */
  const unrecorded = new WeakSet<EmailRow>();
  /** Rows as they were claimed: a retry of the same mail is claimed as the row it has by then. */
  const claimed = new WeakSet<EmailRow>();
  const open = new Set<OpenPage>();
  let renewal: NodeJS.Timeout | undefined;

  /** The claim that holds the row's slot, if it still does. */
  function ownerOf({ _id, claim }: EmailRow): { page: OpenPage; slot: number } | undefined {
    const own = held.get(_id);
    return own?.page.owner === claim ? own : undefined;
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
    for (const emailId of page.opened.ids) held.delete(emailId);
  }

  return {
    async open(pageId, projectId) {
      const opened = await mails.page(projectId, pageId);
      if (!opened) return 'gone';
      const owner = `${processId}/${id()}`;
      const lease = new Date(clock().getTime() + leaseMs);
      const taken = await claims.take(opened.page, owner, lease);
      if (!taken) return 'held';
      const { state } = taken;
      const made = createOpenPage({
        hold: createPageHold({ progress, pageId, owner, lease, leaseMs, clock }),
        opened,
        state: { horizon: state.horizon, published: state.published, notes: state.notes.map(noteOf) },
        processId,
        id,
        clock,
        facts,
      });
      const traced = traceparent();
      const page: OpenPage = {
        ...made,
        async claim(slots) {
          const rows = await made.claim(slots);
          if (traced) for (const row of rows) row.traceparent = traced;
          return rows;
        },
        get isLost() {
          return made.isLost;
        },
        get isDue() {
          return made.isDue;
        },
        release: () => made.release().finally(() => forget(page)),
      };
      open.add(page);
      opened.ids.forEach((emailId, slot) => held.set(emailId, { page, slot }));
      try {
        // Facts that a former holder had no time for.
        const published = state.notes.slice(state.published).map((note) => facts.publish({ opened, note }));
        facts.hurry();
        await Promise.all(published);
        await settle(page, taken);
      } catch (error) {
        forget(page);
        throw error;
      }
      return page;
    },

    has(emailId) {
      const own = held.get(emailId);
      return own !== undefined && own.page.isUntried(own.slot);
    },

    claimed: (row) => claimed.has(row),

    async claim(emailIds) {
      const own = emailIds.flatMap((emailId) => held.get(emailId) ?? []);
      const pages = Map.groupBy(own, ({ page }) => page);
      const rows = await Promise.all(
        [...pages].map(([page, slots]) =>
          page.claim(slots.map(({ slot }) => slot)).catch((error: unknown) => {
            // Somebody else's by now: as rows are that another process claimed.
            if (error instanceof PageLost) return [];
            throw error;
          }),
        ),
      );
      for (const row of rows.flat()) {
        claimed.add(row);
        countTransition(row, 'SENDING');
      }
      return rows.flat();
    },

    giveBack(rows) {
      for (const row of rows) {
        const own = ownerOf(row);
        own?.page.giveBack(own.slot);
      }
    },

    isRecorded: (row) => !unrecorded.has(row),

    mayHandOver: (row) => ownerOf(row)?.page.mayHandOver() ?? false,

    async record({ row, outcome }, outcomes) {
      const own = ownerOf(row);
      if (outcome.kind === 'held' || outcome.kind === 'released') {
        own?.page.giveBack(own.slot);
        return 'PENDING';
      }
      // A late answer settles the row that was made of its slot meanwhile.
      if (!own || own.page.isLost) {
        unrecorded.add(row);
        return await outcomes.record({ row, outcome });
      }
      if (outcome.kind === 'accepted' && outcome.messageId === undefined) {
        await own.page.end({ slot: own.slot, reply: outcome.reply, delivered: outcome.delivered });
        const status = outcome.delivered ? 'DELIVERED' : 'SENT';
        countTransition(row, status);
        return status;
      }
      await ledger.insertAll([{ ...row, dueAt: new Date(clock().getTime() + leaseMs) }]);
      const status = await outcomes.record({ row, outcome });
      await own.page.end({ slot: own.slot, reply: null, delivered: false });
      return status;
    },

    abandoned: claims.abandoned,
    forget: claims.forget,
    holdsPages: claims.holdsPages,

    startRenewing() {
      renewal = setInterval(() => void renewAll().catch(() => undefined), leaseMs / LOOKS);
    },
    stopRenewing: () => clearInterval(renewal),
  };
}
