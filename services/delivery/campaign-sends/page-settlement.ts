/**
 * Settles the slots that a page's former holder may have handed over, before anything else of the page leaves. Where that process kept a
 * spool on this host and has ended, the spool says how far each was: what it never handed over leaves, what was accepted is noted. All
 * others become rows of unknown outcome.
 */
import type { EmailRow } from '../domain/email.ts';
import { doubtfulSlots } from '../domain/page-progress.ts';
import { attemptKey } from '../dispatch/dispatch.ts';
import type { Spool } from '../dispatch/dispatch.ts';
import type { LedgerRows } from '../ledger/ledger.ts';
import type { OpenPage } from './open-page.ts';
import type { TakenPage } from './page-claims.ts';
import { noteOf, slotRow } from './slots.ts';

export interface PageSettlementParts {
  rows: Pick<LedgerRows, 'insertAll' | 'renew'>;
  /** Null: none is kept. */
  spool: Pick<Spool, 'left'> | null;
  clock: () => Date;
}

/** Harmless when it is cut off: whoever takes the page next settles what is left. */
export type SettlePage = (page: OpenPage, taken: TakenPage) => Promise<void>;

/** What is noted in place of the provider's words. */
const REPLY = 'accepted; the words were lost with the process';

export function createPageSettlement({ rows, spool, clock }: PageSettlementParts): SettlePage {
  /** How far the former holder was with a slot, as far as its spool is to be believed. */
  async function spooled({ opened }: OpenPage, { state, former }: TakenPage) {
    // A holder that had not settled the page before it died knows nothing of the slots of the one before.
    if (!spool || former === null || state.settled !== former) return () => 'handed over' as const;
    const left = (await spool.left()).find(({ owner }) => owner === former.slice(0, former.lastIndexOf('/')));
    return (slot: number) => left?.stateOf(attemptKey({ _id: opened.ids[slot]!, claim: former })) ?? 'handed over';
  }

  return async (page, taken) => {
    const { state, former } = taken;
    const failed = new Set(page.opened.mails.flatMap(({ error }, slot) => (error === undefined ? [] : [slot])));
    const notes = state.notes.map(noteOf);
    const doubtful = doubtfulSlots({ horizon: state.horizon, notes }).filter((slot) => !failed.has(slot));
    if (doubtful.length > 0) {
      const by = Map.groupBy(doubtful, await spooled(page, taken));
      const now = clock();
      const unknown = by.get('handed over') ?? [];
      const made = unknown.map((slot): EmailRow => {
        const row = slotRow(page.opened, slot);
        return {
          ...row,
          status: 'SENDING',
          attempt: 1,
          claim: former ?? page.owner,
          // Its lease is over: recovery declares what it is.
          dueAt: now,
          trace: [...row.trace, { at: now, to: 'SENDING', by: 'a process that is gone' }],
        };
      });
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
