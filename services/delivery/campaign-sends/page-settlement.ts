/**
 * Settles the slots that a former holder of a page may have handed over, before anything else of the page leaves. That is the last claim
 * which had itself settled the page: no claim hands anything over before. Where its process kept a spool on this host and has ended, the
 * spool says how far each slot was: what was never handed over leaves, what was accepted is noted. All others become rows of unknown
 * outcome, and a slot that has a row already is what its row says.
 */
import type { EmailRow } from '../domain/email.ts';
import { doubtfulSlots } from '../domain/page-progress.ts';
import { attemptKey } from '../dispatch/dispatch.ts';
import type { Spool, SpoolState } from '../dispatch/dispatch.ts';
import type { LedgerRows } from '../ledger/ledger.ts';
import type { OpenPage } from './open-page.ts';
import { PageLost } from './page-hold.ts';
import type { ProgressRow } from './page-model.ts';
import { noteOf, slotRow } from './slots.ts';
import type { OpenedPage } from './slots.ts';

export interface PageSettlementParts {
  rows: Pick<LedgerRows, 'existing' | 'insertAll' | 'renew'>;
  /** Null: none is kept. */
  spool: Pick<Spool, 'left'> | null;
  clock: () => Date;
}

/** @param state as it was when the page was taken. Harmless when it is cut off: whoever takes the page next settles what is left. */
export type SettlePage = (page: OpenPage, state: ProgressRow) => Promise<void>;

/** What is noted in place of the provider's words. */
const REPLY = 'accepted; the words were lost with the process';

export function createPageSettlement({ rows, spool, clock }: PageSettlementParts): SettlePage {
  /** How far slots were, by the spool of the claim that may have handed them over. */
  async function progressOf({ page, ids }: OpenedPage, slots: readonly number[], claim?: string): Promise<(slot: number) => SpoolState> {
    const left = claim && spool ? (await spool.left()).find(({ owner }) => owner === claim.slice(0, claim.lastIndexOf('/'))) : undefined;
    if (!left) return () => 'handed over';
    // Of an outcome whose note was not written, or made by who took the page and died before noting it. Asked once its writer has ended.
    const withRows = await rows.existing(
      page.projectId,
      slots.map((slot) => ids[slot]!),
    );
    return (slot) => (withRows.has(ids[slot]!) ? 'handed over' : left.stateOf(attemptKey({ _id: ids[slot]!, claim: claim! })));
  }

  return async (page, state) => {
    const { opened } = page;
    const failed = new Set(opened.mails.flatMap(({ error }, slot) => (error === undefined ? [] : [slot])));
    const notes = state.notes.map(noteOf);
    const doubtful = doubtfulSlots({ horizon: state.horizon, notes }).filter((slot) => !failed.has(slot));
    if (doubtful.length > 0) {
      const by = Map.groupBy(doubtful, await progressOf(opened, doubtful, state.settled));
      const now = clock();
      const unknown = by.get('handed over') ?? [];
      const made = unknown.map((slot): EmailRow => {
        const row = slotRow(opened, slot);
        return {
          ...row,
          status: 'SENDING',
          attempt: 1,
          claim: state.settled ?? page.owner,
          // Its lease is over: recovery declares what it is.
          dueAt: now,
          trace: [...row.trace, { at: now, to: 'SENDING', by: 'a process that is gone' }],
        };
      });
      // Whoever holds the page by then may have found out more of these slots, and not know of the rows.
      if (!page.mayHandOver()) throw new PageLost('its lease is nearly over');
      await rows.insertAll(made);
      // Those that were reported on before have rows already, which wait for a note that will not come.
      if (made.length > 0) await rows.renew(made, now);
      const accepted = (['accepted', 'delivered'] as const).flatMap((how) =>
        (by.get(how) ?? []).map((slot) => ({ slot, reply: REPLY, delivered: how === 'delivered' })),
      );
      await Promise.all([...accepted, ...unknown.map((slot) => ({ slot, reply: null, delivered: false }))].map(page.end));
    }
    await page.settled(doubtful.length > 0);
  };
}
