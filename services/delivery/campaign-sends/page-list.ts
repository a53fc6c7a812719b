/**
 * Lists mails that are slots of frozen pages, a page at a time: pages that a window does not touch are only counted. Filters that look into
 * mails (state, subject) read every page they may be in, as they read every row.
 */
import type { Model, QueryFilter } from 'mongoose';
import { literalPattern } from '#kit/literal-pattern.ts';
import type { EmailRow } from '../domain/email.ts';
import type { Status } from '../domain/states.ts';
import type { CampaignMailList, CampaignMailQuery, PageBlock } from '../ledger/ledger.ts';
import type { EmailIdKeys } from './email-id-key.ts';
import { openPage } from './page-mails.ts';
import { PAGES_OF_CAMPAIGN, PAGES_OF_PROJECT } from './page-model.ts';
import type { PageModels, PageRow, ProgressRow, SlotContent } from './page-model.ts';
import { contactBytes, contactOf, notesBySlot, slotRows } from './slots.ts';

export interface PageListParts extends Pick<PageModels, 'pages' | 'progress'> {
  emails: Model<EmailRow>;
  ids: EmailIdKeys;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LIST_MS = 20_000;

const fragmentOf = ({ search }: CampaignMailQuery): string | undefined => search?.trim().toLowerCase();
const looksInside = (query: CampaignMailQuery): boolean => Boolean(query.to || fragmentOf(query));

function filterOf({ projectId, campaignId, contactId, to, since, until }: CampaignMailQuery): QueryFilter<PageRow> {
  return {
    projectId,
    ...(campaignId ? { campaignId } : {}),
    ...(contactId ? { contacts: contactBytes(contactId) } : {}),
    ...(to ? { mails: { $regex: literalPattern(`"to":${JSON.stringify(to)}`) } } : {}),
    ...(since || until ? { frozenAt: { ...(since ? { $gte: since } : {}), ...(until ? { $lte: until } : {}) } } : {}),
  };
}

/** By how many there are: a list of a million mails is one of some thousand whole pages. */
const everySlot = new Map<number, readonly number[]>();
function slotsOf(size: number): readonly number[] {
  const known = everySlot.get(size) ?? Array.from({ length: size }, (_, slot) => slot);
  everySlot.set(size, known);
  return known;
}

/** What is said of mails by rows of their own alone; where the others stand, notes say too. */
const isNoted = (status: string): boolean => ['PENDING', 'SENDING', 'SENT', 'DELIVERED'].includes(status);

export function createPageList({ pages, progress, emails, ids }: PageListParts): CampaignMailList {
  /** Pages, with what of them the query looks into. What looks into nothing is answered by an index alone. */
  async function pagesOf(query: CampaignMailQuery, order: 'newest' | 'frozen'): Promise<PageRow[]> {
    const { campaignId, contactId, status } = query;
    const asked = pages
      .find(filterOf(query), {
        frozenAt: 1,
        size: 1,
        ...(status ? { campaignId: 1, n: 1 } : {}),
        ...(looksInside(query) ? { subject: 1, mails: 1 } : {}),
        ...(contactId ? { contacts: 1 } : {}),
      })
      .sort(order === 'newest' ? { frozenAt: -1, _id: -1 } : { n: 1 })
      .maxTimeMS(LIST_MS);
    if (contactId) asked.hint({ contacts: 1 });
    else if (!looksInside(query)) asked.hint(campaignId ? PAGES_OF_CAMPAIGN : PAGES_OF_PROJECT);
    return await asked.lean<PageRow[]>();
  }

  /** Slots with rows of that status, by page. */
  async function ownSlots({ projectId, status }: CampaignMailQuery, found: readonly PageRow[]): Promise<Map<string, Set<number>>> {
    const campaigns = [...new Set(found.map(({ campaignId }) => campaignId))];
    const filter = { projectId, campaignId: { $in: campaigns }, slot: { $exists: true }, status } as QueryFilter<EmailRow>;
    const rows = await emails.find(filter, { campaignId: 1, page: 1, slot: 1 }).lean<Pick<EmailRow, 'campaignId' | 'page' | 'slot'>[]>();
    const own = Map.groupBy(rows, ({ campaignId, page }) => `${campaignId}/${page}`);
    return new Map(found.map(({ _id, campaignId, n }) => [_id, new Set((own.get(`${campaignId}/${n}`) ?? []).map(({ slot }) => slot!))]));
  }

  /** Slots that stand there, by page: those without rows by their page's notes. */
  async function notedSlots({ projectId, status }: CampaignMailQuery, found: readonly PageRow[]): Promise<Map<string, Set<number>>> {
    const pageIds = found.map(({ _id }) => _id);
    const campaigns = [...new Set(found.map(({ campaignId }) => campaignId))];
    const [states, rows] = await Promise.all([
      progress
        .find({ projectId, _id: { $in: pageIds } }, { horizon: 1, 'notes.delivered': 1, 'notes.plain': 1, 'notes.odd': 1 })
        .lean<Pick<ProgressRow, '_id' | 'horizon' | 'notes'>[]>(),
      emails
        .find({ projectId, campaignId: { $in: campaigns }, slot: { $exists: true } }, { campaignId: 1, page: 1, slot: 1, status: 1 })
        .lean<Pick<EmailRow, 'campaignId' | 'page' | 'slot' | 'status'>[]>(),
    ]);
    const stateOf = new Map(states.map((state) => [state._id, state]));
    const own = Map.groupBy(rows, ({ campaignId, page }) => `${campaignId}/${page}`);
    return new Map(
      found.map(({ _id, campaignId, n, size }) => {
        const state = stateOf.get(_id) ?? null;
        const known = notesBySlot(state);
        const statuses = slotsOf(size).map((slot): Status => {
          const said = known.get(slot);
          if (said) return said.note.delivered ? 'DELIVERED' : 'SENT';
          return slot < (state?.horizon ?? 0) ? 'SENDING' : 'PENDING';
        });
        for (const { slot, status: its } of own.get(`${campaignId}/${n}`) ?? []) statuses[slot!] = its;
        return [_id, new Set(slotsOf(size).filter((slot) => statuses[slot] === status))];
      }),
    );
  }

  return {
    async blocks(query, order) {
      const { contactId, to, status } = query;
      if (contactId && !UUID.test(contactId)) return [];
      const fragment = fragmentOf(query);
      const found = await pagesOf(query, order);
      const standing = status ? await (isNoted(status) ? notedSlots : ownSlots)(query, found) : undefined;
      return found.map((page): PageBlock => {
        const all = slotsOf(page.size);
        if (!contactId && !looksInside(query) && !standing) return { pageId: page._id, frozenAt: page.frozenAt, slots: all };
        const mails = looksInside(query) ? (JSON.parse(page.mails) as SlotContent[]) : [];
        const slots = all.filter(
          (slot) =>
            (!contactId || contactOf(page.contacts[slot]!) === contactId) &&
            (!to || mails[slot]!.to === to) &&
            (!fragment || (mails[slot]!.subject ?? page.subject).toLowerCase().includes(fragment)) &&
            (!standing || standing.get(page._id)!.has(slot)),
        );
        return { pageId: page._id, frozenAt: page.frozenAt, slots };
      });
    },

    async rowsOf(projectId, { pageId, slots }) {
      const [page, state] = await Promise.all([
        pages.findOne({ _id: pageId, projectId }).lean<PageRow>(),
        progress.findOne({ _id: pageId, projectId }).lean<ProgressRow>(),
      ]);
      if (!page) return [];
      const made = slotRows(await openPage(page, ids), state, slots);
      const own = await emails
        .find({ projectId, _id: { $in: made.map(({ _id }) => _id) } })
        .hint({ _id: 1 })
        .lean<EmailRow[]>();
      const rowOf = new Map(own.map((row) => [row._id, row]));
      return made.map((row) => rowOf.get(row._id) ?? row);
    },
  };
}
