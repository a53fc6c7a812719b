/**
 * Reads mails that are slots of frozen pages. A slot with a row of its own is as the row says; any other is as its page and the notes say.
 */
import type { Model } from 'mongoose';
import { collectionOf } from '#kit/store/bulk-write.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { EmailRow } from '../domain/email.ts';
import { doubtfulSlots } from '../domain/page-progress.ts';
import type { CampaignMails } from '../ledger/ledger.ts';
import type { EarlyRows } from './early-rows.ts';
import type { EmailIdKeys } from './email-id-key.ts';
import type { PageModels, PageRow, ProgressRow, SlotContent } from './page-model.ts';
import { noteOf, notesBySlot, slotRows } from './slots.ts';
import type { OpenedPage } from './slots.ts';

export interface PageMailsParts extends Pick<PageModels, 'pages' | 'progress'> {
  emails: Model<EmailRow>;
  ids: EmailIdKeys;
  early: EarlyRows;
}

export interface PageMails extends CampaignMails {
  /** Null: there is none (any more). */
  page(projectId: string, pageId: string): Promise<OpenedPage | null>;
}

export const pageIdOf = (number: number, n: number): string => `${number}/${n}`;

/** @param slots of which ids are asked for, which cost more than all else; absent: of all */
export async function openPage(page: PageRow, ids: EmailIdKeys, slots?: readonly number[]): Promise<OpenedPage> {
  const { number, n, size } = page;
  const seal = await ids();
  let own: string[] = [];
  if (slots) for (const [index, id] of seal.ofSlots(number, n, slots).entries()) own[slots[index]!] = id;
  else own = seal.ofPage(number, n, size);
  return { page, ids: own, mails: JSON.parse(page.mails) as SlotContent[] };
}

export function createPageMails({ pages, progress, emails, ids, early }: PageMailsParts): PageMails {
  /** Slots by page, of ids that were made here. */
  async function placesOf(emailIds: readonly string[]): Promise<Map<string, number[]>> {
    const seal = await ids();
    const places = emailIds.flatMap((id) => seal.placeOf(id) ?? []);
    const byPage = Map.groupBy(places, ({ number, page }) => pageIdOf(number, page));
    return new Map([...byPage].map(([pageId, own]) => [pageId, own.map(({ slot }) => slot)]));
  }

  /** Pages of these mails, with the ids of these alone, or of all. */
  async function read(emailIds: readonly string[], { projectId, withIds }: { projectId?: string | undefined; withIds: 'these' | 'all' }) {
    const places = await placesOf(emailIds);
    if (places.size === 0) return [];
    const those = { _id: { $in: [...places.keys()] }, ...(projectId === undefined ? {} : { projectId }) };
    const [found, states] = await Promise.all([
      acrossProjects(pages.find(those)).lean<PageRow[]>(),
      acrossProjects(progress.find(those)).lean<ProgressRow[]>(),
    ]);
    const stateOf = new Map(states.map((state) => [state._id, state]));
    return await Promise.all(
      found.map(async (page) => {
        const slots = places.get(page._id)!.filter((slot) => slot < page.size);
        const opened = await openPage(page, ids, withIds === 'these' ? slots : undefined);
        return { opened, state: stateOf.get(page._id) ?? null, slots };
      }),
    );
  }

  /** Rows that are there already stay as they are. */
  async function insert(rows: readonly EmailRow[]): Promise<void> {
    if (rows.length === 0) return;
    try {
      await collectionOf(emails).insertMany(rows, { ordered: false, writeConcern: { w: 'majority' } });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  return {
    async page(projectId, pageId) {
      const page = await pages.findOne({ _id: pageId, projectId }).lean<PageRow>();
      return page && (await openPage(page, ids));
    },

    async find(emailIds, projectId) {
      return (await read(emailIds, { projectId, withIds: 'these' })).flatMap(({ opened, state, slots }) => slotRows(opened, state, slots));
    },

    async materialise(emailIds) {
      const rows = (await read(emailIds, { withIds: 'these' })).flatMap(({ opened, state, slots }) => {
        const known = notesBySlot(state);
        return slotRows(
          opened,
          state,
          slots.filter((slot) => known.get(slot)),
        );
      });
      await insert(rows.map((row) => ({ ...row, noted: row.status === 'DELIVERED' ? 'DELIVERED' : 'SENT' })));
    },

    async materialiseInFlight(emailIds) {
      const rows = (await read(emailIds, { withIds: 'these' })).flatMap(({ opened, state, slots }) => {
        if (!state) return [];
        const doubtful = new Set(doubtfulSlots({ horizon: state.horizon, notes: state.notes.map(noteOf) }));
        return early.rowsOf(
          opened,
          state,
          slots.filter((slot) => doubtful.has(slot) && opened.mails[slot]!.error === undefined),
        );
      });
      if (rows.length === 0) return;
      await insert(rows);
      // Noted meanwhile, they are completed here: the note's writer may have looked for them before they were there.
      const made = await read(
        rows.map(({ _id }) => _id),
        { withIds: 'all' },
      );
      for (const { opened, state, slots } of made)
        for (const note of state?.notes ?? [])
          if (noteOf(note).plain.some((slot) => slots.includes(slot))) await early.complete([{ opened, note }]);
    },
  };
}
