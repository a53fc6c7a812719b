/**
 * Lists mails that are slots of frozen pages, a page at a time: pages that a window does not touch are only counted. Filters that look into
 * mails (state, subject) read every page they may be in, as they read every row.
 */
import type { Model, QueryFilter } from 'mongoose';
import { literalPattern } from '#kit/literal-pattern.ts';
import type { EmailRow } from '../domain/email.ts';
import type { Status } from '../domain/states.ts';
import type { CampaignMailList, CampaignMailQuery, PageBlock, PageBlocks } from '../ledger/ledger.ts';
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
/** Where no more mails are needed, their pages are read and the others counted: a page has a mail at least. */
const FIRST_MOST = 500;

const fragmentOf = ({ search }: CampaignMailQuery): string | undefined => search?.trim().toLowerCase();
const looksInside = (query: CampaignMailQuery): boolean => Boolean(query.to || fragmentOf(query));
/** Takes pages whole. */
const isPlain = (query: CampaignMailQuery): boolean => !query.contactId && !query.status && !looksInside(query);
const indexOf = ({ campaignId }: CampaignMailQuery) => (campaignId ? PAGES_OF_CAMPAIGN : PAGES_OF_PROJECT);

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
  async function pagesOf(query: CampaignMailQuery, order: 'newest' | 'frozen', first?: number): Promise<PageRow[]> {
    const { contactId, status } = query;
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
    else if (!looksInside(query)) asked.hint(indexOf(query));
    if (first !== undefined) asked.limit(first);
    return await asked.lean<PageRow[]>();
  }

  /** Mails of all pages, by an index alone. */
  async function mailsOf(query: CampaignMailQuery): Promise<number> {
    const [sum] = await pages
      .aggregate<{ mails: number }>([{ $match: filterOf(query) }, { $group: { _id: null, mails: { $sum: '$size' } } }])
      .hint(indexOf(query));
    return sum?.mails ?? 0;
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
    async blocks(query, order, first = Infinity): Promise<PageBlocks> {
      const { contactId, to, status } = query;
      if (contactId && !UUID.test(contactId)) return { blocks: [], total: 0 };
      const whole = ({ _id, frozenAt, size }: PageRow): PageBlock => ({ pageId: _id, frozenAt, slots: slotsOf(size) });
      if (isPlain(query) && first <= FIRST_MOST) {
        const [found, total] = await Promise.all([pagesOf(query, order, first), mailsOf(query)]);
        return { blocks: found.map(whole), total };
      }
      const fragment = fragmentOf(query);
      const found = await pagesOf(query, order);
      const standing = status ? await (isNoted(status) ? notedSlots : ownSlots)(query, found) : undefined;
      const blocks = found.map((page): PageBlock => {
        if (isPlain(query)) return whole(page);
        const mails = looksInside(query) ? (JSON.parse(page.mails) as SlotContent[]) : [];
        const slots = slotsOf(page.size).filter(
          (slot) =>
            (!contactId || contactOf(page.contacts[slot]!) === contactId) &&
            (!to || mails[slot]!.to === to) &&
            (!fragment || (mails[slot]!.subject ?? page.subject).toLowerCase().includes(fragment)) &&
            (!standing || standing.get(page._id)!.has(slot)),
        );
        return { pageId: page._id, frozenAt: page.frozenAt, slots };
      });
      return { blocks, total: blocks.reduce((sum, { slots }) => sum + slots.length, 0) };
    },

    async rowsOf(projectId, blocks) {
      if (blocks.length === 0) return [];
      const those = { projectId, _id: { $in: blocks.map(({ pageId }) => pageId) } };
      const [found, states] = await Promise.all([
        pages.find(those).hint({ _id: 1 }).lean<PageRow[]>(),
        progress.find(those).hint({ _id: 1 }).lean<ProgressRow[]>(),
      ]);
      const pageOf = new Map(found.map((page) => [page._id, page]));
      const stateOf = new Map(states.map((state) => [state._id, state]));
      const made = await Promise.all(
        blocks.map(async ({ pageId, slots }) => {
          const page = pageOf.get(pageId);
          return page ? slotRows(await openPage(page, ids, slots), stateOf.get(pageId) ?? null, slots) : [];
        }),
      );
      const own = await emails
        .find({ projectId, _id: { $in: made.flat().map(({ _id }) => _id) } })
        .hint({ _id: 1 })
        .lean<EmailRow[]>();
      const rowOf = new Map(own.map((row) => [row._id, row]));
      return made.map((rows) => rows.map((row) => rowOf.get(row._id) ?? row));
    },
  };
}
